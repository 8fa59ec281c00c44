import { describe, expect, it, test } from 'vitest';
import { dateOf } from './calendar.ts';
import { type CashDay, cashWeeks, endOfCashWeeks } from './cash-weeks.ts';
import { type FinancedCurrency, money } from './money.ts';

const on = (date: string, kind: CashDay['kind'], cents: number, currency: FinancedCurrency = 'MXN'): CashDay => ({
  date: dateOf(date),
  kind,
  amount: money(BigInt(cents), currency),
  count: 1,
});

describe('[EFE-04] the eight weeks ahead', () => {
  test.each([
    ['a Monday', '2026-03-02', '2026-03-08', '2026-04-26'],
    ['a Wednesday', '2026-03-04', '2026-03-08', '2026-04-26'],
    ['a Sunday', '2026-03-08', '2026-03-08', '2026-04-26'],
  ])('from %s end on a Sunday', (_case, today, first, last) => {
    const weeks = cashWeeks([], dateOf(today), 'MXN');
    expect([weeks.length, weeks[0]?.from, weeks[0]?.to, weeks[1]?.from]).toEqual([8, today, first, '2026-03-09']);
    expect([weeks.at(-1)?.to, endOfCashWeeks(dateOf(today))]).toEqual([last, last]);
  });

  it('a week has what comes in and what is due in one currency, without what is over or later', () => {
    const days = [
      on('2026-03-03', 'due', 1),
      on('2026-03-04', 'deposit', 10),
      on('2026-03-08', 'expected', 200),
      on('2026-03-08', 'due', 3_000),
      on('2026-03-08', 'due', 3_000),
      on('2026-03-08', 'due', 7, 'USD'),
      on('2026-03-09', 'release', 40_000),
      on('2026-04-26', 'due', 500_000),
      on('2026-04-27', 'due', 1),
    ];
    const weeks = cashWeeks(days, dateOf('2026-03-04'), 'MXN');
    expect(weeks.map(({ comesIn, due, dueCount }) => [comesIn.cents, due.cents, dueCount])).toEqual([
      [210n, 6_000n, 2],
      [40_000n, 0n, 0],
      ...Array.from({ length: 5 }, () => [0n, 0n, 0]),
      [0n, 500_000n, 1],
    ]);
  });
});
