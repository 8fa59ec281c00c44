/** Opens hostile ZIP archives with the browser's reader and compares every file read with another reader. */
import { isDeepStrictEqual } from 'node:util';
import type { FuzzResult } from '@anticipa/sandbox/fuzz';
import { type ZipLimits, ZipRefusal, zipEntries } from '@anticipa/web/src/lib/zip.ts';
import { unzipSync } from 'fflate';
import { archiveFrom } from './zip-archives.ts';

/** A hang, not a busy machine. */
const MAX_MS = 5_000;
const LIMITS: ZipLimits = { files: 8, total: 100_000, ratio: 200 };

interface Opened {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** The files of an archive, or null if the archive or one of its files is refused. */
async function opened(archive: Buffer): Promise<Opened[] | null> {
  try {
    const entries = await zipEntries(new Blob([new Uint8Array(archive)]), LIMITS, () => true);
    const files: Opened[] = [];
    for (const entry of entries) files.push({ path: entry.path, bytes: await entry.read() });
    return files;
  } catch (error) {
    if (error instanceof ZipRefusal) return null;
    throw error;
  }
}

function problemIn(archive: Buffer, files: readonly Opened[]): string | null {
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (files.length > LIMITS.files || total > LIMITS.total) return `${files.length} files of ${total} bytes`;
  const names = new Set(files.map(({ path }) => plainName(path)));
  // The other reader keeps one file of a name.
  if (names.size < files.length) return null;
  const unzipped = unzipSync(archive, { filter: ({ name }) => names.has(plainName(name)) });
  const theirs = new Map(Object.entries(unzipped).map(([name, bytes]) => [plainName(name), plain(bytes)]));
  const differing = files.find(({ path, bytes }) => !isDeepStrictEqual(bytes, theirs.get(plainName(path))));
  return differing ? `${JSON.stringify(differing.path)} differs from what another reader unpacks` : null;
}

/** The readers know different old alphabets. */
const plainName = (name: string): string => name.replaceAll('\\', '/').replaceAll(/[^ -~]/g, '?');

const plain = (bytes: Uint8Array): Uint8Array => new Uint8Array(bytes);

/**
 * Opens `count` archives, from the seed on. Throws with the seed of the first that crashes the reader, hangs it, exceeds a
 * limit or is read differently by another reader.
 */
export async function fuzzZip({ count, seed }: { readonly count: number; readonly seed: number }): Promise<FuzzResult> {
  let [accepted, slowestMs] = [0, 0];
  for (let at = seed; at < seed + count; at += 1) {
    const archive = archiveFrom(`zip ${at}`);
    const startedAt = performance.now();
    const files = await opened(archive).catch((error: unknown) => {
      throw new Error(`seed ${at}: the reader crashed`, { cause: error });
    });
    const took = performance.now() - startedAt;
    slowestMs = Math.max(slowestMs, took);
    const problem = files && problemIn(archive, files);
    if (took > MAX_MS) throw new Error(`seed ${at}: opening took ${Math.round(took)} ms`);
    if (problem !== null) throw new Error(`seed ${at}: ${problem}`);
    if (files) accepted += 1;
  }
  return { accepted, refused: count - accepted, slowestMs };
}
