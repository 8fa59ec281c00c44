import type { Transfer as ShownTransfer, TroubledTransfer } from '@anticipa/contract/transfers';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { isTransferOpen, type TransferOrderState, troubleOf } from '@anticipa/domain/transfer-order';
import { type Selectable, sql } from 'kysely';
import type { TransferOrder } from '../../gateways/payouts/port.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { shownAccount } from '../operators/accounts.ts';
import { hasLostDeposit } from '../sales/transfer-queries.ts';

/** Everything that an order can pay. All devoluciones of a client that are due have one order. */
export type OrderSubject =
  | { readonly purpose: 'deposit'; readonly clientId: ClientId; readonly saleId: string }
  | { readonly purpose: 'payout'; readonly clientId: ClientId }
  | { readonly purpose: 'return'; readonly clientId: null; readonly paymentId: string };

/** An order to the bank. */
export interface OrderRecord extends TransferOrder {
  readonly subject: OrderSubject;
  readonly orderId: string;
  readonly orderedBy: string;
  readonly attempt: number;
  readonly state: TransferOrderState;
  readonly orderedAt: Date;
  /** Earliest time at which the bank may know it; null if it cannot. */
  readonly sentAt: Date | null;
  readonly resentAt: Date | null;
  /** Its state at the bank; null if it was never seen there. */
  readonly bankState: string | null;
  readonly settledAt: Date | null;
  readonly failure: string | null;
  readonly holder: string | null;
  /** SPEI's, once settled. */
  readonly operationDay: IsoDate | null;
}

function subjectOf({ client_id: clientId, sale_id: saleId, payment_id: paymentId }: Row): OrderSubject {
  if (clientId === null) {
    if (paymentId === null) throw new Error('an order that pays nobody');
    return { purpose: 'return', clientId, paymentId };
  }
  return saleId === null ? { purpose: 'payout', clientId } : { purpose: 'deposit', clientId, saleId };
}

type Row = Selectable<DB['transfer_orders']>;

const toOrder = (row: Row): OrderRecord => ({
  subject: subjectOf(row),
  orderId: row.order_id,
  orderedBy: row.ordered_by,
  attempt: row.attempt,
  state: row.state,
  trackingKey: row.tracking_key,
  amount: row.amount,
  payer: row.payer,
  beneficiary: { clabe: row.clabe, name: row.beneficiary_sent, rfc: row.rfc },
  concept: row.concept,
  reference: row.reference,
  orderedAt: row.ordered_at,
  sentAt: row.sent_at,
  resentAt: row.resent_at,
  bankState: row.bank_state,
  settledAt: row.settled_at,
  failure: row.failure,
  holder: row.holder,
  operationDay: row.operation_day === null ? null : dateOf(row.operation_day),
});

/** An order as the wire shows it to the caller. */
export const toTransfer = (work: WideWork, order: OrderRecord): ShownTransfer => ({
  orderId: order.orderId,
  purpose: order.subject.purpose,
  saleId: order.subject.purpose === 'deposit' ? order.subject.saleId : null,
  paymentId: order.subject.purpose === 'return' ? order.subject.paymentId : null,
  trackingKey: order.trackingKey,
  state: order.state,
  amount: order.amount,
  clabe: shownAccount(work, order.beneficiary.clabe),
  orderedAt: order.orderedAt.toISOString(),
  settledAt: order.settledAt?.toISOString() ?? null,
  failure: order.failure,
  holder: order.holder,
});

/** The orders that have paid, or were to pay, one thing, newest first. */
export async function ordersOf({ db }: WideWork, subject: OrderSubject): Promise<OrderRecord[]> {
  const rows = await db
    .selectFrom('transfer_orders')
    .selectAll()
    .where(paysSame(subject))
    .orderBy('attempt', 'desc')
    .execute();
  return rows.map(toOrder);
}

/** The orders of a sale, newest first. */
export async function ordersOfSale({ db }: WideWork, saleId: string): Promise<OrderRecord[]> {
  const rows = await db
    .selectFrom('transfer_orders')
    .selectAll()
    .where('sale_id', '=', saleId)
    .orderBy('attempt', 'desc')
    .execute();
  return rows.map(toOrder);
}

function paysSame(subject: OrderSubject) {
  if (subject.purpose === 'deposit')
    return sql<boolean>`client_id = ${subject.clientId} and sale_id = ${subject.saleId}`;
  const id = subject.purpose === 'payout' ? subject.clientId : subject.paymentId;
  return sql<boolean>`purpose <> 'deposit' and coalesce(payment_id, client_id) = ${id}`;
}

