import { type InboxQueue, listInbox, switchRobot } from '@anticipa/contract/lender-inbox';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';

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

/** Lets the demo's robot answer sales, or leaves them to operators. */
export const useRobot = () => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (answers: boolean) => call(switchRobot, { body: { answers }, idempotencyKey: newUuid() }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['inbox'] }),
  });
};
