/** Rows of an account statement, from the ledger. All of them leave out entries recorded after `knownAt`. */
import { statementAccounts } from '@anticipa/contract/statements';
import type { IsoDate } from '@anticipa/domain/calendar';
import { financedCurrencies } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';
import { instalmentsPaid } from '../interest/queries.ts';
import { extensionsColumn, storedExtensions } from '../invoices/extension-queries.ts';
import { shownAccount } from '../operators/accounts.ts';
import { ofDeposit } from '../sales/transfer-queries.ts';

export interface Period {
  /** Days of booking, both inclusive. */
  readonly from: IsoDate;
  readonly to: IsoDate;
  readonly knownAt: Date;
}

const inCurrency = { currency: z.enum(financedCurrencies) };

const openingRow = z.object({
  ...inCurrency,
  account: z.enum(statementAccounts),
  balance: decimal,
});
export type OpeningRow = z.output<typeof openingRow>;

const movementRow = z.object({
  ...inCurrency,
  account: z.enum(statementAccounts),
  event: z.string(),
  is_withheld_iva: z.boolean(),
  is_buy_back: z.boolean(),
  is_debit: z.boolean(),
  is_reversal: z.boolean(),
  /** Change of the balance: the debt to the lender or, for the aforo, the lender's debt. */
  change: decimal,
  value_date: z.string(),
  booked_on: z.string(),
  due_date: z.string(),
  is_extended: z.boolean(),
  document_id: z.string(),
  serie: z.string().nullable(),
  folio: z.string().nullable(),
  cfdi: z.string().nullable(),
});
export type MovementRow = z.output<typeof movementRow>;

const statementAccount = sql`case when line.account in ('CARTERA', 'RECOMPRA') then 'invoices' when line.account = 'AFORO_POR_DEVOLVER' then 'aforo' else 'yours' end`;
/** The aforo is owed to the client: its balance grows with credits. */
const change = sql`case line.account when 'AFORO_POR_DEVOLVER' then credit - debit else debit - credit end`;
const isOfStatement = sql`line.account in ('CARTERA', 'RECOMPRA', 'AFORO_POR_DEVOLVER', 'CLIENTE', 'IVA_POR_FACTURAR')`;

/** Lines other than the interest of a day of an invoice, which are nine tenths of all: an index has only the others. */
const isBesideInterest = sql`line.account not in ('INTERES_POR_DEVENGAR', 'INGRESO_INTERES')`;

/** Balances before the period. */
export const openings = async ({ db, tenant }: Work, { from, knownAt }: Period): Promise<OpeningRow[]> => {
  return await rowsOf(db, openingRow)`
    select ${statementAccount} as account, entry.currency, sum(${change})::numeric(18, 2) as balance
    from ledger_entries entry join ledger_lines line using (client_id, entry_number)
    where entry.client_id = ${tenant} and booked_on < ${from}::date and recorded_at <= ${knownAt} and ${isOfStatement}
    group by 1, 2`;
};

/** Movements of the period in the order of booking. */
export const movements = async ({ db, tenant }: Work, { from, to, knownAt }: Period): Promise<MovementRow[]> => {
  return await rowsOf(db, movementRow)`
    select ${statementAccount} as account, entry.currency, event, line.account = 'IVA_POR_FACTURAR' as is_withheld_iva,
      line.account = 'RECOMPRA' as is_buy_back,
      debit > 0 as is_debit, reverses is not null as is_reversal, ${change} as change, value_date, booked_on, item.due_date, line.document_id,
      exists (select from extensions extended where extended.client_id = ${tenant} and extended.document_id = line.document_id
        and extended.agreed_on < entry.value_date and extended.agreed_at <= ${knownAt}) as is_extended,
      invoices.serie, invoices.folio, concat_ws('-', issued.serie, issued.folio) as cfdi
    from ledger_entries entry
    join ledger_lines line using (client_id, entry_number)
    join invoices on invoices.client_id = ${tenant} and invoices.document_id = line.document_id
    join lateral (
      select due_date from sale_items item
      where item.client_id = ${tenant} and item.document_id = line.document_id
        and (entry.sale_id is null or item.sale_id = entry.sale_id)
      order by item.is_live desc limit 1
    ) item on true
    left join interest_invoices issued on issued.client_id = ${tenant} and issued.invoice_id = entry.invoice_id
    where entry.client_id = ${tenant} and booked_on between ${from}::date and ${to}::date and recorded_at <= ${knownAt}
      and ${isOfStatement}
    order by booked_on, entry_number, line_number`;
};

