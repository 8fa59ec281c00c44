import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-82] says of no earlier cancellation when it was requested', async () => {
  await db.upgrade('1291-requested-cancellations.sql');
  const { rows } = await db.owner.query(
    'select count(*)::integer as all, count(cancel_requested_at)::integer as known from interest_invoices',
  );
  expect(rows).toEqual([{ all: expect.any(Number), known: 0 }]);
  expect(rows[0].all).toBeGreaterThan(0);
});
