import { moneyOf } from '@anticipa/domain/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { creditToDraw, creditView, creditWord } from './credit-level.ts';

describe('the credit bar', () => {
  it.each([
    ['everything', 100_000n, 100_000n, { level: 'available', percent: 100, length: 100 }],
    ['more than the line', 150_000n, 100_000n, { level: 'available', percent: 100, length: 100 }],
    ['one cent above 15 %', 15_001n, 100_000n, { level: 'available', percent: 15, length: 15 }],
    ['exactly 15 %', 15_000n, 100_000n, { level: 'low', percent: 15, length: 15 }],
    ['one cent', 1n, 100_000n, { level: 'low', percent: 0, length: 0 }],
    ['nothing', 0n, 100_000n, { level: 'overdraft', percent: 0, length: 0 }],
    ['one cent too much', -1n, 100_000n, { level: 'overdraft', percent: 0, length: 0 }],
    ['a line of zero', 0n, 0n, { level: 'overdraft', percent: 0, length: 0 }],
    ['credit without a line', 100n, 0n, { level: 'overdraft', percent: 0, length: 0 }],
  ] as const)('[TAB-10] shows %s', (_, available, limit, view) => {
    expect(creditView(available, limit)).toEqual(view);
  });

  it.each([
    [16_000n, '16 % disponible'],
    [15_001n, 'Más de 15 % disponible'],
    [15_000n, 'Queda 15 %'],
    [0n, 'Sobregiro'],
  ])('[TAB-10] names %i of 100,000 "%s"', (available, word) => {
    expect(creditWord(creditView(available, 100_000n))).toBe(word);
  });

  it('[TAB-10] never exceeds 100 and never rounds up', () => {
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 18n), 10n ** 18n), fc.bigInt(1n, 10n ** 18n), (available, limit) => {
        const { level, percent, length } = creditView(available, limit);
        expect(length).toBeGreaterThanOrEqual(0);
        expect(length).toBeLessThanOrEqual(100);
        expect(level === 'overdraft').toBe(available <= 0n);
        expect(percent).toBe(Math.floor(length));
        if (available > 0n && available <= limit) expect(BigInt(percent) * limit <= available * 100n).toBe(true);
      }),
    );
  });

  it.each([
    ['700.00', '700.00'],
    ['0.00', '0.00'],
    ['-4400.00', '0.00'],
  ])('[TAB-10] the credit bar with %s available allows drawing %s', (available, shown) => {
    expect(creditToDraw(moneyOf(available, 'MXN'))).toEqual(moneyOf(shown, 'MXN'));
  });
});
