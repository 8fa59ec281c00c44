import type { Quote } from '@anticipa/contract/sales';
import { describe, expect, it } from 'vitest';
import { emptyDraft } from './draft.ts';
import { differencesOf, quoteFailures, unpricedOf } from './quote.ts';
import { aMarket, anInvoice, itemOf, offersOf } from './test-builders.ts';

const aQuote = (over: Partial<Quote>): Quote => ({
  today: '2026-03-02',
  items: [],
  groups: [],
  credit: [],
  failures: [],
  ...over,
});

describe('[RES-06] the server’s quote compared with the prices shown', () => {
  const offers = offersOf([anInvoice(), anInvoice({ total: '98765.43' })]);
  const [first] = offers;

  it('confirms figures that agree to the cent', () => {
    expect(differencesOf(aQuote({ items: offers.map((offer) => itemOf(offer)) }), offers)).toEqual([]);
  });

  it.each([
    ['a deposit one cent lower', { initialDeposit: '0.01' }],
    ['another interest', { comision: '0.01' }],
    ['another day count', { paymentDays: 1 }],
    ['another IVA', { iva: '0.01' }],
    ['another aforo', { aforo: '0.01' }],
    ['another advance', { adelanto: '0.01' }],
    ['another total', { total: '0.01' }],
  ])('finds %s', (_, over) => {
    const items = offers.map((offer) => itemOf(offer, offer === first ? over : {}));
    expect(differencesOf(aQuote({ items }), offers)).toEqual([first]);
  });

  it('does not confirm invoices without a price', () => {
    expect(unpricedOf(aQuote({ items: offers.slice(1).map((offer) => itemOf(offer)) }), offers)).toEqual([first]);
  });

  it('counts an invoice without a date as one without a price', () => {
    const undated = anInvoice();
    const draft = { ...emptyDraft, dates: new Map([[undated.documentId, '']]) };
    expect(unpricedOf(aQuote({}), offersOf([undated], aMarket(), draft))).toHaveLength(1);
  });

  it('reports only refusals that the screen has not found', () => {
    const undated = anInvoice();
    const draft = { ...emptyDraft, dates: new Map([[undated.documentId, '']]) };
    const noted = offersOf([anInvoice({ product: 'FB' }), undated], aMarket(), draft);
    const all = [...offers, ...noted];
    const failures = all.map(({ id: path }) => ({ path, code: 'INVOICE_REJECTED', message: 'No pasó la revisión' }));
    expect([...quoteFailures(aQuote({ failures }), all).dates.keys()]).toEqual(offers.map(({ id }) => id));
  });
});
