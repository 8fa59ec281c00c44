import { expect, it } from 'vitest';
import { moneyOf } from './money.ts';
import { secondPersonNeed } from './second-person.ts';

const pesos = (text: string) => moneyOf(text, 'MXN');

it.each([
  // authorised, earlier today, per sale, per day, rule, counted
  ['no amounts', '9000000.00', '9000000.00', null, null, null],
  ['at the amount of a sale', '1000000.00', '0.00', '1000000.00', null, null],
  ['a cent above it', '1000000.01', '0.00', '1000000.00', null, 'sale', '1000000.01'],
  ['at the amount of a day', '400000.00', '600000.00', null, '1000000.00', null],
  ['a cent above it with earlier sales', '400000.01', '600000.00', null, '1000000.00', 'day', '1000000.01'],
  ['a single sale above the amount of a day', '1000000.01', '0.00', null, '1000000.00', 'day', '1000000.01'],
  ['both: the sale comes first', '2000000.00', '2000000.00', '1000000.00', '1000000.00', 'sale', '2000000.00'],
  ['nothing authorised after a large day', '0.00', '2000000.00', '1000000.00', '1000000.00', null],
  ['an amount of zero: each authorisation', '0.01', '0.00', '0.00', null, 'sale', '0.01'],
] as const)('[OPE-03] second person, %s', (_, authorised, earlier, perSale, perDay, rule, counted?: string) => {
  const need = secondPersonNeed(pesos(authorised), pesos(earlier), {
    perSale: perSale === null ? null : pesos(perSale),
    perDay: perDay === null ? null : pesos(perDay),
  });
  const limit = rule === 'sale' ? perSale : perDay;
  expect(need).toEqual(rule && limit && counted ? { rule, authorised: pesos(counted), limit: pesos(limit) } : null);
});
