import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1172-deposit-waits.sql');
});
afterAll(() => db.close());

it('[DIN-25] a receipt of an earlier release waits for one deposit at a time, and its end has an outcome', async () => {
  const expectDeposit = (hour: number) =>
    db.owner.query(
      `insert into deposit_waits (payment_id, since, document_ids, amount, payer)
       select payment_id, registered_at + $1 * interval '1 hour', array[payment_id], amount, 'debtor' from unidentified_payments limit 1`,
      [hour],
    );
  await expectDeposit(0);
  await expect(expectDeposit(1)).rejects.toMatchObject({ constraint: 'deposit_waits_open' });
  await expect(db.owner.query(`update deposit_waits set ended_at = now()`)).rejects.toMatchObject({ code: '23514' });
  await db.owner.query(`update deposit_waits set ended_at = now(), outcome = 'used'`);
  await expectDeposit(1);
});
