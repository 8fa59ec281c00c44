import { describe, expect, it, test } from 'vitest';
import { moneyOf } from './money.ts';
import {
  changeSaleGrant,
  hasSaleRight,
  losesLastSeller,
  mayAccept,
  pesosOf,
  raises,
  saleRights,
} from './sale-right.ts';

const mxn = (text: string) => moneyOf(text, 'MXN');
const usd = (text: string) => moneyOf(text, 'USD');
const upTo = (acceptUpTo: string | null) => ({ saleRight: 'accept', acceptUpTo }) as const;
const prepares = { saleRight: 'prepare', acceptUpTo: null } as const;
const consults = { saleRight: 'consult', acceptUpTo: null } as const;

test.each([
  ['consult', [true, false, false]],
  ['prepare', [true, true, false]],
  ['accept', [true, true, true]],
] as const)('[DER-01] the right %s includes those before it', (own, expected) => {
  expect(saleRights.map((needed) => hasSaleRight(own, needed))).toEqual(expected);
});

describe('the amount of what is accepted together', () => {
  test.each([
    ['pesos alone', [mxn('100.00'), mxn('0.01')], null, '100.01'],
    ['dollars by the published rate', [mxn('100.00'), usd('10.00')], '18.1234', '281.23'],
    ['each amount rounded to the cent', [usd('0.01'), usd('0.01')], '18.5', '0.38'],
    ['dollars without a rate', [mxn('100.00'), usd('10.00')], null, null],
  ])('[DER-03] is of %s', (_case, totals, rate, expected) => {
    expect(pesosOf(totals, rate)).toEqual(expected === null ? null : mxn(expected));
  });
});

test.each([
  ['without a bound', upTo(null), mxn('999999999.99'), true],
  ['without a bound, at an unknown amount', upTo(null), null, true],
  ['exactly at the bound', upTo('500000.00'), mxn('500000.00'), true],
  ['one centavo above', upTo('500000.00'), mxn('500000.01'), false],
  ['with a bound, at an unknown amount', upTo('500000.00'), null, false],
  ['who only prepares', prepares, mxn('1.00'), false],
  ['who only consults', consults, mxn('1.00'), false],
])('[DER-03] what a person accepts alone: %s', (_case, grant, pesos, expected) => {
  expect(mayAccept(grant, pesos)).toBe(expected);
});

it('[DER-02] drops the bound of a person who no longer accepts', () => {
  expect(changeSaleGrant(upTo('500.00'), { saleRight: 'prepare' })).toEqual(prepares);
  expect(changeSaleGrant(upTo(null), { acceptUpTo: '500.00' })).toEqual(upTo('500.00'));
  expect(changeSaleGrant(prepares, { acceptUpTo: '500.00' })).toEqual(prepares);
});

test.each([
  ['the only one gets a bound', upTo(null), upTo('1.00'), 1, true],
  ['the only one prepares from now on', upTo(null), prepares, 1, true],
  ['another one remains', upTo(null), prepares, 2, false],
  ['nothing changes', upTo(null), upTo(null), 1, false],
  ['a person with a bound loses it', upTo('1.00'), consults, 1, false],
])('[DER-04] somebody always sells without a bound: %s', (_case, before, after, unbounded, expected) => {
  const active = { active: true };
  expect(losesLastSeller({ ...before, ...active }, { ...after, ...active }, unbounded)).toBe(expected);
  // A person who loses access sells nothing.
  const out = { ...before, active: false };
  expect(losesLastSeller({ ...before, ...active }, out, 1)).toBe(
    before.saleRight === 'accept' && before.acceptUpTo === null,
  );
});

test.each([
  [consults, prepares, true],
  [prepares, consults, false],
  [prepares, upTo('1.00'), true],
  [upTo('1.00'), upTo('1.01'), true],
  [upTo('1.01'), upTo('1.00'), false],
  [upTo('1.00'), upTo(null), true],
  [upTo(null), upTo('1.00'), false],
  [upTo(null), upTo(null), false],
  [upTo('1.00'), upTo('1.00'), false],
  [upTo(null), prepares, false],
])('[DER-05] whether %j → %j gives a person more', (before, after, expected) => {
  expect(raises(before, after)).toBe(expected);
});
