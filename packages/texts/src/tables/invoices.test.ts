import type { InterestInvoice, InterestRow } from '@anticipa/contract/interest';
import type { Invoice } from '@anticipa/contract/invoices';
import { expect, it } from 'vitest';
import { plainText } from '../csv.ts';
import { interestColumns, interestInvoiceColumns } from './interest.ts';
import { settledColumns, statusTables } from './invoices.ts';
import type { TableColumn } from './table.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const UUID = '00000000-0000-4000-8000-00000000000A';

/** Every value is different, so that no column can show another one's. */
const invoice: Invoice = {
  documentId: ID,
  clientId: ID,
  companyId: ID,
  uuid: UUID,
  serie: 'A',
  folio: '12',
  receiverName: 'Comercial Ñandú',
  receiverRFC: 'CNA010101AAA',
  receiverKey: 'CNA010101AAA',
  receiverStatus: 20,
  currency: 'MXN',
  originalCurrency: 'MXN',
  exchangeRate: '1',
  total: '1.01',
  emittedOn: '2026-01-01',
  paymentMethod: 'PPD',
  isSynced: false,
  fileId: ID,
  fileName: 'A-12.xml',
  productId: ID,
  Product: { code: 'BI', name: 'Anticipo Índice' },
  status: 40,
  verification: 'pending',
  motive: { code: 'RECEIVER_DISABLED', description: 'Su motivo', remedy: 'Su remedio', user: false },
  rejectedDate: '2026-01-02',
  statusResponse: [],
  purchaseOrder: 'OC7',
  dueDate: '2026-01-03',
  extendedFrom: null,
  paymentDays: 45,
  emissionToPaymentDate: 46,
  interestRate: '24',
  porcentajeAdelanto: '90',
  comision: '2.02',
  iva: '3.03',
  adelanto: '4.04',
  aforo: '5.05',
  initialDeposit: '6.06',
  fechaDeposito: '2026-01-04',
  paymentDate: '2026-01-05',
  paidAmount: '7.07',
  recargos: '8.08',
  ivaRecargos: '9.09',
  rebate: '0.00',
  finalDeposit: '10.10',
  source: 'STP',
  bank: 'Su banco',
  amountDue: '11.11',
  numberOfSale: 77,
  saleId: ID,
  paymentReference: 'AN110000000197',
  paidAutomatically: false,
  createdAt: '2026-01-06T12:00:00.000Z',
};

const interest: InterestRow = {
  documentId: ID,
  periodo: '2026-03',
  receiverName: 'ACEROS DEL NORTE',
  days: 26,
  folioInvoice: 'A-12',
  interest: '1.01',
  iva: '2.02',
  currency: 'USD',
  productName: 'Anticipo Índice',
  invoiceFolio: 'INT-7',
};

const interestInvoice: InterestInvoice = {
  id: ID,
  facturamaId: ID,
  uuid: UUID,
  folio: 'INT-7',
  emittionDate: '2026-04-01T01:30:00.000Z',
  periodo: '2026-03',
  product: 'BI',
  productName: 'Anticipo Índice',
  currency: 'USD',
  active: true,
  kind: 'interest',
  invoiceType: true,
  subTotal: '1.01',
  iva: '2.02',
  amount: '3.03',
  creditFolios: ['A-12', 'A-13'],
  InvoicingDetails: [],
  complements: [],
};

/** Heading and text of each cell. */
const written = <Row>(columns: readonly TableColumn<Row>[], row: Row): Record<string, string> =>
  Object.fromEntries(columns.map(({ header, cell }) => [header, plainText(cell(row))]));

const identity = {
  Folio: 'A-12',
  Pagador: 'Comercial Ñandú',
  RFC: 'CNA010101AAA',
  UUID,
  Producto: 'Anticipo Índice',
  Emisión: '01/01/2026',
  Importe: '1.01',
  Moneda: 'MXN',
};
const price = { Vencimiento: '03/01/2026', Adelanto: '4.04', Interés: '2.02', Aforo: '5.05', Depósito: '6.06' };
const verification = { 'Estatus SAT': 'Verificación pendiente' };

it.each([
  ['pending', { ...identity, ...verification }],
  ['authorised', { ...identity, ...verification }],
  ['validation', { ...identity, ...price, 'Orden de compra': 'OC7', Venta: '77', ...verification }],
  [
    'credit',
    {
      ...identity,
      ...price,
      'Fecha de depósito': '04/01/2026',
      'Orden de compra': 'OC7',
      Venta: '77',
      'A pagar hoy': '11.11',
      Referencia: 'AN110000000197',
    },
  ],
  ['rejected', { ...identity, Motivo: 'Su motivo', 'Qué hacer': 'Su remedio', Rechazo: '02/01/2026' }],
] as const)('[EXP-01] each column of the table "%s" has its own value', (table, expected) => {
  expect(written<Invoice>(statusTables[table], invoice)).toEqual(expected);
});

it('[EXP-01] [LIQ-01] each column of the settled invoices has its own value', () => {
  expect(written<Invoice>(Object.values(settledColumns), invoice)).toEqual({
    Pagador: 'Comercial Ñandú',
    Folio: 'A-12',
    RFC: 'CNA010101AAA',
    UUID,
    'F. Emisión': '01/01/2026',
    Importe: '1.01',
    Moneda: 'MXN',
    Anticipo: '6.06',
    'F. Depósito': '04/01/2026',
    'F. Vencimiento': '03/01/2026',
    'F. Pago': '05/01/2026',
    Interés: '2.02',
    Recargos: '8.08',
    Devolución: '10.10',
    'Pago automático': 'STP · Su banco',
    Producto: 'ANTICIPO ÍNDICE',
  });
});

it.each<[string, Partial<InterestInvoice>, string]>([
  ['of interest', {}, '3.03'],
  ['of late charges', { kind: 'late-charges' }, '3.03'],
  ['of a credit note', { invoiceType: false }, '-3.03'],
])('[LIB-85] the export tells a CFDI %s apart, with a signed amount', (name, over, amount) => {
  const row = written<InterestInvoice>(Object.values(interestInvoiceColumns), { ...interestInvoice, ...over });
  const concepts = { 'of interest': 'Interés', 'of late charges': 'Recargos', 'of a credit note': 'Bonificación' };
  expect([row.Concepto, row['Monto Facturado']]).toEqual([concepts[name as keyof typeof concepts], amount]);
});

it('[EXP-01] [INT-01] [HFI-01] each column of the interest and of its invoices has its own value', () => {
  expect(written<InterestRow>(Object.values(interestColumns), interest)).toEqual({
    Periodo: 'marzo 2026',
    Folio: 'A-12',
    Interés: '1.01',
    IVA: '2.02',
    Moneda: 'USD',
    Producto: 'Anticipo Índice',
    'Factura de Intereses': 'INT-7',
    Pagador: 'ACEROS DEL NORTE',
    Días: '26',
  });
  expect(written<InterestInvoice>(Object.values(interestInvoiceColumns), interestInvoice)).toEqual({
    Folio: 'INT-7',
    UUID,
    'Fecha de Emisión': '31-mar-2026 7:30 pm',
    'periodo Facturado': 'marzo 2026',
    'Monto Facturado': '3.03',
    Moneda: 'USD',
    Estatus: 'Activa',
    'Tipo de Comprobante': 'Ingreso',
    Factura: 'A-12, A-13',
    Concepto: 'Interés',
    Subtotal: '1.01',
    IVA: '2.02',
  });
});
