import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-130] what no receiver paid leaves the sums of their payments', async () => {
  await db.upgrade('1467-proposals-of-requests.sql');
  const sums = async () => {
    const { rows } = await db.owner.query(
      'select company_id, month::text, total, weighted_days from receiver_payments order by company_id, month',
    );
    return rows;
  };
  const before = await sums();
  expect(before.length).toBeGreaterThan(0);
  await db.owner.query('alter table invoices no force row level security');
  const { rows } = await db.owner.query<{ company_id: string; month: string; total: string }>(
    `update invoices set written_off = 1 where document_id = (select document_id from invoices where status = 40 limit 1)
     returning company_id, date_trunc('month', payment_date)::date::text as month, total`,
  );
  const [lost] = rows;
  await db.upgrade('1510-payments-of-receivers.sql');
  const known = (all: Awaited<ReturnType<typeof sums>>) =>
    Number(all.find(({ company_id, month }) => company_id === lost?.company_id && month === lost?.month)?.total ?? 0);
  expect(known(before) - known(await sums())).toBe(Number(lost?.total));
});
