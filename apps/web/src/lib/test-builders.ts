/** Builders for the tests of several features. */
import type { getCreditInformation } from '@anticipa/contract/credit';
import type { uploadFile } from '@anticipa/contract/files';
import type { getHome } from '@anticipa/contract/home';
import type { Invoice } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import type { PreparedSale } from '@anticipa/contract/to-accept';
import type { OpenInvoice } from './open-invoices.ts';

type CreditAnswer = ResponseOf<typeof getCreditInformation>;
type Product = CreditAnswer['products'][number];
type CreditLine = CreditAnswer['lines'][number];

/** A browser storage with these texts. */
export const aStorage = (texts: Readonly<Record<string, string>> = {}) => {
  const stored = new Map(Object.entries(texts));
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
};

const id = '00000000-0000-4000-8000-000000000001';

/** `anInvoice` as the open list has it; nothing is known of its receiver's payments. */
export const anOpenInvoice = (over: Partial<Invoice & OpenInvoice> = {}): Invoice & OpenInvoice => ({
  ...anInvoice(over),
  habit: over.habit ?? null,
  orderSource: over.orderSource ?? null,
  isOfLastSale: over.isOfLastSale ?? false,
});

/** An uploaded file, by default accepted. */
export const aFile = (
  over: Partial<ResponseOf<typeof uploadFile>['doc']> = {},
): ResponseOf<typeof uploadFile>['doc'] => ({
  fileId: id,
  clientId: id,
  clientRFC: 'MNO010101AAA',
  receiverRFC: 'CNA010101AAA',
  fileName: 'a.xml',
  fileType: 'text/xml',
  fileURL: '/api/file/a',
  size: 4,
  sha256: 'a',
  uploadedBy: id,
  createdAt: '2026-03-02T16:00:00Z',
  motive: null,
  ...over,
});

/** An invoice of 116,000.00 MXN that has not been sold. */
export const anInvoice = (over: Partial<Invoice> = {}): Invoice => ({
  documentId: id,
  clientId: id,
  companyId: id,
  uuid: '00000000-0000-4000-8000-00000000000A',
  serie: 'A',
  folio: '12',
  receiverName: 'Comercial Ñandú',
  receiverRFC: 'CNA010101AAA',
  receiverKey: over.receiverRFC ?? 'CNA010101AAA',
  receiverStatus: 20,
  currency: 'MXN',
  originalCurrency: over.currency ?? 'MXN',
  exchangeRate: '1',
  total: '116000.00',
  emittedOn: '2026-03-02',
  paymentMethod: 'PPD',
  isSynced: false,
  fileId: id,
  fileName: 'A-12.xml',
  productId: id,
  Product: { code: 'BI', name: 'Anticipo Índice' },
  status: 20,
  verification: 'verified',
  motive: null,
  rejectedDate: null,
  statusResponse: [],
  purchaseOrder: null,
  dueDate: null,
  extendedFrom: null,
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
  rebate: null,
  finalDeposit: null,
  source: null,
  bank: null,
  amountDue: null,
  numberOfSale: null,
  saleId: null,
  paymentReference: null,
  paidAutomatically: false,
  createdAt: '2026-03-02T16:00:00Z',
  ...over,
});

/** The same invoice in credit: at 24 % with 90 % advanced, for 60 days. */
export const anInvoiceInCredit = (over: Partial<Invoice> = {}): Invoice =>
  anInvoice({
    status: 30,
    dueDate: '2026-05-01',
    paymentDays: 60,
    emissionToPaymentDate: 60,
    interestRate: '24',
    porcentajeAdelanto: '90',
    comision: '4640.00',
    iva: '742.40',
    adelanto: '104400.00',
    aforo: '11600.00',
    initialDeposit: '99760.00',
    fechaDeposito: '2026-03-02',
    amountDue: '116000.00',
    numberOfSale: 1,
    saleId: id,
    ...over,
  });

export const aProduct = (over: Partial<Product> = {}): Product => ({
  product: 'BI',
  productId: id,
  displayName: 'Anticipo Índice',
  autorizado: true,
  active: true,
  requiresPpd: false,
  hasBankAccountMXN: true,
  hasBankAccountUSD: false,
  accounts: [{ currency: 'MXN', bank: 'BBVA', ending: '4821' }],
  ...over,
});

/** A BI line of 1,000,000.00 MXN at 24 % with 90 % advanced. */
export const aCreditLine = (over: Partial<CreditLine> = {}): CreditLine => ({
  creditLineId: id,
  product: 'BI',
  productId: id,
  displayName: 'Anticipo Índice',
  moneda: 'MXN',
  limiteCredito: '1000000.00',
  saldoCreditos: '200000.00',
  creditLimit: '1000000.00',
  creditCurrency: 'MXN',
  creditUsed: '200000.00',
  creditHeld: '100000.00',
  available: '700000.00',
  availableMXN: '700000.00',
  availableUSD: '35000.00',
  multimoneda: false,
  diasBase: 360,
  interestRate: '24',
  porcentajeAdelanto: '90',
  ivaRate: '16',
  moratoryRate: '48',
  earlyRebate: false,
  validUntil: null,
  hasBankAccount: true,
  autorizado: true,
  active: true,
  tipoCambio: '20',
  ...over,
});

/** Monday 2 March 2026 at 10:00 in Chihuahua, with one BI line in pesos. */
export const aCreditAnswer = (over: Partial<CreditAnswer> = {}): CreditAnswer => ({
  today: '2026-03-02',
  now: '2026-03-02T16:00:00Z',
  tipoCambio: '20',
  tipoCambioPublished: true,
  tipoCambioDate: '2026-03-02',
  tipoCambioSource: 'DOF',
  holidays: [],
  products: [aProduct()],
  lines: [aCreditLine()],
  obstacles: [],
  ...over,
});

/** The home screen of a client with invoices, of which nothing is due. */
export const aHome = (over: Partial<ResponseOf<typeof getHome>> = {}): ResponseOf<typeof getHome> => ({
  today: '2026-03-02',
  hasInvoices: true,
  overdue: [],
  dueSoon: [],
  rejectedToday: [],
  sales: [],
  nextDue: [],
  ...over,
});

/** A sale that waits for a person who accepts. */
export const aPreparedSale = (over: Partial<PreparedSale> = {}): PreparedSale => ({
  preparedId: '00000000-0000-4000-8000-0000000000aa',
  state: 'waiting',
  preparedBy: 'Paula Medina',
  isOwn: false,
  preparedAt: '2026-03-09T17:00:00Z',
  note: 'Para la nómina',
  endedBy: null,
  endedAt: null,
  reason: null,
  count: 2,
  documentIds: [],
  lastDueDate: '2026-04-24',
  totals: [{ product: 'FB', currency: 'MXN', count: 2, total: '126000.00', initialDeposit: '109000.00' }],
  pesos: '126000.00',
  mayAccept: true,
  acceptors: ['Tomás Iglesias'],
  ...over,
});
