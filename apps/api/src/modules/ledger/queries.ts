import { dateOf } from '@anticipa/domain/calendar';
import type { LedgerLine } from '@anticipa/domain/ledger';
import { type FinancedCurrency, financedCurrencies, type Money, moneyOf } from '@anticipa/domain/money';
import type { Position } from '@anticipa/domain/settlement';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf, valuesOf, whole } from '../../platform/db/rows.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';

/**
 * Verifies the hash chain of all clients in the database: lists entries whose hash does not match their text or that do not
 * follow the previous entry. An empty result means that no entry was edited, removed or inserted. Columns: client_id,
 * entry_number.
 */
export const brokenChainSql = `
  with line_texts as (
    select client_id, entry_number, string_agg(ledger_line_text(line), E'\\n' order by line_number) as lines
    from ledger_lines line group by client_id, entry_number
  ), chained as (
    select entry, lines,
      lag(hash) over by_client as hash_before,
      row_number() over by_client as expected_number
    from ledger_entries entry left join line_texts using (client_id, entry_number)
    window by_client as (partition by entry.client_id order by entry_number)
  )
  select (entry).client_id, (entry).entry_number from chained
  where (entry).entry_number <> expected_number
    or (entry).previous_hash <> coalesce(hash_before, decode(repeat('00', 32), 'hex'))
    or (entry).hash <> ledger_hash(entry, lines)`;

const positionRow = z.object({
  document_id: z.string(),
  currency: z.enum(financedCurrencies),
  owed: decimal,
  buy_back: decimal,
  owed_changes: z.array(z.object({ on: z.string(), change: decimal })),
  aforo: decimal,
  unearned: decimal,
  unearned_commission: decimal,
  client: decimal,
  late_charges: decimal,
  late_charges_iva: decimal,
  iva_to_come: decimal,
  iva_uncollected: decimal,
});
type PositionRow = z.output<typeof positionRow>;

/** Balances of the client's invoices in the journal, by document id. */
export async function positionsOf(
  { db, tenant }: Work,
  documentIds: readonly string[],
): Promise<Map<string, Position>> {
  const rows = await rowsOf(db, positionRow)`
    with moved as (
      select document_id, event, value_date, account, entry.currency, debit - credit as amount
      from ledger_lines line join ledger_entries entry using (client_id, entry_number)
      where line.client_id = ${tenant} and line.document_id = any(${documentIds}::uuid[])
        and account <> 'INGRESO_INTERES'
    ), balances as (
      select document_id, currency,
        coalesce(sum(amount) filter (where account in ('CARTERA', 'RECOMPRA')), 0) as owed,
        coalesce(sum(amount) filter (where account = 'RECOMPRA'), 0) as buy_back,
        coalesce(-sum(amount) filter (where account = 'AFORO_POR_DEVOLVER'), 0) as aforo,
        coalesce(-sum(amount) filter (where account = 'INTERES_POR_DEVENGAR'), 0) as unearned,
        coalesce(-sum(amount) filter (where account = 'COMISIONES_POR_DEVENGAR'), 0) as unearned_commission,
        coalesce(sum(amount) filter (where account = 'CLIENTE'), 0) as client,
        coalesce(-sum(amount) filter (where account = 'RECARGOS'), 0) as late_charges,
        coalesce(-sum(amount) filter (where account = 'IVA_COBRADO' and event = 'late-charges'), 0) as late_charges_iva,
        -- No late charges are invoiced before the settlement.
        coalesce(-sum(amount) filter (where account = 'IVA_NO_COBRADO'), 0) as iva_uncollected,
        coalesce(-sum(amount) filter (where account = 'IVA_POR_FACTURAR'), 0)
          - coalesce(sum(amount) filter (where account in ('IVA_COBRADO', 'IVA_NO_COBRADO') and event in ('interest-invoice', 'credit-note', 'interest-cancellation')), 0) as iva_taken
      from moved group by document_id, currency
    ), changes as (
      select document_id, jsonb_agg(jsonb_build_object('on', value_date, 'change', amount::text) order by value_date) as owed_changes
      from (
        select document_id, value_date, sum(amount) as amount from moved where account in ('CARTERA', 'RECOMPRA')
        group by document_id, value_date
      ) by_day group by document_id
    )
    select balances.document_id, balances.currency, owed, buy_back, balances.aforo, unearned, unearned_commission, client, balances.late_charges, balances.late_charges_iva,
      coalesce(owed_changes, '[]') as owed_changes,
      item.iva - invoices.iva_rebate - iva_taken as iva_to_come, iva_uncollected
    from balances
    join invoices on invoices.client_id = ${tenant} and invoices.document_id = balances.document_id
    left join changes on changes.document_id = balances.document_id
    join sale_items item on item.client_id = ${tenant} and item.document_id = balances.document_id and item.state = 'disbursed'`;
  return new Map(rows.map((row) => [row.document_id, toPosition(row)]));
}

