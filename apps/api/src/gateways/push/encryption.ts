/** Encryption of a push message for one browser (RFC 8291, in the coding of RFC 8188), and the sender's token (RFC 8292). */
import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from 'node:crypto';
import type { PushSubscription } from './port.ts';

const RECORD = 4096;
const LAST_RECORD = 2;
const TAG = 16;

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
const derived = (secret: Buffer, salt: Buffer, info: Buffer, length: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, length));

/** The body of a call; `given` has the sender's key and the salt of a published example. */
export function encrypted(
  { p256dh, auth }: Pick<PushSubscription, 'p256dh' | 'auth'>,
  content: Buffer,
  given: { readonly key?: Buffer; readonly salt?: Buffer } = {},
): Buffer {
  const sender = createECDH('prime256v1');
  if (given.key) sender.setPrivateKey(given.key);
  else sender.generateKeys();
  const salt = given.salt ?? randomBytes(16);
  const browser = bytesOf(p256dh);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser, sender.getPublicKey()]);
  const secret = derived(sender.computeSecret(browser), bytesOf(auth), info, 32);
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce, { authTagLength: TAG });
  const sealed = Buffer.concat([cipher.update(content), cipher.update(Buffer.from([LAST_RECORD])), cipher.final()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD);
  const own = sender.getPublicKey();
  return Buffer.concat([salt, size, Buffer.from([own.length]), own, sealed, cipher.getAuthTag()]);
}

/** The public key of a private one, both in base64url. */
export function publicKeyOf(privateKey: string): string {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(bytesOf(privateKey));
  return ecdh.getPublicKey('base64url');
}

/** The header that names us to the push service, for its origin and some hours. */
export function senderHeader(
  privateKey: string,
  { audience, subject, until }: { readonly audience: string; readonly subject: string; readonly until: Date },
): string {
  const key = publicKeyOf(privateKey);
  const point = bytesOf(key);
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: privateKey,
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { aud: audience, exp: Math.floor(until.getTime() / 1000), sub: subject };
  const unsigned = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`;
  const signed = sign('sha256', Buffer.from(unsigned), {
    key: createPrivateKey({ key: jwk, format: 'jwk' }),
    dsaEncoding: 'ieee-p1363',
  });
  return `vapid t=${unsigned}.${signed.toString('base64url')}, k=${key}`;
}
