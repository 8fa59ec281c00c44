/** Secrets in the database, sealed with a key that the database does not have (AES-256-GCM). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** One of the keys of a setting, by the name under which a secret remembers it. */
export interface SealingKey {
  readonly id: string;
  /** 32 bytes. */
  readonly key: Buffer;
}

interface Seal {
  /** 32 bytes. */
  readonly key: Buffer;
  /** Owner of the secret: it opens for no other. */
  readonly owner: string;
}

export function sealed(secret: Buffer, { key, owner }: Seal): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}

/** Null if it was sealed with another key, or for another owner. */
export function unsealed(stored: Buffer, { key, owner }: Seal): Buffer | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, stored.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(owner))
      .setAuthTag(stored.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(stored.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return null;
  }
}
