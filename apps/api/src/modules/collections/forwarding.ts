/** Gives money that comes after a buy-back to the client whose invoice it paid. */
import { randomUUID } from 'node:crypto';
import { type forwardPayment, listForwardable } from '@anticipa/contract/forwarding';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { forwardLines } from '@anticipa/domain/ledger';
import { type FinancedCurrency, moneyOf, zero } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { rowsOf, text, valuesOf } from '../../platform/db/rows.ts';
import { announceAll } from '../../platform/live/events.ts';
import { narrowTo, type OperatorWork, type Work } from '../../platform/work/work.ts';
import { creditLines } from '../credit/queries.ts';
import { invoiceFacts } from '../invoices/queries.ts';
import { appendEntries } from '../ledger/commands.ts';
import { writeAudit } from '../log/audit.ts';
import { isWithdrawn } from './adjustment-queries.ts';
import { insertCollection, insertItems } from './payment.ts';
import { beingPaidOf, lockPayouts } from './payouts.ts';
import { clientOfInvoice } from './queries.ts';
import { tellOfMoney } from './tell.ts';
import { takeForwarded } from './unidentified.ts';
import { lockUnidentified } from './unidentified-queries.ts';

type Own = Work<OperatorWork['actor']>;
const { data: forwardable } = listForwardable.response.shape;

/**
 * For an invoice in a query: whether its client bought it back and owes nothing for it, so that a payment of it is the client's. A
 * devolución that was transferred takes no more.
 */
export const isBoughtBack = sql<boolean>`(invoices.is_settled and invoices.written_off = 0 and invoices.payout_id is null and exists (
  select from adjustments made
  where made.client_id = invoices.client_id and made.document_id = invoices.document_id and made.kind = 'recourse'
    and not ${isWithdrawn})
  and invoices.paid_amount >= invoices.total + invoices.late_charges + invoices.late_charges_iva + invoices.iva + invoices.returned_before
    - invoices.rebate - invoices.iva_rebate - invoices.aforo)`;

/** The currency of an invoice that was bought back; null for another one. */
async function boughtBackIn({ db, tenant }: Own, documentId: string): Promise<string | null> {
  const [currency = null] = await valuesOf(db, text)`
    select currency from invoices where client_id = ${tenant} and document_id = ${documentId} and ${isBoughtBack}`;
  return currency;
}

/** Waiting money in the currency of an invoice. */
export async function listed(
  wide: OperatorWork,
  documentId: string,
): Promise<Outcome<ResponseOf<typeof listForwardable>>> {
  if ((await clientOfInvoice(wide, documentId)) === null) return refuse('NOT_FOUND');
  const data = await rowsOf(wide.db, forwardable.element)`
    select payment.payment_id as "paymentId", payment.tracking_key as "trackingKey", payment.currency, remaining.amount as left,
      payment.value_date as "valueDate", payment.bank, coalesce(invoices.document_id = any(payment.named_ids), false) as "namesInvoice"
    from unidentified_payments payment
    join invoices on invoices.document_id = ${documentId} and invoices.currency = payment.currency
    cross join lateral (
      select sum(case when credit = 'COBROS_POR_IDENTIFICAR' then entry.amount else -entry.amount end)::numeric(18, 2) as amount
      from lender_entries entry where entry.payment_id = payment.payment_id and 'COBROS_POR_IDENTIFICAR' in (debit, credit)
    ) remaining
    where payment.state = 'waiting' and remaining.amount > 0
    order by "namesInvoice" desc, payment.registered_at desc, payment.payment_id`;
  return done({ data });
}

/** Books what is left of waiting money as a payment of the debtor that goes to the client with its devoluciones. */
export async function forward(
  wide: OperatorWork,
  documentId: string,
  { paymentId, amount, reason }: BodyOf<typeof forwardPayment>,
): Promise<Outcome<ResponseOf<typeof forwardPayment>>> {
  const tenant = await clientOfInvoice(wide, documentId);
  if (tenant === null) return refuse('NOT_FOUND');
  const work = narrowTo(wide, tenant);
  if ((await boughtBackIn(work, documentId)) === null) return refuse('NOT_BOUGHT_BACK');
  const receipt = await lockUnidentified(wide, paymentId);
  if (!receipt) return refuse('NOT_FOUND');
  // Every transaction locks the client's transfers and lines before invoices.
  await lockPayouts(work);
  await creditLines(work, 'update');
  await invoiceFacts(work, [documentId], 'update');
  if (receipt.state !== 'waiting') return refuse('PAYMENT_NOT_WAITING');
  if (receipt.left !== amount) return refuse('PAYMENT_CHANGED');
  const currency = await boughtBackIn(work, documentId);
  if (currency === null) return refuse('NOT_BOUGHT_BACK');
  if (currency !== receipt.currency) return refuse('COLLECTION_CURRENCY_DIFFERS');
  const beingPaid = await beingPaidOf(work, receipt.currency, [documentId]);
  if (beingPaid) return beingPaid;
  await book(work, documentId, receipt);
  const money = moneyOf<FinancedCurrency>(receipt.left, receipt.currency);
  await tellOfMoney(work, 'part-paid', { documentIds: [documentId], amount: money, left: zero(money.currency) });
  await takeForwarded(wide, receipt);
  const { trackingKey } = receipt;
  await writeAudit(work, {
    action: 'unidentified.forward',
    subject: `unidentified-payment:${paymentId}`,
    details: { documentId, trackingKey, amount, currency, reason },
  });
  await announceAll(work, { invoices: [documentId] });
  return done({ forwarded: amount });
}

async function book(
  work: Own,
  documentId: string,
  receipt: NonNullable<Awaited<ReturnType<typeof lockUnidentified>>>,
): Promise<void> {
  const { currency, left, paymentId, nextPart: part } = receipt;
  const paid = moneyOf<FinancedCurrency>(left, currency);
  const collectionId = randomUUID();
  const pays = { documentIds: [documentId] };
  const payment = { ...receipt, amount: left, pays, payer: 'debtor' as const, unidentifiedId: paymentId, part };
  await insertCollection(work, payment, null, collectionId);
  const none = zero(paid.currency);
  const item = { documentId, paid, lateCharges: none, lateChargesIva: none, finalDeposit: paid, balanceDue: none };
  await insertItems(work, collectionId, [item]);
  await work.db
    .updateTable('invoices')
    .set((eb) => ({ paid_amount: eb('paid_amount', '+', left), final_deposit: eb('final_deposit', '+', left) }))
    .where('client_id', '=', work.tenant)
    .where('document_id', '=', documentId)
    .execute();
  await appendEntries(work, [
    {
      event: 'forward',
      collectionId,
      currency,
      valueDate: dateOf(receipt.valueDate),
      lines: forwardLines(documentId, paid),
    },
  ]);
  await writeAudit(work, {
    action: 'collection.register',
    subject: `collection:${collectionId}`,
    details: { trackingKey: receipt.trackingKey, amount: left, currency, valueDate: receipt.valueDate, invoices: 1 },
  });
}
