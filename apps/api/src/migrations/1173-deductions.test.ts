import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1173-deductions.sql');
});
afterAll(() => db.close());

it('[DIN-26] a payment of an earlier release has a deduction of a kind once, and a credit note only if it is booked', async () => {
  await db.owner.query('alter table deductions no force row level security');
  const deduct = (kind: string) =>
    db.owner.query(
      `insert into deductions (client_id, collection_id, document_id, kind, amount)
       select client_id, collection_id, document_id, $1, 1 from collection_items order by collection_id limit 1`,
      [kind],
    );
  expect((await deduct('fee')).rowCount).toBe(1);
  await expect(deduct('fee')).rejects.toMatchObject({ constraint: 'deductions_pkey' });
  await expect(deduct('credit-note')).rejects.toMatchObject({ code: '23514' });
});
