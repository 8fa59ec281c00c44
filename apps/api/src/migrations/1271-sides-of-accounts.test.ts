import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

/** An entry that moves money from one account of an invoice to another. */
const move = (debit: string, credit: string) =>
  db.owner.query(
    `select append_entries(line.client_id, jsonb_build_array(jsonb_build_object('event', 'accrual', 'currency', currency, 'valueDate', value_date,
       'lines', jsonb_build_array(
         jsonb_build_object('account', $1::text, 'document', document_id, 'debit', 100000000, 'credit', 0),
         jsonb_build_object('account', $2::text, 'document', document_id, 'debit', 0, 'credit', 100000000)))),
       (recorded_at at time zone 'America/Mexico_City')::date, recorded_at)
     from ledger_lines line join ledger_entries using (client_id, entry_number) where account = 'CARTERA' order by 1, entry_number limit 1`,
    [debit, credit],
  );

it('[LIB-34] an invoice of an earlier version is owed no less than nothing, and no more is given back than was held', async () => {
  await db.upgrade('1271-sides-of-accounts.sql');
  for (const account of ['CARTERA', 'RECOMPRA'])
    await expect(move('BANCOS', account)).rejects.toMatchObject({ constraint: 'ledger_lines_side' });
  for (const account of ['AFORO_POR_DEVOLVER', 'POR_DEPOSITAR'])
    await expect(move(account, 'BANCOS')).rejects.toMatchObject({ constraint: 'ledger_lines_side' });
  await db.owner.query('begin');
  await move('BANCOS', 'CARTERA');
  await move('CARTERA', 'BANCOS');
  await db.owner.query('commit');
});
