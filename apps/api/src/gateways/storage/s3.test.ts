import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type BucketFault, type BucketServer, startBucketServer } from '@anticipa/sandbox/s3-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type FileStorage, hashOf, StorageUnavailable } from './port.ts';
import { presigned, type S3Options, signedHeaders, storageOver } from './s3.ts';

const client = '0f0f0f0f-0000-4000-8000-000000000001';
const other = '0f0f0f0f-0000-4000-8000-000000000002';
const TWO_HOURS = 2 * 3_600_000;
let server: BucketServer;
let storage: FileStorage;

beforeAll(async () => {
  server = await startBucketServer();
});
afterAll(() => server.close());
// A new circuit for each test.
beforeEach(() => {
  storage = storageOver(server);
});

const within = (options: Partial<S3Options>): FileStorage => storageOver({ ...server, ...options });
const contentOf = async (clientId: string, sha256: Buffer): Promise<Buffer | null> => {
  const stream = await storage.open(clientId, sha256);
  return stream && buffer(stream);
};

describe('[SIS-06] signatures', () => {
  // The examples of AWS's "Signature Calculations for the Authorization Header" and "Authenticating Requests: Using Query
  // Parameters".
  const example = {
    url: 'https://examplebucket.s3.amazonaws.com/',
    region: 'us-east-1',
    accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
    secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const datetime = '20130524T000000Z';
  const empty = hashOf(Buffer.alloc(0)).toString('hex');

  it.each([
    [
      'GET',
      'test.txt',
      { range: 'bytes=0-9' },
      empty,
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT',
      'test$file.text',
      { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      hashOf(Buffer.from('Welcome to Amazon S3.')).toString('hex'),
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET', '?lifecycle', {}, empty, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['GET', '?max-keys=2&prefix=J', {}, empty, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ] as const)('signs the published example %s %s', async (method, key, headers, payload, signature) => {
    const url = new URL(key, example.url);
    const signed = await signedHeaders(example, { method, url, headers, payload, datetime });
    expect(signed.authorization).toMatch(new RegExp(`Signature=${signature}$`));
  });

  it('signs the published presigned address', async () => {
    const url = new URL('test.txt', example.url);
    expect(await presigned(example, { method: 'GET', url, datetime }, 86_400)).toContain(
      'X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
  });

  it('refuses a signature with another secret', async () => {
    const strange = within({ secretAccessKey: 'another' });
    await expect(strange.put(client, randomBytes(10))).rejects.toThrow(StorageUnavailable);
  });
});

describe('[SIS-06] files in a bucket', () => {
  it('returns files by their SHA-256, to their client alone', async () => {
    const bytes = randomBytes(70_000);
    const sha256 = await storage.put(client, bytes);
    expect(sha256).toEqual(hashOf(bytes));
    expect(await contentOf(client, sha256)).toEqual(bytes);
    expect(await storage.open(other, sha256)).toBeNull();
  });

  it('files that read back differently are not accepted from a bucket', async () => {
    server.script('damage', 'GET');
    await expect(storage.put(client, randomBytes(100))).rejects.toThrow(StorageUnavailable);
  });

  it('files that were altered in the bucket are not given out', async () => {
    const bytes = randomBytes(100);
    const sha256 = await storage.put(client, bytes);
    server.script('damage', 'GET');
    await expect(storage.open(client, sha256)).rejects.toThrow(StorageUnavailable);
    expect(await contentOf(client, sha256)).toEqual(bytes);
  });

  const listed = async () => {
    const found: { readonly clientId: string; readonly sha256: Buffer }[] = [];
    for await (const file of storage.list()) found.push(file);
    return found;
  };

  it('lists files page by page, without what was put there directly', async () => {
    const alone = '0f0f0f0f-0000-4000-8000-00000000000a';
    const hashes = await Promise.all(Array.from({ length: 5 }, () => storage.put(alone, randomBytes(50))));
    await fetch(await direct(`${alone}/a.xml`), { method: 'PUT', body: 'x' });
    const found = (await listed()).filter(({ clientId }) => clientId === alone);
    expect(found.map(({ sha256 }) => sha256)).toEqual(hashes.toSorted(Buffer.compare));
  });

  it.each<BucketFault>(['miscounted', 'first-version'])('lists no files in part if a page is "%s"', async (fault) => {
    await storage.put(client, randomBytes(50));
    server.script(fault, 'GET /bucket/?list-type=2');
    await expect(listed()).rejects.toThrow(StorageUnavailable);
  });

  it('lists files although the bucket names its pages in another namespace', async () => {
    const sha256 = await storage.put(client, randomBytes(50));
    server.script('other-namespace', 'GET /bucket/?list-type=2', 100);
    expect(await listed()).toContainEqual({ clientId: client, sha256 });
  });

  it('removes files, but not one that was stored in the last hour', async () => {
    const bytes = randomBytes(100);
    const sha256 = await storage.put(client, bytes);
    const key = `${client}/${sha256.toString('hex')}`;
    await storage.remove(client, sha256);
    server.age(key, TWO_HOURS);
    // Stored again in the meantime: the new version stays.
    await storage.put(client, bytes);
    server.age(key, 59 * 60_000);
    await storage.remove(client, sha256);
    expect(await contentOf(client, sha256)).toEqual(bytes);
    server.age(key, 2 * 60_000);
    await storage.remove(client, sha256);
    expect(await storage.open(client, sha256)).toBeNull();
    await storage.remove(client, sha256);
  });

  it('refuses a key that is not the id of a client', async () => {
    await expect(storage.put('../outside', randomBytes(10))).rejects.toThrow(TypeError);
  });
});

const direct = (key: string, sha256: Buffer | null = null, seconds = 60, size = '<xml/>'.length): Promise<string> =>
  storage.incoming?.address(key, { seconds, size, sha256 }) ?? Promise.reject(new Error('no direct uploads'));
const putTo = async (address: string, body: string, headers = {}): Promise<number> =>
  (await fetch(address, { method: 'PUT', body, headers })).status;

describe('[SIS-06] a direct upload', () => {
  it('is read from where it was put', async () => {
    expect(await putTo(await direct(`${client}/1.xml`), '<xml/>')).toBe(200);
    expect((await storage.incoming?.read(`${client}/1.xml`))?.toString()).toBe('<xml/>');
    expect(await storage.incoming?.read(`${client}/2.xml`)).toBeNull();
  });

  it('takes only the size that was signed', async () => {
    expect(await putTo(await direct(`${client}/5.xml`), '<larger/>')).toBe(403);
    expect(await putTo(await direct(`${client}/5.xml`, null, 60, 9), '<larger/>')).toBe(200);
  });

  it('takes only the bytes whose hash was signed', async () => {
    const sha256 = hashOf(Buffer.from('<xml/>'));
    const headers = { 'x-amz-checksum-sha256': sha256.toString('base64') };
    const address = await direct(`${client}/3.xml`, sha256);
    expect(await putTo(address, '<xml/>')).toBe(403);
    expect(await putTo(address, '<other/>', headers)).toBe(403);
    expect(await putTo(address, '<xml/>', headers)).toBe(200);
  });

  it('is refused with an address that has expired or was altered', async () => {
    expect(await putTo(await direct(`${client}/4.xml`, null, -1), '<xml/>')).toBe(403);
    const address = await direct(`${client}/4.xml`);
    expect(await putTo(address.replace(client, other), '<xml/>')).toBe(403);
    expect(await putTo(address.replace('X-Amz-Expires=60', 'X-Amz-Expires=600'), '<xml/>')).toBe(403);
    expect((await fetch(address)).status).toBe(403);
  });
});

describe('[SIS-06] a bucket that fails', () => {
  it.each<BucketFault>(['error-500', 'cut-off', 'hang'])(
    'a bucket that fails once by "%s" is asked again',
    async (fault) => {
      server.script(fault, 'PUT');
      const bytes = randomBytes(100);
      const patient = within({ deadlineMs: fault === 'hang' ? 500 : 60_000 });
      expect(await patient.put(client, bytes)).toEqual(hashOf(bytes));
    },
  );

  it.each<BucketFault>(['error-500', 'html', 'cut-off'])(
    'a bucket that fails twice by "%s" is unavailable',
    async (fault) => {
      server.script(fault, 'GET', 2);
      await expect(storage.put(client, randomBytes(100))).rejects.toThrow(StorageUnavailable);
    },
  );

  it('a bucket that fails again and again is not asked any more, and there is no room', async () => {
    expect(await storage.freeMegabytes()).toBe(Number.POSITIVE_INFINITY);
    server.script('error-500', 'PUT', 5);
    for (let upload = 0; upload < 3; upload += 1)
      await expect(storage.put(client, randomBytes(100))).rejects.toThrow(StorageUnavailable);
    const before = server.calls();
    await expect(storage.put(client, randomBytes(100))).rejects.toThrow(StorageUnavailable);
    await expect(storage.freeMegabytes()).rejects.toThrow(StorageUnavailable);
    expect(server.calls()).toBe(before);
  });
});
