/**
 * Mifiel's API for conservation certificates: `POST /psc/nom151` with a hash, signed by HMAC ('APIAuth'). From the vendor's
 * clients and notes; tested only against our sandbox.
 */
import { createHash, createHmac, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import {
  callOutside,
  circuitBreaker,
  jsonOf,
  type OutsideAnswer,
  type OutsideOptions,
} from '../../platform/outside/outside-call.ts';
import { type ConservationPort, ConservationUnavailable, type Receipt, type Received } from './port.ts';
import { BadTimeStamp, certifies, verifyTimeStamp } from './timestamp.ts';

export interface MifielOptions extends OutsideOptions {
  /** For example `https://app.mifiel.com`; the others may be null only with it. */
  readonly address: () => Promise<string | null>;
  readonly appId: () => Promise<string | null>;
  readonly appSecret: () => Promise<string | null>;
  /** Path of the pinned root certificates: PEM, or one in DER. */
  readonly roots: () => Promise<string | null>;
}

const DEADLINE_MS = 15_000;
/** A token with its certificates is below 20 kB. */
const MAX_ANSWER_BYTES = 256 * 1024;
const PATH = '/api/v1/psc/nom151';
const JSON_TYPE = 'application/json';

const record = z
  .object({ id: z.string().min(1), nom151: z.base64() })
  .transform(({ id, nom151 }): Received => ({ providerId: id, token: Buffer.from(nom151, 'base64') }));
/** Unconfirmed: whether a query by `external_id` answers with one record or a list. */
const found = z.union([z.array(record), record.transform((one) => [one])]);

export function mifielOver(options: MifielOptions): ConservationPort {
  const { deadlineMs = DEADLINE_MS, circuit = circuitBreaker() } = options;

  const send = async (method: 'GET' | 'POST', query: string, body: string): Promise<OutsideAnswer> => {
    const [address, id, secret] = await Promise.all([options.address(), options.appId(), options.appSecret()]);
    if (address === null || id === null || secret === null) throw new Error('no provider is configured');
    const url = new URL(`${PATH}${query}`, address);
    const answer = await callOutside({
      method,
      url,
      headers: signedHeaders({ id, secret }, { method, url, body, date: new Date() }),
      ...(method === 'POST' && { body }),
      deadlineMs,
      maxBytes: MAX_ANSWER_BYTES,
      isRepeatable: method === 'GET',
    });
    if (answer.status === 429 || answer.status >= 500) throw new Error(`status ${answer.status}`);
    return answer;
  };

  /** The answer, if its status is expected. */
  const ask = async (call: Parameters<typeof send>, expected: readonly number[]): Promise<OutsideAnswer> => {
    if (!circuit.allows()) throw new ConservationUnavailable('the provider of constancias keeps failing');
    const answer = await send(...call).catch((cause: unknown) => {
      circuit.record(false, 'no answer');
      throw new ConservationUnavailable('the provider of constancias did not answer', { cause });
    });
    const isExpected = expected.includes(answer.status);
    circuit.record(isExpected, `refused with ${answer.status}`);
    if (!isExpected) throw new ConservationUnavailable(`the provider of constancias refused a call: ${answer.status}`);
    return answer;
  };

  const verify = async (received: Received, hash: Buffer): Promise<Receipt> => {
    const receipt = receiptOf(received, hash, await pinnedRoots(await options.roots()));
    if (receipt.stamp === null) circuit.record(false, 'invalid constancia');
    return receipt;
  };

  return {
    verify,
    conserve: async (hash) => {
      // Read before anything is bought.
      await pinnedRoots(await options.roots());
      const hex = hash.toString('hex');
      const answer = await ask(['POST', '', JSON.stringify({ hash: hex, external_id: hex })], [200, 201]);
      return verify(parsed(record, answer), hash);
    },
    find: async (hash) => {
      const answer = await ask(['GET', `?external_id=${hash.toString('hex')}`, ''], [200, 404]);
      const listed = answer.status === 404 ? [] : parsed(found, answer);
      // A query that is not understood may be answered with everything.
      const own = listed.find(({ token }) => certifies(token, hash));
      return own === undefined ? null : verify(own, hash);
    },
  };
}

function receiptOf(received: Received, hash: Buffer, roots: readonly X509Certificate[]): Receipt {
  try {
    const stamp = verifyTimeStamp(received.token, hash, roots);
    return { ...received, stamp, verdict: stamp.note === null ? 'valid' : `valid: ${stamp.note}` };
  } catch (cause) {
    if (!(cause instanceof BadTimeStamp)) throw cause;
    return { ...received, stamp: null, verdict: `a constancia is not valid: ${cause.message}` };
  }
}

interface Signing {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly date: Date;
}

/** The headers of APIAuth: HMAC-SHA1 over method, content type, MD5 of the body, address and date. */
export function signedHeaders(
  credentials: { readonly id: string; readonly secret: string },
  { method, url, body, date }: Signing,
): Record<string, string> {
  const md5 = body === '' ? '' : createHash('md5').update(body).digest('base64');
  // Unconfirmed: whether the query belongs to the signed address. The vendor's clients sign it.
  const canonical = [method, JSON_TYPE, md5, `${url.pathname}${url.search}`, date.toUTCString()].join(',');
  const signature = createHmac('sha1', credentials.secret).update(canonical).digest('base64');
  return {
    'content-type': JSON_TYPE,
    'content-md5': md5,
    date: date.toUTCString(),
    authorization: `APIAuth ${credentials.id}:${signature}`,
  };
}

/** The certificates of a file: PEM, or one in DER. Throws ConservationUnavailable. */
async function pinnedRoots(path: string | null): Promise<X509Certificate[]> {
  if (path === null) return [];
  try {
    const file = await readFile(path);
    const blocks = file.toString('latin1').match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
    return (blocks ?? [file]).map((certificate) => new X509Certificate(certificate));
  } catch (cause) {
    throw new ConservationUnavailable('the pinned roots of constancias cannot be read', { cause });
  }
}

function parsed<T extends z.ZodType>(schema: T, answer: OutsideAnswer): z.output<T> {
  const read = schema.safeParse(jsonOf(answer));
  if (!read.success)
    throw new ConservationUnavailable('the provider of constancias answered something else', { cause: read.error });
  return read.data;
}
