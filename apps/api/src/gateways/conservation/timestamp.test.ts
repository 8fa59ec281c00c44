import { createHash, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { rounds } from '@anticipa/sandbox/rounds';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BadTimeStamp, verifyTimeStamp } from './timestamp.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

describe('a time stamp that OpenSSL issued', () => {
  const fixture = z.object({ contract: z.string(), root: z.string(), token: z.base64() });
  let token: Buffer;
  let hash: Buffer;
  let root: X509Certificate;
  beforeAll(async () => {
    const file = await readFile(new URL('openssl-timestamp.json', import.meta.url), 'utf8');
    const made = fixture.parse(JSON.parse(file));
    [token, hash, root] = [Buffer.from(made.token, 'base64'), sha256(made.contract), new X509Certificate(made.root)];
  });

  it('verifies, through its intermediate authority', () => {
    const { issuedAt, chain } = verifyTimeStamp(token, hash, [root]);
    expect(issuedAt.getUTCFullYear()).toBe(2026);
    expect(chain.map(({ subject }) => subject)).toEqual(['CN=stamper', 'CN=middle', 'CN=root']);
  });

  it('certifies nothing else, whichever byte is altered', () => {
    const { issuedAt } = verifyTimeStamp(token, hash, [root]);
    const step = rounds(5, 1);
    let refused = 0;
    for (let at = 0; at < token.length; at += step) {
      const altered = Buffer.from(token);
      altered[at] = (altered[at] ?? 0) ^ (1 + (at % 255));
      try {
        expect(verifyTimeStamp(altered, hash, [root]).issuedAt).toEqual(issuedAt);
      } catch (cause) {
        expect(cause).toBeInstanceOf(BadTimeStamp);
        refused += 1;
      }
    }
    // Versions, algorithms named twice and the signer's name are outside the signature.
    expect(refused).toBeGreaterThan((token.length / step) * 0.8);
  });

  it('is refused cut short, lengthened, for another contract, and without its root', () => {
    expect(() => verifyTimeStamp(token.subarray(0, -1), hash, [root])).toThrow('not DER');
    expect(() => verifyTimeStamp(Buffer.concat([token, Buffer.of(0)]), hash, [root])).toThrow('not DER');
    expect(() => verifyTimeStamp(token, sha256('Otro contrato.'), [root])).toThrow('another hash');
    expect(() => verifyTimeStamp(token, hash, [])).toThrow('no pinned root');
  });
});
