import type { Transfer as ShownTransfer, TroubledTransfer } from '@anticipa/contract/transfers';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { isTransferOpen, type TransferOrderState, troubleOf } from '@anticipa/domain/transfer-order';
import { type Selectable, sql } from 'kysely';
import type { TransferOrder } from '../../gateways/payouts/port.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { hasLostDeposit } from '../sales/transfer-queries.ts';

/** An order to the bank. */
export interface OrderRecord extends TransferOrder {
  readonly clientId: ClientId;
  readonly orderId: string;
  readonly saleId: string;
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

const toOrder = (row: Selectable<DB['transfer_orders']>): OrderRecord => ({
  clientId: row.client_id,
  orderId: row.order_id,
  saleId: row.sale_id,
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

export const toTransfer = (order: OrderRecord): ShownTransfer => ({
  orderId: order.orderId,
  saleId: order.saleId,
  trackingKey: order.trackingKey,
  state: order.state,
  amount: order.amount,
  clabe: order.beneficiary.clabe,
  orderedAt: order.orderedAt.toISOString(),
  settledAt: order.settledAt?.toISOString() ?? null,
  failure: order.failure,
  holder: order.holder,
});

/** The orders of a sale, newest first. */
export async function ordersOf({ db }: WideWork, saleId: string): Promise<OrderRecord[]> {
  const rows = await db
    .selectFrom('transfer_orders')
    .selectAll()
    .where('sale_id', '=', saleId)
    .orderBy('attempt', 'desc')
    .execute();
  return rows.map(toOrder);
}

/** More than an operator can settle in a day. */
const TROUBLED_LIMIT = 500;

/** The last orders of sales that wait for their money, if they are in trouble, oldest first. */
export async function troubledOrders({ db, at }: WideWork): Promise<TroubledTransfer[]> {
  const rows = await db
    .selectFrom('transfer_orders as last')
    .innerJoin('sales', (join) =>
      join.onRef('sales.client_id', '=', 'last.client_id').onRef('sales.sale_id', '=', 'last.sale_id'),
    )
    .innerJoin('clients', 'clients.client_id', 'last.client_id')
    .selectAll('last')
    .select(['number_of_sale', 'entity_name'])
    .where('last.state', '<>', 'paid')
    .where(sql<boolean>`(sales.state = 'answered' or ${hasLostDeposit})`)
    .where(
      sql<boolean>`not exists (
        select from transfer_orders later
        where later.client_id = last.client_id and later.sale_id = last.sale_id and later.attempt > last.attempt)`,
    )
    .orderBy('last.ordered_at')
    .orderBy('last.order_id')
    .limit(TROUBLED_LIMIT)
    .execute();
  return rows.flatMap(({ number_of_sale: numberOfSale, entity_name: entityName, ...row }) => {
    const order = toOrder(row);
    const trouble = troubleOf(order, at);
    const { clientId } = order;
    return trouble === null ? [] : [{ ...toTransfer(order), clientId, numberOfSale, entityName, trouble }];
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

/** Locks an order; a sale that changes with it is locked before. */
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

/** Whether the deposit of a disbursed sale came back, and nothing has replaced it. */
export const isDepositMissing = (
  sale: { readonly trackingKey: string | null },
  orders: readonly Pick<OrderRecord, 'state' | 'trackingKey'>[],
): boolean => orders.some(({ state, trackingKey }) => state === 'returned' && trackingKey === sale.trackingKey);

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

/** The stored proof of an order. */
export async function proofOf(
  { db, tenant }: Work,
  orderId: string,
): Promise<{ readonly xml: Buffer; readonly pdf: Buffer } | undefined> {
  return db
    .selectFrom('transfer_proofs')
    .select(['xml', 'pdf'])
    .where('client_id', '=', tenant)
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

/** Whether a received transfer has given an order's money back. */
export async function isRefunded({ db }: WideWork, { trackingKey, amount }: OrderRecord): Promise<boolean> {
  const row = await db
    .selectFrom('received_transfers')
    .select('transfer_id')
    .where('refund_of', '=', trackingKey)
    .where('state', '=', 'refund')
    .where('amount', '=', amount)
    .executeTakeFirst();
  return row !== undefined;
}
