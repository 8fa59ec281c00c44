/** Minimal DER reader for certificate names and extensions; node:crypto handles signatures and keys. */

export interface DerNode {
  readonly tag: number;
  /** The whole node, header included. */
  readonly raw: Uint8Array;
  readonly value: Uint8Array;
}

const CONSTRUCTED = 0x20;

/** The node at the start of the bytes; null if truncated or in a form not used in certificates. */
export function readDer(bytes: Uint8Array): DerNode | null {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & 0x1f) === 0x1f) return null;
  let header = 2;
  let length = first;
  if (first > 0x80) {
    const width = first - 0x80;
    if (width > 3) return null;
    header += width;
    length = 0;
    for (const byte of bytes.subarray(2, header)) length = length * 256 + byte;
  } else if (first === 0x80) return null;
  if (bytes.length < header + length) return null;
  return { tag, raw: bytes.subarray(0, header + length), value: bytes.subarray(header, header + length) };
}

/** The nodes inside a constructed one; empty if any of them is malformed. */
export function derChildren(node: DerNode | null | undefined): DerNode[] {
  if (!node || (node.tag & CONSTRUCTED) === 0) return [];
  const children: DerNode[] = [];
  for (let rest = node.value; rest.length > 0; ) {
    const child = readDer(rest);
    if (!child) return [];
    children.push(child);
    rest = rest.subarray(child.raw.length);
  }
  return children;
}

/** An object identifier in dotted form. */
export function derOid(node: DerNode | undefined): string {
  if (node?.tag !== 0x06) return '';
  const parts: number[] = [];
  let part = 0;
  for (const byte of node.value) {
    part = part * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    if (parts.length === 0)
      parts.push(Math.min(2, Math.floor(part / 40)), part - 40 * Math.min(2, Math.floor(part / 40)));
    else parts.push(part);
    part = 0;
  }
  return parts.join('.');
}

/** Decodes the string types used in names; a bit string yields its bytes as Latin-1. */
export function derText(node: DerNode | undefined): string {
  if (!node) return '';
  const bytes = Buffer.from(node.value);
  switch (node.tag) {
    case 0x0c:
      return bytes.toString('utf8');
    case 0x1e:
      return Buffer.from(bytes.subarray(0, bytes.length & ~1))
        .swap16()
        .toString('utf16le');
    case 0x03:
      return bytes.subarray(1).toString('latin1');
    default:
      return bytes.toString('latin1');
  }
}

/** Epoch milliseconds of a UTCTime or a GeneralizedTime in UTC; NaN for anything else. */
export function derTime(node: DerNode | undefined): number {
  const match = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(derText(node));
  if (!match) return Number.NaN;
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] = match;
  const century = year.length === 4 ? '' : Number(year) < 50 ? '20' : '19';
  return Date.parse(`${century}${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}
