import { listProposals, proposeSaleTerms } from '@anticipa/contract/approvals';
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

/** The clients whose terms wait for a second person, null for those of all. */
export const waitingTermsQuery = queryOptions({
  queryKey: ['approvals', 'sale-terms'],
  queryFn: async ({ signal }) => (await call(listProposals, { query: { waiting: 'true' }, signal })).data,
  select: (open) => open.flatMap(({ change }) => (change.kind === 'sale-terms' ? [change.about.clientId] : [])),
});

export const useProposeSaleTerms = () =>
  useChange([['approvals'], ['sale-terms']], (body: SentBodyOf<typeof proposeSaleTerms>) =>
    call(proposeSaleTerms, { body, idempotencyKey: newUuid() }),
  );
