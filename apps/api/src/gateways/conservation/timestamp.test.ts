import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { oid } from '@anticipa/sandbox/der-writer';
import { rounds } from '@anticipa/sandbox/rounds';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { BadTimeStamp, verifyTimeStamp } from './timestamp.ts';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Each digest, and what time stamps that OpenSSL signs with it name as the signature's algorithm, or others may. */
const algorithms = [
  ['ecdsa-sha256', '2.16.840.1.101.3.4.2.1', ['1.2.840.10045.4.3.2']],
  ['ecdsa-sha384', '2.16.840.1.101.3.4.2.2', ['1.2.840.10045.4.3.3']],
  ['ecdsa-sha512', '2.16.840.1.101.3.4.2.3', ['1.2.840.10045.4.3.4']],
  ['rsa-sha256', '2.16.840.1.101.3.4.2.1', ['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.11']],
  ['rsa-sha384', '2.16.840.1.101.3.4.2.2', ['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.12']],
  ['rsa-sha512', '2.16.840.1.101.3.4.2.3', ['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.13']],
] as const;

describe('a time stamp that OpenSSL issued', () => {
  const fixture = z.object({ contract: z.string(), root: z.string(), tokens: z.record(z.string(), z.base64()) });
  const made = fixture.parse(JSON.parse(readFileSync(new URL('openssl-timestamps.json', import.meta.url), 'utf8')));
  const tokenOf = (name: string): Buffer => Buffer.from(made.tokens[name] ?? '', 'base64');
  const [token, hash, root] = [tokenOf('ecdsa-sha256'), sha256(made.contract), new X509Certificate(made.root)];

  it.each(algorithms)('verifies with %s, through its intermediate authority', (name, digest, [own, ...others]) => {
    const signed = tokenOf(name);
    expect(signed.includes(oid(digest))).toBe(true);
    const named = (signature: string): Buffer => {
      const bytes = Buffer.from(signed);
      oid(signature).copy(bytes, bytes.lastIndexOf(oid(own)));
      return bytes;
    };
    for (const signature of [own, ...others]) {
      const { issuedAt, chain } = verifyTimeStamp(named(signature), hash, [root]);
      expect(issuedAt.getUTCFullYear()).toBe(2026);
      expect(chain.map(({ subject }) => subject)).toEqual([`CN=${name.split('-')[0]}`, 'CN=middle', 'CN=root']);
    }
    const wrong = algorithms.flatMap(([, of, all]) => (of === digest ? [] : all.slice(-1)));
    for (const signature of wrong.filter((each) => oid(each).length === oid(own).length))
      expect(() => verifyTimeStamp(named(signature), hash, [root])).toThrow('its signature is wrong');
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
