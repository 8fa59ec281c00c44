/** A software authenticator for passkeys, as WebAuthn Level 3 describes it: ES256, without attestation. */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Passkey } from '@anticipa/contract/passkeys';

const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** CBOR of a byte string of 24 to 255 bytes. */
const cborBytes = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from([0x58, bytes.length]), bytes]);

/** CBOR of a text shorter than 24 bytes. */
const cborText = (value: string): Buffer => Buffer.concat([Buffer.from([0x60 + value.length]), Buffer.from(value)]);

interface Challenge {
  readonly challenge: string;
}

export interface Authenticator {
  readonly id: string;
  /** Answers `navigator.credentials.create`. */
  create(options: Challenge): Passkey;
  /** Answers `navigator.credentials.get`. */
  get(options: Challenge): Passkey;
}

/** An authenticator with one credential, in a browser at `origin`. Without `counts` it has no counter, as many have none. */
export function anAuthenticator(
  origin: string,
  { host = new URL(origin).hostname, counts = true } = {},
): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  let counter = 0;
  const dataOf = (flags: number, attested = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    counter += counts ? 1 : 0;
    count.writeUInt32BE(counter);
    return Buffer.concat([sha256(host), Buffer.from([flags]), count, attested]);
  };
  const clientData = (type: string, { challenge }: Challenge): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const answer = (response: Passkey['response']): Passkey => ({
    id: text(id),
    rawId: text(id),
    type: 'public-key',
    response,
  });
  return {
    id: text(id),
    create: (options) => {
      // COSE: EC2, ES256, P-256.
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
        cborBytes(Buffer.from(x, 'base64url')),
        Buffer.from([0x22]),
        cborBytes(Buffer.from(y, 'base64url')),
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(dataOf(PRESENT | VERIFIED | ATTESTED, attested)),
      ]);
      return answer({
        clientDataJSON: text(clientData('webauthn.create', options)),
        attestationObject: text(attestation),
      });
    },
    get: (options) => {
      const clientDataJSON = clientData('webauthn.get', options);
      const data = dataOf(PRESENT | VERIFIED);
      const signature = sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey);
      return answer({
        clientDataJSON: text(clientDataJSON),
        authenticatorData: text(data),
        signature: text(signature),
      });
    },
  };
}
