import { listMessages, type Message } from '@anticipa/contract/outbox';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';

/** Polling interval in milliseconds: operators receive no events. */
const POLL_MS = 30_000;

/** The messages of one state, or the newest of all. */
export const messagesQuery = (state: Message['state'] | null) =>
  queryOptions({
    queryKey: ['outbox', state],
    queryFn: async ({ signal }) => (await call(listMessages, { query: state ? { state } : {}, signal })).data,
    refetchInterval: POLL_MS,
  });
