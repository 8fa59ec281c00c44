/** File storage in the data folder: `DATA_DIR/files/<client>/<sha256>`. */
import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open, opendir, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../../platform/config/config.ts';
import { type FileStorage, hashOf, StorageUnavailable, type StoredFile } from './port.ts';

const FOLDER = 'files';
const UNFINISHED = 'unfinished';
/** Far longer than any upload takes. */
const LEFT_MS = 3_600_000;
/** Age up to which a measure of the free space is used: uploads in between need little of it. */
const FREE_MS = 100;
const CLIENT_ID = /^[0-9a-f-]{36}$/;
const HASH = /^[0-9a-f]{64}$/;

const isMissing = (cause: unknown): boolean => cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';

/** Creates the folder if missing, durably; also one that another upload or a killed process has created but not flushed. */
async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  await syncFolder(dirname(first ?? folder));
}

/** Directory entries are durable only after fsync of the directory. */
async function syncFolder(folder: string): Promise<void> {
  await withHandle(await open(folder, 'r'), (handle) => handle.sync());
}

/** `syncFolder` for concurrent callers: while one runs, the others share the next, which starts after all their changes. */
function sharedFolderSync(): (folder: string) => Promise<void> {
  const latest = new Map<string, Promise<void>>();
  const waiting = new Map<string, Promise<void>>();
  return (folder) => {
    const start = (): Promise<void> => {
      waiting.delete(folder);
      const sync = syncFolder(folder);
      latest.set(folder, sync);
      return sync;
    };
    const next = waiting.get(folder) ?? (latest.get(folder) ?? Promise.resolve()).then(start, start);
    waiting.set(folder, next);
    return next;
  };
}

const isOld = async (file: string): Promise<boolean> => (await stat(file)).mtimeMs < Date.now() - LEFT_MS;

/** Removes what killed processes left; newer files may be another process's uploads. */
async function removeLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (await isOld(file).catch(() => false)) await rm(file, { force: true });
  }
}

async function withHandle<T>(handle: FileHandle, work: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}

export async function openFolder({ dataDir }: Pick<Config, 'dataDir'>): Promise<FileStorage> {
  const root = join(dataDir, FOLDER);
  const folders = new Set<string>();
  const syncShared = sharedFolderSync();
  const unfinished = join(root, UNFINISHED);
  await makeFolder(unfinished);
  await removeLeftovers(unfinished);

  const folderOf = (clientId: string): string => {
    if (!CLIENT_ID.test(clientId)) throw new TypeError('a file is stored under a client’s id');
    return join(root, clientId);
  };

  const put: FileStorage['put'] = async (clientId, bytes) => {
    const folder = folderOf(clientId);
    const sha256 = hashOf(bytes);
    const file = join(folder, sha256.toString('hex'));
    try {
      if (!folders.has(folder)) await makeFolder(folder);
      folders.add(folder);
      await write(bytes, { sha256, aside: join(unfinished, randomUUID()), file });
      await syncShared(folder);
      return sha256;
    } catch (cause) {
      folders.delete(folder);
      throw new StorageUnavailable(cause);
    }
  };

  const openFile: FileStorage['open'] = async (clientId, sha256) => {
    const file = join(folderOf(clientId), Buffer.from(sha256).toString('hex'));
    return streamOf(file);
  };

  const remove: FileStorage['remove'] = async (clientId, sha256) => {
    const file = join(folderOf(clientId), Buffer.from(sha256).toString('hex'));
    const aside = join(unfinished, randomUUID());
    try {
      if (!(await isOld(file))) return;
      // Its age is read again under another name, where no `put` can replace it in between.
      await rename(file, aside);
      await ((await isOld(aside)) ? rm(aside) : rename(aside, file));
    } catch (cause) {
      if (!isMissing(cause)) throw new StorageUnavailable(cause);
    }
  };

  let measured = { at: Number.NEGATIVE_INFINITY, free: 0 };
  const freeMegabytes: FileStorage['freeMegabytes'] = async () => {
    try {
      if (performance.now() < measured.at + FREE_MS) return measured.free;
      const { bavail, bsize } = await statfs(root);
      measured = { at: performance.now(), free: (bavail * bsize) / 1e6 };
      return measured.free;
    } catch (cause) {
      throw new StorageUnavailable(cause);
    }
  };

  return { put, open: openFile, remove, list: () => filesIn(root), freeMegabytes, incoming: null };
}

async function* filesIn(root: string): AsyncGenerator<StoredFile> {
  try {
    for await (const folder of await opendir(root)) {
      if (!CLIENT_ID.test(folder.name)) continue;
      for await (const file of await opendir(join(root, folder.name)))
        if (HASH.test(file.name)) yield { clientId: folder.name, sha256: Buffer.from(file.name, 'hex') };
    }
  } catch (cause) {
    throw new StorageUnavailable(cause);
  }
}

async function streamOf(file: string): Promise<Readable | null> {
  try {
    return (await open(file, 'r')).createReadStream();
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw new StorageUnavailable(cause);
  }
}

/**
 * Writes to a temporary name, flushes, reads back and only then renames, so a partial file never has the final name.
 * Replacing an identical earlier copy is harmless and repairs one damaged by a failing disk.
 */
async function write(
  bytes: Uint8Array,
  { sha256, aside, file }: { readonly sha256: Buffer; readonly aside: string; readonly file: string },
): Promise<void> {
  try {
    await withHandle(await open(aside, 'wx+', 0o600), async (handle) => {
      await handle.writeFile(bytes);
      await handle.sync();
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(bytes.length + 1), 0, bytes.length + 1, 0);
      if (!hashOf(buffer.subarray(0, bytesRead)).equals(sha256)) {
        throw new Error('the file read back differs from the bytes written');
      }
    });
    await rename(aside, file);
  } catch (cause) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw cause;
  }
}
