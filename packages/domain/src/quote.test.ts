import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, dateOf, type IsoDate } from './calendar.ts';
import type { ErrorCode } from './errors.ts';
import { add, decimalOf, type FinancedCurrency, money, moneyOf, subtract } from './money.ts';
import type { ProductCode } from './product.ts';
import {
  isRateInForce,
  type QuoteChoice,
  type QuoteFacts,
  type QuoteInvoice,
  type QuoteLine,
  type QuoteProduct,
  quoteSelection,
} from './quote.ts';

const today = dateOf('2026-01-15');
const both: QuoteProduct = {
  authorised: true,
  active: true,
  requiresPpd: false,
  accounts: new Set<FinancedCurrency>(['MXN', 'USD']),
};
const lineOf = (creditLineId: string, product: ProductCode, limit: string): QuoteLine => ({
  hasRebate: false,
  creditLineId,
  product,
  currency: 'MXN',
  limit: moneyOf(limit, 'MXN'),
  used: moneyOf('0.00', 'MXN'),
  held: moneyOf('0.00', 'MXN'),
  isMultiCurrency: false,
  validUntil: null,
  interestRate: '24',
  advancePercent: '90',
  daysInYear: 360,
  ivaRate: '16',
});
const index = lineOf('bi', 'BI', '1000000.00');
const factoring = lineOf('fb', 'FB', '1000000.00');
const facts: QuoteFacts = {
  today,
  holidays: new Map(),
  pesosPerDollar: null,
  products: new Map([
    ['BI', both],
    ['FB', both],
  ]),
  lines: [index, factoring],
};
const invoice: QuoteInvoice = {
  documentId: 'a',
  product: 'BI',
  total: moneyOf('116000.00', 'MXN'),
  emittedOn: dateOf('2026-01-10'),
  status: 'AUTORIZADA',
  motive: null,
  rejectedOn: null,
  paymentMethod: 'PPD',
  isFinanceable: true,
};
/** 46 days after today; the golden 45 from Friday 16 January. */
const monday = dateOf('2026-03-02');
const choose = (change: Partial<QuoteInvoice> = {}, dueDate: IsoDate | null = monday): QuoteChoice => ({
  invoice: { ...invoice, ...change },
  dueDate,
  purchaseOrder: '',
});
const only = (choice: QuoteChoice, changed: Partial<QuoteFacts> = {}) => {
  const quote = quoteSelection([choice], { ...facts, ...changed });
  return { item: quote.items[0] ?? null, codes: quote.failures.map(({ code }) => code), left: quote.left };
};
const dollars = moneyOf('1000.00', 'USD');