const cededRow = z.object({
  ...inCurrency,
  document_id: z.string(),
  uuid: z.string(),
  serie: z.string().nullable(),
  folio: z.string().nullable(),
  receiver_name: z.string(),
  receiver_rfc: z.string(),
  product_name: z.string(),
  ceded_on: z.string(),
  due_date: z.string(),
  total: decimal,
  cfdi_iva: decimal.nullable(),
  /** Both null until the deposit. */
  initial_deposit: decimal.nullable(),
  interest: decimal.nullable(),
  aforo: decimal,
  owed: decimal,
  owed_changes: z.array(z.object({ on: z.string(), change: decimal })),
  /** Paid by the debtor, surplus included. */
  collected: decimal,
  unpaid: decimal,
  late_charges: decimal,
  moratory_rate: decimal,
  days_in_year: z.int(),
  /** Agreed until the end of the period. */
  extensions: storedExtensions,
});
export type CededRow = z.output<typeof cededRow>;

/** The last sale that an event of an invoice was about: one withdrawn from a sale may be in a later one. */
const lastSaleOf = (event: 'authorisation' | 'disbursement') =>
  sql`(array_agg(entry.sale_id order by entry_number desc) filter (where event in (${event}, 'opening')))[1]`;

/** A payment of the debtor in a line of the journal, with its collection: to the lender, or to the client in its place. */
const isDebtors = sql`(
  event in ('collection', 'recovery', 'forward') and line.account in ('BANCOS', 'ENTRE_DIARIOS') and payer = 'debtor'
  or event = 'paid-to-client' and line.account = 'CARTERA')`;
const paidByDebtor = sql`(case event when 'paid-to-client' then credit - debit else debit - credit end)`;

/** Payments of debtors, surplus included. */
const collected = sql`coalesce(sum(${paidByDebtor}) filter (where ${isDebtors}), 0)::numeric(18, 2)`;

/** Debt that ends unpaid: credited to the debtor by its supplier, or written off after the aforo. */
const unpaid = sql`coalesce(sum(credit - debit) filter (
  where event = 'supplier-credit' and line.account = 'CARTERA'
    or event = 'write-off' and line.account in ('CARTERA', 'RECOMPRA', 'AFORO_POR_DEVOLVER')), 0)::numeric(18, 2)`;

/** SQL for an `entry`: as known at an instant, it reverses no other and was not reversed by a day. */
const isInForce = ({ to, knownAt }: Pick<Period, 'to' | 'knownAt'>) => sql`(entry.reverses is null and not exists (
  select from ledger_entries undoing
  where undoing.client_id = entry.client_id and undoing.reverses = entry.entry_number
    and undoing.booked_on <= ${to}::date and undoing.recorded_at <= ${knownAt}))`;

const lateCharges = sql`coalesce(sum(credit - debit) filter (where line.account = 'RECARGOS'), 0)::numeric(18, 2)`;

/** Owed by receivers, or by the client, who must buy the invoice back. */
const isDebt = sql`line.account in ('CARTERA', 'RECOMPRA')`;

