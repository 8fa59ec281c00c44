/**
 * Stand-in for an S3 bucket with versioning, on loopback and in memory. Signatures are verified by the signer of AWS's own
 * SDK: headers and presigned addresses, their expiry, the hash of the body and `x-amz-checksum-sha256`.
 */
import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createScope, getCanonicalHeaders, getSigningKey, SignatureV4 } from '@smithy/signature-v4';
import { breakOff, cutOff, type FaultScript, faultScript } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';

/**
 * The last three are lists: in the namespace of Google's and of s3rver, with a key less than counted, and of the first version
 * of the call, whose pages have no token.
 */
export type BucketFault =
  | 'hang'
  | 'error-500'
  | 'html'
  | 'cut-off'
  | 'damage'
  | 'other-namespace'
  | 'miscounted'
  | 'first-version';

export interface BucketServer {
  /** Base URL of the bucket's keys. */
  readonly url: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly script: FaultScript<BucketFault>['script'];
  /** Number of calls received. */
  calls(): number;
  /** Makes all versions of a key older. */
  age(key: string, ms: number): void;
  close(): Promise<void>;
}

interface Version {
  readonly versionId: string;
  readonly bytes: Buffer;
  storedAt: number;
}

const REGION = 'us-east-1';
const PATH = '/bucket/';
const PAGE = 2;
const MAX_SKEW_MS = 15 * 60_000;
const ACCESS_KEY = 'AKIASANDBOX';

const bytesOf = (secret: string | ArrayBuffer | ArrayBufferView): string | Uint8Array => {
  if (typeof secret === 'string') return secret;
  return ArrayBuffer.isView(secret)
    ? new Uint8Array(secret.buffer, secret.byteOffset, secret.byteLength)
    : new Uint8Array(secret);
};

/** The digest that the SDK's signer asks for. */
class Sha256 {
  readonly #hash;

  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: string | Uint8Array): void {
    this.#hash.update(data);
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }

  reset(): void {
    throw new Error('a digest is used once');
  }
}

type SignedRequest = Parameters<typeof getCanonicalHeaders>[0];

class Verifier extends SignatureV4 {
  readonly #secretAccessKey: string;

  constructor(secretAccessKey: string) {
    const credentials = { accessKeyId: ACCESS_KEY, secretAccessKey };
    super({ service: 's3', region: REGION, credentials, sha256: Sha256, uriEscapePath: false });
    this.#secretAccessKey = secretAccessKey;
  }

  /** The signature in hex that a request must carry. `longDate` looks like 20130524T000000Z. */
  async signatureOf(request: SignedRequest, longDate: string, payload: string): Promise<string> {
    const shortDate = longDate.slice(0, 8);
    const scope = createScope(shortDate, REGION, 's3');
    const canonical = this.createCanonicalRequest(request, getCanonicalHeaders(request), payload);
    const text = await this.createStringToSign(longDate, scope, canonical, 'AWS4-HMAC-SHA256');
    const credentials = { accessKeyId: ACCESS_KEY, secretAccessKey: this.#secretAccessKey };
    const key = await getSigningKey(Sha256, credentials, shortDate, REGION, 's3');
    return createHmac('sha256', key).update(text).digest('hex');
  }
}

interface Claims {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly date: string;
  /** Seconds for which a presigned address is valid. */
  readonly expires: number | null;
  readonly payload: string;
}

function claimsOf(request: IncomingMessage, query: URLSearchParams): Claims | null {
  const header = (name: string): string => String(request.headers[name] ?? '');
  if (query.has('X-Amz-Signature')) {
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      date: query.get('X-Amz-Date') ?? '',
      expires: Number(query.get('X-Amz-Expires')),
      payload: 'UNSIGNED-PAYLOAD',
    };
  }
  const parts = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    header('authorization'),
  );
  if (parts === null) return null;
  const [, credential = '', signedHeaders = '', signature = ''] = parts;
  return {
    credential,
    signedHeaders,
    signature,
    date: header('x-amz-date'),
    expires: null,
    payload: header('x-amz-content-sha256'),
  };
}

