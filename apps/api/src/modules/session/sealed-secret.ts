/** Seals the secrets of authenticator apps with a key that the database does not have (AES-256-GCM). */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secondFactorKey: string): Buffer => createHash('sha256').update(secondFactorKey).digest();

/** Whose secret it is, and the setting that seals it. */
export interface Seal {
  readonly operatorId: string;
  readonly secondFactorKey: string;
}

export function sealed(secret: Buffer, { operatorId, secondFactorKey }: Seal): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secondFactorKey), nonce).setAAD(Buffer.from(operatorId));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** Null if it was sealed with another key, or for another operator. */
export function unsealed(stored: Buffer, { operatorId, secondFactorKey }: Seal): Buffer | null {
  const nonce = stored.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, keyOf(secondFactorKey), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(operatorId))
    .setAuthTag(stored.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(stored.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
