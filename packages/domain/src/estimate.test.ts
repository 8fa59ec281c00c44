import { describe, expect, it } from 'vitest';
import {
  type Debt,
  type EstimateTerms,
  estimateLines,
  estimateOf,
  estimateTermsProblem,
  stageOf,
  suspensionLines,
  usualEstimateTerms,
} from './estimate.ts';
import { decimalOf, moneyOf } from './money.ts';

const pesos = (text: string) => moneyOf(text, 'MXN');

describe('[LIB-126] the stage of a debt', () => {
  it.each([
    [-20, 1],
    [0, 1],
    [30, 1],
    [31, 2],
    [89, 2],
    [90, 3],
    [400, 3],
  ] as const)('%i days late is stage %i', (daysLate, stage) => {
    expect(stageOf(daysLate, usualEstimateTerms)).toBe(stage);
  });

  it('stages rise: neither their first days nor their percentages may fall', () => {
    const problem = (changed: Partial<EstimateTerms>) => estimateTermsProblem({ ...usualEstimateTerms, ...changed });
    expect(problem({})).toBeNull();
    expect(problem({ percent1: '20.00', percent2: '20' })).toBeNull();
    expect(problem({ stage3From: 31 })).toBe('stage3From');
    expect(problem({ percent1: '20.01' })).toBe('percent2');
    expect(problem({ percent3: '9' })).toBe('percent3');
  });
});

/** The golden sale of 116,000.00 once its interest is earned. */
const golden = { owed: '116000.00', aforo: '11600.00', unearned: '0.00', client: '0.00', charges: '0.00', iva: '0.00' };
const debt = (changed: Partial<typeof golden>): Debt<'MXN'> => {
  const { owed, aforo, unearned, client, charges, iva } = { ...golden, ...changed };
  return {
    owed: pesos(owed),
    aforo: pesos(aforo),
    unearned: pesos(unearned),
    client: pesos(client),
    lateCharges: pesos(charges),
    lateChargesIva: pesos(iva),
  };
};

describe('[LIB-126] the estimate of a debt', () => {
  it.each([
    ['on the day of its sale', { unearned: '3480.00' }, -45, 1, '100920.00', '504.60', '0.00'],
    ['due', {}, 0, 1, '104400.00', '522.00', '0.00'],
    ['31 days late', {}, 31, 2, '104400.00', '20880.00', '0.00'],
    ['90 days late', {}, 90, 3, '104400.00', '62640.00', '0.00'],
    ['with a credit of the client', { client: '-100.00' }, 90, 3, '104400.00', '62640.00', '0.00'],
    [
      'with charges of an early stage',
      { client: '116.00', charges: '100.00', iva: '16.00' },
      40,
      2,
      '104516.00',
      '20903.20',
      '0.00',
    ],
    [
      'with charges past due',
      { client: '116.00', charges: '100.00', iva: '16.00' },
      90,
      3,
      '104416.00',
      '62649.60',
      '100.00',
    ],
    [
      'with charges that were paid in part',
      { client: '58.00', charges: '100.00', iva: '16.00' },
      90,
      3,
      '104408.00',
      '62644.80',
      '50.00',
    ],
    [
      'with charges and more',
      { client: '200.00', charges: '100.00', iva: '16.00' },
      90,
      3,
      '104500.00',
      '62700.00',
      '100.00',
    ],
    ['with charges that were taken back', { client: '50.00' }, 90, 3, '104450.00', '62670.00', '0.00'],
    ['covered by its aforo', { owed: '11000.00' }, 90, 3, '0.00', '0.00', '0.00'],
    ['paid', { owed: '0.00', aforo: '0.00' }, 90, 0, '0.00', '0.00', '0.00'],
    [
      'paid, with a balance of the client',
      { owed: '0.00', aforo: '0.00', client: '9.00' },
      90,
      3,
      '9.00',
      '5.40',
      '0.00',
    ],
    ['with half a cent', { owed: '11601.00' }, 0, 1, '1.00', '0.01', '0.00'],
  ] as const)('%s', (_, changed, daysLate, stage, exposure, estimate, suspended) => {
    const found = estimateOf(debt(changed), daysLate, usualEstimateTerms);
    expect({
      stage: found.stage,
      exposure: decimalOf(found.exposure),
      estimate: decimalOf(found.estimate),
      suspended: decimalOf(found.suspended),
    }).toEqual({ stage, exposure, estimate, suspended });
  });

  it('moves up, down or not at all', () => {
    const lines = (from: string, to: string) =>
      estimateLines('A', pesos(from), pesos(to)).map(
        ({ account, debit, credit }) => `${account} ${decimalOf(debit)} / ${decimalOf(credit)}`,
      );
    expect(lines('1.00', '3.00')).toEqual(['GASTO_ESTIMACION 2.00 / 0.00', 'ESTIMACION 0.00 / 2.00']);
    expect(lines('3.00', '0.00')).toEqual(['GASTO_ESTIMACION 0.00 / 3.00', 'ESTIMACION 3.00 / 0.00']);
    expect(lines('3.00', '3.00')).toEqual([]);
    expect(suspensionLines('A', pesos('0.00'), pesos('2.00')).map(({ account }) => account)).toEqual([
      'RECARGOS_SUSPENDIDOS',
      'RECARGOS_POR_DEVENGAR',
    ]);
  });
});
