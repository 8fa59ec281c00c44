import { confirmPayout, confirmReturn } from '@anticipa/contract/collections';
import { disburseSale } from '@anticipa/contract/lender';
import { listPayables, type PayableDeposit, type PayablePayout, type PayableReturn } from '@anticipa/contract/payables';
import { orderTransfer } from '@anticipa/contract/transfers';
import { queryOptions } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 15_000;

export const payablesQuery = queryOptions({
  queryKey: ['payables'],
  queryFn: ({ signal }) => call(listPayables, { signal }),
  refetchInterval: POLL_MS,
});

const stale = [payablesQuery.queryKey, ['inbox'], ['transfers']];

export interface Ordered {
  readonly ordered: readonly PayableDeposit[];
  readonly refused: readonly { readonly deposit: PayableDeposit; readonly because: unknown }[];
}

/** Orders deposits one after the other. A refused one does not stop the others. */
export const useOrderDeposits = (onProgress: (done: number) => void) =>
  useChange(stale, async (deposits: readonly PayableDeposit[]): Promise<Ordered> => {
    const ordered: PayableDeposit[] = [];
    const refused: Ordered['refused'][number][] = [];
    for (const deposit of deposits) {
      try {
        await call(orderTransfer, { params: { saleId: deposit.saleId }, body: {}, idempotencyKey: newUuid() });
        ordered.push(deposit);
      } catch (because) {
        refused.push({ deposit, because });
      }
      onProgress(ordered.length + refused.length);
    }
    return { ordered, refused };
  });

/** Books a transfer that somebody made at the bank, by its tracking key. */
export const useBookDeposit = ({ saleId }: PayableDeposit) =>
  useChange(stale, (trackingKey: string) =>
    call(disburseSale, { params: { saleId }, body: { trackingKey }, idempotencyKey: newUuid() }),
  );

export const useBookPayout = ({ clientId, currency, amount }: PayablePayout) =>
  useChange(stale, (trackingKey: string) =>
    call(confirmPayout, { body: { clientId, currency, amount, trackingKey }, idempotencyKey: newUuid() }),
  );

export const useBookReturn = ({ paymentId }: PayableReturn) =>
  useChange(stale, (trackingKey: string) =>
    call(confirmReturn, { params: { paymentId }, body: { trackingKey }, idempotencyKey: newUuid() }),
  );
