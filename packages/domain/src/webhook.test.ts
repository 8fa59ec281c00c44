import { expect, it } from 'vitest';
import { pauseAfter, waitAfter } from './webhook.ts';

it('[WEB-03] a delivery is tried again after longer and longer waits, and given up after about three days', () => {
  const all: number[] = [];
  for (let attempts = 1; ; attempts += 1) {
    const wait = waitAfter(attempts);
    if (wait === null) break;
    all.push(wait);
  }
  expect(all[0]).toBe(5000);
  expect(all).toEqual(all.toSorted((a, b) => a - b));
  const hours = all.reduce((sum, wait) => sum + wait, 0) / 3_600_000;
  expect(hours).toBeGreaterThan(70);
  expect(hours).toBeLessThan(76);
});

it.each([
  [0, 0],
  [2, 0],
  [3, 1],
  [5, 4],
  [8, 30],
  [1000, 30],
])('[WEB-04] after %i failures in a row an endpoint is left alone for %i minutes', (failures, minutes) => {
  expect(pauseAfter(failures)).toBe(minutes * 60_000);
});