/** Invoices owed at the end of the period, or bought or paid in it. */
export const cededInvoices = async ({ db, tenant }: Work, { from, to, knownAt }: Period): Promise<CededRow[]> => {
  return await rowsOf(db, cededRow)`
    with held as (
      select line.document_id, ${lastSaleOf('authorisation')} as sale_id,
        sum(debit - credit) filter (where ${isDebt})::numeric(18, 2) as owed,
        jsonb_agg(jsonb_build_object('on', entry.value_date, 'change', (debit - credit)::text)) filter (where ${isDebt}) as owed_changes,
        max(booked_on) filter (where event in ('authorisation', 'opening')) as ceded_on, bool_or(event = 'disbursement') as is_deposited,
        bool_or(event = 'opening') as is_loaded,
        ${collected} as collected, ${unpaid} as unpaid, ${lateCharges} as late_charges
      from ledger_entries entry
      join ledger_lines line using (client_id, entry_number)
      left join collections using (client_id, collection_id)
      where entry.client_id = ${tenant} and booked_on <= ${to}::date and recorded_at <= ${knownAt}
        and ${isBesideInterest}
        and (${isDebt} or line.account = 'RECARGOS' or event in ('disbursement', 'collection', 'recovery', 'forward', 'write-off'))
      group by line.document_id
      having sum(debit - credit) filter (where ${isDebt}) > 0
        or (max(booked_on) filter (where ${isDebt}) >= ${from}::date and bool_or(event in ('collection', 'recourse', 'write-off')))
    )
    select held.document_id, invoices.uuid, invoices.serie, invoices.folio, receiver_name, receiver_rfc, products.display_name as product_name, ceded_on,
      item.due_date, item.total, cfdi_iva, item.aforo, owed, owed_changes, collected, unpaid, held.late_charges, sales.currency,
      case when is_deposited then item.initial_deposit end as initial_deposit, case when is_deposited or is_loaded then item.interest end as interest,
      trim_scale(item.moratory_rate)::text as moratory_rate, days_in_year,
      ${extensionsColumn({ until: to, at: knownAt })} as extensions
    from held
    join invoices on invoices.client_id = ${tenant} and invoices.document_id = held.document_id
    join sale_items item on item.client_id = ${tenant} and item.sale_id = held.sale_id and item.document_id = held.document_id
    join sales on sales.client_id = ${tenant} and sales.sale_id = held.sale_id
    join products on products.code = sales.product
    order by ceded_on, invoices.serie, invoices.folio, held.document_id`;
};

const receivedRow = z.object({
  ...inCurrency,
  value_date: z.string(),
  uuid: z.string(),
  serie: z.string().nullable(),
  folio: z.string().nullable(),
  receiver_name: z.string(),
  amount: decimal,
  total: decimal,
  cfdi_iva: decimal.nullable(),
  /** Amount that the debtor had paid for the invoice before. */
  paid_before: decimal,
  source: z.string(),
  tracking_key: z.string(),
});
export type ReceivedRow = z.output<typeof receivedRow>;

/** Debtors' payments booked in the period, each with its share of an invoice. The reversal of one is negative. */
export const receivedPayments = async ({ db, tenant }: Work, { from, to, knownAt }: Period): Promise<ReceivedRow[]> => {
  return await rowsOf(db, receivedRow)`
    with received as (
      select entry.entry_number, entry.value_date, entry.currency, line.document_id, ${paidByDebtor} as amount,
        coalesce(source, 'Pagado a ti') as source, coalesce(tracking_key, '') as tracking_key
      from ledger_entries entry
      join ledger_lines line using (client_id, entry_number)
      left join collections using (client_id, collection_id)
      where entry.client_id = ${tenant} and ${isDebtors} and booked_on between ${from}::date and ${to}::date
        and recorded_at <= ${knownAt}
    )
    select value_date, invoices.uuid, invoices.serie, invoices.folio, receiver_name, amount, invoices.total, cfdi_iva, paid_before,
      received.source, received.tracking_key, received.currency
    from received
    join invoices on invoices.client_id = ${tenant} and invoices.document_id = received.document_id
    cross join lateral (
      select coalesce(sum(${paidByDebtor}), 0)::numeric(18, 2) as paid_before
      from ledger_lines line
      join ledger_entries earlier using (client_id, entry_number)
      left join collections using (client_id, collection_id)
      where line.client_id = ${tenant} and line.document_id = received.document_id and ${isDebtors}
        and earlier.entry_number < received.entry_number
    ) so
    order by value_date, entry_number, received.document_id`;
};

const transferRow = z.object({
  ...inCurrency,
  date: z.string(),
  number_of_sale: z.int().nullable(),
  clabe: z.string().nullable(),
  tracking_key: z.string(),
  amount: decimal,
  /** The part of each invoice. */
  parts: z.array(
    z.object({
      document_id: z.string(),
      serie: z.string().nullable(),
      folio: z.string().nullable(),
      amount: decimal,
    }),
  ),
});
export type TransferRow = z.output<typeof transferRow>;

