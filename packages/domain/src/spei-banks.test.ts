import { expect, it } from 'vitest';
import { speiBankName } from './spei-banks.ts';

it.each([
  ['40072', 'Banorte'],
  ['90646', 'STP'],
  ['40999', '40999'],
  ['', ''],
])('the bank with the code %j is %j', (code, name) => {
  expect(speiBankName(code)).toBe(name);
});
