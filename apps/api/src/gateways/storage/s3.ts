/**
 * File storage in an S3 bucket: `<client>/<sha256>`, and `incoming/<client>/…` for uploads that do not pass through the
 * portal. Signature version 4. The bucket needs versioning: only then can an old object be removed safely while the same
 * bytes are stored again.
 */

import { Readable } from 'node:stream';
import { parseXml, type XmlElement } from '@anticipa/cfdi/xml-tree';
import { AwsV4Signer } from 'aws4fetch';
import type { Config } from '../../platform/config/config.ts';
import {
  type CircuitBreaker,
  callOutside,
  circuitBreaker,
  type OutsideAnswer,
  type OutsideCall,
  type OutsideOptions,
} from '../../platform/outside/outside-call.ts';
import { type FileStorage, hashOf, StorageUnavailable } from './port.ts';

export interface S3Options extends Bucket, OutsideOptions {}

const DEADLINE_MS = 5_000;
/** An object this young may belong to an upload that is not recorded yet. */
const YOUNG_MS = 3_600_000;
const STORED_KEY = /^([0-9a-f-]{36})\/([0-9a-f]{64})$/;

export function storageOver(options: S3Options): FileStorage {
  const { deadlineMs = DEADLINE_MS, circuit = circuitBreaker(), ...bucket } = options;
  const { call, isOpen } = bucketCaller(bucket, deadlineMs, circuit);
  const bytesAt = async (key: string): Promise<Buffer | null> => {
    const answer = await call('GET', key, [200, 404]);
    return answer.status === 200 ? answer.body : null;
  };

  const put: FileStorage['put'] = async (clientId, bytes) => {
    const sha256 = hashOf(bytes);
    const key = keyOf(clientId, sha256);
    const headers = { 'x-amz-checksum-sha256': sha256.toString('base64'), 'content-type': 'application/octet-stream' };
    await call('PUT', key, [200], { headers, body: bytes });
    const stored = await bytesAt(key);
    if (stored === null || !hashOf(stored).equals(sha256))
      throw new StorageUnavailable(new Error('the object read back differs from the bytes written'));
    return sha256;
  };

  const open: FileStorage['open'] = async (clientId, sha256) => {
    const bytes = await bytesAt(keyOf(clientId, sha256));
    if (bytes !== null && !hashOf(bytes).equals(sha256))
      throw new StorageUnavailable(new Error('the object is not what was stored'));
    return bytes && Readable.from([bytes]);
  };

  /** Deletes the versions up to the first young one. */
  const remove: FileStorage['remove'] = async (clientId, sha256) => {
    const key = keyOf(clientId, sha256);
    for (;;) {
      const { status, headers } = await call('HEAD', key, [200, 404]);
      const version = headers['x-amz-version-id'];
      const storedAt = Date.parse(headers['last-modified'] ?? '');
      const isOld = storedAt < Date.now() - YOUNG_MS;
      if (status === 404 || typeof version !== 'string' || !isOld) return;
      await call('DELETE', key, [204], { query: `?versionId=${encodeURIComponent(version)}` });
    }
  };

  async function* list(): ReturnType<FileStorage['list']> {
    let token: string | null = '';
    while (token !== null) {
      const query = `?list-type=2${token === '' ? '' : `&continuation-token=${encodeURIComponent(token)}`}`;
      const page = listedIn((await call('GET', '', [200], { query })).body);
      for (const key of page.keys) {
        const [, clientId, hex] = STORED_KEY.exec(key) ?? [];
        if (clientId !== undefined && hex !== undefined) yield { clientId, sha256: Buffer.from(hex, 'hex') };
      }
      token = page.next;
    }
  }

  const freeMegabytes: FileStorage['freeMegabytes'] = async () => {
    if (isOpen()) throw new StorageUnavailable(new Error('the storage is skipped after repeated failures'));
    return Number.POSITIVE_INFINITY;
  };

  const incoming: FileStorage['incoming'] = {
    address: (key, { seconds, size, sha256 }) => {
      const headers = {
        'content-length': String(size),
        ...(sha256 && { 'x-amz-checksum-sha256': sha256.toString('base64') }),
      };
      return presigned(bucket, { method: 'PUT', url: new URL(`incoming/${key}`, bucket.url), headers }, seconds);
    },
    read: async (key) => {
      const { status, headers } = await call('HEAD', `incoming/${key}`, [200, 404]);
      const isReadable = status === 200 && Number(headers['content-length']) <= MAX_OBJECT_BYTES;
      return isReadable ? bytesAt(`incoming/${key}`) : null;
    },
  };
  return { put, open, remove, list, freeMegabytes, incoming };
}

function keyOf(clientId: string, sha256: Uint8Array): string {
  const key = `${clientId}/${Buffer.from(sha256).toString('hex')}`;
  if (!STORED_KEY.test(key)) throw new TypeError('a file is stored under a client’s id');
  return key;
}

/**
 * The keys of a ListObjectsV2 page and the token of the next page. Vendors' namespaces differ, so elements go by their local
 * names; a page that is not whole by its own count must not pass for a short one. Throws StorageUnavailable.
 */
function listedIn(body: Buffer): { readonly keys: readonly string[]; readonly next: string | null } {
  const tree = parseXml(body.toString());
  if (!tree.ok || tree.root.local !== 'ListBucketResult') throw new StorageUnavailable(new Error('not a list of keys'));
  const { root } = tree;
  const keys = elementsOf(root, 'Contents').flatMap((contents) => textsOf(contents, 'Key'));
  const next = textsOf(root, 'NextContinuationToken')[0] ?? null;
  const [count, isTruncated] = [textsOf(root, 'KeyCount')[0], textsOf(root, 'IsTruncated')[0] === 'true'];
  if (Number(count ?? Number.NaN) !== keys.length || isTruncated !== (next !== null))
    throw new StorageUnavailable(new Error(`a list of keys is not whole: ${keys.length} of ${count ?? 'unknown'}`));
  return { keys, next };
}

const elementsOf = (parent: XmlElement, local: string): XmlElement[] =>
  parent.children.filter((child) => typeof child !== 'string').filter((child) => child.local === local);

const textsOf = (parent: XmlElement, local: string): string[] =>
  elementsOf(parent, local).map(({ children }) => children.join(''));

export type Bucket = NonNullable<Config['bucket']>;

/** Every call means the same when repeated. */
const TRIES = 2;
/** A file may be this long; the reader refuses shorter ones already. */
const MAX_OBJECT_BYTES = 4 * 1024 * 1024;

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

interface BucketCaller {
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

function bucketCaller(bucket: Bucket, deadlineMs: number, circuit: CircuitBreaker): BucketCaller {
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
