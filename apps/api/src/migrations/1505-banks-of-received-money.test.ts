import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-126] the lender’s own account is no longer the bank that sent money of a bank’s file; what was typed stays', async () => {
  await db.upgrade('1467-proposals-of-requests.sql');
  await db.owner.query(`
    with operator as (select operator_id as id from operators limit 1), account as (
      insert into statement_accounts (account_id, name, currency, number, mapping) select gen_random_uuid(), 'Banorte pesos', 'MXN', '0072', '{}'
      returning account_id
    ), kept as (
      insert into unidentified_payments (payment_id, tracking_key, currency, amount, value_date, source, bank, reference, reason, state,
        registered_by, registered_at)
      select gen_random_uuid(), key, 'MXN', 10, '2026-03-02', 'REFERENCIA', bank, 'X', 'unknown', 'waiting', id, now()
      from operator, (values ('OFFILE1', 'Banorte pesos'), ('APPROVED1', 'Banorte pesos'), ('TYPED1', 'BBVA')) received (key, bank)
      returning tracking_key
    )
    insert into bank_lines (line_id, account_id, line_key, ordinal, booked_on, amount, tracking_key, reference, text, state, booked_as,
      book_key, was_booked, ended_by, ended_at)
    select gen_random_uuid(), account_id, tracking_key, 1, '2026-03-02', 10, '', '', '', 'booked', 'receipt', tracking_key,
      tracking_key <> 'OFFILE1', id, now()
    from kept, account, operator`);
  await db.upgrade('1505-banks-of-received-money.sql');
  const { rows } = await db.owner.query(
    `select tracking_key, bank from unidentified_payments where tracking_key in ('OFFILE1', 'APPROVED1', 'TYPED1') order by tracking_key`,
  );
  expect(rows).toEqual([
    { tracking_key: 'APPROVED1', bank: '' },
    { tracking_key: 'OFFILE1', bank: '' },
    { tracking_key: 'TYPED1', bank: 'BBVA' },
  ]);
});
