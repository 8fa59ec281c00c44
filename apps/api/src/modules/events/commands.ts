import { nouns, type PortalEvent } from '@anticipa/contract/events';
import type { FastifyReply } from 'fastify';
import type { Caller } from '../../platform/work/caller.ts';
import type { Deps } from '../deps.ts';
import { isSessionLive } from '../session/gate.ts';

/** Interval of comment lines, which keep proxies from closing the stream; also checks that the session is alive. */
const HEARTBEAT_MS = 20_000;
/** Maximum unread bytes; a slower reader is disconnected and refetches everything. */
const MAX_UNREAD = 256 * 1024;
/** Reconnection delay of browsers. */
const RETRY_MS = 2000;

/** Nouns to refetch when notifications may have been lost. */
const EVERYTHING = nouns.filter((noun) => noun !== 'session');

/** Streams events of the caller's client until the reader disconnects, the session ends or the node stops. */
export const streamTo = async (deps: Deps, caller: Caller, reply: FastifyReply): Promise<FastifyReply> => {
  const { clientId, sessionId } = caller.actor;
  reply.hijack();
  const { raw } = reply;
  // The reader disconnected during the session lookup: 'close' has already fired, so nothing would clean up.
  if (raw.destroyed) return reply;
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    // Close the connection afterwards, so that shutdown does not wait for it to become idle.
    connection: 'close',
  });
  const end = (): void => {
    leave();
    raw.end();
  };
  const write = (text: string): void => {
    // Writing between end and close would throw.
    if (raw.writableEnded) return;
    if (raw.writableLength > MAX_UNREAD) raw.destroy();
    else raw.write(text);
  };
  const frame = ({ noun, ids }: PortalEvent): string =>
    `event: changed\nid: ${deps.events.position(clientId)}\ndata: ${JSON.stringify({ noun, ids })}\n\n`;
  const writeEverything = (): void => write(EVERYTHING.map((noun) => frame({ noun, ids: [] })).join(''));
  const leave = deps.events.join(clientId, {
    sessionId,
    onEvent: (event) => (event ? write(frame(event)) : writeEverything()),
    end,
  });
  const heartbeat = setInterval(() => {
    // The reader has not read the end of the stream since the last heartbeat.
    if (raw.writableEnded) raw.destroy();
    write(': still here\n\n');
    isSessionLive(deps, caller.actor).then(
      (isLive) => isLive || end(),
      // The database is unavailable; keep the stream and check again at the next heartbeat.
      () => undefined,
    );
  }, HEARTBEAT_MS);
  raw.on('error', () => raw.destroy());
  raw.once('close', () => {
    clearInterval(heartbeat);
    leave();
  });
  write(`retry: ${RETRY_MS}\n\n`);
  const position = reply.request.headers['last-event-id'];
  if (position !== undefined && position !== deps.events.position(clientId)) writeEverything();
  return reply;
};
