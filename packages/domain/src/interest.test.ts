import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, daysBetween, type IsoDate, dateOf as on } from './calendar.ts';
import {
  daysOfInterest,
  interestByMonth,
  interestToCredit,
  interestToInvoice,
  ivaOfDocuments,
  type MonthInterest,
} from './interest.ts';
import { add, decimalOf, type Money, money, moneyOf, multiply, sum, zero } from './money.ts';
import { monthOf, parseMonth } from './month.ts';
import { accrualOf } from './price.ts';
import { percent } from './ratio.ts';

const mxn = (text: string): Money<'MXN'> => moneyOf(text, 'MXN');
const ever = { from: on('2026-01-01'), to: on('2027-12-31') };

interface Sold {
  readonly interest: Money<'MXN'>;
  readonly ivaRate: string;
  readonly paymentDays: number;
  readonly dueDate: IsoDate;
  readonly depositedOn: IsoDate;
}

/** Interest that the journal books from the deposit to the due date, by month. */
const monthsOf = ({ interest, paymentDays, dueDate, depositedOn }: Sold, { from, to }: typeof ever) => {
  const months = new Map<string, { before: Money<'MXN'>; until: Money<'MXN'> }>();
  let booked = zero('MXN');
  const last = dueDate > depositedOn ? dueDate : depositedOn;
  for (let day = depositedOn; day <= last && day <= to; day = addDays(day, 1)) {
    const amount = accrualOf({ interest, days: paymentDays }, paymentDays - daysBetween(day, dueDate), booked);
    booked = add(booked, amount);
    const { before, until } = months.get(monthOf(day)) ?? { before: zero('MXN'), until: zero('MXN') };
    months.set(monthOf(day), { before: day < from ? add(before, amount) : before, until: add(until, amount) });
  }
  return [...months].map(([month, amounts]) => ({ month: monthOf(on(`${month}-01`)), ...amounts }));
};

/** Sold and deposited on 15 January 2026, due on 1 March. */
const golden: Sold = {
  interest: mxn('3480.00'),
  ivaRate: '16',
  paymentDays: 45,
  dueDate: on('2026-03-01'),
  depositedOn: on('2026-01-15'),
};

const rows = (sold: Sold, range = ever): string[] =>
  interestByMonth(monthsOf(sold, range), sold.ivaRate).map(
    ({ month, interest, iva }) => `${month} ${decimalOf(interest)} ${decimalOf(iva)}`,
  );

