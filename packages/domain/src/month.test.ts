import { describe, expect, it, test } from 'vitest';
import { dateOf } from './calendar.ts';
import { addMonths, firstDayOf, lastDayOf, type Month, monthOf, parseMonth } from './month.ts';

const month = (text: string): Month => monthOf(dateOf(`${text}-01`));

describe('a month', () => {
  test.each(['1900-01', '2026-11', '3000-12'])('%s is valid', (text) => {
    expect(parseMonth(text)).toBe(text);
  });

  test.each([
    '',
    '2026',
    '2026-1',
    '2026-00',
    '2026-13',
    '1899-12',
    '3001-01',
    '2026-01-01',
    ' 2026-01',
    '2026-011',
    '2026-01x',
    '12026-01',
  ])('"%s" is invalid', (text) => {
    expect(parseMonth(text)).toBeNull();
  });

  test.each([
    ['2026-01', '2026-01-01', '2026-01-31'],
    ['2026-02', '2026-02-01', '2026-02-28'],
    ['2028-02', '2028-02-01', '2028-02-29'],
    ['2026-04', '2026-04-01', '2026-04-30'],
  ])('%s runs from %s to %s', (text, first, last) => {
    expect([firstDayOf(month(text)), lastDayOf(month(text))]).toEqual([first, last]);
    expect(monthOf(lastDayOf(month(text)))).toBe(text);
  });

  it('adds across years in both directions', () => {
    expect(addMonths(month('2026-01'), -1)).toBe('2025-12');
    expect(addMonths(month('2026-12'), 1)).toBe('2027-01');
    expect(addMonths(month('2026-05'), -29)).toBe('2023-12');
    expect(addMonths(month('2026-05'), 0)).toBe('2026-05');
  });
});
