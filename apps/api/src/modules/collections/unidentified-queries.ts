import { type UnidentifiedPayment, unidentifiedPayment } from '@anticipa/contract/collections';
import type { UnidentifiedState } from '@anticipa/domain/unidentified';
import { sql } from 'kysely';
import { rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { folioIn } from '../log/queries.ts';

/** Limit of the list of receipts that wait for nothing more. */
const LISTED_ENDED = 200;

/** Instants of PostgreSQL in the form of the wire. */
export const INSTANT = 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"';

/** For a receipt `payment` in a query: the net amount that steps have taken to an account or from it. An entry that reverses another one has its sides exchanged. */
export const netOf = (event: 'identification' | 'send-back' | 'refund') => sql`coalesce((
  select sum(case when entry.reverses is null then entry.amount else -entry.amount end) from lender_entries entry
  where entry.payment_id = payment.payment_id and entry.event = ${event}), 0)::numeric(18, 2)`;

/** Receipts, with what is left and what they pay. */
const payments = sql`
  select payment.payment_id as "paymentId", payment.tracking_key as "trackingKey", payment.currency, payment.amount,
    (payment.amount - ${netOf('identification')} - ${netOf('send-back')} - ${netOf('refund')})::numeric(18, 2) as left,
    ${netOf('send-back')} as returned,
    (select nullif(received.sender_name, '') from received_transfers received
      where received.tracking_key = payment.tracking_key and received.amount = payment.amount and received.state <> 'refund'
      order by received.found_at limit 1) as "senderName",
    payment.value_date as "valueDate", payment.source, payment.bank, payment.reference,
    case wait.outcome when 'not-deposited' then wait.outcome else payment.reason end as reason,
    case when wait.since is not null and wait.ended_at is null then (
      select jsonb_agg(jsonb_build_object('documentId', invoice.document_id,
        'folio', ${folioIn('invoice')}, 'entityName', seller.entity_name,
        'saleId', sale.sale_id, 'numberOfSale', sale.number_of_sale) order by invoice.due_date, invoice.document_id)
      from invoices invoice
      join clients seller on seller.client_id = invoice.client_id
      left join sales sale on sale.client_id = invoice.client_id and sale.sale_id = invoice.sale_id
      where invoice.document_id = any(wait.document_ids)
    ) end as "waitsFor",
    client.rfc as "clientRFC", payment.state, payment.return_key as "returnKey",
    to_char(payment.registered_at at time zone 'UTC', ${INSTANT}) as "registeredAt",
    coalesce((
      select jsonb_agg(jsonb_build_object('documentId', invoice.document_id, 'folio', ${folioIn('invoice')},
        'clientRFC', seller.rfc) order by invoice.document_id)
      from invoices invoice join clients seller on seller.client_id = invoice.client_id
      where invoice.document_id = any(payment.named_ids)
    ), '[]') as named,
    coalesce((
      select jsonb_agg(jsonb_build_object('collectionId', paid.collection_id, 'clientId', paid.client_id, 'clientRFC', payee.rfc,
        'amount', paid.amount::text, 'valueDate', paid.value_date) order by paid.part)
      from collections paid join clients payee on payee.client_id = paid.client_id
      where paid.unidentified_id = payment.payment_id and paid.reversed_at is null
    ), '[]') as applications,
    coalesce((select max(part) from collections paid where paid.unidentified_id = payment.payment_id), 0) + 1 as "nextPart"
  from unidentified_payments payment
  left join lateral (
    select since, document_ids, ended_at, outcome from deposit_waits
    where deposit_waits.payment_id = payment.payment_id order by since desc limit 1
  ) wait on true
  -- A reference that did not exist when the payment arrived may have been given to a client since.
  left join payment_references reference on reference.reference = payment.reference and payment.reason <> 'unknown'
  left join clients client on client.client_id = reference.client_id`;

/** Unidentified payments in a state: all that wait, oldest first; of those that have ended, the newest. */
export function unidentifiedPayments(work: WideWork, state: UnidentifiedState): Promise<UnidentifiedPayment[]> {
  const which =
    state === 'waiting' || state === 'sent-back'
      ? sql`order by payment.registered_at, payment.payment_id`
      : sql`order by payment.registered_at desc, payment.payment_id limit ${LISTED_ENDED}`;
  return rowsOf(work.db, unidentifiedPayment)`${payments} where payment.state = ${state} ${which}`;
}

/** A receipt by its tracking key. */
export const unidentifiedByKey = async (work: WideWork, trackingKey: string): Promise<UnidentifiedPayment | null> => {
  const [found] = await rowsOf(work.db, unidentifiedPayment)`${payments} where payment.tracking_key = ${trackingKey}`;
  return found ?? null;
};

/** A receipt that exists. */
export async function unidentifiedById(work: WideWork, paymentId: string): Promise<UnidentifiedPayment> {
  const [found] = await rowsOf(work.db, unidentifiedPayment)`${payments} where payment.payment_id = ${paymentId}`;
  if (found === undefined) throw new Error(`receipt ${paymentId} disappeared`);
  return found;
}

/** A receipt, locked until the transaction ends. */
export async function lockUnidentified(work: WideWork, paymentId: string): Promise<UnidentifiedPayment | null> {
  const locked = await work.db
    .selectFrom('unidentified_payments')
    .select('payment_id')
    .where('payment_id', '=', paymentId)
    .forUpdate()
    .executeTakeFirst();
  return locked ? unidentifiedById(work, paymentId) : null;
}
