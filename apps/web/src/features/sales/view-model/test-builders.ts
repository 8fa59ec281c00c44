/** Builders for the tests of this folder: a market and invoices with only what a case is about spelled out. */
import type { Invoice } from '@anticipa/contract/invoices';
import { dateOf } from '@anticipa/domain/calendar';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { emptyDraft } from './draft.ts';
import type { Line, Market, ProductFacts } from './market.ts';
import { type Offer, offerBook } from './offer.ts';

const idOf = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const aProduct = (code: ProductCode, over: Partial<ProductFacts> = {}): ProductFacts => ({
  code,
  displayName: code === 'BI' ? 'Anticipo Índice' : 'Factoraje',
  authorised: true,
  active: true,
  accounts: new Set(['MXN', 'USD']),
  ...over,
});

export const aLine = (over: Partial<Line> & { limit?: string; usedUp?: string } = {}): Line => {
  const { limit = '1000000.00', usedUp = '0.00', ...rest } = over;
  const currency: FinancedCurrency = rest.currency ?? 'MXN';
  return {
    id: `line-${rest.product ?? 'BI'}-${currency}`,
    displayName: 'Línea',
    product: 'BI',
    currency,
    limiteCredito: moneyOf(limit, currency),
    used: moneyOf(usedUp, currency),
    held: moneyOf('0.00', currency),
    multimoneda: false,
    interestRate: '24',
    porcentajeAdelanto: '90',
    diasBase: 360,
    ivaRate: '16',
    ...rest,
  };
};

/** Monday 2 March 2026, with one BI line in pesos of a million. */
export const aMarket = (over: Partial<Market> = {}): Market => ({
  today: dateOf('2026-03-02'),
  now: new Date('2026-03-02T16:00:00Z'),
  holidays: new Map(),
  rate: { tipoCambio: '20', published: true },
  products: new Map([
    ['BI', aProduct('BI')],
    ['FB', aProduct('FB')],
  ]),
  lines: [aLine()],
  ...over,
});

let made = 0;

export const anInvoice = (over: Partial<Invoice> & { product?: ProductCode } = {}): Invoice => {
  const { product = 'BI', ...rest } = over;
  made += 1;
  const currency = rest.currency ?? 'MXN';
  return {
    documentId: idOf(made),
    clientId: idOf(900_001),
    companyId: idOf(900_002),
    uuid: idOf(made).toUpperCase(),
    serie: 'A',
    folio: String(made),
    receiverName: 'ACEROS DEL NORESTE',
    receiverRFC: 'ACN980506UWA',
    receiverKey: rest.receiverRFC ?? 'ACN980506UWA',
    receiverStatus: 20,
    currency,
    originalCurrency: currency,
    exchangeRate: '1',
    total: '116000.00',
    emittedOn: '2026-02-20',
    paymentMethod: 'PPD',
    isSynced: false,
    fileId: idOf(900_003),
    fileName: 'factura.xml',
    productId: idOf(900_004),
    Product: { code: product, name: product },
    status: 20,
    verification: 'verified',
    motive: null,
    rejectedDate: null,
    purchaseOrder: null,
    dueDate: null,
    paymentDays: null,
    emissionToPaymentDate: null,
    interestRate: null,
    porcentajeAdelanto: null,
    comision: null,
    iva: null,
    adelanto: null,
    aforo: null,
    initialDeposit: null,
    fechaDeposito: null,
    paymentDate: null,
    paidAmount: null,
    recargos: null,
    ivaRecargos: null,
    finalDeposit: null,
    source: null,
    bank: null,
    numberOfSale: null,
    saleId: null,
    paymentReference: null,
    paidAutomatically: false,
    createdAt: '2026-03-01T12:00:00Z',
    ...rest,
  };
};

/** The offers of invoices under a market, with nothing typed unless given. */
export const offersOf = (
  invoices: readonly Invoice[],
  market: Market = aMarket(),
  draft = emptyDraft,
): readonly Offer[] => offerBook()(invoices, market, draft);