/** Deposits of sales and devoluciones transferred in the period. One that was reversed is negative. */
export const transfers = async (work: Work, { from, to, knownAt }: Period): Promise<TransferRow[]> => {
  const { db, tenant } = work;
  const rows = await rowsOf(db, transferRow)`
    select booked_on as date, sales.number_of_sale, coalesce(${ofDeposit('clabe')}, payouts.clabe) as clabe,
      coalesce(${ofDeposit('tracking_key')}, payouts.tracking_key) as tracking_key, entry.currency, made.amount, made.parts
    from ledger_entries entry
    left join sales using (client_id, sale_id)
    left join payouts using (client_id, payout_id)
    cross join lateral (
      select sum(part.amount)::numeric(18, 2) as amount, jsonb_agg(jsonb_build_object('document_id', part.document_id,
        'serie', invoices.serie, 'folio', invoices.folio, 'amount', part.amount::text) order by part.position) as parts
      from (
        select document_id, min(line_number) as position, sum(credit - debit)::numeric(18, 2) as amount from ledger_lines line
        where line.client_id = entry.client_id and line.entry_number = entry.entry_number and account = 'BANCOS'
        group by document_id
      ) part
      left join invoices on invoices.client_id = ${tenant} and invoices.document_id = part.document_id
    ) made
    where entry.client_id = ${tenant} and event in ('disbursement', 'payout')
      and booked_on between ${from}::date and ${to}::date and recorded_at <= ${knownAt}
    order by booked_on, entry_number`;
  return rows.map((row) => ({ ...row, clabe: shownAccount(work, row.clabe) }));
};

const issuedRow = z.object({
  ...inCurrency,
  date: z.string(),
  folio: z.string(),
  uuid: z.string(),
  month: z.string(),
  event: z.string(),
  is_credit_note: z.boolean(),
  sub_total: decimal,
  iva: decimal,
  paid_on: z.string().nullable(),
  form: z.enum(['03', '17']),
  complements: z.array(z.string()),
});
export type IssuedRow = z.output<typeof issuedRow>;

/**
 * Interest invoices, credit notes and invoices of late charges that were issued or cancelled in the period. An invoice that
 * takes an amount back is negative.
 */
export const issuedInvoices = async ({ db, tenant }: Work, { from, to, knownAt }: Period): Promise<IssuedRow[]> => {
  const facts = sql`concat_ws('-', serie, folio) as folio, uuid, to_char(month_cut, 'YYYY-MM') as month`;
  const issuedOn = sql`(issued_at at time zone 'America/Mexico_City')::date`;
  const paidBy = sql`cross join lateral (
      select coalesce(sum(part.amount), 0) as amount, max(paid_on) as on,
        coalesce((array_agg(part.form order by part.instalment desc))[1], '17') as form,
        coalesce(array_agg(concat_ws('-', serie, folio) order by part.instalment), '{}') as complements
      from (${instalmentsPaid}) part join payment_complements made using (client_id, complement_id)
      where part.client_id = invoice.client_id and part.invoice_id = invoice.invoice_id and issued_at <= ${knownAt}
        and (made.cancelled_at is null or made.cancelled_at > ${knownAt})
    ) paid
    cross join lateral (
      select invoice.sub_total + invoice.iva - coalesce(sum(note.sub_total + note.iva), 0) as amount
      from interest_invoices note
      where note.client_id = invoice.client_id and note.credits = invoice.invoice_id and note.issued_at <= ${knownAt}
        and (note.cancelled_at is null or note.cancelled_at > ${knownAt})
    ) due
    cross join lateral (
      select case when event in ('credit-note', 'late-charges-cancellation', 'commission-cancellation') or (event = 'interest-cancellation' and invoice_type) then -1 else 1 end as sign
    ) side`;
  // Invoices of late charges that are paid have no entry; one that was withdrawn before its stamp was never issued.
  return await rowsOf(db, issuedRow)`
    select booked_on as date, ${facts}, event, not invoice_type as is_credit_note, sub_total * sign as sub_total, iva * sign as iva,
      case when event <> 'interest-invoice' then null when invoice.sale_id is not null then (emitted_at at time zone 'America/Mexico_City')::date
        when paid.amount = due.amount then paid.on end as paid_on, paid.form, paid.complements, entry.currency, entry_number
    from ledger_entries entry join interest_invoices invoice using (client_id, invoice_id)
    ${paidBy}
    where entry.client_id = ${tenant} and kind = 'interest' and booked_on between ${from}::date and ${to}::date
      and recorded_at <= ${knownAt}
    union all
    select (at at time zone 'America/Mexico_City')::date, ${facts}, event, false, sub_total * sign, iva * sign,
      case when event like '%-cancellation' then null when unpaid = 0 then ${issuedOn} when paid.amount = due.amount then paid.on end,
      paid.form, paid.complements, currency, null
    from interest_invoices invoice
    cross join lateral (
      values (kind || '-invoice', issued_at), (kind || '-cancellation', cancelled_at)) as happened(event, at)
    ${paidBy}
    where client_id = ${tenant} and kind in ('late-charges', 'commission') and issued_at is not null and at <= ${knownAt}
      and (at at time zone 'America/Mexico_City')::date between ${from}::date and ${to}::date
    order by date, entry_number, folio, event desc`;
};

