import { createHash, randomBytes } from 'node:crypto';
import { fstatSync, statSync } from 'node:fs';
import { type FileHandle, mkdtemp, open, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { openFolder } from './embedded.ts';
import { type FileStorage, StorageUnavailable } from './port.ts';

const client = '0f0f0f0f-0000-4000-8000-000000000001';
const other = '0f0f0f0f-0000-4000-8000-000000000002';
let dataDir: string;
let storage: FileStorage;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'storage-'));
  storage = await openFolder({ dataDir });
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const folder = (clientId: string): string => join(dataDir, 'files', clientId);
const contentOf = async (clientId: string, sha256: Buffer): Promise<Buffer | null> => {
  const stream = await storage.open(clientId, sha256);
  return stream && buffer(stream);
};

/** The class of file handles, which Node does not export. */
async function fileHandles(): Promise<FileHandle> {
  const handle = await open(dataDir, 'r');
  await handle.close();
  onTestFinished(() => void vi.restoreAllMocks());
  return Object.getPrototypeOf(handle) as FileHandle;
}

describe('files in the data folder', () => {
  it('[CAR-07] writes, flushes and reads back a file before it flushes the folder, after the folder around it', async () => {
    const steps: string[] = [];
    const around = statSync(join(dataDir, 'files')).ino;
    const kindOf = (fd: number): string => {
      const found = fstatSync(fd);
      if (found.ino === around) return 'folder of folders';
      return found.isDirectory() ? 'folder' : 'file';
    };
    const handles = await fileHandles();
    for (const name of ['writeFile', 'sync', 'read'] as const) {
      const original = handles[name] as (...args: unknown[]) => Promise<unknown>;
      vi.spyOn(handles, name).mockImplementation(function (this: FileHandle, ...args: unknown[]) {
        steps.push(`${name} ${kindOf(this.fd)}`);
        return original.apply(this, args) as never;
      });
    }
    await storage.put(client, randomBytes(100));
    await storage.put(client, randomBytes(100));
    const file = ['writeFile file', 'sync file', 'read file', 'sync folder'];
    expect(steps.splice(0)).toEqual(['sync folder of folders', ...file, ...file]);
    // Another process may have been killed before its flush.
    const reopened = await openFolder({ dataDir });
    steps.splice(0);
    await reopened.put(client, randomBytes(100));
    expect(steps).toEqual(['sync folder of folders', ...file]);
  });

  it('[CAR-07] stored at once share a flush of the folder, but none that began before they were renamed', async () => {
    const handles = await fileHandles();
    const original = handles.sync;
    const entered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    let flushes = 0;
    vi.spyOn(handles, 'sync').mockImplementation(async function (this: FileHandle) {
      if (!fstatSync(this.fd).isDirectory()) return original.call(this);
      flushes += 1;
      entered.resolve();
      await released.promise;
      return original.call(this);
    });
    const before = (await readdir(folder(client))).length;
    let stored = 0;
    const put = async (): Promise<void> => {
      await storage.put(client, randomBytes(100));
      stored += 1;
    };
    const first = put();
    await entered.promise;
    const others = Array.from({ length: 12 }, put);
    await vi.waitFor(async () => expect(await readdir(folder(client))).toHaveLength(before + 13));
    expect([stored, flushes]).toEqual([0, 1]);
    released.resolve();
    await Promise.all([first, ...others]);
    expect(flushes).toBeGreaterThan(1);
    expect(flushes).toBeLessThan(13);
  });

  it('[CAR-07] files that read back differently are not accepted', async () => {
    const bytes = randomBytes(100);
    const handles = await fileHandles();
    const read = handles.read as (...args: unknown[]) => Promise<{ buffer: Buffer }>;
    vi.spyOn(handles, 'read').mockImplementation(async function (this: FileHandle, ...args: unknown[]) {
      const result = await read.apply(this, args);
      result.buffer[0] = (result.buffer[0] ?? 0) ^ 1;
      return result as never;
    });
    await expect(storage.put(client, bytes)).rejects.toBeInstanceOf(StorageUnavailable);
    expect(await contentOf(client, createHash('sha256').update(bytes).digest())).toBeNull();
  });

  it('[CAR-07] returns the stored bytes by their SHA-256', async () => {
    const bytes = randomBytes(70_000);
    const sha256 = await storage.put(client, bytes);
    expect(sha256).toEqual(createHash('sha256').update(bytes).digest());
    expect(await contentOf(client, sha256)).toEqual(bytes);
  });

  it('stores the same bytes once, even twenty times concurrently', async () => {
    const bytes = randomBytes(5_000);
    const hashes = await Promise.all(Array.from({ length: 20 }, () => storage.put(client, bytes)));
    const name = hashes[0]?.toString('hex');
    expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(1);
    expect((await readdir(folder(client))).filter((file) => file.startsWith(name ?? '?'))).toEqual([name]);
  });

  it('repairs a damaged file', async () => {
    const bytes = randomBytes(5_000);
    const sha256 = await storage.put(client, bytes);
    await writeFile(join(folder(client), sha256.toString('hex')), 'damaged');
    await storage.put(client, bytes);
    expect(await contentOf(client, sha256)).toEqual(bytes);
  });

  it('does not find the file of another client', async () => {
    const sha256 = await storage.put(client, randomBytes(100));
    expect(await storage.open(other, sha256)).toBeNull();
  });

  it('is unavailable when the folder is not writable, and leaves no partial file', async () => {
    const blocked = '0f0f0f0f-0000-4000-8000-00000000000b';
    await writeFile(folder(blocked), 'a file where the folder belongs');
    await expect(storage.put(blocked, randomBytes(100))).rejects.toBeInstanceOf(StorageUnavailable);
    await rm(folder(blocked));
    await storage.put(blocked, randomBytes(100));
    expect(await readdir(folder(blocked))).toHaveLength(1);
    expect(await readdir(folder('unfinished'))).toEqual([]);
  });

  it('removes leftovers of a killed process when opened, but no file that another process is writing', async () => {
    for (const [name, minutes] of [
      ['left', 61],
      ['being-written', 59],
    ] as const) {
      const at = new Date(Date.now() - minutes * 60_000);
      await writeFile(join(folder('unfinished'), name), 'half a file');
      await utimes(join(folder('unfinished'), name), at, at);
    }
    await openFolder({ dataDir });
    expect(await readdir(folder('unfinished'))).toEqual(['being-written']);
  });

  it('removes a file, but none that was stored in the last hour', async () => {
    const sha256 = await storage.put(client, randomBytes(100));
    await storage.remove(client, sha256);
    expect(await contentOf(client, sha256)).not.toBeNull();
    const twoHoursAgo = new Date(Date.now() - 2 * 3_600_000);
    await utimes(join(folder(client), sha256.toString('hex')), twoHoursAgo, twoHoursAgo);
    await storage.remove(client, sha256);
    expect(await storage.open(client, sha256)).toBeNull();
    await storage.remove(client, sha256);
  });

  it('refuses a key that is not the id of a client', async () => {
    await expect(storage.put('../outside', randomBytes(10))).rejects.toThrow(TypeError);
  });
});
