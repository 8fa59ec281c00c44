import { expect, it } from 'vitest';
import { isEvidence, MAX_EVIDENCE_BYTES } from './notice.ts';

const bytes = (start: string, length = 100): Uint8Array => {
  const all = new Uint8Array(length);
  all.set(Buffer.from(start, 'latin1'));
  return all;
};

it.each([
  ['%PDF-1.7', true],
  ['\x89PNG\r\n\x1a\n', true],
  ['\xff\xd8\xff\xe0', true],
  ['%PDF', false],
  ['<html>', false],
  ['MZ', false],
  ['PK\x03\x04', false],
])('[DIN-75] bytes that begin with %j are evidence: %s', (start, isKept) => {
  expect(isEvidence(bytes(start))).toBe(isKept);
});

it('[DIN-75] evidence has at most two million bytes, and some', () => {
  expect(isEvidence(bytes('%PDF-', MAX_EVIDENCE_BYTES))).toBe(true);
  expect(isEvidence(bytes('%PDF-', MAX_EVIDENCE_BYTES + 1))).toBe(false);
  expect(isEvidence(new Uint8Array())).toBe(false);
});
