import { describe, expect, it } from 'vitest';
import { base32, codeAt, stepOfCode } from './totp.ts';

/** The secret of RFC 6238, appendix B. */
const secret = Buffer.from('12345678901234567890');
const second = (seconds: number) => new Date(seconds * 1000);

describe('a time-based code', () => {
  it.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1111111111, '050471'],
    [1234567890, '005924'],
    [2000000000, '279037'],
    [20000000000, '353130'],
  ])('[OPE-01] the code at second %i is %s, as in RFC 6238', (seconds, code) => {
    expect(codeAt(secret, second(seconds))).toBe(code);
  });

  it.each([
    ['two steps early', -60, false],
    ['one step early', -30, true],
    ['in time', 0, true],
    ['one step late', 30, true],
    ['two steps late', 60, false],
  ])('[OPE-01] a code that comes %s is accepted: %s', (_case, seconds, isAccepted) => {
    const code = codeAt(secret, second(1111111111));
    expect(stepOfCode(secret, code, second(1111111111 + seconds), null) !== null).toBe(isAccepted);
  });

  it('[OPE-01] works once, and no older one after it', () => {
    const at = second(1111111111);
    const used = stepOfCode(secret, codeAt(secret, at), at, null);
    expect(stepOfCode(secret, codeAt(secret, at), at, used)).toBeNull();
    expect(stepOfCode(secret, codeAt(secret, second(1111111081)), at, used)).toBeNull();
    const next = second(1111111141);
    expect(stepOfCode(secret, codeAt(secret, next), next, used)).toBe((used ?? 0) + 1);
  });

  it.each(['', '05047', '0504711', '05047x', '٠٥٠٤٧١', ' 050471'])('[OPE-01] is not %j', (typed) => {
    expect(stepOfCode(secret, typed, second(1111111111), null)).toBeNull();
  });
});

// RFC 4648, section 10, without padding.
it.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('%j is %j in base 32', (text, encoded) => {
  expect(base32(Buffer.from(text))).toBe(encoded);
});
