import { dateOf } from '@anticipa/domain/calendar';
import { describe, expect, test } from 'vitest';
import { monthShown } from './month-shown.ts';

describe('[INT-01] the month of the interest detail', () => {
  test.each([
    ['without one, the month before', undefined, '2026-11-21', '2026-10'],
    ['on 1 January, December of the year before', undefined, '2026-01-01', '2025-12'],
    ['the one asked for', '2026-03', '2026-11-21', '2026-03'],
    ['the month that is running', '2026-11', '2026-11-30', '2026-11'],
    ['not one of the future', '2026-12', '2026-11-30', '2026-10'],
    ['not one that does not exist', '2026-13', '2026-11-30', '2026-10'],
  ])('is %s', (_case, asked, today, month) => {
    expect(monthShown(asked, dateOf(today), -1)).toBe(month);
  });
});

describe('[HFI-01] [LIQ-01] the month of invoices', () => {
  test.each([
    ['without one, today’s', undefined, '2026-05'],
    ['the one asked for', '2025-12', '2025-12'],
    ['not one of the future', '2026-06', '2026-05'],
    ['not one that does not exist', '2026-00', '2026-05'],
  ])('is %s', (_case, asked, month) => {
    expect(monthShown(asked, dateOf('2026-05-31'), 0)).toBe(month);
  });
});