const toPosition = ({ currency, ...row }: PositionRow): Position => ({
  owed: moneyOf(row.owed, currency),
  buyBack: moneyOf(row.buy_back, currency),
  owedChanges: row.owed_changes.map(({ on, change }) => ({ on: dateOf(on), change: moneyOf(change, currency) })),
  aforo: moneyOf(row.aforo, currency),
  unearned: moneyOf(row.unearned, currency),
  unearnedCommission: moneyOf(row.unearned_commission, currency),
  client: moneyOf(row.client, currency),
  lateCharges: moneyOf(row.late_charges, currency),
  lateChargesIva: moneyOf(row.late_charges_iva, currency),
  ivaToCome: moneyOf(row.iva_to_come, currency),
  ivaUncollected: moneyOf(row.iva_uncollected, currency),
});

/** For an invoice in credit in a query: its debt in the journal, owed by its receiver or by the client, who must buy it back. */
export const owed = sql<string>`(
  select coalesce(sum(debit - credit), 0) from ledger_lines owing
  where owing.client_id = invoices.client_id and owing.document_id = invoices.document_id
    and owing.account in ('CARTERA', 'RECOMPRA'))`;

/**
 * Clients of which an invoice in credit may be owed, by its receiver or after an adjustment by the client: they are found first, because
 * an index of the invoices in credit would be written, with all others of the table, by each deposit.
 */
export const owingClients = sql`(select client_id from pair_exposures where owed > 0 union select client_id from adjustments)`;

const ofReceiver = sql<string>`(
  select coalesce(sum(debit - credit), 0) from ledger_lines owing
  where owing.client_id = invoices.client_id and owing.document_id = invoices.document_id and owing.account = 'CARTERA')`;

/** For an invoice in credit in a query: whether its receiver owes any of it, so that the client need not buy it back. */
export const isOwedByReceiver = sql<boolean>`(${ofReceiver} > 0)`;

/** For a settled invoice in a query: the amount beyond its payments and its aforo, which the client owes. */
export const balanceDue = sql<string>`greatest(invoices.total + invoices.late_charges + invoices.late_charges_iva + invoices.iva
  + invoices.returned_before - invoices.rebate - invoices.iva_rebate - invoices.aforo - invoices.paid_amount, 0)`;

/** For an invoice in credit in a query: the aforo that the lender still withholds. */
const withheldAforo = sql<string>`(
  select coalesce(sum(credit - debit), 0) from ledger_lines withheld
  where withheld.client_id = invoices.client_id and withheld.document_id = invoices.document_id
    and withheld.account = 'AFORO_POR_DEVOLVER')`;

/** For an invoice in credit in a query: the part of its receiver's debt that the aforo would pay. */
export const coverable = sql<string>`least(${ofReceiver}, ${withheldAforo})`;

/** For an invoice in credit in a query: its devolución if the rest is paid by the due date. */
const expectedReturn = sql<string>`greatest(${withheldAforo} - invoices.iva - invoices.returned_before, 0)`;

/** For invoices in credit in a query, grouped: their number, their debt and their devoluciones. */
export const sumsOfDue = sql`count(*)::integer as count, sum(${owed})::numeric(18, 2)::text as total,
  sum(${expectedReturn})::numeric(18, 2)::text as "finalDeposit"`;

const bookedLine = z.object({
  number: whole,
  event: z.string(),
  valueDate: z.string(),
  documentId: z.string(),
  account: z.string(),
  debit: decimal,
  credit: decimal,
});
/** A line of an entry, which is named by its number. */
export type BookedLine = z.output<typeof bookedLine>;

/** Lines of the entries in force about a record: none of them reverses another or is reversed. */
export const linesAbout = async (
  { db, tenant }: Work,
  subject: 'collection_id' | 'shortfall_id' | 'payout_id',
  id: string,
): Promise<BookedLine[]> => {
  return await rowsOf(db, bookedLine)`
    select entry_number::integer as number, event, value_date as "valueDate", document_id as "documentId", account, debit, credit
    from ledger_entries entry join ledger_lines line using (client_id, entry_number)
    where entry.client_id = ${tenant} and ${sql.ref(`entry.${subject}`)} = ${id} and ${isInForce}
    order by entry_number, line_number`;
};