describe('quote of one invoice', () => {
  it('[PRE-01] [PRE-02] [RES-06] prices the golden sale from today to the payment date', () => {
    const { item, codes, left } = only(choose(), { today: dateOf('2026-01-16') });
    expect(codes).toEqual([]);
    expect(item?.price.days).toBe(45);
    expect(
      item && [item.price.interest, item.price.iva, item.price.aforo, item.exposure, item.price.deposit].map(decimalOf),
    ).toEqual(['3480.00', '556.80', '11600.00', '104400.00', '100920.00']);
    expect(item?.exchangeRate).toBe('1');
    expect(decimalOf(left.get('bi') ?? dollars)).toBe('895600.00');
    expect(decimalOf(left.get('fb') ?? dollars)).toBe('1000000.00');
  });

  it('[VTA-07] stores the purchase order in upper case without spaces', () => {
    const order = { ...choose({ product: 'FB' }), purchaseOrder: '  ab 12 ' };
    expect(only(order).item?.purchaseOrder).toBe('AB12');
    expect(only(choose()).item?.purchaseOrder).toBeNull();
  });

  const inactive = new Map<ProductCode, QuoteProduct>([['BI', { ...both, active: false }]]);
  const rejected = { status: 'RECHAZADA', rejectedOn: today, motive: 'LENDER_DOCUMENTS' } as const;
  const multi = { ...index, isMultiCurrency: true };
  const dollarLine: QuoteLine = {
    ...multi,
    currency: 'USD',
    limit: moneyOf('50000.00', 'USD'),
    used: moneyOf('0.00', 'USD'),
    held: moneyOf('0.00', 'USD'),
  };
  const pesosOnly = new Map<ProductCode, QuoteProduct>([['BI', { ...both, accounts: new Set(['MXN'] as const) }]]);
  const cases: readonly [string, QuoteChoice, Partial<QuoteFacts>, ErrorCode | null][] = [
    ['[VTA-12] an authorised invoice', choose(), {}, null],
    ['[VTA-12] rejected today by the lender', choose(rejected), {}, null],
    [
      '[VTA-12] rejected yesterday',
      choose({ ...rejected, rejectedOn: addDays(today, -1) }),
      {},
      'INVOICE_NOT_SELLABLE',
    ],
    ['[VTA-12] deleted', choose({ ...rejected, motive: 'DELETED_BY_USER' }), {}, 'INVOICE_NOT_SELLABLE'],
    ['[RES-07] in a sale already', choose({ status: 'PREVENTA' }), {}, 'INVOICE_ALREADY_IN_SALE'],
    ['[VTA-12] in credit', choose({ status: 'CREDITO' }), {}, 'INVOICE_NOT_SELLABLE'],
    ['[VTA-17] an inactive product', choose(), { products: inactive }, 'PRODUCT_INACTIVE'],
    [
      '[VTA-17] in a sale of a product that became inactive',
      choose({ status: 'PREVENTA' }),
      { products: inactive },
      'PRODUCT_INACTIVE',
    ],
    [
      '[PRE-03] no line for its currency, before anything about its date',
      choose({ total: dollars }, null),
      {},
      'CREDIT_LINE_MISSING',
    ],
    ['[VTA-17] a product the client does not have', choose(), { products: new Map() }, 'PRODUCT_INACTIVE'],
    [
      '[VTA-12] PUE where PPD is demanded',
      choose({ paymentMethod: 'PUE' }),
      { products: new Map([['BI', { ...both, requiresPpd: true }]]) },
      'INVOICE_REJECTED',
    ],
    ['[VTA-12] a receiver no longer accepted', choose({ isFinanceable: false }), {}, 'INVOICE_REJECTED'],
    ['[VTA-04] no date', choose({}, null), {}, 'PAYMENT_DATE_MISSING'],
    ['[VTA-05] paid today', choose({}, today), {}, 'PAYMENT_DATE_NOT_AFTER_TODAY'],
    ['[VTA-06] over 180 days', choose({}, dateOf('2026-07-10')), {}, 'TERM_OVER_180_DAYS'],
    ['[VTA-07] factoring without a purchase order', choose({ product: 'FB' }), {}, 'PURCHASE_ORDER_MISSING'],
    [
      '[VTA-13] no bank account in its currency',
      choose({ total: dollars }),
      { products: pesosOnly, lines: [multi] },
      'BANK_ACCOUNT_MISSING',
    ],
    ['[PRE-03] dollars without a line for them', choose({ total: dollars }), {}, 'CREDIT_LINE_MISSING'],
    ['a line on its last day', choose(), { lines: [{ ...index, validUntil: today }] }, null],
    [
      'a line after its last day',
      choose(),
      { lines: [{ ...index, validUntil: addDays(today, -1) }] },
      'CREDIT_LINE_ENDED',
    ],
    ['[PRE-03] euros', choose({ total: moneyOf('1000.00', 'EUR') }), { lines: [multi] }, 'CREDIT_LINE_MISSING'],
    [
      '[PRE-03] dollars on a peso line without a published rate',
      choose({ total: dollars }),
      { lines: [multi] },
      'EXCHANGE_RATE_MISSING',
    ],
    [
      '[PRE-02] a cost above the advance',
      choose(),
      { lines: [{ ...index, advancePercent: '3' }] },
      'DEPOSIT_NOT_POSITIVE',
    ],
    [
      '[PRE-02] a cost equal to the advance',
      choose(),
      { lines: [{ ...index, advancePercent: '100', interestRate: '18000', daysInYear: 8280 }] },
      'DEPOSIT_NOT_POSITIVE',
    ],
    [
      '[PRE-03] centavos that round to zero in the line’s dollars',
      choose({ total: moneyOf('0.05', 'MXN') }),
      { lines: [dollarLine], pesosPerDollar: '19' },
      'DEPOSIT_NOT_POSITIVE',
    ],
    [
      '[VTA-14] more than the line has available',
      choose(),
      { lines: [lineOf('bi', 'BI', '104399.99')] },
      'CREDIT_EXCEEDED',
    ],
    ['[VTA-14] exactly what the line has available', choose(), { lines: [lineOf('bi', 'BI', '104400.00')] }, null],
  ];
  test.each(cases)('%s', (_case, choice, changed, code) => {
    const { item, codes } = only(choice, changed);
    expect(codes).toEqual(code ? [code] : []);
    expect(item === null).toBe(code !== null);
  });

  it('[PRE-03] prices dollars in dollars on a peso line and converts only the exposure', () => {
    const { item, left } = only(choose({ total: dollars }), { lines: [multi], pesosPerDollar: '17.123456' });
    expect(item?.price.total.currency).toBe('USD');
    expect(item && decimalOf(item.price.advance)).toBe('900.00');
    expect(item && [decimalOf(item.exposure), item.exposure.currency, item.exchangeRate]).toEqual([
      '15411.11',
      'MXN',
      '17.123456',
    ]);
    expect(decimalOf(left.get('bi') ?? dollars)).toBe('984588.89');
  });
});

