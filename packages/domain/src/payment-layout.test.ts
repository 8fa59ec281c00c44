import { describe, expect, it } from 'vitest';
import { type FiledPayment, layoutLines, layoutPresets, layoutProblem, reaches, sampleLine } from './payment-layout.ts';

const payer = { account: '0123456789', clabe: '012180001234567891', rfc: 'AFI180517AB3', name: 'Anticipa Financiera' };
const payment: FiledPayment = {
  clabe: '072180012345678903',
  beneficiary: '=Peña & Hijos, S.A. de C.V., sucursal de Monterrey',
  rfc: 'PHI010101AA1',
  amount: '100920.05',
  currency: 'MXN',
  concept: 'Anticipo venta 12 R0000042',
  reference: 42,
};
const lineOf = (name: string): string => {
  const preset = layoutPresets.find((each) => each.name === name);
  if (!preset) throw new Error(name);
  return layoutLines(preset, [payment], { payer, today: '2026-03-10' }).text;
};

describe('[DIN-30] a layout file of a bank', () => {
  it.each([
    [
      'BBVA · otros bancos',
      '072180012345678903000000000123456789MXP0000000100920.05PENA & HIJOS S A DE C V SUCURS40072ANTICIPO VENTA 12 R0000042    0000042H\r\n',
    ],
    ['BBVA · mismo banco', '000000001234567890000000000123456789MXP0000000100920.05ANTICIPO VENTA 12 R0000042    \r\n'],
    [
      'Banorte · otros bancos',
      '04\tPHI010101AA1\t0123456789\t072180012345678903\t100920.05\t0000042\tANTICIPO VENTA 12 R0000042\tAFI180517AB3\t0\t10032026\tANTICIPA FINANCIERA\t0\r\n',
    ],
    [
      'Santander · mismo banco',
      `LTX070123456789        01234567890         000000000010092005${'ANTICIPO VENTA 12 R0000042'.padEnd(40)}${' '.repeat(40)}10032026\r\n`,
    ],
  ])('%s has the columns of its sources', (name, line) => {
    expect(lineOf(name)).toBe(line);
  });

  it('every preset can be used, and shows a sample', () => {
    for (const preset of layoutPresets) {
      expect(layoutProblem(preset)).toBeNull();
      expect(sampleLine(preset, payer, '2026-03-10')).toContain('100920');
    }
  });

  it('never cuts a number, and names the payment that does not fit', () => {
    const narrow = { separator: 'none' as const, columns: 'cuenta 18\nimporte 8' };
    expect(layoutLines(narrow, [payment], { payer, today: '2026-03-10' })).toEqual({ text: '', tooWide: payment });
  });

  it.each([
    ['cuenta 18\nimporte', 'none', { line: 2, problem: 'width' }],
    ['cuenta\nimportes', 'comma', { line: 2, problem: 'line' }],
    ['importe', 'comma', { line: 1, problem: 'account' }],
    ['cuenta\ncuenta-11\nimporte', 'comma', { line: 3, problem: 'account' }],
    ['cuenta\nimporte\ncentavos', 'comma', { line: 3, problem: 'amount' }],
    ['cuenta\n"012345678"\nimporte', 'comma', { line: 2, problem: 'constant' }],
    ['cuenta\n"A,B"\nimporte', 'comma', { line: 2, problem: 'constant' }],
  ] as const)('[DIN-32] refuses %j', (columns, separator, problem) => {
    expect(layoutProblem({ columns, separator })).toEqual(problem);
  });

  it('takes transfers within the bank, to others, or all', () => {
    const to = (reach: 'same' | 'other' | 'any', clabe: string) => reaches(reach, payer.clabe, clabe);
    expect(['same', 'other', 'any'].map((reach) => to(reach as 'same', payment.clabe))).toEqual([false, true, true]);
    expect(to('same', payer.clabe)).toBe(true);
  });
});
