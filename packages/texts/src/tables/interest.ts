/** The tables of the interest and of its invoices; headings fixed by the specification. */
import type { InterestInvoice, InterestRow } from '@anticipa/contract/interest';
import { moneyOf } from '@anticipa/domain/money';
import { formatMonth } from '../format.ts';
import { instantColumn, moneyColumn, type TableColumn, textColumn } from './table.ts';

export const interestColumns = {
  periodo: textColumn('periodo', 'Periodo', ({ periodo }: InterestRow) => formatMonth(periodo)),
  folio: textColumn('folio', 'Folio', ({ folioInvoice }: InterestRow) => folioInvoice),
  interest: moneyColumn('interest', 'Interés', (row: InterestRow) => moneyOf(row.interest, row.currency)),
  iva: moneyColumn('iva', 'IVA', (row: InterestRow) => moneyOf(row.iva, row.currency)),
  currency: textColumn('currency', 'Moneda', ({ currency }: InterestRow) => currency),
  product: textColumn('product', 'Producto', ({ productName }: InterestRow) => productName),
  billed: textColumn('billed', 'Factura de Intereses', ({ invoiceFolio }: InterestRow) => invoiceFolio),
} as const satisfies Readonly<Record<string, TableColumn<InterestRow>>>;

export const interestInvoiceStatus = ({ active }: InterestInvoice): string => (active ? 'Activa' : 'Cancelada');

export const interestInvoiceColumns = {
  folio: textColumn('folio', 'Folio', ({ folio }: InterestInvoice) => folio),
  uuid: textColumn('uuid', 'UUID', ({ uuid }: InterestInvoice) => uuid),
  emitted: instantColumn('emitted', 'Fecha de Emisión', ({ emittionDate }: InterestInvoice) => emittionDate),
  periodo: textColumn('periodo', 'periodo Facturado', ({ periodo }: InterestInvoice) => formatMonth(periodo)),
  amount: moneyColumn('amount', 'Monto Facturado', (row: InterestInvoice) => moneyOf(row.amount, row.currency)),
  currency: textColumn('currency', 'Moneda', ({ currency }: InterestInvoice) => currency),
  status: textColumn('status', 'Estatus', interestInvoiceStatus),
  type: textColumn('type', 'Tipo de Comprobante', ({ invoiceType }: InterestInvoice) =>
    invoiceType ? 'Ingreso' : 'Egreso',
  ),
  invoices: textColumn('invoices', 'Factura', ({ creditFolios }: InterestInvoice) => creditFolios.join(', ')),
} as const satisfies Readonly<Record<string, TableColumn<InterestInvoice>>>;
