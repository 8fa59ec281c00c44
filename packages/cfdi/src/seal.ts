/** The issuer's seal: RSA-SHA256 over the original string, with the key of the certificate inside the invoice. */
import { type KeyObject, sign, verify } from 'node:crypto';
import { base64Bytes } from './certificate.ts';

/** Whether a base64 signature is the key's over the text; false for anything malformed. */
export function sealVerifies(originalString: string, seal: string, publicKey: KeyObject): boolean {
  const signature = base64Bytes(seal);
  if (!signature) return false;
  try {
    return verify('RSA-SHA256', Buffer.from(originalString, 'utf8'), publicKey, signature);
  } catch {
    return false;
  }
}

/** Seals a text: base64 of the RSA-SHA256 signature. */
export const sealText = (originalString: string, privateKey: KeyObject): string =>
  sign('RSA-SHA256', Buffer.from(originalString, 'utf8'), privateKey).toString('base64');
