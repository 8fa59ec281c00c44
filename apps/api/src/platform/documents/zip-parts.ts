/** Finds the files of a ZIP archive that somebody sent, without trusting the sizes and the counts that it states. */
import { inflateRawSync } from 'node:zlib';

const END = 0x06054b50;
const END_LENGTH = 22;
const MAX_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_LENGTH = 46;
const LOCAL_LENGTH = 30;
const STORED = 0;
const DEFLATED = 8;
/** Stated by archives whose size is elsewhere: the packed bytes end where they say themselves. */
const UNSTATED = 0xff_ff_ff_ff;
/** A workbook has some dozens. */
const MAX_ENTRIES = 5_000;

/** The bytes of a file; throws if there are more than `most`. */
type Unpack = (most: number) => Buffer;

/** Each file by its name, the first of several; throws if it is no archive. Nothing is unpacked before it is asked for. */
export function partsOf(archive: Uint8Array): ReadonlyMap<string, Unpack> {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new Error('too many files in the archive');
  const parts = new Map<string, Unpack>();
  let at = bytes.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (bytes.readUInt32LE(at) !== ENTRY) throw new Error('no entry of an archive');
    const entry = at;
    const nameLength = bytes.readUInt16LE(at + 28);
    const name = bytes.toString('utf8', at + ENTRY_LENGTH, at + ENTRY_LENGTH + nameLength);
    if (!parts.has(name)) parts.set(name, (most) => unpack(bytes, entry, most));
    at += ENTRY_LENGTH + nameLength + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return parts;
}

function endOf(bytes: Buffer): number {
  for (let at = bytes.length - END_LENGTH; at >= Math.max(0, bytes.length - END_LENGTH - MAX_COMMENT); at -= 1)
    if (bytes.readUInt32LE(at) === END) return at;
  throw new Error('no archive');
}

function unpack(bytes: Buffer, entry: number, most: number): Buffer {
  const method = bytes.readUInt16LE(entry + 10);
  const size = bytes.readUInt32LE(entry + 20);
  const local = bytes.readUInt32LE(entry + 42);
  const start = local + LOCAL_LENGTH + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
  const packed = bytes.subarray(start, size === UNSTATED ? undefined : start + size);
  if (method === STORED && packed.length <= most) return packed;
  if (method !== DEFLATED) throw new Error('a file that cannot be unpacked');
  return inflateRawSync(packed, { maxOutputLength: most });
}
