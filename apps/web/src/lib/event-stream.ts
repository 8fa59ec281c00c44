/** Server-sent events over fetch, because EventSource cannot carry the bearer token. */
import { nouns, type PortalEvent, streamEvents } from '@anticipa/contract/events';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { ApiRefusal, request } from './api-client.ts';
import { eventPosition, setEventPosition } from './event-position.ts';
import { type Guard, hasParts, isList, isText } from './shape.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Delay in milliseconds before an attempt (0 is the first), up to half of it random to spread reconnections. */
export const backOff = (attempt: number, random: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt) * (0.5 + random / 2);

export interface Listeners {
  readonly event: (event: PortalEvent) => void;
  readonly back: () => void;
}

/**
 * Listens until the signal aborts, reconnecting when the stream breaks. Calls `back` after each reconnection, and after
 * the first connection if `connectedBefore`; if events were missed, the server sends one without ids per noun. Stops
 * when the server refuses: the session is over.
 */
export async function listen(on: Listeners, signal: AbortSignal, connectedBefore: boolean): Promise<void> {
  let attempt = 0;
  let isBack = connectedBefore;
  while (!signal.aborted) {
    try {
      const response = await request(streamEvents, { signal, lastEventId: eventPosition() });
      if (isBack) on.back();
      isBack = true;
      attempt = 0;
      if (response.body) await readEvents(response.body, on.event, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ApiRefusal && error.status < 500 && error.status !== 429) return;
    }
    await pause(backOff(attempt, Math.random()), signal);
    attempt += 1;
  }
}

const isNoun: Guard<PortalEvent['noun']> = (value): value is PortalEvent['noun'] =>
  nouns.some((noun) => noun === value);
/** False for an event of a newer server. */
export const isKnown = hasParts<PortalEvent>({ noun: isNoun, ids: isList(isText) });

/** Passes on the events of a stream until it ends or the signal aborts, and keeps the position. */
export async function readEvents(
  stream: ReadableStream<BufferSource>,
  onEvent: (event: PortalEvent) => void,
  signal?: AbortSignal,
): Promise<void> {
  const take = ({ id, data }: { id?: string | undefined; data: string }): void => {
    const event: unknown = JSON.parse(data);
    if (id !== undefined) setEventPosition(id);
    if (isKnown(event)) onEvent(event);
  };
  await stream
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .pipeTo(new WritableStream({ write: take }), signal && { signal });
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
