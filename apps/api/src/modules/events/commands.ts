import type { PortalEvent } from '@anticipa/contract/events';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../../lib/deps.ts';
import type { Caller } from '../../lib/session/context.ts';
import { isSessionLive } from '../../lib/session/gate.ts';

/** A comment line this often keeps proxies from closing the stream, and is when an ended session is noticed. */
const HEARTBEAT_MS = 20_000;
/** Bytes that may wait for a reader; who is slower reads everything again after reconnecting. */
const MAX_UNREAD = 256 * 1024;
/** Milliseconds after which a browser comes back to a broken stream. */
const RETRY_MS = 2000;

/** What a browser is told when something may have been missed. */
const EVERYTHING: readonly PortalEvent['noun'][] = ['invoices', 'credit', 'sales', 'references'];

const frame = (event: PortalEvent): string => `event: changed\ndata: ${JSON.stringify(event)}\n\n`;

/** Streams what changes for the caller's client until the reader leaves, the session ends or the node stops. */
export const streamTo = async (deps: Deps, caller: Caller, reply: FastifyReply): Promise<FastifyReply> => {
  const { clientId, sessionId } = caller.actor;
  reply.hijack();
  const { raw } = reply;
  // A reader who left while the session was looked up: 'close' has come already and nothing would clear up after it.
  if (raw.destroyed) return reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Nothing follows on this connection, so that a node that stops does not wait for it to fall idle.
    connection: 'close',
  });
  const end = (): void => {
    leave();
    raw.end();
  };
  const write = (text: string): void => {
    // Between its end and its close a stream may still be told things; writing them then is an error of the process.
    if (raw.writableEnded) return;
    if (raw.writableLength > MAX_UNREAD) raw.destroy();
    else raw.write(text);
  };
  const leave = deps.events.join(clientId, {
    sessionId,
    onEvent: (event) => {
      if (event) write(frame({ noun: event.noun, ids: event.ids }));
      else for (const noun of EVERYTHING) write(frame({ noun, ids: [] }));
    },
    end,
  });
  const heartbeat = setInterval(() => {
    // Whoever has not read the end of the stream since the last heartbeat never will.
    if (raw.writableEnded) raw.destroy();
    write(': still here\n\n');
    isSessionLive(deps, sessionId).then(
      (isLive) => isLive || end(),
      // The database is away: the stream stays, and the next heartbeat asks again.
      () => undefined,
    );
  }, HEARTBEAT_MS);
  raw.on('error', () => raw.destroy());
  raw.once('close', () => {
    clearInterval(heartbeat);
    leave();
  });
  write(`retry: ${RETRY_MS}\n\n`);
  return reply;
};
