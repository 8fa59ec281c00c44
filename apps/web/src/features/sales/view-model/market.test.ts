import { decimalOf } from '@anticipa/domain/money';
import { expect, it } from 'vitest';
import { aCreditAnswer, aCreditLine, aProduct } from '../../../lib/test-builders.ts';
import { availableByLine, marketOf, productNames } from './market.ts';

const accounts = [
  { currency: 'MXN', bank: 'BBVA', ending: '4821' },
  { currency: 'USD', bank: 'HSBC', ending: '1357' },
] as const;
const market = marketOf(
  aCreditAnswer({
    holidays: [{ date: '2026-03-16', name: 'Natalicio de Benito Juárez' }],
    tipoCambio: '19.5',
    tipoCambioPublished: false,
    products: [
      aProduct({ accounts: [...accounts] }),
      aProduct({ product: 'FB', displayName: 'Factoraje', active: false }),
    ],
    lines: [
      aCreditLine({ creditLineId: 'fb', product: 'FB' }),
      aCreditLine({
        creditLineId: 'usd',
        creditCurrency: 'USD',
        multimoneda: true,
        diasBase: 365,
        interestRate: '18',
        porcentajeAdelanto: '85',
        ivaRate: '8',
      }),
      aCreditLine({ creditLineId: 'mxn', limiteCredito: '5.00', saldoCreditos: '4.00' }),
    ],
  }),
);

it('[VTA-14] the credit left of each line is its limit less what is used and held', () => {
  expect([...availableByLine(market)].map(([id, left]) => [id, left.currency, decimalOf(left)])).toEqual([
    ['mxn', 'MXN', '700000.00'],
    ['usd', 'USD', '700000.00'],
    ['fb', 'MXN', '700000.00'],
  ]);
});

it('[PRE-01] the terms of a line are its own', () => {
  expect(market.lines.find(({ id }) => id === 'usd')).toMatchObject({
    product: 'BI',
    currency: 'USD',
    isMultiCurrency: true,
    interestRate: '18',
    advancePercent: '85',
    daysInYear: 365,
    ivaRate: '8',
  });
});

it('[VTA-13] [VTA-17] a product has its own accounts, and may be switched off or unauthorised', () => {
  const [bi, fb] = [market.products.get('BI'), market.products.get('FB')];
  expect(bi).toMatchObject({ authorised: true, active: true });
  expect(bi && [...bi.accounts.values()]).toEqual(accounts);
  expect(fb).toMatchObject({ authorised: true, active: false });
  expect(fb && [...fb.accounts.keys()]).toEqual(['MXN']);
  const { products } = marketOf(aCreditAnswer({ products: [aProduct({ autorizado: false })] }));
  expect(products.get('BI')).toMatchObject({ authorised: false, active: true });
  expect([...productNames(market)]).toEqual([
    ['BI', 'Anticipo Índice'],
    ['FB', 'Factoraje'],
  ]);
});

it('[PRE-03] day, clock, holidays and rate are the server’s', () => {
  expect(market).toMatchObject({
    today: '2026-03-02',
    now: new Date('2026-03-02T16:00:00Z'),
    holidays: new Map([['2026-03-16', 'Natalicio de Benito Juárez']]),
    rate: { pesosPerDollar: '19.5', published: false },
  });
});

it('[TAB-04] names every product, also one that the client does not have', () => {
  const alone = marketOf(aCreditAnswer({ products: [aProduct({ product: 'FB', displayName: 'Factoraje Plus' })] }));
  expect([...productNames(alone)].toSorted()).toEqual([
    ['BI', 'Anticipo Índice'],
    ['FB', 'Factoraje Plus'],
  ]);
});