describe('interest by month of accrual', () => {
  // 0.16 × 1,237.33 = 197.9728, 0.16 × 2,165.34 = 346.4544 and 0.16 × 77.33 = 12.3728: 556.79, and not 0.16 × 3,480.00.
  it('[INT-01] splits the golden sale into 1,237.33 + 2,165.34 + 77.33 = 3,480.00, each month with its own IVA', () => {
    expect(rows(golden)).toEqual(['2026-01 1237.33 197.97', '2026-02 2165.34 346.45', '2026-03 77.33 12.37']);
  });

  test.each([
    ['the month of the sale', '2026-01-01', '2026-01-31', ['2026-01 1237.33 197.97']],
    ['the last day of a month belongs to it', '2026-01-31', '2026-01-31', ['2026-01 77.33 12.37']],
    ['one day: from = to', '2026-03-01', '2026-03-01', ['2026-03 77.33 12.37']],
    ['a month still running', '2026-02-01', '2026-02-10', ['2026-02 773.34 123.73']],
    ['two months', '2026-02-01', '2026-03-31', ['2026-02 2165.34 346.45', '2026-03 77.33 12.37']],
    ['from the middle of a month', '2026-02-11', '2026-02-28', ['2026-02 1392.00 222.72']],
  ])('[INT-01] %s', (_case, from, to, expected) => {
    expect(rows(golden, { from: on(from), to: on(to) })).toEqual(expected);
  });

  test.each([
    ['before the sale', golden, '2025-12-01', '2025-12-31'],
    ['the day of the sale', golden, '2026-01-01', '2026-01-15'],
    ['after the due date', golden, '2026-03-02', '2026-12-31'],
    ['a range that ends before it begins', golden, '2026-02-10', '2026-02-01'],
    ['an invoice sold without interest', { ...golden, interest: mxn('0.00') }, '2026-01-01', '2026-12-31'],
  ])('[INT-02] %s has no row', (_case, sold, from, to) => {
    expect(rows(sold, { from: on(from), to: on(to) })).toEqual([]);
  });

  it('[INT-02] omits a month that earns less than a cent without losing any interest', () => {
    const small = { ...golden, interest: mxn('0.02') };
    expect(rows(small)).toEqual(['2026-01 0.01 0.00', '2026-02 0.01 0.00']);
  });

  // 21,259.93 / 148 days: 18, 31, 31, 30, 31 and 7 of them. The whole would have 3,401.59 of IVA, which the last month cannot take.
  it('[LIB-04] a sale over six months has the IVA of each, and its last one what a provider takes: 160.89, not 160.90', () => {
    const dueDate = on('2028-11-07');
    const long = { ...golden, interest: mxn('21259.93'), paymentDays: 148, dueDate, depositedOn: on('2028-06-12') };
    const until = { from: on('2028-01-01'), to: on('2028-12-31') };
    expect(rows(long, until)).toEqual([
      '2028-06 2585.67 413.71',
      '2028-07 4453.09 712.49',
      '2028-08 4453.09 712.49',
      '2028-09 4309.45 689.51',
      '2028-10 4453.09 712.49',
      '2028-11 1005.54 160.89',
    ]);
  });

  it('[INT-01] books interest of the days before the deposit in the month of the deposit', () => {
    expect(rows({ ...golden, depositedOn: on('2026-02-03') })).toEqual([
      '2026-02 3402.67 544.43',
      '2026-03 77.33 12.37',
    ]);
    expect(rows({ ...golden, depositedOn: on('2026-03-09') })).toEqual(['2026-03 3480.00 556.80']);
  });

  it('[INT-01] [INT-02] earns nothing until the day before the deposit, and then the days since the sale', () => {
    const late = { ...golden, depositedOn: on('2026-02-03') };
    expect(rows(late, { from: on('2026-02-01'), to: on('2026-02-02') })).toEqual([]);
    expect(rows(late, { from: on('2026-02-03'), to: on('2026-02-03') })).toEqual(['2026-02 1469.33 235.09']);
    expect(rows(late, { from: on('2026-02-04'), to: on('2026-02-04') })).toEqual(['2026-02 77.34 12.38']);
  });

  // 0.02, 0.04, 0.04, 0.04, 0.04, 0.04 and 0.02.
  it('[INT-01] every month has the IVA of its own interest, also where each rounds up', () => {
    const sold = { ...golden, interest: mxn('0.24'), paymentDays: 180, dueDate: on('2026-07-14') };
    const parts = interestByMonth(monthsOf(sold, ever), sold.ivaRate);
    expect(parts.map(({ iva }) => decimalOf(iva))).toEqual(['0.00', '0.01', '0.01', '0.01', '0.01', '0.01', '0.00']);
  });

  const arbitrary = fc.record({
    cents: fc.bigInt({ min: 0n, max: 10n ** 10n }),
    ivaRate: fc.constantFrom('16', '8', '0'),
    paymentDays: fc.integer({ min: 1, max: 180 }),
    wait: fc.integer({ min: 0, max: 200 }),
    cuts: fc.array(fc.integer({ min: 0, max: 500 }), { maxLength: 20 }),
  });

  it('[INT-01] [INT-02] any partition of the dates adds up to the booked interest, as each month has, with no negative part', () => {
    const sale = on('2026-01-15');
    fc.assert(
      fc.property(arbitrary, ({ cents, ivaRate, paymentDays, wait, cuts }) => {
        const booked = money(cents, 'MXN');
        const dueDate = addDays(sale, paymentDays);
        const sold = { interest: booked, ivaRate, paymentDays, dueDate, depositedOn: addDays(sale, wait) };
        const starts = [0, ...cuts.toSorted((a, b) => a - b)].map((days): IsoDate => addDays(sale, days));
        const parts = starts.flatMap((from, index): MonthInterest<'MXN'>[] => {
          const next = starts[index + 1];
          const to = next === undefined ? on('2028-12-31') : addDays(next, -1);
          return interestByMonth(monthsOf(sold, { from, to }), ivaRate);
        });
        const total = (pick: (part: MonthInterest<'MXN'>) => Money<'MXN'>) => sum('MXN', parts.map(pick));
        expect(total(({ interest }) => interest)).toEqual(booked);
        expect(parts.every((part) => part.interest.cents > 0n && part.iva.cents >= 0n)).toBe(true);
        const whole = interestByMonth(monthsOf(sold, { from: sale, to: on('2028-12-31') }), ivaRate);
        expect(whole.every((part) => part.iva.cents === multiply(part.interest, percent(ivaRate)).cents)).toBe(true);
        expect(total((part) => part.iva)).toEqual(
          sum(
            'MXN',
            whole.map(({ iva }) => iva),
          ),
        );
      }),
      { numRuns: 500 },
    );
  });
});

