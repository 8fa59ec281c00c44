import { expect, it } from 'vitest';
import { type ClosingFigures, closingObstacles, obstaclesIn, stepRefusal } from './client-state.ts';

const settled: ClosingFigures = {
  sales: 0,
  credit: 0,
  balances: 0,
  unidentified: 0,
  cfdi: 0,
  messages: 0,
  sync: 0,
  proposals: 0,
};

it.each([
  ['close', 'open', null],
  ['close', 'closed', 'NOTHING_CHANGED'],
  ['reopen', 'closed', null],
  ['reopen', 'open', 'NOTHING_CHANGED'],
] as const)('[OPE-85] a settled client that is asked to %s while %s: %s', (step, state, refusal) => {
  expect(stepRefusal(step, state, settled)).toBe(refusal);
});

it.each(closingObstacles)('[OPE-85] a client is not closed with %s, and is reopened all the same', (obstacle) => {
  const figures = { ...settled, [obstacle]: 1 };
  expect(obstaclesIn(figures)).toEqual([obstacle]);
  expect(stepRefusal('close', 'open', figures)).toBe('CLIENT_NOT_SETTLED');
  expect(stepRefusal('reopen', 'closed', figures)).toBeNull();
});