/** SQL for an `entry` of the lender's own journal: it reverses no other and is not reversed. */
export const isLenderEntryInForce = sql<boolean>`(entry.reverses is null and not exists (
  select from lender_entries undoing where undoing.reverses = entry.entry_number))`;

/** SQL for an `entry` of a client's journal: it reverses no other and is not reversed. */
export const isInForce = sql<boolean>`(entry.reverses is null and not exists (
  select from ledger_entries undoing where undoing.client_id = entry.client_id and undoing.reverses = entry.entry_number))`;

/** Events that change what is owed for an invoice, of which the last must be reversed before the others. */
const CHANGES = [
  'collection',
  'balance-payment',
  'shortfall',
  'recourse',
  'supplier-credit',
  'paid-to-client',
  'write-off',
  'recovery',
  'forward',
];

const changedRow = z.object({ number: whole, documentId: z.string(), event: z.string() });

/** Entries in force after another one, for some invoices: changes of their debt, or payments of late charges that were invoiced. */
export const entriesAfter = async (
  { db, tenant }: Work,
  number: number,
  documentIds: readonly string[],
  which: 'changes' | 'invoice-payments',
): Promise<z.output<typeof changedRow>[]> => {
  const events = which === 'changes' ? CHANGES : ['invoice-payment'];
  return await rowsOf(db, changedRow)`
    select distinct entry_number::integer as number, document_id as "documentId", event
    from ledger_lines line join ledger_entries entry using (client_id, entry_number)
    where line.client_id = ${tenant} and line.document_id = any(${documentIds}::uuid[]) and line.entry_number > ${number}
      and event = any(${events}) and ${isInForce}
    order by number desc`;
};

const withheldRow = z.object({ document_id: z.string(), withheld: decimal });

/**
 * IVA of the interest kept back from the aforo and not invoiced yet, by document id; documents without any are absent. Below
 * zero it was given back, and no credit note has done so yet.
 */
export async function withheldIva({ db, tenant }: Work, documentIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsOf(db, withheldRow)`
    select document_id, sum(credit - debit) as withheld from ledger_lines
    where client_id = ${tenant} and document_id = any(${documentIds}::uuid[]) and account = 'IVA_POR_FACTURAR'
    group by document_id`;
  return new Map(rows.map((row) => [row.document_id, row.withheld]));
}

/** The amount of an invoice that is estimated not to be collected. */
export async function estimatedOf(
  { db, tenant }: Work,
  documentId: string,
  currency: FinancedCurrency,
): Promise<Money<FinancedCurrency>> {
  const [estimated = '0.00'] = await valuesOf(db, decimal)`
    select coalesce(sum(credit - debit), 0)::numeric(18, 2) from ledger_lines
    where client_id = ${tenant} and document_id = ${documentId} and account = 'ESTIMACION'`;
  return moneyOf(estimated, currency);
}

/** Lines booked when an invoice of interest or late charges, or a credit note, was issued and paid. */
export async function linesOfInvoice(
  { db, tenant }: Work,
  invoiceId: string,
  events: readonly ('interest-invoice' | 'credit-note' | 'late-charges-invoice' | 'invoice-payment')[],
): Promise<LedgerLine[]> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_lines', (join) =>
      join
        .onRef('ledger_lines.client_id', '=', 'ledger_entries.client_id')
        .onRef('ledger_lines.entry_number', '=', 'ledger_entries.entry_number'),
    )
    .select(['account', 'document_id', 'currency', 'debit', 'credit'])
    .where('ledger_entries.client_id', '=', tenant)
    .where('invoice_id', '=', invoiceId)
    .where('event', 'in', events)
    .orderBy('ledger_entries.entry_number')
    .orderBy('line_number')
    .execute();
  return rows.map(({ account, document_id: documentId, currency, debit, credit }) => ({
    account,
    documentId,
    debit: moneyOf(debit, currency),
    credit: moneyOf(credit, currency),
  }));
}

/** Clients with an invoice in credit, whose interest accrues: those that use a line. Reading all invoices would take too long. */
export const clientsInCredit = async ({ db }: WideWork): Promise<ClientId[]> => {
  const rows = await db
    .selectFrom('credit_lines')
    .select('client_id')
    .distinct()
    .where('used', '>', '0')
    .orderBy('client_id')
    .execute();
  return rows.map((row) => row.client_id);
};
