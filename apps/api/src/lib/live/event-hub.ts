/** Hands what the database announces to the open streams of each client on this node. */
import { portalEvent } from '@anticipa/contract/events';
import { z } from 'zod';
import type { AnnouncedEvent } from './events.ts';

/** One open stream. */
export interface Listener {
  readonly sessionId: string;
  /** `null` asks the browser to look at everything again: something may have been missed. */
  readonly hear: (event: AnnouncedEvent | null) => void;
  readonly end: () => void;
}

export interface EventHub {
  /** Adds a stream; the function returned takes it away. */
  join(clientId: string, listener: Listener): () => void;
  /** A payload as it came over the channel. */
  receive(payload: string): void;
  /** Notifications may have been lost. */
  resync(): void;
  /** Ends every stream: the node is stopping. */
  close(): void;
}

/** Streams that one session may hold on this node, as many as it may have tabs; the oldest makes room. */
const MAX_STREAMS = 20;

const announced = portalEvent.extend({ clientId: z.string() });

/** What a payload announces; null for what only a newer version of the portal understands. */
const eventIn = (payload: string): AnnouncedEvent | null => {
  try {
    return announced.parse(JSON.parse(payload));
  } catch {
    return null;
  }
};

export const createEventHub = (): EventHub => {
  const byClient = new Map<string, Set<Listener>>();
  const all = (): Listener[] => [...byClient.values()].flatMap((listeners) => [...listeners]);

  return {
    join: (clientId, listener) => {
      const listeners = byClient.get(clientId) ?? new Set();
      const ofSession = [...listeners].filter((one) => one.sessionId === listener.sessionId);
      if (ofSession.length >= MAX_STREAMS) ofSession[0]?.end();
      byClient.set(clientId, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && byClient.get(clientId) === listeners) byClient.delete(clientId);
      };
    },
    receive: (payload) => {
      const event = eventIn(payload);
      if (event === null) return;
      for (const listener of [...(byClient.get(event.clientId) ?? [])]) {
        if (event.noun === 'session' && event.ids.includes(listener.sessionId)) listener.end();
        // Which sessions others of the client have is nobody's business but theirs.
        else listener.hear(event.noun === 'session' ? { ...event, ids: [] } : event);
      }
    },
    resync: () => {
      for (const listener of all()) listener.hear(null);
    },
    close: () => {
      for (const listener of all()) listener.end();
    },
  };
};
