import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1153-recalled-payments.sql');
});
afterAll(() => db.close());

it('[DIN-15] a payment has one open recall, and a recall that ends without the money has a reason', async () => {
  const insert = (outcome: string | null, reason: string | null) =>
    db.owner.query(
      `insert into payment_recalls (recall_id, tracking_key, reason, requested_by, requested_at, outcome, outcome_reason, ended_at)
        select gen_random_uuid(), 'PAGO1', 'se pagó a otra cuenta', operator_id, now(), $1, $2, case when $1::text is null then null else now() end
        from operators limit 1`,
      [outcome, reason],
    );
  await insert('not-returned', 'la cuenta se cerró');
  await insert(null, null);
  await expect(insert(null, null)).rejects.toMatchObject({ constraint: 'payment_recalls_open' });
  await expect(insert('not-returned', null)).rejects.toMatchObject({ constraint: 'payment_recalls_ended' });
  await insert('returned', null);
});
