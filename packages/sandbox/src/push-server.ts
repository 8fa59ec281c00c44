/**
 * Stand-in for the push service of a browser on loopback, and for the browser. It verifies the sender's token (RFC 8292), decrypts each
 * message as the browser would (RFC 8291) and keeps what it reads; a browser that has left is answered with 410.
 */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { breakOff, type FaultScript, faultScript } from './faults.ts';
import { serveOnLoopback } from './loopback.ts';

export type PushFault = 'hang' | 'reset' | 'error-500';

/** A notice as the browser reads it. */
export interface PushedNotice {
  readonly title: string;
  readonly body: string;
  readonly address: string;
  readonly action?: { readonly label: string; readonly address: string };
  readonly id: string;
}

export interface PushBrowser {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** Contents of its messages, in order. */
  received(): readonly PushedNotice[];
  leave(): void;
}

export interface PushServer {
  readonly url: string;
  readonly script: FaultScript<PushFault>['script'];
  /** Registers a browser with the public key of its sender. */
  browser(senderKey: string): PushBrowser;
  close(): Promise<void>;
}

/** A private key of a sender, in base64url. */
export const newPushKey = (): string => {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  // Node leaves leading zeros out.
  return Buffer.from(ecdh.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url');
};

const MAX_BODY = 4096;
const DAY_S = 86_400;

export async function startPushServer(): Promise<PushServer> {
  const browsers = new Map<string, { readonly senderKey: string; take(body: Buffer): void; isGone: boolean }>();
  const { script, take } = faultScript<PushFault>();
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await buffer(request);
    if (breakOff(take(request.method, request.url ?? '/'), response)) return;
    const browser = browsers.get(request.url ?? '');
    const answer = (status: number): void => void response.writeHead(status).end();
    if (browser === undefined || browser.isGone) return answer(410);
    if (!isSender(String(request.headers.authorization), browser.senderKey, origin)) return answer(403);
    if (request.headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(String(request.headers.ttl)))
      return answer(400);
    if (body.length > MAX_BODY) return answer(413);
    browser.take(body);
    answer(201);
  };
  const { origin, close } = await serveOnLoopback(serve);
  return {
    url: origin,
    script,
    close,
    browser: (senderKey) => {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const ecdh = createECDH('prime256v1');
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const received: PushedNotice[] = [];
      const known = {
        senderKey,
        isGone: false,
        take: (body: Buffer) => void received.push(JSON.parse(decrypted(body, ecdh, auth).toString('utf8'))),
      };
      browsers.set(path, known);
      return {
        endpoint: `${origin}${path}`,
        p256dh: ecdh.getPublicKey('base64url'),
        auth: auth.toString('base64url'),
        received: () => received,
        leave: () => {
          known.isGone = true;
        },
      };
    },
  };
}

/** Whether the header is of the sender that the browser knows, for this origin, and ends within a day. */
function isSender(header: string, senderKey: string, origin: string): boolean {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  if (key !== senderKey) return false;
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
  if (!verify('sha256', Buffer.from(`${head}.${claims}`), options, Buffer.from(signature, 'base64url'))) return false;
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString('utf8'));
  const left = Number(exp) - Date.now() / 1000;
  // A portal on this machine has no other address.
  return aud === origin && left > 0 && left <= DAY_S && /^(?:mailto:|https:|http:\/\/localhost\b)/.test(String(sub));
}

function decrypted(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): Buffer {
  const salt = body.subarray(0, 16);
  const length = body.readUInt8(20);
  const sender = body.subarray(21, 21 + length);
  const sealed = body.subarray(21 + length, -16);
  const derived = (secret: Buffer, of: Buffer, info: Buffer, size: number): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, of, info, size));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = derived(browser.computeSecret(sender), auth, info, 32);
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createDecipheriv('aes-128-gcm', key, nonce, { authTagLength: 16 });
  cipher.setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([cipher.update(sealed), cipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2));
}
