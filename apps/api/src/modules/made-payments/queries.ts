import { listMadePayments, MADE_LIMIT, type MadePayment } from '@anticipa/contract/made-payments';
import { dateOf } from '@anticipa/domain/calendar';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, decimal, flag, instant, rowsOf, text, valuesOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { isInForce } from '../ledger/queries.ts';
import { shownAccount } from '../operators/accounts.ts';
import { depositAmount, depositedOn, depositPaidAt, hasDeposit } from '../sales/transfer-queries.ts';

const row = listMadePayments.response.shape.data.element.extend({ paidAt: instant, amount: decimal });

/** SQL: deposits, devoluciones and money sent back that are in force. */
const standing = sql`
  select 'deposit' as purpose, sales.sale_id as id, sales.client_id, number_of_sale::text as label, currency, tracking_key, clabe,
    ${depositPaidAt} as paid_at, ${depositedOn} as paid_on, ${depositAmount} as amount
  from sales where ${hasDeposit}
  union all
  select 'payout', payout_id, client_id, '', currency, tracking_key, clabe, confirmed_at, paid_on, amount from payouts where reversed_at is null
  union all
  select 'return', payment.payment_id, null, payment.tracking_key, payment.currency, return_key,
    (select clabe from transfer_orders paid where paid.tracking_key = return_key), entry.recorded_at, entry.value_date, entry.amount
  from unidentified_payments payment
  join lateral (
    select recorded_at, value_date, amount from lender_entries entry
    where entry.payment_id = payment.payment_id and event = 'return' and reverses is null order by entry_number desc limit 1
  ) entry on true
  where payment.state = 'returned'`;

/** For a payment that stands in a query: whether a settlement that it paid for was reversed, so that its client owes it. */
const isOwed = sql`(purpose = 'payout' and amount is distinct from (
  select sum(final_deposit) from invoices settled where settled.client_id = paid.client_id and settled.payout_id = paid.id))`;

/** For a returned payment `back` in a query: as the label of a payment that stands. */
const labelOfReturn = sql`coalesce(
  (select number_of_sale::text from sales
    where sales.sale_id = back.sale_id or back.moved is not null and purpose = 'deposit' and sales.tracking_key = back.tracking_key),
  (select payment.tracking_key from unidentified_payments payment
    where payment.payment_id = back.payment_id or back.moved is not null and purpose = 'return' and payment.return_key = back.tracking_key), '')`;

/** For a returned payment `back` in a query: its subject, or the row itself for what differs of a payment. */
const idOfReturn = sql`coalesce(back.sale_id, back.payout_id, back.payment_id, back.return_id)`;

/** Money of payments that somebody else has or that is missing, money that was given up, and then the newest ones, also those that came back. */
export async function madePayments(work: WideWork): Promise<MadePayment[]> {
  const rows = await rowsOf(work.db, row)`
  with made as (
    select paid.*, case when recall.outcome is null and recall.reason is not null then 'recalled' when ${isOwed} then 'owed' else 'paid' end as state,
      coalesce(recall.outcome_reason, recall.reason) as reason
    from (${standing}) paid
    left join lateral (
      select reason, outcome, outcome_reason from payment_recalls recall
      where recall.tracking_key = paid.tracking_key and outcome is distinct from 'returned' order by requested_at desc limit 1
    ) recall on true
    union all
    select purpose, ${idOfReturn}, client_id,
      ${labelOfReturn},
      currency, tracking_key, clabe, recorded_at, returned_on, amount,
      case when never_made then 'unmade' when recovered_on is not null then case when went_elsewhere then 'recovered' else 'completed' end
        when lost_on is not null then 'lost' when moved is not null then case when went_elsewhere then 'over' else 'short' end
        when went_elsewhere then 'elsewhere' else 'returned' end, reason
    from returned_payments back where withdrawn_on is null
  )
  select made.purpose, made.id, made.client_id as "clientId", coalesce(entity_name, paid.beneficiary, '') as name, made.label, made.currency, made.amount,
    made.tracking_key as "trackingKey", made.clabe, paid_at as "paidAt", paid_on::text as "paidOn", made.state, made.reason, paid.order_id as "orderId"
  from made
  left join clients on clients.client_id = made.client_id
  left join transfer_orders paid on paid.tracking_key = made.tracking_key
  order by made.state in ('elsewhere', 'over', 'short') desc, made.state = 'lost' desc, paid_at desc, made.id limit ${MADE_LIMIT}`;
  return rows.map((made) => ({ ...made, clabe: shownAccount(work, made.clabe) }));
}

