/**
 * Stand-in for Syntage, which downloads a taxpayer's invoices from the tax authority: the calls that the portal makes, of
 * its API version 2020-06-28, on loopback. It verifies the API key and the shape of each call, signs its webhooks, and has
 * scripted faults. A password is right if it is the taxpayer's own (`setPassword`) or, without one, `password`; 'caida' ends
 * in an error and 'sin-respuesta' stays pending. Programs script it through `POST /script`.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { breakOff, cutOff, type FaultScript, faultScript } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';
import { type Answer, answerTo, type SyntageWork, textIn, valueIn } from './syntage-answers.ts';
import { type SyntageEvent, SyntageRecords } from './syntage-records.ts';

const faults = [
  'hang',
  'error-500',
  'html',
  'cut-off',
  'empty-object',
  'rate-limit',
  'ignored-filter',
  'redirect',
  'accepted-then-lost',
  'refused-password',
  'unknown-status',
] as const;
/**
 * 'accepted-then-lost' carries the call out and closes the connection; 'ignored-filter' answers with everything;
 * 'refused-password' finds the form of a password wrong; 'unknown-status' lists an invoice of a status that is not documented.
 */
export type SyntageFault = (typeof faults)[number];

export interface SyntageServer {
  readonly url: string;
  readonly apiKey: string;
  readonly webhookSecret: string;
  readonly records: SyntageRecords;
  readonly script: FaultScript<SyntageFault>['script'];
  /** Number of calls received whose line `METHOD path` begins with the text. */
  calls(line: string): number;
  /** Delivers an event to the portal, again if it was delivered before; returns the portal's status. */
  deliver(event: SyntageEvent): Promise<number>;
  close(): Promise<void>;
}

export interface SyntageOptions {
  readonly password?: string;
  readonly apiKey?: string;
  readonly webhookSecret?: string;
  /** Address for webhooks; null for none. */
  readonly webhookUrl?: string | null;
  /** Milliseconds until a credential is checked and an extraction is done. Defaults to 0. */
  readonly workMs?: number;
  readonly now?: () => Date;
  readonly onTaxpayer?: SyntageWork['onTaxpayer'];
}

/** Value of the webhook's signature header over the raw body, by the secret that is being replaced and by the one in use. */
export const signatureOf = (secret: string, seconds: number, body: string): string => {
  const [former, own] = ['replaced', secret].map((key) =>
    createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex'),
  );
  return `t=${seconds}, s=${former}, s=${own}`;
};

/** Starts the service on loopback, on a free port. */
export async function startSyntageServer(options: SyntageOptions = {}): Promise<SyntageServer> {
  const { password = 'ciec-2026', apiKey = 'sandbox-key', webhookSecret = 'sandbox-secret', workMs = 0 } = options;
  const now = options.now ?? (() => new Date());
  const records = new SyntageRecords(password, now);
  const { script, take } = faultScript<SyntageFault>();
  const lines: string[] = [];

  const { later, forget } = laterBy(workMs);
  const deliver = (event: SyntageEvent) => post(event, options.webhookUrl ?? null, { secret: webhookSecret, now });
  records.onEvent = (event) => void deliver(event).catch(() => undefined);

  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://sandbox');
    const body = await bodyOf(request);
    if (url.pathname === '/script') return handleScript({ records, script }, body, response);
    lines.push(`${request.method} ${url.pathname}`);
    const fault = take(request.method, url.pathname);
    if (breakOff(fault, response)) return;
    if (fault === 'empty-object') return send(response, { status: 200, body: {} });
    if (fault === 'rate-limit') return send(response, { status: 429, body: { message: 'Too Many Requests' } });
    const { method = 'GET', headers } = request;
    const call = { method, path: url.pathname, query: url.searchParams, headers, body, fault };
    const answer = hasKey(headers, apiKey)
      ? await answerTo(records, call, { later, onTaxpayer: options.onTaxpayer })
      : { status: 401, body: { message: 'Unauthorized' } };
    if (fault === 'accepted-then-lost') return void response.destroy();
    if (fault === 'cut-off') return cutOff(response, '{"hydra:member":[');
    send(response, answer);
  });
  return {
    url: origin,
    apiKey,
    webhookSecret,
    records,
    script,
    calls: (line) => lines.filter((one) => one.startsWith(line)).length,
    deliver,
    close: () => {
      forget();
      return close();
    },
  };
}

/** Runs work after some milliseconds, or at once. */
function laterBy(workMs: number): { readonly later: SyntageWork['later']; readonly forget: () => void } {
  const timers = new Set<NodeJS.Timeout>();
  return {
    later: (work) => {
      if (workMs === 0) work();
      else timers.add(setTimeout(work, workMs));
    },
    forget: () => timers.forEach(clearTimeout),
  };
}

async function post(
  event: SyntageEvent,
  url: string | null,
  { secret, now }: { readonly secret: string; readonly now: () => Date },
): Promise<number> {
  if (url === null) return 0;
  const body = JSON.stringify(event);
  const signature = signatureOf(secret, Math.floor(now().getTime() / 1000), body);
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-satws-signature': signature },
    body,
    signal: AbortSignal.timeout(10_000),
  });
  return answer.status;
}

function hasKey(headers: IncomingHttpHeaders, apiKey: string): boolean {
  const [given, expected] = [String(headers['x-api-key'] ?? ''), apiKey].map((key) => Buffer.from(key));
  return (
    given !== undefined &&
    expected !== undefined &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  );
}

function send(response: ServerResponse, { status, body, file }: Answer): void {
  const type = file === undefined ? 'application/ld+json; charset=utf-8' : 'text/xml';
  response.writeHead(status, { 'content-type': type, 'x-request-id': 'sandbox', 'x-ratelimit-limit': '60' });
  if (file === undefined) response.end(body === undefined ? undefined : JSON.stringify(body));
  else response.end(file);
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const body = await text(request);
  return body === '' ? undefined : JSON.parse(body);
}

/** `{ "rfc", "password" }`, `{ "rfc", "breaks": "invalid" }` or `{ "fault", "path", "times" }`. */
function handleScript(
  { records, script }: Pick<SyntageServer, 'records' | 'script'>,
  body: unknown,
  response: ServerResponse,
): void {
  const rfc = textIn(body, 'rfc');
  const password = textIn(body, 'password');
  const fault = faults.find((one) => one === valueIn(body, 'fault'));
  if (rfc !== null && password !== null) records.setPassword(rfc, password);
  else if (rfc !== null && textIn(body, 'breaks') !== null) records.breakCredentials(rfc, 'invalid');
  else if (fault !== undefined) script(fault, textIn(body, 'path') ?? '/', Number(valueIn(body, 'times') ?? 1));
  else return void response.writeHead(400).end();
  response.writeHead(204).end();
}
