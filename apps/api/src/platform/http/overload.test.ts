import { expect, it } from 'vitest';
import { eventLoopCheck } from './overload.ts';

it.each([
  ['a quiet process', [20, 21, 25, 20], true],
  ['one answer that took five seconds', [20, 5000, 20, 20], true],
  ['seconds without a sample after a stall', [20, 2800, Number.NaN, Number.NaN], true],
  ['two bad seconds', [1500, 1500], true],
  ['three seconds that are just not bad', [1000, 1000, 1000], true],
  ['three bad seconds in a row', [20, 1500, 1200, 3000], false],
  ['three bad seconds with a stall between', [1500, Number.NaN, 1500, 1500], false],
  ['a recovered process', [1500, 1500, 1500, 20], true],
])('the server is healthy or not after %s', (_case, seconds, isFine) => {
  const judge = eventLoopCheck();
  expect(seconds.map(judge).at(-1)).toBe(isFine);
});
