import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

const rows = async (text: string, values: readonly unknown[] = []) => (await db.owner.query(text, [...values])).rows;

it('[LIB-80] each complement of an earlier version has one instalment of one line, also one that its worker makes and ends later', async () => {
  const columns = `client_id, complement_id, invoice_id, document_id, form, instalment, balance_before, iva_rate, sub_total, iva, active`;
  await db.upgrade('1250-documents-that-wait.sql');
  const before = await rows(`select ${columns} from payment_complements order by complement_id`);
  expect(before.length).toBeGreaterThan(0);
  await db.upgrade('1290-complements-of-a-day.sql');
  const parts = () =>
    rows(`select client_id, complement_id, invoice_id, document_id, form, instalment, balance_before, iva_rate, sub_total, iva, line.active
      from complement_instalments part join complement_lines line using (client_id, complement_id, invoice_id, form, active)
      order by complement_id`);
  expect(await parts()).toEqual(before);

  const old = randomUUID();
  await db.owner.query(
    `insert into payment_complements (client_id, complement_id, invoice_id, document_id, serie, folio, state, instalment, balance_before,
       iva_rate, sub_total, iva, paid_on, form, emitted_at)
     select client_id, $1, invoice_id, document_id, serie, '9999', 'pending', 2, 1, iva_rate, 1, 0, paid_on, '03', emitted_at
     from payment_complements limit 1`,
    [old],
  );
  const made = async () => (await parts()).filter((part) => part.complement_id === old);
  expect(await made()).toMatchObject([{ instalment: 2, sub_total: '1.00', active: true }]);
  await db.owner.query(
    `update payment_complements set active = false, cancelled_at = now(), cancel_motive = '02' where complement_id = $1`,
    [old],
  );
  expect(await made()).toMatchObject([{ active: false }]);
  await expect(
    rows(`update complement_instalments set instalment = 1000 where complement_id = $1`, [old]),
  ).rejects.toThrow('complement_instalments_of_schema');
});
