import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1171-payments-by-day.sql');
});
afterAll(() => db.close());

it('[DIN-24] earlier transfers are found by the account of their sender, and payments by day', async () => {
  const { rows } = await db.owner.query(
    `select indexdef from pg_indexes where indexname in ('received_transfers_by_sender', 'collections_by_day') order by indexname`,
  );
  expect(rows).toEqual([
    { indexdef: expect.stringMatching(/\(registered_at\)$/) },
    { indexdef: expect.stringMatching(/\(sender_account\) WHERE \(state = 'booked'::text\)$/) },
  ]);
});
