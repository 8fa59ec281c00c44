import { describe, expect, it } from 'vitest';
import { mayTryCode, mayTrySignIn } from './policy.ts';
import type { FailedAttempts } from './queries.ts';

const now = new Date('2026-03-10T17:00:00Z');
const secondsAgo = (seconds: number): Date => new Date(now.getTime() - seconds * 1000);
const none: FailedAttempts = {
  here: 0,
  lastHere: null,
  fromAddress: 0,
  ofAccount: 0,
  isKnownAddress: false,
  isKnownDevice: false,
};

it.each<[string, Partial<FailedAttempts>, boolean]>([
  ['after nine wrong ones', { ofAccount: 9 }, true],
  ['after ten wrong ones from anywhere', { ofAccount: 10, isKnownAddress: true }, false],
  ['after ten wrong ones from elsewhere, with a known browser', { ofAccount: 10, isKnownDevice: true }, true],
  ['after ten wrong ones from here, with a known browser', { here: 10, ofAccount: 10, isKnownDevice: true }, false],
  ['after five wrong ones here, at once', { here: 5, ofAccount: 5, lastHere: secondsAgo(0) }, false],
])('[OPE-01] another code may be tried %s: %s', (_case, failed, allowed) => {
  expect(mayTryCode({ ...none, ...failed }, now)).toBe(allowed);
});

describe('another attempt to sign in', () => {
  it.each<[string, Partial<FailedAttempts>, boolean]>([
    ['the first', {}, true],
    ['after five failures here, at once', { here: 5, lastHere: secondsAgo(0) }, false],
    ['after four failures here, at once', { here: 4, lastHere: secondsAgo(0) }, true],
    ['after five failures here, a second later', { here: 5, lastHere: secondsAgo(1) }, true],
    ['after eight failures here, seven seconds later', { here: 8, lastHere: secondsAgo(7) }, false],
    ['after eight failures here, eight seconds later', { here: 8, lastHere: secondsAgo(8) }, true],
    ['after 99 failures here, a second less than ten minutes later', { here: 99, lastHere: secondsAgo(599) }, false],
    ['after 99 failures here, ten minutes later', { here: 99, lastHere: secondsAgo(600) }, true],
    ['after 99 failures of the address', { fromAddress: 99 }, true],
    ['after 100 failures of the address', { fromAddress: 100 }, false],
    ['after 100 failures of an address known to the account', { fromAddress: 100, isKnownAddress: true }, false],
    ['after 100 failures of the address, with a known browser', { fromAddress: 100, isKnownDevice: true }, true],
    ['after 99 failures of the account', { ofAccount: 99 }, true],
    ['after 100 failures of the account, from an unknown address', { ofAccount: 100 }, false],
    ['after 100 failures of the account, from a known address', { ofAccount: 100, isKnownAddress: true }, true],
    ['after 100 failures of the account, with a known browser', { ofAccount: 100, isKnownDevice: true }, true],
    [
      'after five failures with a known browser, at once',
      { here: 5, lastHere: secondsAgo(0), isKnownDevice: true },
      false,
    ],
  ])('%s', (_case, failed, allowed) => {
    expect(mayTrySignIn({ ...none, ...failed }, now)).toBe(allowed);
  });
});
