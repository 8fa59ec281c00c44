import { type InboxQueue, listInbox, switchRobot } from '@anticipa/contract/lender-inbox';
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import { call, newUuid } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

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
    // The tabs stay, with the focus, while another queue is read.
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  });

const stale = [['inbox']];

/** Lets the demo's robot answer sales, or leaves them to operators. */
export const useRobot = () =>
  useChange(stale, (answers: boolean) => call(switchRobot, { body: { answers }, idempotencyKey: newUuid() }));