describe('quote of a selection', () => {
  const lines = [lineOf('bi', 'BI', '250000.00'), factoring];
  const several = (...ids: string[]) => ids.map((documentId) => choose({ documentId }));

  it('[VTA-14] only the invoice that does not fit fails', () => {
    const small = choose({ documentId: 'c', total: moneyOf('1000.00', 'MXN') });
    const { items, failures } = quoteSelection([...several('a', 'b', 'x'), small], { ...facts, lines });
    expect(items.map((item) => item.invoice.documentId)).toEqual(['a', 'b', 'c']);
    expect(failures).toEqual([{ path: 'x', code: 'CREDIT_EXCEEDED' }]);
  });

  it('[RES-06] reports every failure in the chosen order; failed invoices take no credit', () => {
    const bad = choose({ documentId: 'bad', status: 'CREDITO' });
    const late = choose({ documentId: 'late' }, today);
    const { items, failures } = quoteSelection([bad, ...several('a', 'b'), late, ...several('x')], { ...facts, lines });
    expect(items.map((item) => item.invoice.documentId)).toEqual(['a', 'b']);
    expect(failures.map(({ path, code }) => `${path} ${code}`)).toEqual([
      'bad INVOICE_NOT_SELLABLE',
      'late PAYMENT_DATE_NOT_AFTER_TODAY',
      'x CREDIT_EXCEEDED',
    ]);
  });

  it('[VTA-14] BI and FB never share credit', () => {
    const order = { ...choose({ documentId: 'f', product: 'FB' }), purchaseOrder: 'AB12' };
    const { failures, left } = quoteSelection([...several('a', 'b', 'x'), order], { ...facts, lines });
    expect(failures).toEqual([{ path: 'x', code: 'CREDIT_EXCEEDED' }]);
    expect(decimalOf(left.get('fb') ?? dollars)).toBe('895600.00');
  });

  it('[PRE-04] an empty selection has an empty quote', () => {
    expect(quoteSelection([], facts)).toMatchObject({ items: [], failures: [] });
  });

  it('[PRE-02] [VTA-14] every invoice is quoted or fails, no line is overdrawn, and the parts add up', () => {
    const drawn = fc.array(fc.bigInt({ min: 1n, max: 20_000_000n }), { maxLength: 30 });
    fc.assert(
      fc.property(drawn, (cents) => {
        const choices = cents.map((amount, at) => choose({ documentId: String(at), total: money(amount, 'MXN') }));
        const { items, failures, left } = quoteSelection(choices, { ...facts, lines });
        expect(items.length + failures.length).toBe(choices.length);
        expect((left.get('bi')?.cents ?? -1n) >= 0n).toBe(true);
        const held = items.reduce((total, { exposure }) => total + exposure.cents, 0n);
        expect(left.get('bi')?.cents).toBe(25_000_000n - held);
        for (const { price } of items) {
          expect(add(price.advance, price.aforo)).toEqual(price.total);
          expect(subtract(price.advance, price.interest)).toEqual(price.deposit);
        }
      }),
      { numRuns: 200 },
    );
  });
});

describe('exchange rate in force', () => {
  test.each([
    ['on its own day', '2026-11-20', '2026-11-20', true],
    ['on the Saturday after', '2026-11-20', '2026-11-21', true],
    ['on the Sunday after', '2026-11-20', '2026-11-22', true],
    ['on the Monday after', '2026-11-20', '2026-11-23', false],
    ['over Holy Week until Sunday', '2026-04-01', '2026-04-05', true],
    ['on the Monday after Holy Week', '2026-04-01', '2026-04-06', false],
    ['before its day', '2026-11-20', '2026-11-19', false],
    ['on the next business day', '2026-11-18', '2026-11-19', false],
  ])('[PRE-03] %s', (_case, rateDate, day, expected) => {
    expect(isRateInForce(dateOf(rateDate), dateOf(day))).toBe(expected);
  });

  it('[PRE-03] over a holiday of the lender', () => {
    const holidays = new Map([[dateOf('2024-10-01'), 'Transmisión del Poder Ejecutivo']]);
    expect(isRateInForce(dateOf('2024-09-30'), dateOf('2024-10-01'))).toBe(false);
    expect(isRateInForce(dateOf('2024-09-30'), dateOf('2024-10-01'), holidays)).toBe(true);
  });
});
