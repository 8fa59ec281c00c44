import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1152-deposits-paid-again.sql');
});
afterAll(() => db.close());

it('[DIN-13] only a deposit can be booked more than once for its subject', async () => {
  const { rows } = await db.owner.query(
    `select indexname from pg_indexes where tablename = 'ledger_entries' and indexname like 'ledger_entries_%once' order by 1`,
  );
  const names = rows.map(({ indexname }) => indexname);
  expect(names).toContain('ledger_entries_booked_once');
  expect(names).not.toContain('ledger_entries_event_once');
});
