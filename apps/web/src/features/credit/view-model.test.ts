import { moneyOf } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import { aCreditAnswer, aCreditLine, aProduct } from '../../lib/test-builders.ts';
import { panelsOf } from './view-model.ts';

describe('[TAB-01] credit panels', () => {
  it('shows the available credit of each line with its parts', () => {
    expect(panelsOf(aCreditAnswer())[0]?.lines[0]).toMatchObject({
      available: moneyOf('700000.00', 'MXN'),
      limit: moneyOf('1000000.00', 'MXN'),
      used: moneyOf('200000.00', 'MXN'),
      held: moneyOf('100000.00', 'MXN'),
      equivalent: null,
    });
  });

  it('adds the other currency to a multi-currency line', () => {
    const [panel] = panelsOf(aCreditAnswer({ lines: [aCreditLine({ multimoneda: true })] }));
    expect(panel?.lines[0]?.equivalent).toEqual(moneyOf('35000.00', 'USD'));
  });

  it('[TAB-10] shows no credit, with its parts, for a line whose limit was lowered below what is in use', () => {
    const over = { creditLimit: '100000.00', available: '-200000.00', availableUSD: '-10000.00', multimoneda: true };
    expect(panelsOf(aCreditAnswer({ lines: [aCreditLine(over)] }))[0]?.lines[0]).toMatchObject({
      available: moneyOf('0.00', 'MXN'),
      left: moneyOf('-200000.00', 'MXN'),
      equivalent: moneyOf('0.00', 'USD'),
    });
  });

  it('includes an inactive product and omits an unauthorised one', () => {
    const products = [aProduct({ active: false }), aProduct({ product: 'FB', autorizado: false })];
    expect(panelsOf(aCreditAnswer({ products })).map(({ product, active }) => [product, active])).toEqual([
      ['BI', false],
    ]);
  });
});
