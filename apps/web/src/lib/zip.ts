/**
 * A reader of ZIP archives that trusts nothing: every number of the archive is checked against the bytes and the limits
 * before anything is unpacked, and unpacking stops at the announced size.
 */

/** Why an archive, or one of its files, is not read. */
export type ZipProblem = 'damaged' | 'encrypted' | 'too-many-files' | 'too-large';

export class ZipRefusal extends Error {
  override readonly name = 'ZipRefusal';
  readonly problem: ZipProblem;
  constructor(problem: ZipProblem) {
    super(problem);
    this.problem = problem;
  }
}

export interface ZipLimits {
  readonly files: number;
  /** Bytes of the wanted files unpacked. */
  readonly total: number;
  /** Maximum factor by which a file may grow. */
  readonly ratio: number;
}

export interface ZipEntry {
  /** Path as written, with its folders. */
  readonly path: string;
  /** Unpacked size in bytes. */
  readonly size: number;
  /** The file's bytes; throws ZipRefusal. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>;
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_LENGTH = 22;
const CENTRAL_LENGTH = 46;
const LOCAL_LENGTH = 30;
const MAX_COMMENT = 65_535;
const ENCRYPTED = 1;
const UTF8 = 0x800;
const STORED = 0;
const DEFLATED = 8;

const viewOf = async (archive: Blob, from: number, to: number): Promise<DataView> => {
  if (from < 0 || to > archive.size || from > to) throw new ZipRefusal('damaged');
  return new DataView(await archive.slice(from, to).arrayBuffer());
};

interface Listed extends Pick<ZipEntry, 'path' | 'size'> {
  readonly method: number;
  readonly packed: number;
  /** Position of its local header. */
  readonly at: number;
}

/** The files of an archive, without folders, whose path is wanted; throws ZipRefusal. */
export async function zipEntries(
  archive: Blob,
  limits: ZipLimits,
  isWanted: (path: string) => boolean,
): Promise<readonly ZipEntry[]> {
  const listed = await listedFiles(archive, limits);
  const wanted = listed.filter(({ path }) => isWanted(path));
  const sizes = wanted.reduce((sum, { size }) => sum + size, 0);
  if (sizes > limits.total || wanted.some(({ size, packed }) => size > packed * limits.ratio))
    throw new ZipRefusal('too-large');
  // Files that share bytes unpack to more than the archive holds.
  const ordered = listed.toSorted((a, b) => a.at - b.at);
  for (const [index, { at, packed }] of ordered.entries()) {
    const next = ordered[index + 1];
    if (next && next.at < at + LOCAL_LENGTH + packed) throw new ZipRefusal('damaged');
  }
  return wanted.map((file) => ({ path: file.path, size: file.size, read: () => contentOf(archive, file) }));
}

async function listedFiles(archive: Blob, limits: ZipLimits): Promise<Listed[]> {
  const tailAt = Math.max(0, archive.size - END_LENGTH - MAX_COMMENT);
  const tail = await viewOf(archive, tailAt, archive.size);
  const end = lastEnd(tail);
  const count = tail.getUint16(end + 10, true);
  const length = tail.getUint32(end + 12, true);
  const start = tail.getUint32(end + 16, true);
  if (count > limits.files) throw new ZipRefusal('too-many-files');
  const shift = await shiftOf(archive, { start, length, end: tailAt + end, count });
  const directory = await viewOf(archive, start + shift, Math.min(start + shift + length, tailAt + end));
  const files: Listed[] = [];
  let at = 0;
  for (let index = 0; index < count; index += 1) {
    if (at + CENTRAL_LENGTH > directory.byteLength || directory.getUint32(at, true) !== CENTRAL)
      throw new ZipRefusal('damaged');
    const lengths = [28, 30, 32].map((field) => directory.getUint16(at + field, true));
    const [name = 0, extra = 0, comment = 0] = lengths;
    const next = at + CENTRAL_LENGTH + name + extra + comment;
    if (next > directory.byteLength) throw new ZipRefusal('damaged');
    const flags = directory.getUint16(at + 8, true);
    const path = pathOf(new Uint8Array(directory.buffer, at + CENTRAL_LENGTH, name), flags);
    if (!path.endsWith('/')) {
      if ((flags & ENCRYPTED) !== 0) throw new ZipRefusal('encrypted');
      files.push({
        path,
        method: directory.getUint16(at + 10, true),
        packed: directory.getUint32(at + 20, true),
        size: directory.getUint32(at + 24, true),
        at: directory.getUint32(at + 42, true) + shift,
      });
    }
    at = next;
  }
  return files;
}

interface Directory {
  readonly start: number;
  readonly length: number;
  /** Position of the record that ends the archive. */
  readonly end: number;
  readonly count: number;
}

/** Bytes before the archive, by which its positions are too small: a transfer may have put a line break there. */
async function shiftOf(archive: Blob, { start, length, end, count }: Directory): Promise<number> {
  const first = await viewOf(archive, start, Math.min(start + 4, archive.size));
  if (count === 0 || (first.byteLength === 4 && first.getUint32(0, true) === CENTRAL)) return 0;
  if (start + length > end) throw new ZipRefusal('damaged');
  return end - length - start;
}

/**
 * Position of the last record that ends the archive: one whose comment reaches exactly to the end, or else one that a transfer
 * has added bytes to. A record whose comment was cut off comes after one of an archive inside this one.
 */
function lastEnd(tail: DataView): number {
  let followed: number | null = null;
  let isCut = false;
  for (let at = tail.byteLength - END_LENGTH; at >= 0; at -= 1) {
    if (tail.getUint32(at, true) !== END) continue;
    const rest = tail.byteLength - at - END_LENGTH - tail.getUint16(at + 20, true);
    if (rest === 0) return at;
    if (rest > 0) followed ??= at;
    else if (followed === null) isCut = true;
  }
  if (followed === null || isCut) throw new ZipRefusal('damaged');
  return followed;
}

/** Names without the mark of UTF-8 are in an old alphabet; its letters beyond ASCII do not matter here. */
const pathOf = (bytes: Uint8Array, flags: number): string =>
  new TextDecoder((flags & UTF8) === 0 ? 'latin1' : 'utf-8').decode(bytes).replaceAll('\\', '/');

async function contentOf(archive: Blob, { at, packed, size, method }: Listed): Promise<Uint8Array<ArrayBuffer>> {
  const header = await viewOf(archive, at, at + LOCAL_LENGTH);
  if (header.getUint32(0, true) !== LOCAL) throw new ZipRefusal('damaged');
  const from = at + LOCAL_LENGTH + header.getUint16(26, true) + header.getUint16(28, true);
  if (from + packed > archive.size) throw new ZipRefusal('damaged');
  const stored = archive.slice(from, from + packed);
  if (method === STORED && packed === size) return new Uint8Array(await stored.arrayBuffer());
  if (method !== DEFLATED) throw new ZipRefusal('damaged');
  return await inflated(stored, size);
}

/** Exactly `size` bytes; stops at the first byte beyond. */
async function inflated(stored: Blob, size: number): Promise<Uint8Array<ArrayBuffer>> {
  const content = new Uint8Array(size);
  const reader = stored.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read().catch((): never => {
      throw new ZipRefusal('damaged');
    });
    if (done) break;
    if (length + value.length > size) {
      await reader.cancel().catch(() => undefined);
      throw new ZipRefusal('damaged');
    }
    content.set(value, length);
    length += value.length;
  }
  if (length !== size) throw new ZipRefusal('damaged');
  return content;
}
