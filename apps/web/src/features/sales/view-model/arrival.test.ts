import { expect, it } from 'vitest';
import { arrivalOf } from './arrival.ts';
import { aMarket, aProduct } from './test-builders.ts';

const at = (local: string) => new Date(`${local}-06:00`);
const pesos = { product: 'BI', currency: 'MXN' } as const;

it('[RES-05] names the time, what is left of it and the account', () => {
  expect(arrivalOf([pesos], aMarket(), at('2026-03-02T11:46:30'))).toEqual({
    when: 'en menos de 4 horas',
    by: 'antes del lunes 2, 15:46',
    left: 'si vendes en las próximas 2 h 14 min',
    accounts: 'BBVA ••4821',
  });
  expect(arrivalOf([pesos], aMarket(), at('2026-03-02T13:59:30')).left).toBe('si vendes en el próximo minuto');
  expect(arrivalOf([pesos], aMarket(), at('2026-03-02T14:00:00'))).toMatchObject({
    when: 'en menos de 24 horas',
    left: null,
  });
});

it.each([
  ['until the same time of the next day', '2026-03-02T14:00:00', 'antes del martes 3, 14:00'],
  ['after the weekend and a holiday', '2026-03-13T15:00:00', 'a más tardar el martes 17'],
])('[RES-05] names the day of the promise: %s', (_, local, by) => {
  expect(arrivalOf([pesos], aMarket(), at(local)).by).toBe(by);
});

it('[RES-05] [TAB-13] promises no deposit before the account receives any', () => {
  const until = new Date('2026-03-03T16:00:00Z');
  const held = { ...pesos, why: 'ACCOUNT_HELD', until } as const;
  expect(arrivalOf([pesos], aMarket({ obstacles: [held] }), at('2026-03-02T10:00:00'))).toMatchObject({
    when: 'después del 03-mar-2026 10:00 am',
    by: null,
    left: null,
  });
});

it('[RES-05] names each account once, by bank', () => {
  const other = aProduct('FB', { accounts: new Map([['MXN', { bank: 'BBVA', ending: '0007' }]]) });
  const market = aMarket({
    products: new Map([
      ['BI', aProduct('BI')],
      ['FB', other],
    ]),
  });
  const factored = { product: 'FB', currency: 'MXN' } as const;
  expect(arrivalOf([pesos, factored, pesos], market, market.now)).toEqual({
    when: 'en 24 a 72 horas',
    by: 'antes del jueves 5, 10:00',
    left: null,
    accounts: 'BBVA ••4821 y ••0007',
  });
  expect(arrivalOf([pesos, { product: 'BI', currency: 'USD' }], market, market.now).accounts).toBe(
    'BBVA ••4821 · HSBC ••1357',
  );
});

it('[RES-05] names the account of the product that is sold, in its currency, and none for nothing', () => {
  const accountOf = (product: 'BI' | 'FB', currency: 'MXN' | 'USD') =>
    arrivalOf([{ product, currency }], aMarket({ products: new Map([['BI', aProduct('BI')]]) }), aMarket().now)
      .accounts;
  expect([accountOf('BI', 'USD'), accountOf('FB', 'USD')]).toEqual(['HSBC ••1357', '']);
});
