import { listMadePayments, MADE_LIMIT, type MadePayment } from '@anticipa/contract/made-payments';
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, decimal, instant, rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { depositAmount, depositPaidAt, hasDeposit } from '../sales/transfer-queries.ts';

const row = listMadePayments.response.shape.data.element.extend({ paidAt: instant, amount: decimal });

/** SQL: deposits, devoluciones and money sent back that are in force. */
const standing = sql`
  select 'deposit' as purpose, sales.sale_id as id, sales.client_id, number_of_sale::text as label, currency, tracking_key, clabe,
    ${depositPaidAt} as paid_at, ${depositAmount} as amount
  from sales where ${hasDeposit}
  union all
  select 'payout', payout_id, client_id, '', currency, tracking_key, clabe, confirmed_at, amount from payouts where reversed_at is null
  union all
  select 'return', payment.payment_id, null, payment.tracking_key, payment.currency, return_key,
    (select clabe from transfer_orders paid where paid.tracking_key = return_key), entry.recorded_at, entry.amount
  from unidentified_payments payment
  join lateral (
    select recorded_at, amount from lender_entries entry
    where entry.payment_id = payment.payment_id and event = 'return' and reverses is null order by entry_number desc limit 1
  ) entry on true
  where payment.state = 'returned'`;

/** SQL for a returned payment `back`: the label that the payment had while it was in force. */
const labelOfReturn = sql`coalesce((select number_of_sale::text from sales where sales.sale_id = back.sale_id),
  (select payment.tracking_key from unidentified_payments payment where payment.payment_id = back.payment_id), '')`;

/** Payments that somebody else holds, followed by the newest other payments, including those that came back. */
export const madePayments = ({ db }: WideWork): Promise<MadePayment[]> => rowsOf(db, row)`
  with made as (
    select standing.*, case when recall.outcome is null and recall.reason is not null then 'recalled' else 'paid' end as state,
      coalesce(recall.outcome_reason, recall.reason) as reason
    from (${standing}) standing
    left join lateral (
      select reason, outcome, outcome_reason from payment_recalls recall
      where recall.tracking_key = standing.tracking_key and outcome is distinct from 'returned' order by requested_at desc limit 1
    ) recall on true
    union all
    select purpose, coalesce(sale_id, payout_id, payment_id), client_id,
      ${labelOfReturn},
      currency, tracking_key, clabe, recorded_at, amount,
      case when not went_elsewhere then 'returned' when recovered_on is null then 'elsewhere' else 'recovered' end, reason
    from returned_payments back
  )
  select made.purpose, made.id, made.client_id as "clientId", coalesce(entity_name, paid.beneficiary, '') as name, made.label, made.currency, made.amount,
    made.tracking_key as "trackingKey", made.clabe, paid_at as "paidAt", made.state, made.reason, paid.order_id as "orderId"
  from made
  left join clients on clients.client_id = made.client_id
  left join transfer_orders paid on paid.tracking_key = made.tracking_key
  order by made.state = 'elsewhere' desc, paid_at desc, made.id limit ${MADE_LIMIT}`;

const standingRow = z.object({
  clientId: clientIdColumn.nullable(),
  label: z.string(),
  currency: z.enum(['MXN', 'USD']),
  amount: decimal,
  clabe: z.string().nullable(),
});

/** The payment in force with a key; undefined if there is none. */
export async function standingPayment(
  { db }: WideWork,
  { purpose, id, trackingKey }: Pick<MadePayment, 'purpose' | 'id' | 'trackingKey'>,
): Promise<z.output<typeof standingRow> | undefined> {
  const [found] = await rowsOf(db, standingRow)`
    select client_id as "clientId", label, currency, amount, clabe from (${standing}) standing
    where purpose = ${purpose} and id = ${id} and tracking_key = ${trackingKey}`;
  return found;
}

/** The payment with a key that somebody else holds; undefined if there is none. */
export async function paymentElsewhere(
  { db }: WideWork,
  { trackingKey }: Pick<MadePayment, 'trackingKey'>,
): Promise<z.output<typeof standingRow> | undefined> {
  const [found] = await rowsOf(db, standingRow)`
    select client_id as "clientId", ${labelOfReturn} as label, currency, amount, clabe
    from returned_payments back where tracking_key = ${trackingKey} and went_elsewhere and recovered_on is null`;
  return found;
}
