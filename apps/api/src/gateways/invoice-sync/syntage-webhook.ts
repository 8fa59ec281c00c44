/** Signatures of Syntage's webhooks. */
import { createHmac, timingSafeEqual } from 'node:crypto';

/** Older or newer calls are refused: they may be replayed. */
const TOLERANCE_S = 300;
const SECONDS = /^\d{1,12}$/;
const SIGNATURE = /^[0-9a-f]{64}$/;

/** The vendor's guide has the first name, another place of its documents the second. */
export const SIGNATURE_HEADERS = ['x-satws-signature', 'x-syntage-signature'] as const;

/**
 * Whether a signature header (`t=<seconds>,s=<HMAC-SHA256 of "t.body">`) is the provider's, over the raw body. While a secret is
 * being replaced it may have several signatures.
 */
export function isSignedWebhook(secret: string, header: string, body: Buffer, now: Date): boolean {
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string): string[] =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const [seconds = '', ...others] = valuesOf('t');
  const isRecent = SECONDS.test(seconds) && Math.abs(now.getTime() / 1000 - Number(seconds)) <= TOLERANCE_S;
  if (!isRecent || others.length > 0) return false;
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest();
  return valuesOf('s').some((one) => SIGNATURE.test(one) && timingSafeEqual(expected, Buffer.from(one, 'hex')));
}