/** The devoluciones that an order pays. */
export const invoicesOf = (
  { db }: WideWork,
  { orderId }: OrderRecord,
): Promise<{ documentId: string; amount: string }[]> =>
  db
    .selectFrom('transfer_order_invoices')
    .select(['document_id as documentId', 'amount'])
    .where('order_id', '=', orderId)
    .orderBy('document_id')
    .execute();

/** The last orders of what waits to be paid, if they are in trouble, oldest first. */
export async function troubledOrders(work: WideWork): Promise<TroubledTransfer[]> {
  const { db, at } = work;
  const rows = await db
    .selectFrom('transfer_orders as last')
    .leftJoin('sales', (join) =>
      join.onRef('sales.client_id', '=', 'last.client_id').onRef('sales.sale_id', '=', 'last.sale_id'),
    )
    .leftJoin('clients', 'clients.client_id', 'last.client_id')
    .selectAll('last')
    .select(['number_of_sale', 'entity_name'])
    .where('last.state', '<>', 'paid')
    .where(
      sql<boolean>`case last.purpose
        when 'deposit' then sales.state = 'answered' or ${hasLostDeposit}
        when 'return' then exists (
          select from unidentified_payments payment where payment.payment_id = last.payment_id and payment.state = 'sent-back')
        else exists (
          select from transfer_order_invoices paid join invoices using (client_id, document_id)
          where paid.client_id = last.client_id and paid.order_id = last.order_id and final_deposit > 0 and payout_id is null)
      end`,
    )
    .where(
      sql<boolean>`not exists (
        select from transfer_orders later
        where later.client_id = last.client_id and later.sale_id = last.sale_id and later.attempt > last.attempt)`,
    )
    .where(
      sql<boolean>`(last.purpose = 'deposit' or not exists (
        select from transfer_orders later
        where later.purpose <> 'deposit' and coalesce(later.payment_id, later.client_id) = coalesce(last.payment_id, last.client_id)
          and later.attempt > last.attempt))`,
    )
    .orderBy('last.ordered_at')
    .orderBy('last.order_id')
    .execute();
  return rows.flatMap(({ number_of_sale: numberOfSale, entity_name: client, ...row }) => {
    const order = toOrder(row);
    const trouble = troubleOf(order, at);
    const { clientId } = order.subject;
    const entityName = client ?? order.beneficiary.name;
    return trouble === null ? [] : [{ ...toTransfer(work, order), clientId, numberOfSale, entityName, trouble }];
  });
}

type OrderKey = { readonly orderId: string } | { readonly trackingKey: string } | { readonly bankId: string };

/** An order by one of its keys. */
export async function orderBy({ db }: WideWork, key: OrderKey): Promise<OrderRecord | undefined> {
  const [column, value] =
    'orderId' in key
      ? (['order_id', key.orderId] as const)
      : 'bankId' in key
        ? (['bank_id', key.bankId] as const)
        : (['tracking_key', key.trackingKey] as const);
  const row = await db.selectFrom('transfer_orders').selectAll().where(column, '=', value).executeTakeFirst();
  return row && toOrder(row);
}

/** Locks an order; what it pays is locked before. */
export async function lockOrder({ db }: WideWork, orderId: string): Promise<OrderRecord | undefined> {
  const row = await db
    .selectFrom('transfer_orders')
    .selectAll()
    .where('order_id', '=', orderId)
    .forUpdate()
    .executeTakeFirst();
  return row && toOrder(row);
}

/** Orders that are open, or were made since. */
export async function ordersSince({ db }: WideWork, since: Date): Promise<OrderRecord[]> {
  const rows = await db
    .selectFrom('transfer_orders')
    .selectAll()
    .where((eb) => eb.or([eb('state', 'in', ['ordered', 'sent']), eb('ordered_at', '>=', since)]))
    .orderBy('ordered_at')
    .execute();
  return rows.map(toOrder);
}

/** Orders that the bank has not ended. */
export async function openOrders(work: WideWork): Promise<OrderRecord[]> {
  return (await ordersSince(work, work.at)).filter(({ state }) => isTransferOpen(state));
}

/** Ended orders that can still change. */
const CALLED_MS = 30 * 24 * 3_600_000;
const CALLED_LIMIT = 50;

