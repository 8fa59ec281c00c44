import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reconcile } from './bank-reconciliation.ts';
import { addDays, dateOf } from './calendar.ts';

const first = dateOf('2026-03-02');
const since = first;
const through = addDays(first, 4);
const at = (key: string | null, cents: bigint, days = 0) => ({ key, cents, on: addDays(first, days) });
const booked = (key: string, cents: bigint, days = 0) => ({ key, cents, on: addDays(first, days) });

describe('[DIN-39] differences between the bank and the books', () => {
  it.each([
    ['none', [at('A', 5n)], [booked('A', 5n)], { notInBooks: 0, notInBank: 0, otherDays: 0n }],
    ['only the bank', [at(null, 5n)], [], { notInBooks: 1, notInBank: 0, otherDays: 0n }],
    ['its booking was reversed', [at('A', 5n)], [], { notInBooks: 1, notInBank: 0, otherDays: 0n }],
    ['only the books', [], [booked('A', 5n)], { notInBooks: 0, notInBank: 1, otherDays: 0n }],
    ['another amount', [at('A', 5n)], [booked('A', 6n)], { notInBooks: 1, notInBank: 1, otherDays: 0n }],
    ['booked after the period', [at('A', 5n)], [booked('A', 5n, 7)], { notInBooks: 0, notInBank: 0, otherDays: 5n }],
    ['at the bank after it', [at('A', 5n, 7)], [booked('A', 5n)], { notInBooks: 0, notInBank: 0, otherDays: -5n }],
    ['both outside', [at('A', 5n, 7)], [booked('A', 5n, 8)], { notInBooks: 0, notInBank: 0, otherDays: 0n }],
  ] as const)('%s', (_, bank, books, expected) => {
    const found = reconcile(bank, books, { since, through });
    expect({
      notInBooks: found.notInBooks.length,
      notInBank: found.notInBank.length,
      otherDays: found.otherDays,
    }).toEqual(expected);
  });

  it('explain the whole difference, whatever the movements are', () => {
    const movement = fc.record({
      key: fc.constantFrom('A', 'B', 'C', 'D'),
      cents: fc.constantFrom(-7n, 3n, 5n),
      days: fc.integer({ min: -3, max: 8 }),
    });
    const side = fc.uniqueArray(movement, { selector: ({ key, cents }) => `${key}${cents}` });
    fc.assert(
      fc.property(side, side, fc.boolean(), (bank, books, isOpen) => {
        const lines = bank.map(({ key, cents, days }) => at(isOpen && cents < 0n ? null : key, cents, days));
        const found = reconcile(
          lines,
          books.map(({ key, cents, days }) => booked(key, cents, days)),
          { since, through },
        );
        const sum = (some: readonly { readonly cents: bigint }[]) => some.reduce((all, { cents }) => all + cents, 0n);
        expect(found.bank - found.books).toBe(sum(found.notInBooks) - sum(found.notInBank) + found.otherDays);
      }),
    );
  });
});
