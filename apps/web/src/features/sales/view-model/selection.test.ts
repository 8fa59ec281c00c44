import { decimalOf, type Money, moneyOf } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import { emptyDraft } from './draft.ts';
import { addToSelection, selectedOf, withoutAccount } from './selection.ts';
import { aLine, aMarket, anInvoice, aProduct, offersOf } from './test-builders.ts';
import { totalsOf } from './totals.ts';

// An advance is 90 % of its invoice: three of 1,000.00 draw 2,700.00.
const tight = aMarket({ lines: [aLine({ limit: '2000.00' })] });
const three = () =>
  offersOf(
    [1, 2, 3].map(() => anInvoice({ total: '1000.00' })),
    tight,
  );
const ids = (offers: readonly { id: string }[]): string[] => offers.map(({ id }) => id);

describe('[VTA-14] a selection exceeding the credit', () => {
  it('leaves out, in the order shown, the first that does not fit, and names it', () => {
    const offers = three();
    const { chosen, exceeding } = addToSelection(offers, new Set(), { ids: ids(offers).toReversed(), market: tight });
    expect([...chosen]).toEqual(ids(offers).slice(0, 2));
    expect(ids(exceeding)).toEqual(ids(offers).slice(2));
  });

  it('never unselects an earlier choice for a new one', () => {
    const offers = three();
    const before = new Set(ids(offers).slice(1));
    const { chosen, exceeding } = addToSelection(offers, before, { ids: ids(offers).slice(0, 1), market: tight });
    expect(chosen).toEqual(before);
    expect(ids(exceeding)).toEqual(ids(offers).slice(0, 1));
  });

  it('counts an earlier choice once, also when it is among those added', () => {
    const offers = three();
    const before = new Set(ids(offers).slice(0, 1));
    const { chosen, exceeding } = addToSelection(offers, before, { ids: ids(offers).slice(0, 2), market: tight });
    expect([[...chosen], exceeding]).toEqual([ids(offers).slice(0, 2), []]);
  });

  it('still takes a later one that fits', () => {
    const offers = offersOf(
      [anInvoice({ total: '1000.00' }), anInvoice({ total: '9000.00' }), anInvoice({ total: '500.00' })],
      tight,
    );
    const { chosen } = addToSelection(offers, new Set(), { ids: ids(offers), market: tight });
    expect([...chosen]).toEqual([ids(offers)[0], ids(offers)[2]]);
  });

  it('takes a line to exactly zero', () => {
    const offers = offersOf([anInvoice({ total: '2222.22' })], tight);
    const { chosen } = addToSelection(offers, new Set(), { ids: ids(offers), market: tight });
    const { lines } = selectedOf(offers, chosen, tight);
    expect(lines.map(({ after }) => decimalOf(after))).toEqual(['0.00']);
  });

  it('names what no longer fits after the credit has shrunk', () => {
    const offers = three();
    const shrunk = aMarket({ lines: [aLine({ limit: '1000.00' })] });
    const selected = selectedOf(offers, new Set(ids(offers).slice(0, 2)), shrunk);
    expect([ids(selected.offers), ids(selected.exceeding)]).toEqual([ids(offers).slice(0, 1), ids(offers).slice(1, 2)]);
  });
});

it('adds up per product and currency, deposits per currency', () => {
  const market = aMarket({
    lines: [aLine({ limit: '999999.00' }), aLine({ product: 'FB', limit: '999999.00' }), aLine({ currency: 'USD' })],
  });
  const offers = offersOf(
    [anInvoice({ product: 'FB' }), anInvoice(), anInvoice({ currency: 'USD', total: '100.00' }), anInvoice()],
    market,
  );
  const { groups, deposits, costs, undated } = selectedOf(offers, new Set(ids(offers)), market);
  const sums = totalsOf(groups);
  expect(sums.map(({ product, currency, count }) => `${product} ${currency} ${count}`)).toEqual([
    'BI MXN 2',
    'BI USD 1',
    'FB MXN 1',
  ]);
  const amountsOf = (list: readonly Money[]) => list.map((amount) => `${amount.currency} ${decimalOf(amount)}`);
  expect(sums.map(({ totals }) => decimalOf(totals.deposit))).toEqual(['183280.00', '79.00', '100920.00']);
  expect(amountsOf(deposits)).toEqual(['MXN 284200.00', 'USD 79.00']);
  expect(amountsOf(costs)).toEqual(['MXN 29000.00', 'USD 11.00']);
  expect(undated).toBe(0);
  for (const { totals } of sums)
    expect(totals.deposit.cents + totals.aforo.cents + totals.interest.cents).toBe(totals.total.cents);
});

