import { expect, it } from 'vitest';
import { amountTyped } from './typed-amount.ts';

it.each([
  ['$ 3,000,000', '3000000.00'],
  ['0.5', '0.50'],
  ['999,999,999,999.99', '999999999999.99'],
  ['1,000,000,000,000', null],
  ['1000000000000000', null],
  ['1.005', null],
  ['-1', null],
  ['mucho', null],
])('[OPE-05] reads the typed amount %s as %s', (typed, amount) => {
  expect(amountTyped(typed)).toBe(amount);
});
