import { listClientPayments, listClientTransfers, listReceiverPayments } from '@anticipa/contract/party-transfers';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

const queryOf = (after: string) => (after ? { after } : {});
const pages = { initialPageParam: '', getNextPageParam: ({ next }: { next: string | null }) => next };

/** Transfers to a client, in pages. */
export const madeQuery = (clientId: string) =>
  infiniteQueryOptions({
    queryKey: ['transfers', 'made', clientId],
    queryFn: ({ pageParam, signal }) =>
      call(listClientTransfers, { params: { clientId }, query: queryOf(pageParam), signal }),
    ...pages,
  });

/** Payments of the invoices of a client, or of a receiver, in pages. */
export const receivedQuery = (from: { readonly clientId: string } | { readonly companyId: string }) =>
  infiniteQueryOptions({
    queryKey: ['transfers', 'received', from],
    queryFn: ({ pageParam, signal }) =>
      'clientId' in from
        ? call(listClientPayments, { params: from, query: queryOf(pageParam), signal })
        : call(listReceiverPayments, { params: from, query: queryOf(pageParam), signal }),
    ...pages,
  });
