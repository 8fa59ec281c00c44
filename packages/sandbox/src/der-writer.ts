/** Minimal DER writer for the test certificates. */

const LONG_FORM = 0x80;

/** Encodes one node. */
export function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < LONG_FORM) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(body.length);
  const significant = length.subarray(length.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.from([tag, LONG_FORM + significant.length]), significant, body]);
}

export const sequence = (...nodes: readonly Uint8Array[]): Buffer => der(0x30, ...nodes);
export const set = (...nodes: readonly Uint8Array[]): Buffer => der(0x31, ...nodes);
export const utf8String = (text: string): Buffer => der(0x0c, Buffer.from(text, 'utf8'));
export const octetString = (content: Uint8Array): Buffer => der(0x04, content);
export const boolean = (value: boolean): Buffer => der(0x01, Buffer.from([value ? 0xff : 0]));
export const nothing = (): Buffer => der(0x05);

/** Explicitly tagged content. */
export const tagged = (number: number, content: Uint8Array): Buffer => der(0xa0 + number, content);

/** A bit string; `unusedBits` of the last byte are ignored. */
export const bitString = (content: Uint8Array, unusedBits = 0): Buffer => der(0x03, Buffer.from([unusedBits]), content);

/** A positive integer from big-endian bytes. */
export const integer = (bytes: Uint8Array): Buffer =>
  der(0x02, (bytes[0] ?? 0) >= LONG_FORM ? Buffer.from([0]) : Buffer.alloc(0), bytes);

/** UTCTime before 2050, GeneralizedTime afterwards. */
export function time(instant: Date): Buffer {
  const digits = instant.toISOString().replace(/[-T:]/g, '').slice(0, 14);
  return instant.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
}

/** An object identifier in dotted form. */
export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const groups = [value & 0x7f];
  for (let left = value >>> 7; left > 0; left >>>= 7) groups.unshift((left & 0x7f) | 0x80);
  return groups;
}
