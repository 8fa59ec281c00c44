import { expect, it, test } from 'vitest';
import { isKeyValid, mayMailAgain } from './policy.ts';

it.each([
  [{ recently: 0, inKeyLife: 0, today: 0 }, true],
  [{ recently: 2, inKeyLife: 9, today: 9 }, true],
  [{ recently: 3, inKeyLife: 3, today: 3 }, false],
  [{ recently: 0, inKeyLife: 1, today: 10 }, false],
  [{ recently: 0, inKeyLife: 0, today: 10 }, true],
])('after %o mails, another one is allowed: %s', (asked, allowed) => {
  expect(mayMailAgain(asked)).toBe(allowed);
});

const now = new Date('2026-03-10T17:00:00Z');
test.each([
  ['recovery', 60, true],
  ['recovery', 0, false],
  ['recovery', -1, false],
  ['recovery', 65, true],
  ['recovery', 66, false],
  ['sign-in', 66, false],
  ['invitation', 7 * 24 * 60, true],
  ['invitation', 7 * 24 * 60 + 6, false],
] as const)('a key of a %s that expires in %d minutes is valid: %s', (purpose, minutes, isValid) => {
  expect(isKeyValid({ purpose, expiresAt: new Date(now.getTime() + minutes * 60_000) }, now)).toBe(isValid);
});
