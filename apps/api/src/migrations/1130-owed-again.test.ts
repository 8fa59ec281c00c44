import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1130-owed-again.sql');
});
afterAll(() => db.close());

it('[DIN-41] an invoice in credit earns on from its last day, after its settlement was reversed too', async () => {
  const { rows } = await db.owner.query<{ client: string; document: string; day: string }>(`
    select invoices.client_id as client, invoices.document_id as document, max(value_date)::text as day
    from invoices join ledger_lines line using (client_id, document_id) join ledger_entries using (client_id, entry_number)
    where status = 30 and account = 'INGRESO_INTERES' group by 1, 2 having max(value_date) < min(due_date) - 5 limit 1`);
  const [{ client = '', document = '', day = '' } = {}] = rows;
  const accrue = async (through: string) => {
    const found = await db.owner.query(
      `select accrue_interest($1, array[$2::uuid], $3::date + ${through}, $3::date + ${through}, now()) as booked`,
      [client, document, day],
    );
    return found.rows[0]?.booked;
  };
  expect(await accrue('2')).toBe(2);
  await db.owner.query('select reverse_accruals($1, $2, $3::date + 1, $3::date + 2, now())', [client, document, day]);
  expect(await accrue('2')).toBe(1);
  expect(await accrue('2')).toBe(0);
});
