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

/** SQL for `sales`: whether the deposit came back and was not paid again. */
export const hasLostDeposit = sql<boolean>`exists (
  select from returned_payments back
  where back.client_id = sales.client_id and back.sale_id = sales.sale_id and back.paid_again_at is null)`;

/** Whether the deposit of a sale came back and was not paid again. */
export async function isDepositLost({ db }: WideWork, saleId: string): Promise<boolean> {
  const row = await db
    .selectFrom('returned_payments')
    .select('return_id')
    .where('sale_id', '=', saleId)
    .where('paid_again_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** SQL for `sales`: whether a deposit of the lender is in force. Another system made the deposits of loaded sales. */
export const hasDeposit = sql<boolean>`(sales.state = 'disbursed' and sales.load_id is null and not ${hasLostDeposit})`;

/** SQL for `sales`: amount of the deposit. */
export const depositAmount = sql<string>`(sales.deposit_cents::numeric / 100)::numeric(18, 2)`;

/** SQL for `sales`: day from which the bank counts the first deposit. */
export const firstDepositedOn = sql<
  string | null
>`coalesce(sales.deposit_value_date, (sales.disbursed_at at time zone 'America/Mexico_City')::date)`;

/** SQL for `sales`: instant of the registration of the deposit in force, which is the last one if earlier ones came back. */
export const depositPaidAt = sql<Date | null>`coalesce((
  select max(paid_again_at) from returned_payments back
  where back.client_id = sales.client_id and back.sale_id = sales.sale_id), sales.disbursed_at)`;

/** SQL for `sales`: day from which the bank counts the deposit in force. It may have been registered later. */
export const depositedOn = sql<string | null>`coalesce((
  select max(coalesce(paid_again_on, (paid_again_at at time zone 'America/Mexico_City')::date)) from returned_payments back
  where back.client_id = sales.client_id and back.sale_id = sales.sale_id), ${firstDepositedOn})`;

/** SQL for an `entry` of the ledger and its `sales`: value that the column had when that deposit was made. */
export const ofDeposit = (column: 'tracking_key' | 'clabe') => sql<string | null>`coalesce((
  select back.${sql.ref(column)} from returned_payments back
  where back.client_id = entry.client_id and back.entry_number = coalesce(entry.reverses, entry.entry_number)
), sales.${sql.ref(column)})`;

/** SQL for `sales`: the state that the client sees. A sale that has lost its deposit waits for another one. */
export const stateForClient = sql<SaleState>`case when ${hasLostDeposit} then 'answered' else sales.state end`;

/** SQL: CLABE that received a deposit, from the transfer order with this key, or else the client's account. */
export const accountPaid = ({ clientId, saleId, product, currency }: SaleRecord, trackingKey: string) => sql<
  string | null
>`coalesce(
  (select clabe from transfer_orders where client_id = ${clientId} and sale_id = ${saleId} and tracking_key = ${trackingKey}),
  (select clabe from bank_accounts where client_id = ${clientId} and product = ${product} and currency = ${currency})
)`;
