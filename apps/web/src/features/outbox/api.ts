import { listMessages, type Message, repeatMessage } from '@anticipa/contract/outbox';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { useChange } from '../../lib/use-change.ts';

/** Polling interval in milliseconds: operators receive no events. */
const POLL_MS = 30_000;

/** The messages of one state, or the newest of all. */
export const messagesQuery = (state: Message['state'] | null) =>
  queryOptions({
    queryKey: ['outbox', state],
    queryFn: async ({ signal }) => (await call(listMessages, { query: state ? { state } : {}, signal })).data,
    refetchInterval: POLL_MS,
  });

const stale = [['outbox']];

/** Sends a message again. */
export const useRepeatMessage = () =>
  useChange(stale, ({ clientId, id: messageId }: Message) =>
    call(repeatMessage, { params: { clientId, messageId }, body: {} }),
  );
