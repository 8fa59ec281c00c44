import type { TransferOrderState } from '@anticipa/domain/transfer-order';
import type { WideWork } from '../../lib/work.ts';

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
