import { expect, it } from 'vitest';
import { formatDeadline, timeLeft } from './time-left.ts';

it.each([
  ['2026-03-10T12:40:00Z', false, '0:40'],
  ['2026-03-10T12:00:00Z', false, '0:00'],
  ['2026-03-10T11:59:59Z', true, '0:01'],
  ['2026-03-12T11:59:00Z', false, '47:59'],
  ['2026-03-13T12:00:00Z', false, '3 días'],
])('[OPE-03] until %s it is late: %s, by %s', (instant, isLate, time) => {
  expect(timeLeft(instant, '2026-03-10T12:00:00Z')).toEqual({ isLate, time });
});

it('[OPE-03] writes a promise that ends with a day as its last minute', () => {
  const written = ['2026-02-17T06:00:00Z', '2026-02-16T21:46:30Z'].map(formatDeadline);
  expect(written).toEqual(['16-feb-2026 11:59 pm', '16-feb-2026 3:46 pm']);
});
