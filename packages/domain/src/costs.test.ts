import { describe, expect, it } from 'vitest';
import { dateOf, type IsoDate } from './calendar.ts';
import { type CostCell, cashDaysIn, chargesOf, costLine, costMonths } from './costs.ts';
import { moneyOf } from './money.ts';
import { monthOf } from './month.ts';

const pesos = (text: string) => moneyOf(text, 'MXN');
const month = (text: string) => monthOf(dateOf(`${text}-01`));
const day = (text: string): IsoDate => dateOf(text);

const cell = (over: Partial<CostCell<'MXN'>>): CostCell<'MXN'> => ({
  documentId: 'a',
  payer: 'P',
  month: month('2026-01'),
  charges: chargesOf('MXN', {}),
  cashDays: 0n,
  term: 45,
  paid: null,
  ...over,
});

describe('[EFE-07] the cost of some invoices', () => {
  // The golden sale: 3,480.00 of interest and 556.80 of IVA on 100,920.00 for 45 days.
  const golden = cell({
    charges: chargesOf('MXN', { interest: pesos('3480.00'), iva: pesos('556.80') }),
    cashDays: 10_092_000n * 45n,
    paid: { promised: 45, taken: 45 },
  });
  // 20 days late: 1,160.00 of late charges, 185.60 of IVA. (3,480 + 1,160) × 365 / (100,920 × 65) = 25.82 %; (1 + 4,640 / 100,920) ^ (365 / 65) − 1 = 28.71 %.
  const late = cell({
    documentId: 'b',
    charges: chargesOf('MXN', {
      interest: pesos('3480.00'),
      iva: pesos('556.80'),
      recargos: pesos('1160.00'),
      ivaRecargos: pesos('185.60'),
    }),
    cashDays: 10_092_000n * 65n,
    term: 65,
    paid: { promised: 45, taken: 65 },
  });
  const empty = { interest: '0.00', iva: '0.00', recargos: '0.00', ivaRecargos: '0.00' };
  const without = { ...empty, commission: '0.00', ivaCommission: '0.00' };

  it.each([
    [
      'the golden sale costs 31.65 % a year',
      [golden],
      {
        ...without,
        interest: '3480.00',
        iva: '556.80',
        total: '4036.80',
        invoices: 1,
        effectiveRate: '31.65',
        paid: 1,
        promisedDays: '45.0',
        takenDays: '45.0',
      },
    ],
    [
      'the same sale paid 20 days late',
      [late],
      {
        ...without,
        interest: '3480.00',
        iva: '556.80',
        recargos: '1160.00',
        ivaRecargos: '185.60',
        total: '5382.40',
        invoices: 1,
        effectiveRate: '28.71',
        paid: 1,
        promisedDays: '45.0',
        takenDays: '65.0',
      },
    ],
    [
      'a commission counts in the rate, its IVA does not: 4,480 × 365 / (100,000 × 45) = 36.34 %',
      [
        cell({
          charges: chargesOf('MXN', {
            interest: pesos('3480.00'),
            commission: pesos('1000.00'),
            ivaCommission: pesos('160.00'),
          }),
          cashDays: 10_000_000n * 45n,
        }),
      ],
      {
        ...without,
        interest: '3480.00',
        commission: '1000.00',
        ivaCommission: '160.00',
        total: '4640.00',
        invoices: 1,
        effectiveRate: '42.69',
        paid: 0,
        promisedDays: null,
        takenDays: null,
      },
    ],
    [
      'one invoice in two months is one invoice, and interest given back counts against the cost',
      [golden, { ...golden, charges: chargesOf('MXN', { interest: pesos('-480.00') }), cashDays: 0n, paid: null }],
      {
        ...without,
        interest: '3000.00',
        iva: '556.80',
        total: '3556.80',
        invoices: 1,
        effectiveRate: '26.82',
        paid: 1,
        promisedDays: '45.0',
        takenDays: '45.0',
      },
    ],
    [
      'charges without money have no rate',
      [cell({ charges: chargesOf('MXN', { recargos: pesos('5.00') }) })],
      {
        ...without,
        recargos: '5.00',
        total: '5.00',
        invoices: 1,
        effectiveRate: null,
        paid: 0,
        promisedDays: null,
        takenDays: null,
      },
    ],
    [
      'nothing',
      [],
      { ...without, total: '0.00', invoices: 0, effectiveRate: null, paid: 0, promisedDays: null, takenDays: null },
    ],
  ])('%s', (_name, cells, expected) => {
    expect(costLine('MXN', cells, cells)).toEqual(expected);
  });

  it('the days of several invoices are their mean', () => {
    expect(costLine('MXN', [golden, late], [golden, late])).toMatchObject({
      invoices: 2,
      paid: 2,
      promisedDays: '45.0',
      takenDays: '55.0',
    });
  });
});

describe('[EFE-07] the money of an invoice in a month', () => {
  const today = day('2026-03-20');
  // Deposited on 17 January, half of it paid on 10 February, the rest on 3 March.
  const steps = [
    { on: day('2026-01-17'), cash: 100n, owed: 116n },
    { on: day('2026-02-10'), cash: -40n, owed: -40n },
    { on: day('2026-03-03'), cash: -76n, owed: -76n },
  ];
  it.each([
    ['2025-12', 0n],
    // 14 days after the 17th.
    ['2026-01', 1400n],
    // 10 days with all of it and 18 with 60.
    ['2026-02', 1000n + 18n * 60n],
    ['2026-03', 180n],
    ['2026-04', 0n],
  ])('in %s', (of, expected) => {
    expect(cashDaysIn(steps, month(of), today)).toBe(expected);
  });

  it('runs until today while it is owed, and not once it is written off', () => {
    const [first = steps[0]] = steps;
    const open = first ? [first] : [];
    expect(cashDaysIn(open, month('2026-03'), today)).toBe(2000n);
    const writtenOff = [...open, { on: day('2026-03-05'), cash: 0n, owed: -116n }];
    expect(cashDaysIn(writtenOff, month('2026-03'), today)).toBe(500n);
    expect(cashDaysIn([], month('2026-03'), today)).toBe(0n);
  });
});

it('[EFE-07] the months of a period are twelve at most, the last ones', () => {
  expect(costMonths(month('2025-11'), month('2026-02'))).toEqual(['2025-11', '2025-12', '2026-01', '2026-02']);
  expect(costMonths(month('2024-01'), month('2026-02'))).toHaveLength(12);
  expect(costMonths(month('2026-03'), month('2026-02'))).toEqual([]);
});
