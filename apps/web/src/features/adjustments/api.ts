import {
  type AdjustmentWanted,
  adjustInvoice,
  listAdjustments,
  previewAdjustment,
} from '@anticipa/contract/adjustments';
import type { BodyOf } from '@anticipa/contract/route';
import { queryOptions } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** Read again with the portfolio, whose changes are changes of an invoice. */
export const adjustmentsQuery = (documentId: string) =>
  queryOptions({
    queryKey: ['portfolio', 'adjustments', documentId],
    queryFn: ({ signal }) => call(listAdjustments, { params: { documentId }, signal }),
  });

export const previewQuery = (documentId: string, wanted: AdjustmentWanted) =>
  queryOptions({
    queryKey: ['portfolio', 'adjustment', documentId, wanted],
    queryFn: ({ signal }) => call(previewAdjustment, { params: { documentId }, query: wanted, signal }),
  });

export const useAdjust = (documentId: string) =>
  useChange([['portfolio'], ['proposals'], ['payables'], ['overview']], (body: BodyOf<typeof adjustInvoice>) =>
    call(adjustInvoice, { params: { documentId }, body, idempotencyKey: newUuid() }),
  );