const paidByLenderRow = z.object({
  ...inCurrency,
  uuid: z.string(),
  serie: z.string().nullable(),
  folio: z.string().nullable(),
  total: decimal,
  initial_deposit: decimal,
  interest: decimal,
  /** Opening commission with its IVA. */
  opening: decimal,
  aforo: decimal,
  cfdi_iva: decimal.nullable(),
  deposited_on: z.string(),
  /** Whether the deposit was made, and its complements were due, before the invoice was loaded. */
  is_loaded: z.boolean(),
  /** The total that the complements pay. */
  face: decimal,
  released_on: z.string().nullable(),
  /** The devolución, and the day of its transfer. */
  final_deposit: decimal,
  transferred_on: z.string().nullable(),
  /** Paid by the debtor, surplus included. */
  collected: decimal,
  late_charges: decimal,
  rebate: decimal,
});
export type PaidByLenderRow = z.output<typeof paidByLenderRow>;

/**
 * Invoices whose deposit, release or devolución is booked in the period, for their payment complements. Without an aforo to
 * release, an invoice is released when nothing is owed any more.
 */
export const paidByLender = async ({ db, tenant }: Work, { from, to, knownAt }: Period): Promise<PaidByLenderRow[]> => {
  return await rowsOf(db, paidByLenderRow)`
    with steps as (
      select line.document_id, ${lastSaleOf('disbursement')} as sale_id,
        min(booked_on) filter (where event in ('disbursement', 'opening')) as deposited_on,
        coalesce(
          max(booked_on) filter (where event = 'release' and ${isInForce({ to, knownAt })}),
          case when sum(debit - credit) filter (where ${isDebt}) = 0
            then max(booked_on) filter (where ${isDebt}) end
        ) as released_on,
        max(booked_on) filter (where event = 'payout' and ${isInForce({ to, knownAt })}) as transferred_on,
        coalesce(sum(credit - debit) filter (where event = 'release' and line.account = 'POR_DEPOSITAR'), 0)::numeric(18, 2) as final_deposit,
        coalesce(sum(credit - debit) filter (where event = 'rebate' and line.account = 'CLIENTE'), 0)::numeric(18, 2) as rebate,
        ${collected} as collected, ${lateCharges} as late_charges
      from ledger_entries entry
      join ledger_lines line using (client_id, entry_number)
      left join collections using (client_id, collection_id)
      where entry.client_id = ${tenant} and booked_on <= ${to}::date and recorded_at <= ${knownAt}
        and ${isBesideInterest}
        and (event in ('disbursement', 'opening', 'collection', 'paid-to-client', 'late-charges', 'rebate', 'release', 'payout') or ${isDebt})
      group by line.document_id having max(booked_on) >= ${from}::date
    )
    select invoices.uuid, invoices.serie, invoices.folio, item.total, coalesce(loaded.total, item.total) as face, loaded.total is not null as is_loaded,
      coalesce(loaded.deposited, item.initial_deposit) as initial_deposit, coalesce(loaded.discount, item.interest) as interest, item.commission + item.commission_iva as opening, item.aforo,
      coalesce(loaded.cfdi_iva, invoices.cfdi_iva) as cfdi_iva, sales.currency, coalesce(loaded.deposited_on, steps.deposited_on) as deposited_on,
      released_on, steps.final_deposit, transferred_on, steps.collected, steps.late_charges, steps.rebate
    from steps
    join invoices on invoices.client_id = ${tenant} and invoices.document_id = steps.document_id
    join sale_items item
      on item.client_id = ${tenant} and item.sale_id = steps.sale_id and item.document_id = steps.document_id
    join sales on sales.client_id = ${tenant} and sales.sale_id = steps.sale_id
    left join loaded_invoices loaded
      on loaded.client_id = ${tenant} and loaded.sale_id = steps.sale_id and loaded.document_id = steps.document_id
    where steps.deposited_on is not null
    order by steps.deposited_on, invoices.serie, invoices.folio, steps.document_id`;
};
