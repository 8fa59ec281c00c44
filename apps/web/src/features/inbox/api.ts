import { type InboxQueue, listInbox } from '@anticipa/contract/lender-inbox';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Milliseconds between readings: operators receive no events. */
const POLL_MS = 10_000;

/** A queue of sales in pages, with the size of each queue. */
export const inboxQuery = (queue: InboxQueue) =>
  infiniteQueryOptions({
    queryKey: ['inbox', queue],
    queryFn: ({ pageParam: after, signal }) =>
      call(listInbox, { query: { queue, ...(after === '' ? {} : { after }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: POLL_MS,
  });