/** Ended orders about which the bank has called since it was last asked about them. */
export async function calledOrders({ db, at }: WideWork): Promise<OrderRecord[]> {
  const rows = await db
    .selectFrom('transfer_orders')
    .selectAll()
    .where('state', 'not in', ['ordered', 'sent'])
    .where('ordered_at', '>=', new Date(at.getTime() - CALLED_MS))
    .where((eb) => eb.or([eb('followed_at', 'is', null), eb('called_at', '>=', eb.ref('followed_at'))]))
    .where('called_at', 'is not', null)
    .orderBy('called_at', 'desc')
    .limit(CALLED_LIMIT)
    .execute();
  return rows.map(toOrder);
}

/** Account that receives a sale's deposit; undefined without one. */
export async function beneficiaryOf(
  { db, tenant }: Work,
  product: 'BI' | 'FB',
): Promise<{ clabe: string; name: string; rfc: string } | undefined> {
  return db
    .selectFrom('bank_accounts')
    .innerJoin('clients', 'clients.client_id', 'bank_accounts.client_id')
    .select(['clabe', 'entity_name as name', 'rfc'])
    .where('bank_accounts.client_id', '=', tenant)
    .where('product', '=', product)
    .where('currency', '=', 'MXN')
    .executeTakeFirst();
}

/** The client's order that has paid the deposit of a sale. */
export async function provenOrder({ db, tenant }: Work, saleId: string): Promise<OrderRecord | undefined> {
  const row = await db
    .selectFrom('transfer_orders')
    .selectAll()
    .where('client_id', '=', tenant)
    .where('sale_id', '=', saleId)
    .where('state', '=', 'paid')
    .executeTakeFirst();
  return row && toOrder(row);
}

/** Account that receives a client's devoluciones in pesos; undefined without one, or with several. */
export async function payoutBeneficiaryOf({
  db,
  tenant,
}: Work): Promise<{ clabe: string; name: string; rfc: string } | undefined> {
  const rows = await db
    .selectFrom('bank_accounts')
    .innerJoin('clients', 'clients.client_id', 'bank_accounts.client_id')
    .select(['clabe', 'entity_name as name', 'rfc'])
    .distinct()
    .where('bank_accounts.client_id', '=', tenant)
    .where('currency', '=', 'MXN')
    .execute();
  return rows.length === 1 ? rows[0] : undefined;
}

/** The stored proof of an order. */
export async function proofOf(
  { db, ...work }: Work | WideWork,
  orderId: string,
): Promise<{ readonly xml: Buffer; readonly pdf: Buffer } | undefined> {
  return db
    .selectFrom('transfer_proofs')
    .select(['xml', 'pdf'])
    .where('client_id', 'is not distinct from', 'tenant' in work ? work.tenant : null)
    .where('order_id', '=', orderId)
    .executeTakeFirst();
}

/** Orders that were paid some time ago and whose proof was never asked for. */
export async function ordersToProve({ db }: WideWork, settledBefore: Date, limit: number): Promise<OrderRecord[]> {
  const rows = await db
    .selectFrom('transfer_orders')
    .selectAll()
    .where('state', '=', 'paid')
    .where('proof_tried_at', 'is', null)
    .where('settled_at', '<=', settledBefore)
    .orderBy('settled_at')
    .limit(limit)
    .execute();
  return rows.map(toOrder);
}

/** A kept call of the bank. */
export const callBy = (
  { db }: WideWork,
  digest: Buffer,
): Promise<{ kind: 'state' | 'received'; body: Buffer } | undefined> =>
  db.selectFrom('bank_calls').select(['kind', 'body']).where('digest', '=', digest).executeTakeFirst();

/** Whether the money of an order came back: by a received transfer, or as two people have read in the bank's books. */
export async function isRefunded({ db }: WideWork, { trackingKey, amount }: OrderRecord): Promise<boolean> {
  const row = await db
    .selectFrom('received_transfers')
    .select('transfer_id')
    .where('refund_of', '=', trackingKey)
    .where('state', '=', 'refund')
    .where('amount', '=', amount)
    .executeTakeFirst();
  if (row !== undefined) return true;
  const byHand = await db
    .selectFrom('returned_payments')
    .select('return_id')
    .where('tracking_key', '=', trackingKey)
    .where('never_made', '=', false)
    .where('recorded_by', 'is not', null)
    .executeTakeFirst();
  return byHand !== undefined;
}
