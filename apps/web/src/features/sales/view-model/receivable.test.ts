import { defaultWeekDays } from '@anticipa/domain/calendar';
import { decimalOf } from '@anticipa/domain/money';
import { expect, it } from 'vitest';
import { obstaclesToName, receivableOf } from './receivable.ts';
import { selectedOf } from './selection.ts';
import { aLine, aMarket, anInvoice, aProduct, offersOf } from './test-builders.ts';

const obstacle = (over: Partial<ReturnType<typeof aMarket>['obstacles'][number]> = {}) =>
  ({ product: 'BI', currency: 'MXN', why: 'NO_ACCOUNT', until: null, ...over }) as const;
const withoutAccount = {
  products: new Map([['BI', aProduct('BI', { accounts: new Map() })] as const]),
  obstacles: [obstacle()],
};

it('[TAB-14] the sum is exactly what its invoices bring together, within the credit; each of the others is counted once', () => {
  const market = aMarket({ lines: [aLine({ limit: '2000.00' })] });
  const undated = anInvoice({ emittedOn: '2025-09-04' });
  const offers = offersOf(
    [
      anInvoice({ total: '1000.00' }),
      anInvoice({ total: '9000.00' }),
      anInvoice({ total: '500.00', habit: { source: 'saved', term: 60, weekDays: defaultWeekDays } }),
      undated,
      anInvoice({ status: 0, rejectedDate: '2026-03-02' }),
      anInvoice({ currency: 'EUR' }),
    ],
    market,
  );
  const receivable = receivableOf(offers, market);
  expect(receivable).toMatchObject({
    ids: [offers[0]?.id, offers[2]?.id],
    assumed: 1,
    exceeding: 1,
    undated: 1,
    waiting: [],
  });
  const sold = selectedOf(offers, new Set(receivable.ids), market);
  expect(receivable.deposits).toEqual(sold.deposits);
  expect(sold).toMatchObject({ undated: 0, exceeding: [] });
});

it('[TAB-13] counts the invoices that wait for an account, and sums none without one', () => {
  const market = aMarket(withoutAccount);
  const offers = offersOf([anInvoice(), anInvoice({ status: 0, rejectedDate: '2026-03-01' })], market);
  expect(receivableOf(offers, market)).toEqual({
    ids: [],
    deposits: [],
    assumed: 0,
    exceeding: 0,
    undated: 0,
    waiting: [{ ...obstacle(), count: 1 }],
  });
  expect(offers[0]?.price).toBeNull();
});

it('[TAB-13] an invoice is sold despite an account whose first deposit waits', () => {
  const market = aMarket({ obstacles: [obstacle({ why: 'ACCOUNT_HELD', until: new Date() })] });
  const { ids, deposits, waiting } = receivableOf(offersOf([anInvoice()], market), market);
  expect([ids.length, deposits.map(decimalOf), waiting.length]).toEqual([1, ['91640.00'], 1]);
});

it('[TAB-13] names what is nearest to its end while nothing can be received, and else only what holds invoices', () => {
  const named = (invoices: Parameters<typeof offersOf>[0], over: Parameters<typeof aMarket>[0]) => {
    const market = aMarket({ products: new Map([['BI', aProduct('BI')]]), ...over });
    return obstaclesToName(receivableOf(offersOf(invoices, market), market), market).map(
      ({ why, currency, count }) => `${why} ${currency} ${count}`,
    );
  };
  const noLine = obstacle({ currency: 'USD', why: 'NO_CREDIT_LINE' });
  expect(named([], { obstacles: [obstacle(), noLine] })).toEqual(['NO_ACCOUNT MXN 0']);
  expect(named([], { obstacles: [noLine] })).toEqual([]);
  expect(named([anInvoice(), anInvoice({ currency: 'USD' })], { obstacles: [noLine] })).toEqual([
    'NO_CREDIT_LINE USD 1',
  ]);
});