const standingRow = z.object({
  clientId: clientIdColumn.nullable(),
  label: z.string(),
  currency: z.enum(['MXN', 'USD']),
  amount: decimal,
  clabe: z.string().nullable(),
  paidOn: text.transform(dateOf),
  /** The bank moved another amount, as somebody recorded. */
  differs: flag,
  /** The difference is neither recovered, given up nor completed. */
  isUnfinished: flag,
  isOwed: flag,
  /** STP made it. */
  isOrdered: flag,
  /** STP or a file of the bank has it with its amount. */
  isConfirmed: flag,
});
export type StandingPayment = z.output<typeof standingRow>;

type Named = Pick<MadePayment, 'purpose' | 'id' | 'trackingKey'>;

/** For a payment `paid` in a query. */
const isOrdered = sql`exists (select from transfer_orders ordered where ordered.tracking_key = paid.tracking_key)`;
const isConfirmed = sql`(
  ${isOrdered}
  or exists (select from bank_lines line where line.book_key = paid.tracking_key and line.amount < 0))`;

/** The payment in force with a key; undefined if there is none. */
export async function standingPayment(
  { db }: WideWork,
  { purpose, id, trackingKey }: Named,
): Promise<StandingPayment | undefined> {
  const [found] = await rowsOf(db, standingRow)`
    select client_id as "clientId", label, currency, amount, clabe, paid_on::text as "paidOn",
      difference.is_open is not null as differs, coalesce(difference.is_open, false) as "isUnfinished", ${isOwed} as "isOwed",
      ${isOrdered} as "isOrdered", ${isConfirmed} as "isConfirmed"
    from (${standing}) paid left join lateral (
      select recovered_on is null and lost_on is null as is_open from returned_payments back
      where back.purpose = paid.purpose and back.tracking_key = paid.tracking_key and moved is not null and withdrawn_on is null
    ) difference on true
    where purpose = ${purpose} and id = ${id} and tracking_key = ${trackingKey}`;
  return found;
}

/**
 * Whether a deposit cannot be taken as never made: an invoice of its sale has been collected or adjusted, or it replaced one that came
 * back, whose lost days were counted by it.
 */
export async function isDepositUsed({ db }: WideWork, saleId: string): Promise<boolean> {
  const [isUsed = false] = await valuesOf(db, flag)`
    select exists (
      select from sale_items item join ledger_lines line using (client_id, document_id) join ledger_entries entry using (client_id, entry_number)
      where item.sale_id = ${saleId} and item.state = 'disbursed' and ${isInForce}
        and event in ('collection', 'shortfall', 'recourse', 'supplier-credit', 'paid-to-client', 'write-off', 'recovery'))
      or exists (select from returned_payments back where back.sale_id = ${saleId} and not never_made and paid_again_at is not null)`;
  return isUsed;
}

/** The rows that each outcome ends. */
const ends = {
  recovered: sql`went_elsewhere`,
  lost: sql`went_elsewhere and lost_on is null`,
  claimed: sql`went_elsewhere and lost_on is not null`,
  completed: sql`moved is not null and not went_elsewhere`,
  exact: sql`moved is not null and lost_on is null`,
};

/** Money of a payment that somebody else has or that is missing, if an outcome can end it. */
export async function unfinished(
  { db }: WideWork,
  { purpose, id, trackingKey }: Named,
  outcome: keyof typeof ends,
): Promise<StandingPayment | undefined> {
  const [found] = await rowsOf(db, standingRow)`
    select client_id as "clientId", ${labelOfReturn} as label, currency, amount, clabe, returned_on::text as "paidOn",
      moved is not null as differs, true as "isUnfinished", false as "isOwed", ${isOrdered} as "isOrdered", ${isConfirmed} as "isConfirmed"
    from returned_payments back cross join lateral (select back.tracking_key) paid
    where purpose = ${purpose} and ${idOfReturn} = ${id} and back.tracking_key = ${trackingKey}
      and recovered_on is null and withdrawn_on is null and ${ends[outcome]}`;
  return found;
}
