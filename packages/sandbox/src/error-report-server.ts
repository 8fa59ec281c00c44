/**
 * Stand-in for an error-reporting service that takes Sentry envelopes. It refuses what the real ones refuse: another key, a
 * wrong content type, an item whose length is not its own, an event without its required parts, more than 1 MB.
 */
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serveOnLoopback } from './loopback.ts';

export type ErrorReportBehaviour =
  | 'accept'
  | 'limit'
  | 'limit-without-time'
  | 'limit-errors'
  | 'limit-others'
  | 'error-500'
  | 'html'
  | 'hang'
  | 'reset';

export interface ErrorReportServer {
  readonly dsn: string;
  script(behaviour: ErrorReportBehaviour): void;
  /** The events taken in. */
  events(): readonly Readonly<Record<string, unknown>>[];
  /** Why envelopes were refused. */
  problems(): readonly string[];
  /** Number of envelopes received. */
  received(): number;
  close(): Promise<void>;
}

const KEY = 'a'.repeat(32);
const PROJECT = '7';
const MAX_BYTES = 1024 * 1024;
const LEVELS = ['fatal', 'error', 'warning', 'info', 'debug'];

export async function startErrorReportServer(): Promise<ErrorReportServer> {
  let behaviour: ErrorReportBehaviour = 'accept';
  let received = 0;
  const events: Readonly<Record<string, unknown>>[] = [];
  const problems: string[] = [];
  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const bytes = await buffer(request);
    received += 1;
    if (behaviour === 'hang') return;
    if (behaviour === 'reset') return void response.socket?.destroy();
    if (behaviour === 'limit') return void response.writeHead(429, { 'retry-after': '30' }).end();
    if (behaviour === 'limit-without-time') return void response.writeHead(429).end();
    if (behaviour === 'limit-others')
      return void response
        .writeHead(429, { 'retry-after': '60', 'x-sentry-rate-limits': '60:transaction;session:key' })
        .end();
    if (behaviour === 'error-500') return void response.writeHead(500).end();
    if (behaviour === 'html') return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html></html>');
    const read = bytes.length > MAX_BYTES ? 'longer than 1 MB' : eventIn(request, bytes);
    if (typeof read === 'string') {
      problems.push(read);
      return void response.writeHead(read === 'another key' ? 403 : 400).end();
    }
    events.push(read);
    const limits =
      behaviour === 'limit-errors' ? { 'x-sentry-rate-limits': '60:transaction:key, 45:error:project' } : {};
    response
      .writeHead(200, { 'content-type': 'application/json', ...limits })
      .end(JSON.stringify({ id: read.event_id }));
  });
  return {
    dsn: `${origin.replace('//', `//${KEY}@`)}/${PROJECT}`,
    script: (wanted) => {
      behaviour = wanted;
    },
    events: () => events,
    problems: () => problems,
    received: () => received,
    close,
  };
}

/** The event of an envelope, or why it is refused. */
function eventIn({ method, url, headers }: IncomingMessage, bytes: Buffer): Readonly<Record<string, unknown>> | string {
  if (method !== 'POST' || url !== `/api/${PROJECT}/envelope/`) return 'another address';
  if (headers['content-type'] !== 'application/x-sentry-envelope') return 'another content type';
  const auth = headers['x-sentry-auth'];
  if (typeof auth !== 'string' || !auth.startsWith('Sentry ') || !auth.includes('sentry_version=7'))
    return 'no credentials';
  if (!auth.includes(`sentry_key=${KEY}`)) return 'another key';
  const [first = -1, second = -1] = [...bytes.entries()].filter(([, byte]) => byte === 10).map(([at]) => at);
  if (first < 0 || second < 0) return 'no item';
  const header = objectIn(bytes.subarray(0, first));
  const item = objectIn(bytes.subarray(first + 1, second));
  if (item.type !== 'event' || typeof item.length !== 'number') return 'no item header';
  const end = second + 1 + item.length;
  if (bytes.length < end || bytes.subarray(end).toString().trim() !== '') return 'another length';
  const event = objectIn(bytes.subarray(second + 1, end));
  return problemOf(header, event) ?? event;
}

function problemOf(header: Readonly<Record<string, unknown>>, event: Readonly<Record<string, unknown>>): string | null {
  if (typeof header.event_id !== 'string' || !/^[0-9a-f]{32}$/.test(header.event_id)) return 'no event id';
  if (header.event_id !== event.event_id) return 'two event ids';
  if (typeof event.timestamp !== 'number' || event.timestamp > 1e11) return 'no timestamp in seconds';
  if (!['node', 'javascript'].includes(String(event.platform))) return 'no platform';
  if (!LEVELS.includes(String(event.level))) return 'no level';
  return null;
}

function objectIn(bytes: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
