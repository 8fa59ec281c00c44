/** Calls to outside systems over HTTP: one deadline for a complete answer of limited size, and no redirects. */
import { Agent as HttpAgent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { tracedWithin, traceparent } from '../trace/trace.ts';

export interface OutsideCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD';
  readonly url: URL;
  /** Keyed by lower-case name. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  /** Milliseconds for the complete answer. */
  readonly deadlineMs: number;
  /** A longer answer counts as none. */
  readonly maxBytes: number;
  /** Whether the system does the same thing once, however often it is asked. Others never travel on a kept connection. */
  readonly isRepeatable: boolean;
  /** Whether the system is the lender's own, and gets the trace. Defaults to false. */
  readonly isTold?: boolean;
}

export interface OutsideAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The JSON of an answer or a call; undefined for anything else. */
export function jsonOf({ body }: Pick<OutsideAnswer, 'body'>): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
}

/** No complete answer arrived. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
  /** Whether the system may have carried the call out; false if it never received it. */
  readonly isUnknown: boolean;

  constructor(cause: unknown, isUnknown: boolean) {
    super('an outside system did not answer', { cause });
    this.isUnknown = isUnknown;
  }
}

/** Firewalls in front of many services refuse a call without one. */
const USER_AGENT = 'invoice-portal/1';

/** The connection failed before a byte of the call was sent. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

// Half the CPU time of fetch, and one connection for many calls.
const transports = {
  'http:': { request: httpRequest, kept: new HttpAgent({ keepAlive: true }), fresh: new HttpAgent() },
  'https:': { request: httpsRequest, kept: new HttpsAgent({ keepAlive: true }), fresh: new HttpsAgent() },
};

/** The answer, whatever its status. Throws NoAnswer. */
export function callOutside(call: OutsideCall): Promise<OutsideAnswer> {
  const { method, url } = call;
  const attributes = { 'http.request.method': method, 'server.address': url.hostname };
  return tracedWithin({ kind: 'client', name: method, attributes }, () => callOnce(call));
}

async function callOnce(call: OutsideCall): Promise<OutsideAnswer> {
  const signal = AbortSignal.timeout(call.deadlineMs);
  try {
    return await send(call, signal);
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
    throw new NoAnswer(cause, !NEVER_SENT.has(code));
  }
}

async function send(call: OutsideCall, signal: AbortSignal): Promise<OutsideAnswer> {
  const { method, url, isRepeatable } = call;
  const transport = transports[url.protocol === 'https:' ? 'https:' : 'http:'];
  const body = call.body === undefined ? null : Buffer.from(call.body);
  const length = body === null ? {} : { 'content-length': String(body.length) };
  const trace = call.isTold === true ? traceparent() : null;
  const headers = {
    'user-agent': USER_AGENT,
    ...(trace !== null && { traceparent: trace }),
    ...call.headers,
    ...length,
  };
  const agent = isRepeatable ? transport.kept : transport.fresh;
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage | 'closed'>();
  const outgoing = transport.request(url, { method, agent, signal, headers }, resolve);
  // The system had closed the idle connection before it read anything.
  outgoing.on('error', (cause) => (outgoing.reusedSocket && !signal.aborted ? resolve('closed') : reject(cause)));
  outgoing.end(body);
  const answer = await promise;
  if (answer === 'closed') return send(call, signal);
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: await cappedBody(answer, call.maxBytes) };
}

async function cappedBody(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > maxBytes) throw new Error(`the answer is longer than ${maxBytes} bytes`);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

/** Stops calls to a system that keeps failing. */
export interface CircuitBreaker {
  /** Whether a call may be made now. */
  allows(): boolean;
  /** Whether calls are stopped now; asking starts no probe. */
  isOpen(): boolean;
  /** `failure`: its kind, if known. */
  record(isGood: boolean, failure?: string): void;
}

/** Options of each adapter of an outside system. */
export interface OutsideOptions {
  /** Milliseconds for one complete answer. */
  readonly deadlineMs?: number;
  /** Defaults to a new breaker. */
  readonly circuit?: CircuitBreaker;
}

/** The circuit opens after this many consecutive failures, and allows one probe per interval. */
const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;

/** `elapsed` gives monotonic milliseconds and defaults to performance.now. */
export function circuitBreaker(elapsed: () => number = () => performance.now()): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  return {
    allows: () => {
      if (failures < FAILURES_TO_OPEN) return true;
      if (elapsed() < openUntil) return false;
      openUntil = elapsed() + OPEN_MS;
      return true;
    },
    isOpen: () => failures >= FAILURES_TO_OPEN && elapsed() < openUntil,
    record: (isGood) => {
      failures = isGood ? 0 : failures + 1;
      if (failures === FAILURES_TO_OPEN) openUntil = elapsed() + OPEN_MS;
    },
  };
}
