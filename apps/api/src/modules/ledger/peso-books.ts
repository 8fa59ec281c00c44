/** Both journals in pesos, as accounting programs and the tax authority take them: dollars at one rate for each day. */
import { bookEvents } from '@anticipa/contract/books';
import { financedCurrency } from '@anticipa/contract/wire';
import type { IsoDate } from '@anticipa/domain/calendar';
import { bookAccounts } from '@anticipa/domain/chart';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf, text } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { folio } from '../log/queries.ts';
import { bankOfLine, bookLines, keyOfLine, STP } from './books.ts';
import { endOf } from './sums.ts';

/** Days of booking, both inclusive. */
export interface BookedPeriod {
  readonly from: IsoDate;
  readonly to: IsoDate;
}

/** Payment that a `line` of ENTRE_DIARIOS hands from the lender's journal to a client's. */
const handedPayment = sql`coalesce(line.payment_id, (
  select paid.unidentified_id from collections paid
  where paid.client_id = line.client_id and paid.collection_id = coalesce(line.collection_id, (
    select undone.collection_id from ledger_entries undone
    where undone.client_id = line.client_id and undone.entry_number = line.reverses))))::text`;

/**
 * `lines` with the `entry` that the books have of them: what an identified payment moved in two journals is one entry. The rate is the
 * last one published by the day, or before any, the first one.
 */
const inEntries = (lines: ReturnType<typeof sql>) => sql`
  select handed.*, case when is_handed then concat_ws(' ', booked_on, currency, payment)
      else concat_ws('.', coalesce(client_id::text, 'lender'), entry_number) end as entry,
    case currency when 'MXN' then 1 else coalesce(
      (select pesos_per_dollar from exchange_rates where rate_date <= booked_on order by rate_date desc limit 1),
      (select pesos_per_dollar from exchange_rates order by rate_date limit 1)) end as rate
  from (
    select line.*, bool_or(line.account = 'ENTRE_DIARIOS') over of_entry as is_handed,
      max(case line.account when 'ENTRE_DIARIOS' then ${handedPayment} end) over of_entry as payment
    from (${lines}) line window of_entry as (partition by line.client_id, line.entry_number)
  ) handed`;

/**
 * `entries` with their pesos. Each line is rounded; the cents by which the sides of an entry then differ are of the largest line of
 * the smaller side, so that it balances.
 */
const inPesos = (entries: ReturnType<typeof sql>) => sql`
  select ranked.*, peso_debit + case when off < 0 and debit_place = 1 then -off else 0 end as pesos_debit,
    peso_credit + case when off > 0 and credit_place = 1 then off else 0 end as pesos_credit
  from (
    select rounded.*, sum(case account when 'ENTRE_DIARIOS' then 0 else peso_debit - peso_credit end) over of_entry as off,
      row_number() over (partition by entry order by account = 'ENTRE_DIARIOS', peso_debit desc, client_id, entry_number, line_number)
        as debit_place,
      row_number() over (partition by entry order by account = 'ENTRE_DIARIOS', peso_credit desc, client_id, entry_number, line_number)
        as credit_place
    from (
      select entries.*, round(debit * rate, 2) as peso_debit, round(credit * rate, 2) as peso_credit from (${entries}) entries
    ) rounded window of_entry as (partition by entry)
  ) ranked`;

/** The number of the bank account of a `line`; null of other accounts, and where it is not known. */
const bankNumber = (stp: string | null) => sql`case line.bank when ${STP} then ${stp} else (
  select statement.number from statement_accounts statement where statement.account_id::text = line.bank) end`;

const balanceRow = z.object({
  account: z.enum(bookAccounts),
  /** Number of the bank account; null where it is not known, and of other accounts. */
  bank: text.nullable(),
  /** Debits less credits before the period. */
  opening: decimal,
  debits: decimal,
  credits: decimal,
  /** Whether there is no rate for dollars. */
  lacks_rate: z.boolean(),
});
export type PesoBalance = z.output<typeof balanceRow>;

/**
 * Balances before the period and movements in it, in pesos. The entries that end a year are movements of month 13, `isClosing`, and not
 * of the December on whose last day they are booked.
 */
export async function pesoBalances(
  { db, today }: WideWork,
  { from, to }: BookedPeriod,
  { isClosing, stp }: { readonly isClosing: boolean; readonly stp: string | null },
): Promise<PesoBalance[]> {
  const until = endOf(today);
  return await rowsOf(db, balanceRow)`
    with booked as (
      select line.*, case when event = 'year-end' and booked_on = ${to}::date then ${isClosing} when ${isClosing} then false else booked_on >= ${from}::date end as is_moved
      from (${bookLines(until)}) line
      where booked_on <= ${to}::date and (${isClosing} or event <> 'year-end' or booked_on < ${from}::date)
    ),
    pesos as (
      select client_id, account, is_moved, debit as pesos_debit, credit as pesos_credit, false as lacks_rate,
        ${bankOfLine(until, stp)} as bank
      from booked line where currency = 'MXN'
      union all
      select client_id, account, is_moved, pesos_debit, pesos_credit, rate is null, ${bankOfLine(until, stp)}
      from (${inPesos(inEntries(sql`select * from booked where currency = 'USD'`))}) line
    )
    select account, number as bank, coalesce(sum(pesos_debit - pesos_credit) filter (where not is_moved), 0)::numeric(18, 2) as opening,
      coalesce(sum(pesos_debit) filter (where is_moved), 0)::numeric(18, 2) as debits,
      coalesce(sum(pesos_credit) filter (where is_moved), 0)::numeric(18, 2) as credits,
      bool_or(lacks_rate) as lacks_rate
    from (select line.*, ${bankNumber(stp)} as number from pesos line) line group by account, number`;
}

