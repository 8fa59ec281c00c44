import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, aUser } from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, sellAndDeposit } from '../../../testing/sale-steps.ts';

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal();
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client });
  await aLine(portal, { client });
  const session = await portal.signIn(user.email);
  const operator = await portal.signIn((await anOperator(portal)).email);
  const invoices = () => someInvoices(portal, { client, user, companyId });
  await sellAndDeposit({ session, operator }, await invoices());
  await sellAndDeposit({ session, operator }, await invoices());
  for (const reference of ['UNO', 'DOS', 'TRES']) {
    const body = aPayment({ reference }, { valueDate: portal.clock.today() });
    await operator.call(routes.registerCollection, { body });
  }
});
afterAll(() => portal.close());

/** Copies an entry with its lines, by SQL for what differs, with the hash that its text gives. */
const entryLike = (model: number, with_: { number?: string; after?: string; booked?: string; hash?: string }) => `
  with written as (
    insert into ledger_entries (client_id, entry_number, event, sale_id, currency, value_date, booked_on, recorded_at, previous_hash, hash)
    select (made).client_id, (made).entry_number, (made).event, (made).sale_id, (made).currency, (made).value_date, (made).booked_on,
      (made).recorded_at, (made).previous_hash, ${with_.hash ?? 'ledger_hash(made, lines)'}
    from (
      select jsonb_populate_record(entry, jsonb_build_object('event', 'withdrawal', 'entry_number', ${with_.number ?? '5'},
          'booked_on', ${with_.booked ?? 'entry.booked_on'}, 'previous_hash', previous.hash)) as made,
        (select string_agg(ledger_line_text(line), E'\\n' order by line_number) from ledger_lines line
          where line.client_id = entry.client_id and line.entry_number = entry.entry_number) as lines
      from ledger_entries entry join ledger_entries previous using (client_id)
      where entry.entry_number = ${model} and previous.entry_number = ${with_.after ?? '4'}
    ) copy returning client_id, entry_number
  )
  insert into ledger_lines select client_id, written.entry_number, line_number, account, document_id, debit, credit
  from written join ledger_lines using (client_id) where ledger_lines.entry_number = ${model}`;

const lenderEntryLike = (with_: { number?: string; after?: string; booked?: string; hash?: string }) => `
  insert into lender_entries
  select (made).* from (
    select jsonb_populate_record(made, jsonb_build_object('hash', ${with_.hash ?? 'lender_hash(made)'})) as made
    from (
      select jsonb_populate_record(entry, jsonb_build_object('event', 'send-back', 'debit', 'COBROS_POR_IDENTIFICAR', 'credit', 'POR_DEPOSITAR',
        'entry_number', ${with_.number ?? '4'}, 'booked_on', ${with_.booked ?? 'entry.booked_on'}, 'previous_hash', previous.hash)) as made
      from lender_entries entry, lender_entries previous
      where entry.entry_number = 1 and previous.entry_number = ${with_.after ?? '3'}
    ) copy
  ) hashed`;

describe('[LIB-30] the database takes only the next entry of a journal, with its hash, on its day', () => {
  const nextMonth = `(entry.booked_on + interval '1 month')::date`;
  const refused = [
    ['an entry beyond the next number', entryLike(1, { number: '7' }), 'ledger_entries_chained'],
    ['an entry under a number that was taken', entryLike(1, { number: '3', after: '2' }), 'ledger_entries_pkey'],
    ['an entry that follows an earlier one', entryLike(1, { after: '3' }), 'ledger_entries_chained'],
    ['an entry with another hash', entryLike(1, { hash: `sha256('x')` }), 'ledger_lines_hashed'],
    ['an entry booked in another month', entryLike(1, { booked: nextMonth }), 'ledger_entries_booked_on_its_day'],
    [
      'two further lines for an entry',
      `insert into ledger_lines select client_id, entry_number, line_number + 100, account, document_id, debit, credit
       from ledger_lines where entry_number = 2 and line_number <= 2`,
      'ledger_lines_hashed',
    ],
    ['an entry of the lender beyond the next number', lenderEntryLike({ number: '9' }), 'lender_entries_chained'],
    [
      'an entry of the lender under a taken number',
      lenderEntryLike({ number: '2', after: '1' }),
      'lender_entries_pkey',
    ],
    ['an entry of the lender that follows an earlier one', lenderEntryLike({ after: '1' }), 'lender_entries_chained'],
    ['an entry of the lender with another hash', lenderEntryLike({ hash: `sha256('x')` }), 'lender_entries_chained'],
    [
      'an entry of the lender in another month',
      lenderEntryLike({ booked: nextMonth }),
      'lender_entries_booked_on_its_day',
    ],
  ] as const;

  it.each(
    ['anticipa_operator', 'anticipa_worker', 'owner'].flatMap((role) =>
      refused.map(([name, statement, constraint]) => [role, name, statement, constraint] as const),
    ),
  )('%s cannot write %s', async (role, _, statement, constraint) => {
    const { owner } = portal.db;
    await owner.query('begin');
    if (role !== 'owner') await owner.query(`set local role ${role}`);
    const write = owner.query(statement).then(() => owner.query('set constraints all immediate'));
    await expect(write).rejects.toMatchObject({ constraint });
    await owner.query('rollback');
  });

  it.each([
    ['the ledger', entryLike(1, {})],
    ['the lender’s journal', lenderEntryLike({})],
  ])('the same entry is taken when nothing in it is wrong: %s', async (_, statement) => {
    const { owner } = portal.db;
    await owner.query('begin');
    await owner.query(statement);
    await owner.query('set constraints all immediate');
    await owner.query('rollback');
  });
});
