/** Signed calls to a bucket, and addresses that permit one. */
import { AwsV4Signer } from 'aws4fetch';
import type { Config } from '../../platform/config/config.ts';
import {
  type CircuitBreaker,
  callOutside,
  type OutsideAnswer,
  type OutsideCall,
} from '../../platform/outside/outside-call.ts';
import { hashOf, StorageUnavailable } from './port.ts';

export type Bucket = NonNullable<Config['bucket']>;

/** Every call means the same when repeated. */
const TRIES = 2;
/** A file may be this long; the reader refuses shorter ones already. */
export const MAX_OBJECT_BYTES = 4 * 1024 * 1024;

interface Signing {
  readonly method: OutsideCall['method'];
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  /** SHA-256 of the body in hex. */
  readonly payload: string;
  /** Such as `20130524T000000Z`; defaults to now. */
  readonly datetime?: string;
}

/** The headers of a call, with its signature. */
export async function signedHeaders(bucket: Bucket, call: Signing): Promise<Record<string, string>> {
  const { url, method, payload, datetime = '' } = call;
  const headers = { ...call.headers, 'x-amz-content-sha256': payload };
  const signer = new AwsV4Signer({
    ...bucket,
    service: 's3',
    method,
    url: url.href,
    headers,
    allHeaders: true,
    datetime,
  });
  return Object.fromEntries((await signer.sign()).headers);
}

/** An address that permits one call without a signature of its own. It must be sent with the same `headers`. */
export async function presigned(
  bucket: Bucket,
  { method, url, headers = {}, datetime = '' }: Omit<Signing, 'payload'>,
  seconds: number,
): Promise<string> {
  const permitted = new URL(url);
  permitted.searchParams.set('X-Amz-Expires', String(seconds));
  const signing = { ...bucket, service: 's3', method, url: permitted.href, headers, datetime };
  return (await new AwsV4Signer({ ...signing, signQuery: true, allHeaders: true }).sign()).url.href;
}

interface BucketCall {
  /** Starts with `?`. */
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

export interface BucketCaller {
  /** The answer with one of the statuses; throws StorageUnavailable for any other. */
  call(
    method: OutsideCall['method'],
    key: string,
    expected: readonly number[],
    call?: BucketCall,
  ): Promise<OutsideAnswer>;
  /** Whether calls are stopped after repeated failures. */
  isOpen(): boolean;
}

export function bucketCaller(bucket: Bucket, deadlineMs: number, circuit: CircuitBreaker): BucketCaller {
  const send = async (signing: Signing, body: Uint8Array | undefined): Promise<OutsideAnswer> =>
    callOutside({
      method: signing.method,
      url: signing.url,
      headers: await signedHeaders(bucket, signing),
      ...(body && { body }),
      deadlineMs,
      maxBytes: MAX_OBJECT_BYTES,
      isRepeatable: true,
    });
  const call: BucketCaller['call'] = async (method, key, expected, { query = '', headers = {}, body } = {}) => {
    const url = new URL(`${key}${query}`, bucket.url);
    const payload = hashOf(body ?? Buffer.alloc(0)).toString('hex');
    let cause: unknown = new Error('the storage is skipped after repeated failures');
    for (let tries = 0; tries < TRIES && circuit.allows(); tries += 1) {
      try {
        const answer = await send({ method, url, headers, payload }, body);
        circuit.record(answer.status < 500, `status ${answer.status}`);
        if (expected.includes(answer.status)) return answer;
        cause = new Error(`the storage answered ${method} with ${answer.status}`);
        if (answer.status < 500) break;
      } catch (failure) {
        circuit.record(false, 'no answer');
        cause = failure;
      }
    }
    throw new StorageUnavailable(cause);
  };
  return { call, isOpen: () => circuit.isOpen() };
}