const lineRow = z.object({
  entry: text,
  event: z.enum(bookEvents),
  currency: financedCurrency,
  booked_on: text,
  /** Tax id of the client whose journal it is; null in the lender's own. */
  rfc: text.nullable(),
  entity_name: text.nullable(),
  entry_number: z.int(),
  account: z.enum(bookAccounts),
  bank: text.nullable(),
  is_reversal: z.boolean(),
  debit: decimal,
  credit: decimal,
  pesos_debit: decimal.nullable(),
  pesos_credit: decimal.nullable(),
  /** Pesos per dollar; null if there is none. */
  rate: text.nullable(),
  folio: text.nullable(),
  /** The invoice that was sold. */
  uuid: text.nullable(),
  issuer: text.nullable(),
  receiver: text.nullable(),
  issued_on: text.nullable(),
  total: decimal.nullable(),
  /** The lender's CFDI that the entry books. */
  cfdi_uuid: text.nullable(),
  cfdi_on: text.nullable(),
  cfdi_total: decimal.nullable(),
  cfdi_rate: text.nullable(),
  cfdi_form: text.nullable(),
  tracking_key: text.nullable(),
  paid_from: text.nullable(),
  /** Code of the payer's bank. */
  paid_from_bank: text.nullable(),
  paid_to: text.nullable(),
  beneficiary: text.nullable(),
  beneficiary_rfc: text.nullable(),
});
export type PesoLine = z.output<typeof lineRow>;

/** The lines of a period with what is behind them, entry by entry. */
export async function pesoLines(
  { db, today }: WideWork,
  { from, to }: BookedPeriod,
  stp: string | null,
): Promise<PesoLine[]> {
  const until = endOf(today);
  const booked = sql`select line.*, ${bankOfLine(until, stp)} as bank from (${bookLines(until)}) line
    where booked_on between ${from}::date and ${to}::date`;
  return await rowsOf(db, lineRow)`
    select line.entry, line.event, line.currency, line.booked_on::text, clients.rfc, clients.entity_name,
      line.entry_number::integer, line.account, line.number as bank, line.reverses is not null as is_reversal,
      line.debit::numeric(18, 2), line.credit::numeric(18, 2), line.pesos_debit::numeric(18, 2), line.pesos_credit::numeric(18, 2),
      trim_scale(line.rate)::text as rate, case when invoices.document_id is not null then ${folio} end as folio,
      invoices.uuid::text, invoices.issuer_rfc as issuer, invoices.receiver_rfc as receiver, invoices.emitted_on::text as issued_on,
      invoices.cfdi_total::numeric(18, 2) as total, cfdi.uuid::text as cfdi_uuid,
      (cfdi.emitted_at at time zone 'America/Mexico_City')::date::text as cfdi_on, (cfdi.sub_total + cfdi.iva)::numeric(18, 2) as cfdi_total,
      trim_scale(cfdi.exchange_rate)::text as cfdi_rate,
      case when not cfdi.invoice_type then '03' when cfdi.kind = 'late-charges' and cfdi.unpaid = 0 then '17' else '99' end as cfdi_form,
      line.tracking_key,
      case when line.credit > 0 then coalesce(ordered.payer, line.number, own.clabe) else received.sender_account end as paid_from,
      right(received.sender_bank, 3) as paid_from_bank,
      case when line.credit > 0 then coalesce(ordered.clabe, payouts.clabe, sales.clabe) else coalesce(line.number, own.clabe) end as paid_to,
      case when line.credit > 0 then coalesce(ordered.beneficiary, clients.entity_name) else lender.name end as beneficiary,
      case when line.credit > 0 then coalesce(ordered.rfc, clients.rfc)
        when collections.payer = 'debtor' then invoices.receiver_rfc else clients.rfc end as beneficiary_rfc
    from (
      select line.*, ${bankNumber(stp)} as number, case line.account when 'BANCOS' then ${keyOfLine} end as tracking_key
      from (${inPesos(inEntries(booked))}) line
    ) line
    left join clients on clients.client_id = line.client_id
    left join invoices on invoices.client_id = line.client_id and invoices.document_id = line.document_id
    left join interest_invoices cfdi on cfdi.client_id = line.client_id and cfdi.invoice_id = line.invoice_id
    left join sales on sales.client_id = line.client_id and sales.sale_id = line.sale_id
    left join payouts on payouts.client_id = line.client_id and payouts.payout_id = line.payout_id
    left join collections on collections.client_id = line.client_id and collections.collection_id = line.collection_id
    left join lateral (
      select * from transfer_orders where transfer_orders.tracking_key = line.tracking_key limit 1) ordered on line.credit > 0
    left join lateral (
      select * from received_transfers where received_transfers.tracking_key = line.tracking_key limit 1) received on line.debit > 0
    left join lender_accounts own on own.currency = line.currency
    left join lender on true
    order by line.booked_on, min(line.recorded_at) over (partition by line.entry), line.entry, line.client_id nulls first, line.entry_number, line.line_number`;
}
