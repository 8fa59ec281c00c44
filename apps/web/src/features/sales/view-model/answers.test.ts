import type { Sale } from '@anticipa/contract/sales';
import { dateOf } from '@anticipa/domain/calendar';
import { decimalOf, moneyOf, sum } from '@anticipa/domain/money';
import { describe, expect, it } from 'vitest';
import { areOf, checkAcceptance, checkHold, checkTerms, UnexpectedAnswer } from './answers.ts';
import type { Offer } from './offer.ts';
import { aLine, aMarket, anInvoice, itemOf, offersOf } from './test-builders.ts';

const market = aMarket({ lines: [aLine(), aLine({ product: 'FB' })] });
const offers = offersOf(
  [
    anInvoice({ product: 'FB', purchaseOrder: ' oc 1 ', total: '1000.00' }),
    anInvoice({ product: 'FB', purchaseOrder: 'OC2', total: '2000.05' }),
  ],
  market,
);

/** The sale of offers of one product, as the server answers it. */
function saleOf(sold: readonly Offer[], over: Partial<Sale> = {}): Sale {
  const items = sold.map((offer) => itemOf(offer));
  const total = (name: Exclude<keyof Sale['totals'], 'openingCommission' | 'openingIva'>): string =>
    decimalOf(
      sum(
        'MXN',
        items.map((item) => moneyOf(item[name], 'MXN')),
      ),
    );
  return {
    saleId: '00000000-0000-4000-8000-000000000001',
    numberOfSale: 12,
    product: 'FB',
    currency: 'MXN',
    state: 'held',
    expiresAt: null,
    totals: {
      total: total('total'),
      comision: total('comision'),
      iva: total('iva'),
      aforo: total('aforo'),
      adelanto: total('adelanto'),
      initialDeposit: total('initialDeposit'),
    },
    items,
    ...over,
  };
}
const sound = saleOf(offers);
const [first, second] = sound.items;
if (!first || !second) throw new Error('two items');

describe('[RES-06] a hold', () => {
  it('is of exactly the chosen invoices, in any order and any number of sales', () => {
    expect(areOf([sound], offers)).toBe(true);
    expect(areOf([saleOf(offers.slice(1)), saleOf(offers.slice(0, 1))], offers)).toBe(true);
  });

  it.each([
    ['one too few', [first]],
    ['one twice', [first, second, second]],
    ['one too many', [first, second, { ...second, documentId: 'another' }]],
    ['another one', [first, { ...second, documentId: 'another' }]],
  ])('a hold of %s is another sale', (_, items) => {
    expect(areOf([{ ...sound, items }], offers)).toBe(false);
  });

  it('a hold with the dates, orders and figures shown is taken', () => {
    expect(() => checkHold([sound], offers)).not.toThrow();
  });

  it.each(['total', 'comision', 'iva', 'aforo', 'adelanto', 'initialDeposit'] as const)(
    'a hold whose total of %s is one cent off is refused',
    (name) => {
      const cents = BigInt(sound.totals[name].replace('.', '')) + 1n;
      const off = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
      expect(() => checkHold([{ ...sound, totals: { ...sound.totals, [name]: off } }], offers)).toThrow(
        UnexpectedAnswer,
      );
    },
  );

  it.each([
    ['another purchase order', { purchaseOrder: 'OC3' }],
    ['no purchase order', { purchaseOrder: null }],
    ['another due date', { dueDate: dateOf('2026-04-17') }],
    ['another number of days', { paymentDays: 1 }],
    ['another currency', { currency: 'USD' as const }],
    ['an unknown invoice', { documentId: 'another' }],
  ])('a hold with %s is refused', (_, over) => {
    expect(() => checkHold([{ ...sound, items: [first, { ...second, ...over }] }], offers)).toThrow(UnexpectedAnswer);
  });
});

describe('[RES-06] the terms', () => {
  const other = saleOf(offers, { numberOfSale: 13 });
  // SHA-256 of "abc".
  const terms = {
    version: '1',
    text: 'abc',
    hash: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  };

  it('takes the terms of the sales held, in any order', async () => {
    await expect(checkTerms({ sales: [other, sound], terms }, [sound, other])).resolves.toBeUndefined();
  });

  it.each([
    ['one sale too few', [sound]],
    ['another number', [sound, { ...other, numberOfSale: 14 }]],
    ['another product', [sound, { ...other, product: 'BI' as const }]],
    ['another item', [sound, { ...other, items: [{ ...first, folio: '9' }, second] }]],
  ])('terms of %s are refused', async (_, sales) => {
    await expect(checkTerms({ sales, terms }, [sound, other])).rejects.toThrow(UnexpectedAnswer);
  });

  it('terms with another text than their hash are refused', async () => {
    await expect(checkTerms({ sales: [sound], terms: { ...terms, text: 'abd' } }, [sound])).rejects.toThrow('hash');
  });
});

describe('[RES-06] an acceptance', () => {
  const requested = (numberOfSale: number) => saleOf(offers, { numberOfSale, state: 'requested' });
  const quoted = [saleOf(offers, { numberOfSale: 12, state: 'quoted' }), saleOf(offers, { numberOfSale: 13 })];

  it('is complete once every sale is with the lender', () => {
    expect(() => checkAcceptance([requested(13), requested(12)], quoted)).not.toThrow();
  });

  it.each([
    ['one sale that was not sent', [requested(12), saleOf(offers, { numberOfSale: 13, state: 'cancelled' })]],
    ['another sale', [requested(12), requested(14)]],
    ['one sale only', [requested(12)]],
  ])('an acceptance of %s may have sent the others', (_, sales) => {
    let found: unknown;
    try {
      checkAcceptance(sales, quoted);
    } catch (error) {
      found = error;
    }
    expect(found).toBeInstanceOf(UnexpectedAnswer);
    expect(found).toMatchObject({ maybeSent: true });
  });
});
