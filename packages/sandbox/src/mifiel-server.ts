/**
 * Stand-in for Mifiel's API of conservation certificates on loopback. It verifies the HMAC of each call, its date and the
 * MD5 of its body, issues time stamps of the demo's authority, and has scripted faults. It certifies a hash as often as it is
 * sent, so that a caller who repeats itself is seen.
 */
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { breakOff, type FaultScript, faultScript } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';
import type { Timestamper } from './pki.ts';
import { timeStampOf } from './timestamps.ts';

/**
 * 'accepted-then-lost' certifies and closes the connection; 'altered-token' has a wrong signature; 'ignored-filter' answers a
 * query with everything; 'unreadable' certifies, answers in another form and knows no query.
 */
export type MifielFault =
  | 'hang'
  | 'error-500'
  | 'html'
  | 'cut-off'
  | 'rate-limit'
  | 'redirect'
  | 'accepted-then-lost'
  | 'altered-token'
  | 'ignored-filter'
  | 'unreadable'
  | 'no-token';

export interface MifielServer {
  readonly url: string;
  readonly appId: string;
  readonly appSecret: string;
  readonly script: FaultScript<MifielFault>['script'];
  /** Each hash certified, in order. */
  certified(): readonly string[];
  /** Calls received, as `METHOD status`. */
  calls(): readonly string[];
  close(): Promise<void>;
}

export interface MifielServerOptions {
  readonly signer: Timestamper;
  readonly appId?: string;
  readonly appSecret?: string;
  /** The certified time. Defaults to the system's clock. */
  readonly now?: () => Date;
}

interface Issued {
  readonly id: string;
  readonly hash: string;
  readonly external_id: string | null;
  readonly nom151: string;
  readonly created_at: string;
}

const PATH = '/api/v1/psc/nom151';
const TOLERANCE_MS = 15 * 60_000;

export async function startMifielServer(options: MifielServerOptions): Promise<MifielServer> {
  const { signer, appId = 'sandbox-app', appSecret = 'sandbox-app-secret', now = () => new Date() } = options;
  const issued: Issued[] = [];
  const lines: string[] = [];
  const { script, take } = faultScript<MifielFault>();

  const issue = ({ hash, externalId }: Order): Issued => {
    const at = now();
    const nom151 = timeStampOf(Buffer.from(hash, 'hex'), at, signer).toString('base64');
    const record = { id: randomUUID(), hash, external_id: externalId, nom151, created_at: at.toISOString() };
    issued.push(record);
    return record;
  };

  const answerTo = (request: IncomingMessage, body: string, fault: MifielFault | null): Answer => {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    if (!isSigned(request, body, { appId, appSecret })) return refusal(401, 'Unauthorized');
    if (url.pathname !== PATH) return refusal(404, 'Not found');
    if (request.method === 'GET') {
      if (fault === 'unreadable') return refusal(404, 'Not found');
      const externalId = url.searchParams.get('external_id');
      const isAsked = (one: Issued): boolean => fault === 'ignored-filter' || one.external_id === externalId;
      return { status: 200, body: issued.filter(isAsked) };
    }
    const order = orderIn(body);
    if (order === null) return refusal(422, 'hash is invalid');
    const record = issue(order);
    return { status: 200, body: fault === 'unreadable' ? { certificate: record.nom151 } : record };
  };

  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const body = await text(request);
    const fault = take(request.method, request.url ?? '/');
    if (breakOff(fault, response)) return void lines.push(`${request.method} unanswered`);
    const answer = earlyAnswers[fault ?? 'none'] ?? answerTo(request, body, fault);
    lines.push(`${request.method} ${answer.status}`);
    if (fault === 'accepted-then-lost') return void response.destroy();
    send(response, answer, fault);
  });
  return {
    url: origin,
    appId,
    appSecret,
    script,
    certified: () => issued.map(({ hash }) => hash),
    calls: () => lines,
    close,
  };
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

interface Order {
  readonly hash: string;
  readonly externalId: string | null;
}

const refusal = (status: number, error: string): Answer => ({ status, body: { status: 'error', errors: [error] } });

const earlyAnswers: Readonly<Record<string, Answer | undefined>> = {
  'rate-limit': refusal(429, 'Too Many Requests'),
  'no-token': { status: 200, body: { id: 'a-record', created_at: '2026-03-10T12:00:00Z' } },
};

function orderIn(body: string): Order | null {
  try {
    const order: unknown = JSON.parse(body);
    if (typeof order !== 'object' || order === null || !('hash' in order)) return null;
    const { hash } = order;
    if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return null;
    const externalId = 'external_id' in order ? order.external_id : null;
    return { hash, externalId: typeof externalId === 'string' ? externalId : null };
  } catch {
    return null;
  }
}

/** Whether the call carries the credentials' HMAC over its method, type, body, address and a date of now. */
function isSigned(
  { method, url, headers }: IncomingMessage,
  body: string,
  { appId, appSecret }: { readonly appId: string; readonly appSecret: string },
): boolean {
  const { date = '', authorization = '' } = headers;
  const [type, md5] = [headers['content-type'] ?? '', String(headers['content-md5'] ?? '')];
  const isRecent = Math.abs(Date.now() - Date.parse(date)) < TOLERANCE_MS;
  const isBody = md5 === '' || md5 === createHash('md5').update(body).digest('base64');
  const canonical = [method, type, md5, url, date].join(',');
  const expected = Buffer.from(`APIAuth ${appId}:${createHmac('sha1', appSecret).update(canonical).digest('base64')}`);
  const given = Buffer.from(authorization);
  return isRecent && isBody && given.length === expected.length && timingSafeEqual(given, expected);
}

function send(response: ServerResponse, { status, body }: Answer, fault: MifielFault | null): void {
  const json = JSON.stringify(spoilt(body, fault));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) });
  if (fault !== 'cut-off') return void response.end(json);
  response.write(json.slice(0, json.length / 2));
  setImmediate(() => response.destroy());
}

/** The answer with a token that proves nothing. */
function spoilt(body: unknown, fault: MifielFault | null): unknown {
  if (Array.isArray(body)) return body.map((one: unknown) => spoilt(one, fault));
  if (fault !== 'altered-token' || typeof body !== 'object' || body === null || !('nom151' in body)) return body;
  const token = Buffer.from(String(body.nom151), 'base64');
  token[token.length - 1] = (token.at(-1) ?? 0) ^ 1;
  return { ...body, nom151: token.toString('base64') };
}