const instantOf = (longDate: string): number =>
  Date.parse(longDate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** S3's error code for a request that may not be served; null if it may. */
async function problemOf(verifier: Verifier, request: IncomingMessage, body: Buffer): Promise<string | null> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const claims = claimsOf(request, url.searchParams);
  if (claims === null) return 'AccessDenied';
  const signed = new Set(claims.signedHeaders.split(';'));
  const isAmzUnsigned = Object.keys(request.headers).some((name) => name.startsWith('x-amz-') && !signed.has(name));
  if (!signed.has('host') || isAmzUnsigned) return 'AccessDenied';
  const headers = Object.fromEntries([...signed].map((name) => [name, String(request.headers[name] ?? '')]));
  if (claims.credential !== `${ACCESS_KEY}/${createScope(claims.date.slice(0, 8), REGION, 's3')}`)
    return 'InvalidAccessKeyId';
  const query = Object.fromEntries([...url.searchParams].filter(([name]) => name !== 'X-Amz-Signature'));
  const message = { method: request.method ?? '', protocol: 'http:', hostname: '', path: url.pathname, query, headers };
  if ((await verifier.signatureOf(message, claims.date, claims.payload)) !== claims.signature)
    return 'SignatureDoesNotMatch';
  const age = Date.now() - instantOf(claims.date);
  if (claims.expires !== null && age > claims.expires * 1000) return 'AccessDenied';
  if (claims.expires === null && Math.abs(age) > MAX_SKEW_MS) return 'RequestTimeTooSkewed';
  const sha256 = createHash('sha256').update(body).digest();
  if (claims.expires === null && claims.payload !== sha256.toString('hex')) return 'XAmzContentSHA256Mismatch';
  const checksum = headers['x-amz-checksum-sha256'];
  return checksum !== undefined && checksum !== sha256.toString('base64') ? 'BadDigest' : null;
}

function sendXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

/** The objects of a bucket, each with its versions, oldest first. */
class Objects {
  readonly #versions = new Map<string, Version[]>();

  put(key: string, bytes: Buffer, response: ServerResponse): void {
    const version = { versionId: randomUUID(), bytes, storedAt: Date.now() };
    this.#versions.set(key, [...this.versionsOf(key), version]);
    response.writeHead(200, { 'x-amz-version-id': version.versionId }).end();
  }

  get(key: string, response: ServerResponse, bodyOf: (bytes: Buffer) => Buffer | undefined): void {
    const version = this.versionsOf(key).at(-1);
    if (version === undefined) {
      sendXml(response, 404, '<Error><Code>NoSuchKey</Code></Error>');
      return;
    }
    response.writeHead(200, {
      'content-length': version.bytes.length,
      'last-modified': new Date(version.storedAt).toUTCString(),
      'x-amz-version-id': version.versionId,
    });
    response.end(bodyOf(version.bytes));
  }

  remove(key: string, versionId: string | null, response: ServerResponse): void {
    const left = this.versionsOf(key).filter((version) => version.versionId !== versionId);
    if (left.length === 0 || versionId === null) this.#versions.delete(key);
    else this.#versions.set(key, left);
    response.writeHead(204).end();
  }

  list(after: string, fault: BucketFault | null, response: ServerResponse): void {
    const keys = [...this.#versions.keys()].sort().filter((key) => key > after);
    const page = keys.slice(0, PAGE);
    const contents = page
      .slice(fault === 'miscounted' ? 1 : 0)
      .map((key) => `<Contents><Key>${key}</Key></Contents>`)
      .join('');
    const isTruncated = keys.length > PAGE;
    const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
    const second = fault === 'first-version' ? '' : `<KeyCount>${page.length}</KeyCount>${next}`;
    const uri =
      fault === 'other-namespace'
        ? 'http://doc.s3.amazonaws.com/2006-03-01'
        : 'http://s3.amazonaws.com/doc/2006-03-01/';
    const content = `<IsTruncated>${isTruncated}</IsTruncated>${second}${contents}`;
    sendXml(response, 200, `<ListBucketResult xmlns="${uri}">${content}</ListBucketResult>`);
  }

  versionsOf(key: string): readonly Version[] {
    return this.#versions.get(key) ?? [];
  }
}

/** Starts the bucket. Each has a secret of its own. */
export async function startBucketServer(): Promise<BucketServer> {
  const secretAccessKey = randomUUID();
  const verifier = new Verifier(secretAccessKey);
  const objects = new Objects();
  const { script, take } = faultScript<BucketFault>();
  let calls = 0;

  const { origin, close } = await serveOnLoopback(async (request, response) => {
    const { method = '' } = request;
    calls += 1;
    const body = await buffer(request);
    const fault = take(method, request.url ?? '/');
    if (breakOff(fault, response)) return;
    if (fault === 'cut-off') return cutOff(response, 'half');
    const problem = await problemOf(verifier, request, body);
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const key = decodeURIComponent(pathname.slice(PATH.length));
    const seen = (bytes: Buffer): Buffer => (fault === 'damage' ? Buffer.from(bytes.toReversed()) : bytes);
    if (problem !== null) sendXml(response, 403, `<Error><Code>${problem}</Code></Error>`);
    else if (method === 'PUT') objects.put(key, body, response);
    else if (method === 'DELETE') objects.remove(key, searchParams.get('versionId'), response);
    else if (key === '') objects.list(searchParams.get('continuation-token') ?? '', fault, response);
    else objects.get(key, response, method === 'HEAD' ? () => undefined : seen);
  });
  return {
    url: `${origin}${PATH}`,
    region: REGION,
    accessKeyId: ACCESS_KEY,
    secretAccessKey,
    script,
    calls: () => calls,
    age: (key, ms) => {
      for (const version of objects.versionsOf(key)) version.storedAt -= ms;
    },
    close,
  };
}
