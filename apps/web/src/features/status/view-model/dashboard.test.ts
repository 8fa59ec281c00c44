import { moneyOf } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import { aProduct } from '../../../lib/test-builders.ts';
import { statusSearch } from './address.ts';
import { authorisedProducts, countOf, productShown, statusesOf } from './dashboard.ts';
import { aCount } from './test-builders.ts';

describe('[EST-01] the status dashboard', () => {
  const both = { products: [aProduct(), aProduct({ product: 'FB', displayName: 'Factoraje' })] };

  it('offers only the authorised products, also inactive ones, by the lender’s names', () => {
    expect(authorisedProducts(both)).toEqual([
      { code: 'BI', name: 'Anticipo Índice' },
      { code: 'FB', name: 'Factoraje' },
    ]);
    const [bi, fb] = both.products;
    if (!bi || !fb) throw new Error('two products');
    expect(
      authorisedProducts({
        products: [
          { ...bi, autorizado: false },
          { ...fb, active: false },
        ],
      }),
    ).toEqual([{ code: 'FB', name: 'Factoraje' }]);
  });

  it('shows the wanted product if it is authorised, else the first authorised one', () => {
    const products = authorisedProducts(both);
    expect(productShown(products, 'FB')?.code).toBe('FB');
    expect(productShown(products.slice(0, 1), 'FB')?.code).toBe('BI');
    expect(productShown([], 'BI')).toBeNull();
  });

  it('lists every status in order, empty ones with zero, without the settled one', () => {
    const counts = [
      aCount({ totalUSD: '10.00' }),
      aCount({ product: 'FB', count: 9 }),
      aCount({ status: 40, count: 5 }),
      aCount({ status: 0, count: 1, totalMXN: '0.00' }),
    ];
    const figures = statusesOf(counts, 'BI');
    expect(figures.map(({ label, count }) => [label, count])).toEqual([
      ['Pendientes', 0],
      ['Autorizadas', 0],
      ['En Validación', 0],
      ['En crédito', 2],
      ['Rechazadas', 1],
    ]);
    expect(figures[3]?.totals).toEqual([moneyOf('116000.00', 'MXN'), moneyOf('10.00', 'USD')]);
    expect(figures[4]?.totals).toEqual([]);
    expect(countOf(counts, 'BI')).toBe(3);
    expect(countOf(counts, 'FB')).toBe(9);
    expect(countOf([], 'BI')).toBe(0);
  });
});

describe('[EST-02] the address of a table', () => {
  it('names product, status and filters', () => {
    const search = { producto: 'BI', estado: 'credito', moneda: 'USD', buscar: 'ñandú' };
    expect(statusSearch(search)).toEqual(search);
  });

  it('has the part of the rejected ones only for their table', () => {
    expect(statusSearch({ estado: 'rechazadas', ver: 'eliminadas' })).toEqual({
      estado: 'rechazadas',
      ver: 'eliminadas',
    });
    expect(statusSearch({ estado: 'credito', ver: 'eliminadas' })).toEqual({ estado: 'credito' });
  });

  it('accepts a search of digits, parsed as a number, and drops unknown values', () => {
    expect(statusSearch({ estado: 'credito', buscar: 1042 })).toEqual({ estado: 'credito', buscar: '1042' });
    expect(statusSearch({ producto: 'XX', estado: 'liquidadas', moneda: 'EUR', buscar: '' })).toEqual({});
    expect(statusSearch({ producto: 'FB', moneda: 'MXN', buscar: 'x' })).toEqual({ producto: 'FB' });
  });
});
