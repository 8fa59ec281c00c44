import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-66] an event is booked once for its adjustment, its reversal apart', async () => {
  await db.upgrade('1101-adjusted-once.sql');
  const { rows } = await db.owner.query(
    `select pg_get_expr(indpred, indrelid) as condition from pg_index
     where indexrelid = 'ledger_entries_adjusted_once'::regclass and indisunique and indisvalid`,
  );
  expect(rows).toEqual([{ condition: '((adjustment_id IS NOT NULL) AND (reverses IS NULL))' }]);
});
