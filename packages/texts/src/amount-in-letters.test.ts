import { moneyOf } from '@anticipa/domain/money';
import { expect, it } from 'vitest';
import { amountInLetters } from './amount-in-letters.ts';

it.each([
  ['0.01', 'Cero pesos 01/100 M.N.'],
  ['1.00', 'Un peso 00/100 M.N.'],
  ['16.20', 'Dieciséis pesos 20/100 M.N.'],
  ['21.00', 'Veintiún pesos 00/100 M.N.'],
  ['31.00', 'Treinta y un pesos 00/100 M.N.'],
  ['90.00', 'Noventa pesos 00/100 M.N.'],
  ['100.00', 'Cien pesos 00/100 M.N.'],
  ['101.00', 'Ciento un pesos 00/100 M.N.'],
  ['1000.00', 'Mil pesos 00/100 M.N.'],
  ['1999.99', 'Mil novecientos noventa y nueve pesos 99/100 M.N.'],
  ['8729.38', 'Ocho mil setecientos veintinueve pesos 38/100 M.N.'],
  ['21001.00', 'Veintiún mil un pesos 00/100 M.N.'],
  ['100500.00', 'Cien mil quinientos pesos 00/100 M.N.'],
  ['1000000.00', 'Un millón de pesos 00/100 M.N.'],
  ['1000001.00', 'Un millón un pesos 00/100 M.N.'],
  ['25000000.00', 'Veinticinco millones de pesos 00/100 M.N.'],
  [
    '999999999.99',
    'Novecientos noventa y nueve millones novecientos noventa y nueve mil novecientos noventa y nueve pesos 99/100 M.N.',
  ],
  ['1000000000.00', 'Mil millones de pesos 00/100 M.N.'],
] as const)('[HFI-02] writes %s in letters', (amount, letters) => {
  expect(amountInLetters(moneyOf(amount, 'MXN'))).toBe(letters);
});

it('[HFI-02] names the currency', () => {
  expect(amountInLetters(moneyOf('1.19', 'USD'))).toBe('Un dólar 19/100 USD');
  expect(amountInLetters(moneyOf('14.19', 'USD'))).toBe('Catorce dólares 19/100 USD');
});
