import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-70] a promise is whole or takes the one before back, with a reason', async () => {
  await db.upgrade('1110-promises-and-disputes.sql');
  const record = (values: string) =>
    db.owner.query(
      `insert into payment_promises (client_id, document_id, promise_number, recorded_by, recorded_on, recorded_at, amount, pay_on, promised_by, note)
       select client_id, document_id, 1, (select operator_id from operators limit 1), '2026-03-10', now(), ${values}
       from invoices limit 1`,
    );
  await expect(record(`100, null, 'Laura', null`)).rejects.toThrow('payment_promises_whole');
  await expect(record('null, null, null, null')).rejects.toThrow('payment_promises_explained');
  await expect(record(`100, '2026-03-09', 'Laura', null`)).rejects.toThrow('payment_promises_ahead');
});
