/** The lender's books: the journals of all clients and the lender's own, by the day on which they book. */
import {
  type BalanceRow,
  BOOKS_PAGE,
  type BookLine,
  bookEvents,
  type exportBookLines,
  type exportTrialBalance,
  type getTrialBalance,
  listBookLines,
} from '@anticipa/contract/books';
import type { QueryOf, ResponseOf } from '@anticipa/contract/route';
import { bookAccounts, chart } from '@anticipa/domain/chart';
import { financedCurrencies } from '@anticipa/domain/money';
import { unknownBank } from '@anticipa/texts/ledger-texts';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { decimal, instant, pageOf, rowsOf, text, valuesOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { folio } from '../log/queries.ts';
import { bookLinesSql, keyOfLineSql } from './lines.ts';
import { bookedAsKnownOn, endOf } from './sums.ts';

/** The id of the lender's account at STP among its bank accounts, and of movements whose bank account is not known. */
export const STP = 'stp';
const NONE = 'none';

/** Lines of both journals that were recorded before an instant. */
export const bookLines = (until: Date) =>
  sql`select * from (${sql.raw(bookLinesSql)}) booked where recorded_at < ${until}`;

export const keyOfLine = sql.raw<string | null>(keyOfLineSql);

/** Why an accountant booked or reversed the entry of a `line`, and by what evidence. */
const reasonOfLine = sql<string | null>`(
  select concat_ws(' · ', asked.reason, case when line.reverses is null then manual.evidence end)
  from manual_entries manual join approvals asked
    on asked.approval_id = case when line.reverses is null then manual.approval_id else manual.reversal_id end
  where manual.manual_id = line.manual_id)`;

/**
 * The bank account that a `line` of BANCOS moved, as far as a file of the bank or STP has said so by the end of a day: a reversal moved
 * that of the entry that it reverses.
 */
export const bankOfLine = (until: Date, stp: string | null) => sql<
  string | null
>`case when line.account = 'BANCOS' then coalesce((
  select case when account.number = ${stp} then ${STP} else account.account_id::text end
  from bank_lines moved join statement_accounts account using (account_id) where moved.line_id = line.line_id
), (
  select coalesce(
    case when exists (select from received_transfers known where known.tracking_key = named.key)
      or exists (select from transfer_orders known where known.tracking_key = named.key) then ${STP} end,
    (select case when account.number = ${stp} then ${STP} else account.account_id::text end
      from bank_lines moved join statement_accounts account using (account_id)
      where moved.book_key = named.key and moved.ended_at < ${until}
        and (moved.amount > 0) = ((line.debit > 0) = (line.reverses is null))))
  from (select ${keyOfLine} as key) named
), ${NONE}) end`;

const isOf = (column: RawBuilder<unknown>, value: string | undefined) =>
  value === undefined ? sql`true` : sql`${column} = ${value}`;

const balanceRow = z.object({
  currency: z.enum(['MXN', 'USD']),
  account: z.enum(bookAccounts),
  /** Null for all bank accounts. */
  bank: text.nullable(),
  name: text.nullable(),
  number: text.nullable(),
  opening: decimal,
  debit: decimal,
  credit: decimal,
  closing: decimal,
});

type BalanceFilter = Omit<QueryOf<typeof exportTrialBalance>, 'format'>;

/** SQL: sums that take the close of a year, whose entries are booked on a day, out of those of the books. */
const takenBack = (day: string, until: Date) => sql`
  union all
  select null, booked_on, currency, side.account, '', false, -side.debited, -side.credited
  from lender_entries cross join lateral (values (debit, amount, 0.00), (credit, 0.00, amount)) as side(account, debited, credited)
  where event = 'year-end' and booked_on = ${day}::date and recorded_at < ${until}`;

/**
 * The balances of a period, per currency in the order of the chart; those of each bank account follow BANCOS. ENTRE_DIARIOS is
 * listed even where nothing was booked, because it must be zero. `stp`: the CLABE of the account at STP.
 */
export async function trialBalance(
  work: WideWork,
  {
    startDate,
    endDate,
    knownOn = work.today,
    currency,
    beforeYearEnd,
  }: QueryOf<typeof getTrialBalance> | BalanceFilter,
  stp: string | null,
): Promise<BalanceRow[]> {
  const until = endOf(knownOn);
  // The movements of two years of a hundred clients are joined with the bank's in memory.
  await sql`set local work_mem = '64MB'`.execute(work.db);
  const rows = await rowsOf(work.db, balanceRow)`
    with booked as (
      select known.*, coalesce(sent.return_key, bank_key) as key from (${await bookedAsKnownOn(work, knownOn)} ${beforeYearEnd === undefined ? sql`` : takenBack(endDate, until)}) known
      left join unidentified_payments sent on sent.return_key is not null and sent.payment_id::text = bank_key
      where booked_on <= ${endDate}::date and ${isOf(sql`known.currency`, currency)}
    ), moved as (
      select booked.currency, account, fee.account_id as fee_account, matched.account_id as matched_account, is_stp,
        coalesce(sum(debit - credit) filter (where booked.booked_on < ${startDate}::date), 0) as opening,
        coalesce(sum(debit) filter (where booked.booked_on >= ${startDate}::date), 0) as debit,
        coalesce(sum(credit) filter (where booked.booked_on >= ${startDate}::date), 0) as credit
      from booked
      left join bank_lines matched on matched.book_key = key and (matched.amount > 0) = is_inflow and matched.ended_at < ${until}
      left join (select distinct line_id::text, account_id from lender_entries join bank_lines using (line_id)) fee on fee.line_id = bank_key
      cross join lateral (select account = 'BANCOS' and key in (
        select tracking_key from received_transfers union all select tracking_key from transfer_orders) as is_stp) reported
      group by booked.currency, account, fee_account, matched_account, is_stp
      union all
      select each.currency, 'ENTRE_DIARIOS', null::uuid, null::uuid, false, 0, 0, 0 from unnest(${financedCurrencies}::text[]) each(currency)
      where ${isOf(sql`each.currency`, currency)} and exists (
        select from ledger_entries entry
        where entry.currency = each.currency and booked_on <= ${endDate}::date and recorded_at < ${until})
    ), sums as (
      select moved.currency, account, bank, sum(opening)::numeric(18, 2) as opening, sum(debit)::numeric(18, 2) as debit,
        sum(credit)::numeric(18, 2) as credit, sum(opening + debit - credit)::numeric(18, 2) as closing
      from moved
      left join statement_accounts statement on statement.account_id = coalesce(fee_account, case when not is_stp then matched_account end)
      cross join lateral (
        select case when is_stp and fee_account is null or statement.number = ${stp} then ${STP} else coalesce(account_id::text, ${NONE}) end as bank
      ) named
      group by grouping sets ((moved.currency, account), (moved.currency, account, bank))
      having grouping(bank) = 1 or account = 'BANCOS'
    )
    select sums.currency, sums.account, sums.bank, statement.name, coalesce(statement.number, case sums.bank when ${STP} then ${stp} end) as number,
      opening, debit, credit, closing
    from sums left join statement_accounts statement on statement.account_id::text = sums.bank
    where ${beforeYearEnd === undefined} or account = 'ENTRE_DIARIOS' or (opening, debit, credit) <> (0, 0, 0)`;
  return rows
    .map(
      ({ bank: id, name, number, ...row }): BalanceRow => ({
        ...row,
        bank: id === null ? null : { id, name: name ?? (id === STP ? 'STP' : unknownBank), number: number ?? '' },
      }),
    )
    .toSorted((one, other) => placeOf(one).localeCompare(placeOf(other), 'es-MX'));
}

/** Place of a row in the chart; what no bank account is known of comes last. */
const placeOf = ({ currency, account, bank }: BalanceRow): string =>
  `${currency} ${chart[account].number} ${bank === null ? '0' : bank.id === NONE ? '2' : `1 ${bank.name}`}`;

type LinesFilter = Omit<QueryOf<typeof exportBookLines>, 'format'>;

/** The lines that pass a filter, except for their days. */
const filtered = (
  { knownOn, currency, account, clientId, bank }: LinesFilter & { readonly knownOn: string },
  stp: string | null,
) => {
  const until = endOf(knownOn);
  return sql`
    select line.*, ${bankOfLine(until, stp)} as bank from (${bookLines(until)}) line
    where ${isOf(sql`line.currency`, currency)} and ${isOf(sql`line.account`, account)} and ${isOf(sql`line.client_id`, clientId)}
      and ${bank === undefined ? sql`true` : sql`line.account = 'BANCOS' and ${bankOfLine(until, stp)} = ${bank}`}`;
};

const lineRow = listBookLines.response.shape.data.element.extend({
  event: z.enum(bookEvents),
  recordedAt: instant,
  debit: decimal,
  credit: decimal,
  balance: decimal.nullable(),
});

/** SQL: `lines` of the books, with a `place` and what they `moved`, as answers have them. */
const described = (lines: RawBuilder<unknown>, opening: string | null) => sql`
  select line.client_id as "clientId", clients.entity_name as "entityName", line.entry_number::integer as "entryNumber",
    line.line_number::integer as "lineNumber", line.event, line.currency, line.booked_on::text as "bookedOn", line.value_date::text as "valueDate",
    line.recorded_at as "recordedAt", line.reverses::integer as reverses, line.account,
    case line.bank when ${STP} then 'STP' else statement.name end as bank,
    line.document_id as "documentId", case when invoices.document_id is not null then ${folio} end as folio,
    sales.sale_id as "saleId", sales.number_of_sale as "numberOfSale",
    case when cfdi.invoice_id is not null then concat_ws('-', cfdi.serie, cfdi.folio) end as cfdi,
    coalesce(cfdi.uuid, invoices.uuid)::text as uuid, ${keyOfLine} as "trackingKey", ${reasonOfLine} as reason,
    line.debit::numeric(18, 2), line.credit::numeric(18, 2),
    (${opening}::numeric + line.moved)::numeric(18, 2) as balance
  from (${lines}) line
  left join clients on clients.client_id = line.client_id
  left join invoices on invoices.client_id = line.client_id and invoices.document_id = line.document_id
  left join sale_items item on item.client_id = line.client_id and item.document_id = line.document_id and item.state in ('authorised', 'disbursed')
  left join sales on sales.client_id = line.client_id and sales.sale_id = coalesce(line.sale_id, item.sale_id)
  left join interest_invoices cfdi on cfdi.client_id = line.client_id and cfdi.invoice_id = line.invoice_id
  left join statement_accounts statement on statement.account_id::text = line.bank
  order by line.place`;

/** SQL: the lines of a period in order, each with its `place` and the sum of debits less credits up to it. */
const inOrder = (filter: LinesFilter & { readonly knownOn: string }, stp: string | null) => sql`
  select line.*, row_number() over in_order as place, sum(debit - credit) over in_order as moved
  from (${filtered(filter, stp)}) line
  where booked_on between ${filter.startDate}::date and ${filter.endDate}::date
  window in_order as (order by booked_on, recorded_at, client_id nulls first, entry_number, line_number rows unbounded preceding)`;

/** The balance before the period; null unless it is that of one account and currency. */
async function openingOf(
  { db }: WideWork,
  filter: LinesFilter & { readonly knownOn: string },
  stp: string | null,
): Promise<string | null> {
  if (filter.account === undefined || filter.currency === undefined) return null;
  const [opening = '0.00'] = await valuesOf(db, decimal)`
    select coalesce(sum(debit - credit), 0)::numeric(18, 2) from (${filtered(filter, stp)}) line
    where booked_on < ${filter.startDate}::date`;
  return opening;
}

/** A page of the lines, the earliest first; it begins after the last line of the previous page. */
export async function linesOfBooks(
  work: WideWork,
  { after, ...query }: QueryOf<typeof listBookLines>,
  stp: string | null,
): Promise<ResponseOf<typeof listBookLines>> {
  const filter = { ...query, knownOn: query.knownOn ?? work.today };
  const opening = await openingOf(work, filter, stp);
  const [journal, entryNumber, lineNumber] = after?.split('.') ?? [];
  const last = sql`select place from listed where entry_number = ${entryNumber}::bigint and line_number = ${lineNumber}::integer
    and client_id is not distinct from ${journal === 'lender' ? null : journal}::uuid`;
  const page = sql`
    with listed as (${inOrder(filter, stp)})
    select * from listed where ${after === undefined ? sql`true` : sql`place > (${last})`} order by place limit ${BOOKS_PAGE + 1}`;
  const rows = await rowsOf(work.db, lineRow)`${described(page, opening)}`;
  return {
    opening,
    ...pageOf(rows, BOOKS_PAGE, (row) => `${row.clientId ?? 'lender'}.${row.entryNumber}.${row.lineNumber}`),
  };
}

/** All lines of a period for a file. */
export async function allLinesOfBooks(work: WideWork, query: LinesFilter, stp: string | null): Promise<BookLine[]> {
  const filter = { ...query, knownOn: query.knownOn ?? work.today };
  return await rowsOf(work.db, lineRow)`${described(inOrder(filter, stp), await openingOf(work, filter, stp))}`;
}

/** The lines of one entry of a client's journal, or of the lender's own. */
export const entryOfBooks = (
  { db, today }: WideWork,
  { journal, entryNumber }: { readonly journal: string; readonly entryNumber: string },
  stp: string | null,
): Promise<BookLine[]> => {
  const until = endOf(today);
  return rowsOf(db, lineRow)`${described(
    sql`
      select line.*, ${bankOfLine(until, stp)} as bank, line_number as place, 0 as moved from (${bookLines(until)}) line
      where entry_number = ${entryNumber}::bigint
        and ${journal === 'lender' ? sql`client_id is null` : sql`client_id = ${journal}::uuid`}`,
    null,
  )}`;
};
