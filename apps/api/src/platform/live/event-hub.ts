/** Forwards database notifications to the open streams of each client on this node. */
import { randomUUID } from 'node:crypto';
import { portalEvent } from '@anticipa/contract/events';
import { z } from 'zod';
import type { AnnouncedEvent } from './events.ts';

/** One open stream. */
export interface Listener {
  readonly sessionId: string;
  /** `null` makes the browser refetch everything, because notifications may have been lost. */
  readonly onEvent: (event: AnnouncedEvent | null) => void;
  readonly end: () => void;
}

export interface EventHub {
  /** Adds a stream; returns a function to remove it. */
  join(clientId: string, listener: Listener): () => void;
  /** Changes with each event of the client; a stream that returns with the same position has missed none. */
  position(clientId: string): string;
  /** Handles a payload of the channel. */
  receive(payload: string): void;
  /** Notifications may have been lost. */
  resync(): void;
  /** Ends every stream at shutdown, also those that join later. */
  close(): void;
}

/** Streams per session on this node, equal to the limit of tabs; the oldest is dropped. */
const MAX_STREAMS = 20;

const announced = portalEvent.extend({ clientId: z.string() });

/** Parses a payload; null for one of a newer version. */
const eventIn = (payload: string): AnnouncedEvent | null => {
  try {
    return announced.parse(JSON.parse(payload));
  } catch {
    return null;
  }
};

export const createEventHub = (): EventHub => {
  const byClient = new Map<string, Set<Listener>>();
  const counts = new Map<string, number>();
  let isClosed = false;
  // Identifies this node's positions since the last notification that may have been lost.
  let epoch = randomUUID();
  const all = (): Listener[] => [...byClient.values()].flatMap((listeners) => [...listeners]);

  return {
    join: (clientId, listener) => {
      const listeners = byClient.get(clientId) ?? new Set();
      const ofSession = [...listeners].filter((one) => one.sessionId === listener.sessionId);
      if (ofSession.length >= MAX_STREAMS) ofSession[0]?.end();
      byClient.set(clientId, listeners.add(listener));
      // The request of this stream was under way when the others ended.
      if (isClosed) queueMicrotask(listener.end);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byClient.get(clientId) === listeners) byClient.delete(clientId);
      };
    },
    position: (clientId) => `${epoch}.${counts.get(clientId) ?? 0}`,
    receive: (payload) => {
      const event = eventIn(payload);
      if (event === null) return;
      counts.set(event.clientId, (counts.get(event.clientId) ?? 0) + 1);
      for (const listener of [...(byClient.get(event.clientId) ?? [])]) {
        if (event.noun === 'session' && event.ids.includes(listener.sessionId)) listener.end();
        // Never reveal a colleague's session ids.
        else listener.onEvent(event.noun === 'session' ? { ...event, ids: [] } : event);
      }
    },
    resync: () => {
      epoch = randomUUID();
      counts.clear();
      for (const listener of all()) listener.onEvent(null);
    },
    close: () => {
      isClosed = true;
      for (const listener of all()) listener.end();
    },
  };
};
