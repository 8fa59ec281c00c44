import { expect, it } from 'vitest';
import { mayMailAgain } from './policy.ts';

it.each([
  [{ recently: 0, inKeyLife: 0, today: 0 }, true],
  [{ recently: 2, inKeyLife: 9, today: 9 }, true],
  [{ recently: 3, inKeyLife: 3, today: 3 }, false],
  [{ recently: 0, inKeyLife: 1, today: 10 }, false],
  [{ recently: 0, inKeyLife: 0, today: 10 }, true],
])('after %o mails, another one is allowed: %s', (asked, allowed) => {
  expect(mayMailAgain(asked)).toBe(allowed);
});