it('[VTA-12] [VTA-14] counts no chosen invoice that cannot be sold any more, and those without a price', () => {
  const refused = anInvoice({ status: 0, rejectedDate: '2026-03-01' });
  const undated = anInvoice();
  const draft = { ...emptyDraft, dates: new Map([[undated.documentId, '']]) };
  const offers = offersOf([anInvoice(), refused, undated], aMarket(), draft);
  const chosen = new Set(ids(offers));
  const selected = selectedOf(offers, chosen, aMarket());
  expect([ids(selected.offers).includes(refused.documentId), selected.offers.length, selected.undated]).toEqual([
    false,
    2,
    1,
  ]);
  expect(selected.exceeding).toEqual([]);
  const added = addToSelection(offers, new Set(), { ids: [refused.documentId], market: aMarket() });
  expect([[...added.chosen], added.exceeding]).toEqual([[], []]);
});

it('adds up only what has a price, and counts the rest', () => {
  const market = aMarket({ lines: [aLine(), aLine({ currency: 'USD' })] });
  const undated = [anInvoice(), anInvoice({ currency: 'USD' })];
  const dates = new Map(undated.map(({ documentId }) => [documentId, '2026-05-01']));
  const offers = offersOf([anInvoice(), ...undated], market, { ...emptyDraft, dates });
  const { groups, deposits, costs, undated: without } = selectedOf(offers, new Set(ids(offers)), market);
  expect([deposits, costs].map((sums) => sums.map(({ currency }) => currency))).toEqual([['MXN'], ['MXN']]);
  expect(totalsOf(groups).map(({ currency, count, unpriced }) => [currency, count, unpriced])).toEqual([
    ['MXN', 1, 1],
    ['USD', 0, 1],
  ]);
  expect(decimalOf(totalsOf(groups)[0]?.totals.total ?? moneyOf('0.00', 'MXN'))).toBe('116000.00');
  expect(without).toBe(2);
});

it('[TAB-10] [VTA-14] takes the credit of each line by its own invoices, whatever their date', () => {
  const market = aMarket({ lines: [aLine(), aLine({ product: 'FB', usedUp: '1000.00' }), aLine({ currency: 'USD' })] });
  const undated = anInvoice({ total: '1000.00' });
  const draft = { ...emptyDraft, dates: new Map([[undated.documentId, '']]) };
  const offers = offersOf([undated, anInvoice({ product: 'FB', total: '2000.00' })], market, draft);
  const { lines } = selectedOf(offers, new Set(ids(offers)), market);
  expect(lines.map(({ line, before, after }) => [line.id, decimalOf(before), decimalOf(after)])).toEqual([
    ['line-BI-MXN', '1000000.00', '999100.00'],
    ['line-FB-MXN', '999000.00', '997200.00'],
    ['line-BI-USD', '1000000.00', '1000000.00'],
  ]);
});

it('[VTA-13] finds the chosen invoices whose currency has no account', () => {
  const market = aMarket({
    products: new Map([['BI', aProduct('BI', { accounts: new Map([['MXN', { bank: 'BBVA', ending: '4821' }]]) })]]),
    lines: [aLine(), aLine({ currency: 'USD' })],
  });
  const offers = offersOf([anInvoice(), anInvoice({ currency: 'USD' })], market);
  expect(withoutAccount(offers)).toEqual({ ids: [offers[1]?.id], currencies: ['USD'] });
});
