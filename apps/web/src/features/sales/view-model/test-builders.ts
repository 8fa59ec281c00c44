/** Builders for the tests of this folder: tests spell out only what matters to the case. */
import type { SaleItem } from '@anticipa/contract/sales';
import { dateOf } from '@anticipa/domain/calendar';
import { decimalOf, type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { cleanPurchaseOrder } from '@anticipa/domain/sale';
import type { OpenInvoice } from '../../../lib/open-invoices.ts';
import { anOpenInvoice } from '../../../lib/test-builders.ts';
import { emptyDraft } from './draft.ts';
import type { Line, Market, ProductFacts } from './market.ts';
import { type Offer, offerBook } from './offer.ts';

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const aProduct = (code: ProductCode, over: Partial<ProductFacts> = {}): ProductFacts => ({
  code,
  displayName: code === 'BI' ? 'Anticipo Índice' : 'Factoraje',
  authorised: true,
  active: true,
  requiresPpd: false,
  accounts: new Map([
    ['MXN', { bank: 'BBVA', ending: '4821' }],
    ['USD', { bank: 'HSBC', ending: '1357' }],
  ]),
  ...over,
});

export const aLine = (over: Partial<Omit<Line, 'limit'>> & { limit?: string; usedUp?: string } = {}): Line => {
  const { limit = '1000000.00', usedUp = '0.00', ...rest } = over;
  const currency: FinancedCurrency = rest.currency ?? 'MXN';
  return {
    id: `line-${rest.product ?? 'BI'}-${currency}`,
    displayName: 'Línea',
    product: 'BI',
    currency,
    limit: moneyOf(limit, currency),
    used: moneyOf(usedUp, currency),
    held: moneyOf('0.00', currency),
    isMultiCurrency: false,
    validUntil: null,
    interestRate: '24',
    advancePercent: '90',
    daysInYear: 360,
    ivaRate: '16',
    moratoryRate: '48',
    hasRebate: false,
    ...rest,
  };
};

/** Monday 2 March 2026, with one BI line of 1,000,000 MXN. */
export const aMarket = (over: Partial<Market> = {}): Market => ({
  today: dateOf('2026-03-02'),
  now: new Date('2026-03-02T16:00:00Z'),
  readAt: 0,
  holidays: new Map(),
  rate: { pesosPerDollar: '20', published: true },
  products: new Map([
    ['BI', aProduct('BI')],
    ['FB', aProduct('FB')],
  ]),
  lines: [aLine()],
  obstacles: [],
  ...over,
});

let made = 0;

/** An invoice with a new id and folio. */
export const anInvoice = (over: Parameters<typeof anOpenInvoice>[0] & { product?: ProductCode } = {}) => {
  const { product = 'BI', ...rest } = over;
  made += 1;
  return anOpenInvoice({
    documentId: idOf(made),
    uuid: idOf(made).toUpperCase(),
    folio: String(made),
    receiverName: 'ACEROS DEL NORESTE',
    receiverRFC: 'ACN980506UWA',
    emittedOn: '2026-02-20',
    Product: { code: product, name: product },
    createdAt: '2026-03-01T12:00:00Z',
    ...rest,
  });
};

/** The offers of invoices under a market. Defaults to an empty draft. */
export const offersOf = (
  invoices: readonly OpenInvoice[],
  market: Market = aMarket(),
  draft = emptyDraft,
): readonly Offer[] => offerBook()(invoices, market, draft);

/** The server's item of an offer, with the figures that the screen shows. */
export const itemOf = (
  { id, invoice, price, dueDate, purchaseOrder }: Offer,
  over: Partial<SaleItem> = {},
): SaleItem => ({
  documentId: id,
  product: invoice.Product.code,
  creditLineId: id,
  receiverName: invoice.receiverName,
  receiverRFC: invoice.receiverRFC,
  folio: invoice.folio,
  serie: invoice.serie,
  purchaseOrder: invoice.Product.code === 'FB' ? cleanPurchaseOrder(purchaseOrder) : null,
  currency: price?.total.currency ?? 'MXN',
  total: invoice.total,
  emittedOn: invoice.emittedOn,
  dueDate: dueDate ?? '',
  paymentDays: price?.days ?? 0,
  interestRate: '24',
  porcentajeAdelanto: '90',
  diasBase: 360,
  earlyRebate: false,
  comision: price ? decimalOf(price.interest) : '',
  iva: price ? decimalOf(price.iva) : '',
  aforo: price ? decimalOf(price.aforo) : '',
  adelanto: price ? decimalOf(price.advance) : '',
  initialDeposit: price ? decimalOf(price.deposit) : '',
  effectiveAnnualCost: null,
  creditAmount: '0.00',
  creditCurrency: 'MXN',
  exchangeRate: '1',
  ...over,
});
