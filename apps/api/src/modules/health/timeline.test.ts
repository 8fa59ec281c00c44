import { expect, it } from 'vitest';
import { isOnNewestTimeline } from './timeline.ts';

it('a server is left behind once a promotion has begun a newer timeline of the same database', () => {
  const seenBy = (reader: object) => (system: string, number: number) => isOnNewestTimeline(reader, { system, number });
  const api = seenBy({});
  expect(['a1', 'a1', 'a2', 'a1', 'a2', 'a3'].map(([system = '', number]) => api(system, Number(number)))).toEqual([
    true,
    true,
    true,
    false,
    true,
    true,
  ]);
  // Restored from a dump.
  expect(api('b', 1)).toBe(true);
  expect(seenBy({})('a', 1)).toBe(true);
});
