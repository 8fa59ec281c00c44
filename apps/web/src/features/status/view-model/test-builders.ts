/** Builders for the tests of this feature. */
import type { getCreditInformation } from '@anticipa/contract/credit';
import type { Invoice } from '@anticipa/contract/invoices';
import type { ResponseOf } from '@anticipa/contract/route';
import { dateOf } from '@anticipa/domain/calendar';
import type { Counts, StatusFigures } from './dashboard.ts';
import { statusOf } from './dashboard.ts';
import type { RowContext } from './rows.ts';

const id = '00000000-0000-4000-8000-000000000001';

/** The golden sale's invoice in credit: 116,000.00 MXN for 60 days at 24 % with 90 % advanced. */
export const anInvoice = (over: Partial<Invoice> = {}): Invoice => ({
  documentId: id,
  clientId: id,
  companyId: id,
  uuid: '00000000-0000-4000-8000-00000000000A',
  serie: 'A',
  folio: '12',
  receiverName: 'Comercial Ñandú',
  receiverRFC: 'CNA010101AAA',
  receiverKey: 'CNA010101AAA',
  receiverStatus: 20,
  currency: 'MXN',
  originalCurrency: 'MXN',
  exchangeRate: '1',
  total: '116000.00',
  emittedOn: '2026-03-02',
  paymentMethod: 'PPD',
  isSynced: false,
  fileId: id,
  fileName: 'A-12.xml',
  productId: id,
  Product: { code: 'BI', name: 'Anticipo Índice' },
  status: 30,
  verification: 'verified',
  motive: null,
  rejectedDate: null,
  purchaseOrder: null,
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
  paymentDate: null,
  paidAmount: null,
  recargos: null,
  ivaRecargos: null,
  finalDeposit: null,
  source: null,
  bank: null,
  numberOfSale: 1,
  saleId: id,
  paymentReference: null,
  paidAutomatically: false,
  createdAt: '2026-03-02T16:00:00Z',
  ...over,
});

export const aContext = (over: Partial<RowContext> = {}): RowContext => ({
  today: dateOf('2026-03-02'),
  holidays: new Map(),
  product: 'BI',
  lines: [{ product: 'BI', moneda: 'MXN', diasBase: 360 }],
  ...over,
});

export const aCount = (over: Partial<Counts[number]> = {}): Counts[number] => ({
  product: 'BI',
  status: 30,
  count: 2,
  totalMXN: '116000.00',
  totalUSD: '0.00',
  firstEmitted: '2026-02-02',
  firstDue: '2026-05-01',
  overdue: 0,
  ...over,
});

export const someFigures = (over: Partial<StatusFigures> & Pick<StatusFigures, 'slug'>): StatusFigures => ({
  ...statusOf(over.slug),
  count: 2,
  totals: [],
  firstEmitted: '2026-02-02',
  firstDue: null,
  overdue: 0,
  ...over,
});

export const aProduct = (
  over: Partial<ResponseOf<typeof getCreditInformation>['products'][number]> = {},
): ResponseOf<typeof getCreditInformation>['products'][number] => ({
  product: 'BI',
  productId: id,
  displayName: 'Anticipo Índice',
  autorizado: true,
  active: true,
  hasBankAccountMXN: true,
  hasBankAccountUSD: false,
  ...over,
});
