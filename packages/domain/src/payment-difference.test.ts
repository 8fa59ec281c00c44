import { expect, it } from 'vitest';
import { decimalOf, moneyOf } from './money.ts';
import { differenceOf } from './payment-difference.ts';

it.each([
  ['1205.00', '1250.00', 'over', '45.00'],
  ['1205.00', '1000.01', 'short', '204.99'],
  ['1205.00', '1205.01', 'over', '0.01'],
  ['1205.00', '1205.00', undefined, undefined],
] as const)('[DIN-107] a payment of %s of which the bank moved %s is %s by %s', (booked, moved, kind, amount) => {
  const found = differenceOf(moneyOf(booked, 'MXN'), moneyOf(moved, 'MXN'));
  expect([found?.kind, found && decimalOf(found.amount)]).toEqual([kind, amount ?? null]);
});
