import { cancelInterestInvoice, cutMonth, getCfdiCancellation, getMonthCut } from '@anticipa/contract/interest';
import { previewCutReversal, proposeCutReversal } from '@anticipa/contract/reversals';
import type { BodyOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, isRefusedFor, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

export const monthCutQuery = (month: string) =>
  queryOptions({
    queryKey: ['month-cut', month],
    queryFn: ({ signal }) => call(getMonthCut, { params: { month }, signal }),
  });

const stale = [['month-cut']];

export const useCutMonth = (month: string) =>
  useChange(stale, (clientId: string) => call(cutMonth, { body: { clientId, month }, idempotencyKey: newUuid() }));

export const cutReversalQuery = (month: string, clientId: string) =>
  queryOptions({
    queryKey: ['month-cut', month, 'reversal', clientId],
    queryFn: ({ signal }) => call(previewCutReversal, { params: { month }, query: { clientId }, signal }),
    retry: false,
  });

export const useReverseCut = (month: string) =>
  useChange([['proposals']], (body: BodyOf<typeof proposeCutReversal>) =>
    call(proposeCutReversal, { params: { month }, body, idempotencyKey: newUuid() }),
  );

export type Motive = BodyOf<typeof cancelInterestInvoice>['motive'];

/** Requests the cancellation; resolves to whether the tax authority has cancelled the CFDI already. */
export const useCancelCfdi = (invoiceId: string) =>
  useChange(stale, (motive: Motive) =>
    call(cancelInterestInvoice, { params: { invoiceId }, body: { motive }, idempotencyKey: newUuid() }).then(
      () => true,
      (error: unknown) => {
        if (isRefusedFor(error, 'CANCELLATION_PENDING')) return false;
        throw error;
      },
    ),
  );

/** The steps of a cancellation, or those that one with the motive would have. */
export const cancellationQuery = (invoiceId: string, motive?: Motive) =>
  queryOptions({
    queryKey: ['month-cut', 'cancellation', invoiceId, motive],
    queryFn: ({ signal }) =>
      call(getCfdiCancellation, { params: { invoiceId }, query: motive === undefined ? {} : { motive }, signal }),
  });

/** A step that the worker or the tax authority takes is seen within this time. */
export const STEP_POLL_MS = 15_000;
