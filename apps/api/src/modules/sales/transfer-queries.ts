import type { SaleState } from '@anticipa/domain/sale';
import type { TransferOrderState } from '@anticipa/domain/transfer-order';
import { sql } from 'kysely';
import type { WideWork } from '../../platform/work/work.ts';
import type { SaleRecord } from './queries.ts';

/** Whether the money of a sale may be on its way. */
export const hasOpenTransfer = (work: WideWork, saleId: string): Promise<boolean> =>
  hasTransferIn(work, saleId, ['ordered', 'sent']);

/** Whether a sale has a transfer in one of the states. */
export async function hasTransferIn(
  { db }: WideWork,
  saleId: string,
  states: readonly TransferOrderState[],
): Promise<boolean> {
  const found = await db
    .selectFrom('transfer_orders')
    .select('order_id')
    .where('sale_id', '=', saleId)
    .where('state', 'in', states)
    .executeTakeFirst();
  return found !== undefined;
}

/** For a sale in a query: whether its deposit came back, and was not paid again. */
export const hasLostDeposit = sql<boolean>`exists (
  select from returned_payments back
  where back.client_id = sales.client_id and back.sale_id = sales.sale_id and back.paid_again_at is null)`;

/** The same of one sale. */
export async function isDepositLost({ db }: WideWork, saleId: string): Promise<boolean> {
  const row = await db
    .selectFrom('returned_payments')
    .select('return_id')
    .where('sale_id', '=', saleId)
    .where('paid_again_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** For an `entry` of the ledger with its `sales` in a query: the column as it was when that deposit was made. */
export const ofDeposit = (column: 'tracking_key' | 'clabe') => sql<string | null>`coalesce((
  select back.${sql.ref(column)} from returned_payments back
  where back.client_id = entry.client_id and back.entry_number = coalesce(entry.reverses, entry.entry_number)
), sales.${sql.ref(column)})`;

/** For a sale in a query: its state as its client sees it. Without its deposit it waits for another one. */
export const stateForClient = sql<SaleState>`case when ${hasLostDeposit} then 'answered' else sales.state end`;

/** The CLABE that received a deposit: of the transfer order with this key, or without one the client's account. */
export const accountPaid = ({ clientId, saleId, product, currency }: SaleRecord, trackingKey: string) => sql<
  string | null
>`coalesce(
  (select clabe from transfer_orders where client_id = ${clientId} and sale_id = ${saleId} and tracking_key = ${trackingKey}),
  (select clabe from bank_accounts where client_id = ${clientId} and product = ${product} and currency = ${currency})
)`;
