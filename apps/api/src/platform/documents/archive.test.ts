import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { strFromU8, unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { type ArchivedFile, archiveOf } from './archive.ts';

const AT = new Date('2026-04-01T18:00:00Z');
const KIB = 1024;

it('[LIB-51] an archive has its files in their order, from bytes and from streams', async () => {
  async function* files(): AsyncGenerator<ArchivedFile> {
    yield { path: 'uno.txt', content: Buffer.from('uno') };
    yield { path: 'cfdi/dos.xml', content: Readable.from([Buffer.from('do'), Buffer.from('s')]) };
  }
  const found = unzipSync(await buffer(archiveOf(files(), AT)));
  expect(Object.entries(found).map(([path, bytes]) => [path, strFromU8(bytes)])).toEqual([
    ['uno.txt', 'uno'],
    ['cfdi/dos.xml', 'dos'],
  ]);
});

it('[LIB-51] a file is made once there is room for it, and none after the reader has gone', async () => {
  let made = 0;
  async function* files(): AsyncGenerator<ArchivedFile> {
    for (; made < 500; made += 1)
      yield {
        path: `${made}.bin`,
        content: Buffer.from(Uint8Array.from({ length: 256 * KIB }, (_, at) => (at * at * made) % 251)),
      };
  }
  const archive = archiveOf(files(), AT);
  const reader = archive[Symbol.asyncIterator]();
  await reader.next();
  await new Promise(setImmediate);
  expect(made).toBeLessThan(20);
  await reader.return?.();
  const left = made;
  await new Promise(setImmediate);
  expect(made).toBeLessThanOrEqual(left + 1);
});

it('[LIB-51] a file that fails ends the archive with its error', async () => {
  async function* files(): AsyncGenerator<ArchivedFile> {
    yield { path: 'uno.txt', content: Buffer.from('uno') };
    throw new Error('no storage');
  }
  await expect(buffer(archiveOf(files(), AT))).rejects.toThrow('no storage');
});
