/** Seals: RSA-SHA256 over the original string. */
import { type KeyObject, sign, verify } from 'node:crypto';
import { base64Bytes } from './certificate.ts';

/** Verifies a base64 signature; false for anything malformed. */
export function sealVerifies(originalString: string, seal: string, publicKey: KeyObject): boolean {
  const signature = base64Bytes(seal);
  if (!signature) return false;
  try {
    return verify('RSA-SHA256', Buffer.from(originalString, 'utf8'), publicKey, signature);
  } catch {
    return false;
  }
}

/** Signs a text; returns base64. */
export const sealText = (originalString: string, privateKey: KeyObject): string =>
  sign('RSA-SHA256', Buffer.from(originalString, 'utf8'), privateKey).toString('base64');
