import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  addDays,
  dateOf,
  daysBetween,
  defaultWeekDays,
  type IsoDate,
  isAllowedWeekday,
  isBusinessDay,
  type WeekDays,
  weekdayOf,
} from './calendar.ts';
import { choiceProblem, defaultHabit, paymentDateOf } from './sale.ts';

/** Weekdays by their Spanish initials: "LX" is Monday and Wednesday. */
const on = (letters: string): WeekDays => ({
  monday: letters.includes('L'),
  tuesday: letters.includes('M'),
  wednesday: letters.includes('X'),
  thursday: letters.includes('J'),
  friday: letters.includes('V'),
});
const bi = (emittedOn: string) => ({ product: 'BI', emittedOn: dateOf(emittedOn) }) as const;
const today = dateOf('2026-01-15');
const isPaymentDay = (date: IsoDate, weekDays: WeekDays): boolean =>
  isAllowedWeekday(weekdayOf(date), weekDays) && isBusinessDay(date);

describe('payment date of an index invoice', () => {
  test.each([
    ['the term’s own day, when it is allowed', '2026-01-16', 7, 'V', '2026-01-23'],
    ['forward to Friday', '2026-01-15', 30, 'V', '2026-02-20'],
    ['a term of one day', '2026-01-15', 1, 'V', '2026-01-16'],
    ['a term of one day that ends on a Saturday', '2026-01-16', 1, 'LMXJV', '2026-01-19'],
    ['forward to the nearest of two days', '2026-01-15', 30, 'LX', '2026-02-16'],
    ['never the day before, though it is nearer', '2026-01-15', 30, 'L', '2026-02-16'],
    ['Holy Thursday, Friday and a weekend in a row', '2026-03-03', 30, 'LMXJV', '2026-04-06'],
    ['only Friday allowed and Friday is a holiday: next Friday, not Monday', '2026-03-04', 30, 'V', '2026-04-10'],
    ['only Monday allowed and Monday is a holiday', '2026-01-03', 30, 'L', '2026-02-09'],
    ['Christmas and New Year’s Day on Fridays', '2026-11-25', 30, 'V', '2027-01-08'],
    ['over 29 February', '2024-01-31', 30, 'V', '2024-03-01'],
    ['a month of 30 days', '2026-01-31', 30, 'LMXJV', '2026-03-02'],
    ['over the end of the year', '2025-12-10', 30, 'V', '2026-01-09'],
    ['180 days from emission is allowed', '2026-01-18', 180, 'V', '2026-07-17'],
    ['forward would pass 180 days: the last allowed day within them', '2026-01-15', 178, 'V', '2026-07-10'],
    ['the 180th day is a holiday: the week before', '2025-11-02', 180, 'V', '2026-04-24'],
    ['the 180th day is a Sunday', '2026-01-13', 180, 'LMXJV', '2026-07-10'],
  ])('[VTA-10] %s', (_case, emittedOn, term, letters, expected) => {
    expect(paymentDateOf(bi(emittedOn), { term, weekDays: on(letters) }, { today })).toBe(expected);
  });

  it('[VTA-10] defaults to 180 days and Fridays', () => {
    expect(paymentDateOf(bi('2026-01-18'), defaultHabit, { today })).toBe('2026-07-17');
    expect(paymentDateOf(bi('2026-01-15'), defaultHabit, { today })).toBe('2026-07-10');
    expect(defaultHabit).toEqual({ term: null, weekDays: defaultWeekDays });
  });

  it('[VTA-10] counts from emission, regardless of today', () => {
    const habit = { term: 30, weekDays: on('V') };
    const onDays = ['2026-01-15', '2026-02-19', '2026-06-01'].map((day) =>
      paymentDateOf(bi('2026-01-15'), habit, { today: dateOf(day) }),
    );
    expect(new Set(onDays)).toEqual(new Set(['2026-02-20']));
  });

  it('[VTA-10] gives a past date for an old invoice, which cannot be sold', () => {
    const choice = { ...bi('2025-10-01'), purchaseOrder: '' };
    const dueDate = paymentDateOf(choice, { term: 30, weekDays: on('V') }, { today });
    expect(dueDate).toBe('2025-10-31');
    expect(choiceProblem({ ...choice, dueDate }, { today })).toBe('PAYMENT_DATE_NOT_AFTER_TODAY');
  });

  it('[VTA-08] treats a receiver without weekdays as paying on Fridays', () => {
    expect(paymentDateOf(bi('2026-01-15'), { term: 30, weekDays: on('') }, { today })).toBe('2026-02-20');
  });

  test.each([
    [0, '2026-01-16'],
    [-5, '2026-01-16'],
    [181, '2026-07-10'],
    [9999, '2026-07-10'],
  ])('[VTA-08] clamps a term of %d to 1 to 180 days', (term, expected) => {
    expect(paymentDateOf(bi('2026-01-15'), { term, weekDays: on('V') }, { today })).toBe(expected);
  });

  it('[VTA-11] skips the lender’s own holidays', () => {
    const holidays = new Map([[dateOf('2024-10-01'), 'Transmisión del Poder Ejecutivo']]);
    const habit = { term: 30, weekDays: on('M') };
    expect(paymentDateOf(bi('2024-09-01'), habit, { today })).toBe('2024-10-01');
    expect(paymentDateOf(bi('2024-09-01'), habit, { today, holidays })).toBe('2024-10-08');
  });

  it('[VTA-10] an emission without any allowed day after it gives the 180th, which is refused', () => {
    const holidays = new Map<IsoDate, string>();
    // The emission itself, a Thursday, would be allowed.
    for (let days = 1; days <= 200; days += 1) holidays.set(addDays(today, days), 'Cierre');
    const choice = { ...bi('2026-01-15'), purchaseOrder: '' };
    const dueDate = paymentDateOf(choice, { term: 30, weekDays: on('LMXJV') }, { today, holidays });
    expect(dueDate).toBe('2026-07-14');
    expect(choiceProblem({ ...choice, dueDate }, { today, holidays })).toBe('PAYMENT_DATE_NOT_BUSINESS_DAY');
  });

  const emission = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays(dateOf('1980-01-01'), days));
  const weekDays = fc.subarray(['L', 'M', 'X', 'J', 'V'], { minLength: 1 }).map((letters) => on(letters.join('')));
  const anyTerm = fc.option(fc.integer({ min: 1, max: 180 }));

  it('[VTA-10] is always an allowed business day after emission and within 180 days', () => {
    fc.assert(
      fc.property(emission, anyTerm, weekDays, (emittedOn, term, allowed) => {
        const date = paymentDateOf({ product: 'BI', emittedOn }, { term, weekDays: allowed }, { today });
        expect(date > emittedOn).toBe(true);
        expect(daysBetween(emittedOn, date)).toBeLessThanOrEqual(180);
        expect(isPaymentDay(date, allowed)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('[VTA-10] an index invoice is paid on the first allowed day from the term on, or else the last within 180 days', () => {
    fc.assert(
      fc.property(emission, anyTerm, weekDays, (emittedOn, term, allowed) => {
        const date = paymentDateOf({ product: 'BI', emittedOn }, { term, weekDays: allowed }, { today });
        const wanted = term ?? 180;
        const window = Array.from({ length: 181 - wanted }, (_, index) => addDays(emittedOn, wanted + index));
        const ahead = window.find((day) => isPaymentDay(day, allowed));
        const behind = Array.from({ length: 180 }, (_, index) => addDays(emittedOn, 180 - index)).find((day) =>
          isPaymentDay(day, allowed),
        );
        expect(date).toBe(ahead ?? behind);
      }),
      { numRuns: 150 },
    );
  });

  it('[VTA-10] a longer term never pays earlier if both fit', () => {
    fc.assert(
      fc.property(emission, fc.integer({ min: 1, max: 150 }), weekDays, (emittedOn, days, allowed) => {
        const dateFor = (term: number) =>
          paymentDateOf({ product: 'BI', emittedOn }, { term, weekDays: allowed }, { today });
        expect(dateFor(days + 1) >= dateFor(days)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

describe('payment date of a factoring invoice', () => {
  test.each([
    ['45 days that end on a Sunday', '2026-01-15', '2026-03-02'],
    ['45 days that end on a business day', '2026-11-20', '2027-01-04'],
    ['45 days that end on Holy Thursday', '2026-02-16', '2026-04-06'],
    ['45 days that end on Christmas', '2026-11-10', '2026-12-28'],
  ])('[VTA-10] %s, regardless of the receiver’s habit', (_case, day, expected) => {
    const invoice = { product: 'FB', emittedOn: dateOf('2025-12-01') } as const;
    for (const habit of [defaultHabit, { term: 10, weekDays: on('L') }, { term: 170, weekDays: on('') }])
      expect(paymentDateOf(invoice, habit, { today: dateOf(day) })).toBe(expected);
  });

  it('[VTA-10] a factoring invoice is paid on a business day from 45 to 51 days after today', () => {
    const anyDay = fc.integer({ min: 0, max: 60_000 }).map((days) => addDays(dateOf('1980-01-01'), days));
    fc.assert(
      fc.property(anyDay, (day) => {
        const date = paymentDateOf({ product: 'FB', emittedOn: day }, defaultHabit, { today: day });
        expect(isBusinessDay(date)).toBe(true);
        expect(daysBetween(day, date)).toBeGreaterThanOrEqual(45);
        expect(daysBetween(day, date)).toBeLessThanOrEqual(51);
      }),
      { numRuns: 300 },
    );
  });
});
