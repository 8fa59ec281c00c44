import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dateOf, daysBetween } from './calendar.ts';
import { choiceProblem, defaultHabit, paymentDateOf } from './sale.ts';
import { lastSaleDay } from './sale-deadline.ts';

const emittedOn = dateOf('2026-01-05');

describe('the last day to sell', () => {
  it('the last day for BI is the day before the last business day of the 180', () => {
    // 180 days later is Saturday 4 July 2026: the last payment day is Friday the 3rd.
    expect(lastSaleDay({ product: 'BI', emittedOn }, { today: emittedOn })).toBe('2026-07-02');
  });

  it('the last day for FB leaves room for the fixed term within the 180', () => {
    // 135 days later is Wednesday 20 May; its 45 days end on Saturday 4 July and would move past the 180.
    expect(lastSaleDay({ product: 'FB', emittedOn }, { today: emittedOn })).toBe('2026-05-19');
  });

  it('may be today', () => {
    expect(lastSaleDay({ product: 'BI', emittedOn }, { today: dateOf('2026-07-02') })).toBe('2026-07-02');
    expect(lastSaleDay({ product: 'FB', emittedOn }, { today: dateOf('2026-05-19') })).toBe('2026-05-19');
  });

  it('is null once past, and respects the lender’s own holidays', () => {
    expect(lastSaleDay({ product: 'BI', emittedOn }, { today: dateOf('2026-07-03') })).toBeNull();
    const holidays = new Map([[dateOf('2026-07-03'), 'Cierre']]);
    expect(lastSaleDay({ product: 'BI', emittedOn }, { today: emittedOn, holidays })).toBe('2026-07-01');
  });

  it('is the last day with an acceptable payment date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 700 }), fc.constantFrom('BI', 'FB'), (offset, product) => {
        const emitted = addDays(dateOf('2025-06-01'), offset);
        const last = lastSaleDay({ product, emittedOn: emitted }, { today: emitted });
        if (last === null) throw new Error('a fresh invoice can always be sold');
        const sellable = (today: typeof last): boolean => {
          const dates =
            product === 'FB'
              ? [paymentDateOf({ product, emittedOn: emitted }, defaultHabit, { today })]
              : Array.from({ length: 180 - daysBetween(emitted, today) }, (_, day) => addDays(today, day + 1));
          return dates.some(
            (dueDate) =>
              choiceProblem({ product, emittedOn: emitted, dueDate, purchaseOrder: 'OC1' }, { today }) === null,
          );
        };
        expect(sellable(last)).toBe(true);
        for (let later = addDays(last, 1); daysBetween(emitted, later) < 180; later = addDays(later, 1))
          expect(sellable(later)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});
