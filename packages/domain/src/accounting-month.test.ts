import { expect, test } from 'vitest';
import { bookedDays, civilMonth, parseAccountingMonth } from './accounting-month.ts';

test.each([
  ['2028-02', '2028-02-01 2028-02-29', '2028-02'],
  // Nothing is booked in month 13, which follows the whole year.
  ['2026-13', '2027-01-01 2026-12-31', null],
  ['2026-14', null, null],
  ['2026-00', null, null],
  ['2026-1', null, null],
])('[LIB-48] the month %s of the books has the days %s', (text, days, civil) => {
  const month = parseAccountingMonth(text);
  const { from = null, to = null } = month === null ? {} : bookedDays(month);
  expect(month === null ? null : `${from} ${to}`).toBe(days);
  expect(month && civilMonth(month)).toBe(civil);
});
