import { expect, it } from 'vitest';
import { companyAddress, inCompany, splitCompany } from './company-link.ts';

const ID = '00000000-0000-4000-8000-000000000002';

it.each([
  ['/', `/?empresa=${ID}`],
  ['/sales/1', `/sales/1?empresa=${ID}`],
  ['/?producto=FB&estado=credito', `/?producto=FB&estado=credito&empresa=${ID}`],
  ['/#vender-de-nuevo', `/?empresa=${ID}#vender-de-nuevo`],
  ['/statement?mes=2026-05#total', `/statement?mes=2026-05&empresa=${ID}#total`],
])('[AVI-17] %s carries its company as %s, and is itself again without it', (address, named) => {
  expect(companyAddress(address, ID)).toBe(named);
  expect(splitCompany(named)).toEqual({ company: ID, rest: address });
  expect(splitCompany(address)).toEqual({ company: null, rest: address });
});

it('[AVI-17] a long name leaves room for the news', () => {
  expect(inCompany('Depositamos', null)).toBe('Depositamos');
  expect(inCompany('Depositamos', 'Textiles del Sur')).toBe('Textiles del Sur: Depositamos');
  expect(inCompany('Depositamos', 'Textiles '.repeat(20))).toHaveLength(73);
});