test.each([
  ['the whole interest', '3480.00', 45],
  ['a day', '77.33', 1],
  ['sixteen days, a cent short', '1237.32', 16],
  ['nothing', '0.00', 0],
])('[INT-01] the days that %s pays', (_case, earned, days) => {
  expect(daysOfInterest(mxn(earned), { interest: golden.interest, days: golden.paymentDays })).toBe(days);
});

describe('interest to invoice', () => {
  const month = (text: string) => parseMonth(text) ?? monthOf(on('1900-01-01'));
  const earned = [
    { month: month('2026-01'), earned: mxn('1237.33') },
    { month: month('2026-02'), earned: mxn('2165.34') },
    { month: month('2026-03'), earned: mxn('77.33') },
  ];
  type Billed = readonly [cut: string, interest: string, iva: string];
  const toInvoice = (last: string, invoiced: readonly Billed[] = [], months = earned, iva: string | null = null) =>
    interestToInvoice<'MXN'>({
      currency: 'MXN',
      ivaRate: '16',
      months,
      iva: iva === null ? null : mxn(iva),
      invoiced: invoiced.map(([cut, interest, iva]) => ({
        month: month(cut),
        interest: mxn(interest),
        iva: mxn(iva),
      })),
      isCut: (each) => invoiced.some(([cut]) => cut === each),
    })
      .filter((part) => part.month <= month(last))
      .map((part) => `${part.month} ${decimalOf(part.interest)} ${decimalOf(part.iva)}`);
  const january = ['2026-01', '1237.33', '197.97'] as const;
  const february = ['2026-02', '2165.34', '346.45'] as const;
  const march = ['2026-03', '77.33', '12.37'] as const;

  it('[HFI-01] each month’s interest to invoice includes the months that no cut invoiced', () => {
    expect(toInvoice('2026-01')).toEqual(['2026-01 1237.33 197.97']);
    expect(toInvoice('2026-02', [january])).toEqual(['2026-02 2165.34 346.45']);
    expect(toInvoice('2026-03')).toEqual(['2026-01 1237.33 197.97', '2026-02 2165.34 346.45', '2026-03 77.33 12.37']);
    expect(toInvoice('2026-03', [january])).toEqual(['2026-02 2165.34 346.45', '2026-03 77.33 12.37']);
  });

  it('[HFI-01] booked late for a month that is cut is invoiced with the next, also when that earned nothing', () => {
    const early = [
      { month: month('2026-01'), earned: mxn('1237.33') },
      { month: month('2026-02'), earned: mxn('2242.67') },
    ];
    expect(toInvoice('2026-02', [january, february], early)).toEqual([]);
    expect(toInvoice('2026-03', [january, february], early)).toEqual(['2026-03 77.33 12.37']);
    expect(toInvoice('2026-03', [january, february, march], early)).toEqual([]);
  });

  it('[LIB-04] what a settlement kept back is invoiced to the cent, within the limits of each document', () => {
    // One cent more than the documents have on their own, as before the rule; five do not fit into two documents.
    const all = ['2026-02 2165.34 346.45', '2026-03 77.33 12.37'];
    expect(toInvoice('2026-03', [january], earned, '556.79')).toEqual(all);
    expect(toInvoice('2026-03', [january], earned, '556.80')).toEqual(['2026-02 2165.34 346.46', all[1]]);
    expect(toInvoice('2026-02', [january], earned, '556.78')).toEqual(['2026-02 2165.34 346.45']);
    expect(toInvoice('2026-03', [january], earned, '556.84')).toEqual([
      '2026-02 2165.34 346.46',
      '2026-03 77.33 12.38',
    ]);
  });

  it('[LIB-04] the documents of a sale have the IVA of those that are issued, to come and to be credited', () => {
    const iva = (months: typeof earned, lines: readonly Billed[]) =>
      decimalOf(
        ivaOfDocuments<'MXN'>(
          {
            currency: 'MXN',
            ivaRate: '16',
            months,
            invoiced: lines.map(([cut, interest, tax]) => ({
              month: month(cut),
              interest: mxn(interest),
              iva: mxn(tax),
            })),
            isCut: (each) => lines.some(([cut]) => cut === each),
          },
          lines
            .map(([cut, interest, tax]) => ({ invoiceId: cut, interest: mxn(interest), iva: mxn(tax) }))
            .toReversed(),
        ),
      );
    expect(iva(earned, [])).toBe('556.79');
    // A document that was issued with another cent stays as it is.
    expect(iva(earned, [['2026-01', '1237.33', '197.98']])).toBe('556.80');
    // 100.00 of February is given back: 346.45 − 16.00.
    const rebated = [
      { month: month('2026-01'), earned: mxn('1237.33') },
      { month: month('2026-02'), earned: mxn('2065.34') },
    ];
    expect(iva(rebated, [january, february])).toBe('528.42');
  });

  it('[HFI-01] invoices nothing twice', () => {
    expect(toInvoice('2026-03', [january, february, march])).toEqual([]);
  });

  it.each([
    ['the first month', [february, march], '2026-01', ['2026-01 1237.33 197.97']],
    ['one between', [january, march], '2026-02', ['2026-02 2165.34 346.45']],
    ['two', [march], '2026-03', ['2026-01 1237.33 197.97', '2026-02 2165.34 346.45']],
    ['the last', [january, february], '2026-03', ['2026-03 77.33 12.37']],
    ['one after the last that is cut', [january, february], '2026-02', []],
  ])('[HFI-03] a month cancelled after later ones is its own again: %s', (_case, invoiced, last, expected) => {
    expect(toInvoice(last, invoiced)).toEqual(expected);
  });

  it('[HFI-03] a month that also billed an earlier one late is billed with it again', () => {
    const late = [
      { month: month('2026-01'), earned: mxn('1247.33') },
      { month: month('2026-02'), earned: mxn('2155.34') },
      { month: month('2026-03'), earned: mxn('77.33') },
    ];
    expect(toInvoice('2026-02', [january, march], late)).toEqual(['2026-02 2165.34 346.45']);
    expect(toInvoice('2026-03', [january, february, march], late)).toEqual([]);
  });
});

describe('interest to credit', () => {
  const newestFirst = [
    { invoiceId: 'april', interest: mxn('1856.00'), iva: mxn('296.96') },
    { invoiceId: 'march', interest: mxn('1624.00'), iva: mxn('259.84') },
  ];
  it.each([
    ['of the latest invoice', '773.33', '123.73', ['april 773.33 123.73']],
    ['the whole latest invoice', '1856.00', '296.96', ['april 1856.00 296.96']],
    ['of the one before, too', '2000.00', '320.00', ['april 1856.00 296.96', 'march 144.00 23.04']],
    ['everything', '3480.00', '556.80', ['april 1856.00 296.96', 'march 1624.00 259.84']],
    ['nothing', '0.00', '0.00', []],
  ])('[HFI-03] takes back %s', (_case, interest, iva, expected) => {
    const parts = interestToCredit({ interest: mxn(interest), iva: mxn(iva), ivaRate: '16' }, newestFirst);
    expect(parts.map((part) => `${part.invoiceId} ${decimalOf(part.interest)} ${decimalOf(part.iva)}`)).toEqual(
      expected,
    );
  });
});
