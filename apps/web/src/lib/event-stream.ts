/** Server-sent events over fetch, because EventSource cannot carry the bearer token. */
import { type PortalEvent, portalEvent, streamEvents } from '@anticipa/contract/events';
import { ApiRefusal, request } from './api-client.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** The data of each whole event in a stream's text so far, and the rest that is still incomplete. */
export function eventsOf(buffer: string): { data: readonly string[]; rest: string } {
  const blocks = buffer.replaceAll('\r\n', '\n').split('\n\n');
  const rest = blocks.pop() ?? '';
  const data = blocks.map((block) =>
    block
      .split('\n')
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).trimStart())
      .join('\n'),
  );
  return { data: data.filter(Boolean), rest };
}

/** How long to wait before the given attempt (0 is the first), with up to half of it at random so that nodes rest. */
export const backOff = (attempt: number, random: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random / 2);

/**
 * Listens until the signal aborts, connecting again after a break. `onGap` is called after each reconnection, and after
 * the first one when somebody listened before: what happened meanwhile was missed. Ends for good when the server refuses,
 * because the session is over then.
 */
export async function listen(
  on: { event: (event: PortalEvent) => void; gap: () => void },
  signal: AbortSignal,
  connectedBefore = false,
): Promise<void> {
  let attempt = 0;
  let missed = connectedBefore;
  while (!signal.aborted) {
    try {
      const response = await request(streamEvents, { signal });
      if (missed) on.gap();
      missed = true;
      attempt = 0;
      await read(response, on.event);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiRefusal && error.status < 500 && error.status !== 429) return;
    }
    await pause(backOff(attempt, Math.random()), signal);
    attempt += 1;
  }
}

async function read(response: Response, onEvent: (event: PortalEvent) => void): Promise<void> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let buffer = '';
  while (reader) {
    const { value, done } = await reader.read();
    if (done) return;
    const { data, rest } = eventsOf(buffer + value);
    buffer = rest;
    for (const text of data) {
      const event = portalEvent.safeParse(JSON.parse(text));
      // An event of a newer server that this page does not know yet is not its business.
      if (event.success) onEvent(event.data);
    }
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
