import { promises as dns, type LookupAddress } from 'node:dns';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import ipaddr from 'ipaddr.js';
import type { WebhookAnswer, WebhookCall, WebhookFault, WebhookPort } from './port.ts';

/** For name, connection and answer together. */
const DEADLINE_MS = 10_000;
/** Bytes that are kept of an answer; the rest is not read. */
const MAX_BYTES = 1024;

class Fault extends Error {
  readonly fault: WebhookFault;
  constructor(fault: WebhookFault) {
    super(fault);
    this.fault = fault;
  }
}

interface Options {
  /** Whether only public addresses over https are called. */
  readonly isPublicOnly: boolean;
  readonly deadlineMs?: number;
  /** Defaults to the system's. */
  readonly lookup?: (hostname: string) => Promise<readonly LookupAddress[]>;
}

const isPublic = (address: string): boolean => ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';

/** A host as written in an address: an IPv6 address is in brackets. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '');

const lookUp = (hostname: string): Promise<LookupAddress[]> => dns.lookup(hostname, { all: true });

export function webhooksOver({ isPublicOnly, deadlineMs = DEADLINE_MS, lookup = lookUp }: Options): WebhookPort {
  const mayKeep = (text: string): boolean => {
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
    if (url.protocol !== 'https:' && (isPublicOnly || url.protocol !== 'http:')) return false;
    return !isPublicOnly || !ipaddr.isValid(hostOf(url)) || isPublic(hostOf(url));
  };

  /** The address that is called: the name is resolved once, so that it cannot lead elsewhere afterwards. */
  const resolved = async (url: URL): Promise<LookupAddress> => {
    const found = await lookup(hostOf(url)).catch(() => []);
    const [first] = found;
    if (first === undefined) throw new Fault('NO_CONNECTION');
    if (isPublicOnly && !found.every(({ address }) => isPublic(address))) throw new Fault('TARGET_REFUSED');
    return first;
  };

  const call = async ({ url: text, headers, body }: WebhookCall, signal: AbortSignal) => {
    if (!mayKeep(text)) throw new Fault('TARGET_REFUSED');
    const url = new URL(text);
    const target = await within(signal, resolved(url));
    const request = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = request(
      url,
      {
        method: 'POST',
        // A connection of its own, to the address that was checked.
        agent: false,
        signal,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        lookup: (_name, options, found) =>
          options.all === true ? found(null, [target]) : found(null, target.address, target.family),
      },
      resolve,
    );
    outgoing.on('error', reject);
    outgoing.end(body);
    const answer = await promise;
    return { status: answer.statusCode ?? 0, text: await beginningOf(answer) };
  };

  return {
    mayKeep,
    send: async (sent): Promise<WebhookAnswer> => {
      const started = performance.now();
      const signal = AbortSignal.timeout(deadlineMs);
      const tookMs = () => Math.round(performance.now() - started);
      try {
        return { ...(await call(sent, signal)), fault: null, tookMs: tookMs() };
      } catch (cause) {
        const fault = cause instanceof Fault ? cause.fault : signal.aborted ? 'TIMEOUT' : 'NO_CONNECTION';
        return { status: null, fault, text: null, tookMs: tookMs() };
      }
    },
  };
}

function within<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  signal.addEventListener('abort', () => late.reject(signal.reason), { once: true });
  return Promise.race([work, late.promise]);
}

/** The status is the answer: a body that hangs, or has no end, is left there. */
async function beginningOf(answer: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of answer) {
      const bytes = Buffer.from(chunk);
      chunks.push(bytes.subarray(0, MAX_BYTES - size));
      size += bytes.length;
      if (size >= MAX_BYTES) break;
    }
  } catch {
    // It broke off, or the deadline has passed.
  }
  answer.destroy();
  return Buffer.concat(chunks).toString('utf8').replaceAll('\0', '');
}
