import { expect, it } from 'vitest';
import { feeOf, likelyTax } from './bank-fee.ts';
import { decimalOf, moneyOf } from './money.ts';

it.each([
  ['5.80', 'included', '5.00', '0.80'],
  ['0.01', 'included', '0.01', '0.00'],
  ['10.00', 'included', '8.62', '1.38'],
  ['5.00', 'apart', '5.00', '0.00'],
  ['0.80', 'only', '0.00', '0.80'],
] as const)('[DIN-96] a charge of %s with its IVA %s is a fee of %s and an IVA of %s', (charge, tax, fee, iva) => {
  const parts = feeOf(moneyOf(charge, 'MXN'), tax);
  expect([decimalOf(parts.fee), decimalOf(parts.iva)]).toEqual([fee, iva]);
});

it.each([
  ['IVA COMISION SPEI', 'only'],
  ['COM. TRANSFERENCIA I.V.A.', 'only'],
  ['Comisión SPEI; iva', 'only'],
  ['COMISION POR CHEQUE DEVUELTO', 'apart'],
  ['COMISION VIVA AEROBUS', 'apart'],
] as const)('[DIN-109] a charge named %s is taken for %s at first', (text, tax) => {
  expect(likelyTax(text)).toBe(tax);
});
