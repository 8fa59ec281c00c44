import { proposeSaleTerms } from '@anticipa/contract/approvals';
import type { SentBodyOf } from '@anticipa/contract/route';
import { getSaleTerms } from '@anticipa/contract/sale-terms';
import { queryOptions } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** The terms of all clients and those of one. */
export const saleTermsQuery = (clientId: string | null) =>
  queryOptions({
    queryKey: ['sale-terms', clientId],
    queryFn: ({ signal }) => call(getSaleTerms, { query: { ...(clientId && { clientId }) }, signal }),
  });

export const useProposeSaleTerms = () =>
  useChange([['approvals'], ['sale-terms']], (body: SentBodyOf<typeof proposeSaleTerms>) =>
    call(proposeSaleTerms, { body, idempotencyKey: newUuid() }),
  );
