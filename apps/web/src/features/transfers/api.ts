import { closeTransfer, listTroubledTransfers, orderTransfer } from '@anticipa/contract/transfers';
import { queryOptions } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 15_000;

export const transfersQuery = queryOptions({
  queryKey: ['transfers'],
  queryFn: async ({ signal }) => (await call(listTroubledTransfers, { signal })).data,
  refetchInterval: POLL_MS,
});

export const orderAgain = (saleId: string) =>
  call(orderTransfer, { params: { saleId }, body: {}, idempotencyKey: newUuid() });

export const closeLost = (saleId: string, reason: string) =>
  call(closeTransfer, { params: { saleId }, body: { reason }, idempotencyKey: newUuid() });
