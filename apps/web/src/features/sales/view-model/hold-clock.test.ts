import { describe, expect, it, vi } from 'vitest';
import { endOfHold, secondsTo } from './hold-clock.ts';

const now = '2026-03-10T17:00:00.000Z';
const held = (expiresAt: string | null, state: 'held' | 'quoted' | 'requested' = 'held') => ({
  numberOfSale: 1,
  state,
  expiresAt,
});
const inTenMinutes = '2026-03-10T17:10:00.000Z';
const inTwentyMinutes = '2026-03-10T17:20:00.000Z';

describe('[RES-04] the end of a hold of several sales', () => {
  it.each([
    ['the earliest one', [held(inTwentyMinutes), held(inTenMinutes, 'quoted')], 605_000],
    ['none when one has ended', [held(inTwentyMinutes), held(now)], null],
    ['none when the server knows none', [], null],
    ['none when one was sent', [held(inTwentyMinutes), held(null, 'requested')], null],
  ])('is %s', (_case, sales, expected) => {
    expect(endOfHold({ now, sales }, 5_000)).toBe(expected);
  });
});

it('[RES-04] the time left is shown in whole seconds, the last one until its end', () => {
  const at = 1_000;
  vi.spyOn(performance, 'now').mockReturnValue(at);
  expect([60_000, 59_001, 400, 0, -5_000].map((left) => secondsTo(at + left))).toEqual([60, 60, 1, 0, 0]);
  vi.restoreAllMocks();
});
