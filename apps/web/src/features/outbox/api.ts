import { listMessages, type Message, repeatMessage } from '@anticipa/contract/outbox';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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

/** Sends a message again. */
export function useRepeatMessage() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ clientId, id: messageId }: Message) =>
      call(repeatMessage, { params: { clientId, messageId }, body: {} }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['outbox'] }),
  });
}
