/** Time-based codes of six digits (RFC 6238 with HMAC-SHA-1 and 30 seconds), as authenticator apps show them. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_MS = 30_000;
const DIGITS = 6;
/** Steps by which the clock of a phone may differ. */
const TOLERANCE = 1;
/** RFC 4648 without padding. */
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const stepAt = (at: Date): number => Math.floor(at.getTime() / STEP_MS);

/** The code of a secret at an instant. */
export const codeAt = (secret: Buffer, at: Date): string => codeOfStep(secret, stepAt(at));

function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 15;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step of a code that is valid now and newer than the last one used; null for any other text. */
export function stepOfCode(secret: Buffer, code: string, at: Date, lastUsed: number | null): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const now = stepAt(at);
  for (let step = now - TOLERANCE; step <= now + TOLERANCE; step += 1) {
    const isRight = timingSafeEqual(Buffer.from(codeOfStep(secret, step)), Buffer.from(code));
    if (isRight && step > (lastUsed ?? -1)) return step;
  }
  return null;
}

/** Bytes as capital letters and digits, for reading and typing; five bytes are eight characters. */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}
