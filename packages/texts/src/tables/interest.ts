/** The tables of the interest and of its invoices; headings fixed by the specification. */
import type { InterestInvoice, InterestRow } from '@anticipa/contract/interest';
import { type Money, money, moneyOf } from '@anticipa/domain/money';
import { formatMonth } from '../format.ts';
import { everyRow, instantColumn, integerColumn, moneyColumns, type TableColumn, textColumn } from './table.ts';

const interestMoney = moneyColumns<InterestRow>(everyRow);

export const interestColumns = {
  periodo: textColumn('periodo', 'Periodo', ({ periodo }: InterestRow) => formatMonth(periodo)),
  folio: textColumn('folio', 'Folio', ({ folioInvoice }: InterestRow) => folioInvoice),
  interest: interestMoney('interest', 'Interés', (row) => moneyOf(row.interest, row.currency)),
  iva: interestMoney('iva', 'IVA', (row) => moneyOf(row.iva, row.currency)),
  currency: textColumn('currency', 'Moneda', ({ currency }: InterestRow) => currency),
  product: textColumn('product', 'Producto', ({ productName }: InterestRow) => productName),
  billed: textColumn('billed', 'Factura de Intereses', ({ invoiceFolio }: InterestRow) => invoiceFolio),
  payer: textColumn('payer', 'Pagador', ({ receiverName }: InterestRow) => receiverName),
  days: integerColumn('days', 'Días', ({ days }: InterestRow) => days),
} as const satisfies Readonly<Record<string, TableColumn<InterestRow>>>;

export const interestInvoiceStatus = ({ active }: InterestInvoice): string => (active ? 'Activa' : 'Cancelada');

export function interestInvoiceConcept({ kind, invoiceType }: InterestInvoice): string {
  if (kind === 'late-charges') return 'Recargos';
  if (kind === 'commission') return 'Comisión por apertura';
  return invoiceType ? 'Interés' : 'Bonificación';
}

/** An amount of an interest invoice; negative for a credit note. */
export const billedAmount = (
  text: string,
  { currency, invoiceType }: Pick<InterestInvoice, 'currency' | 'invoiceType'>,
): Money => {
  const { cents } = moneyOf(text, currency);
  return money(invoiceType ? cents : -cents, currency);
};
const billedMoney = moneyColumns<InterestInvoice>({ counts: ({ active }) => active, without: 'canceladas' });

export const interestInvoiceColumns = {
  folio: textColumn('folio', 'Folio', ({ folio }: InterestInvoice) => folio),
  uuid: textColumn('uuid', 'UUID', ({ uuid }: InterestInvoice) => uuid),
  emitted: instantColumn('emitted', 'Fecha de Emisión', ({ emittionDate }: InterestInvoice) => emittionDate),
  periodo: textColumn('periodo', 'periodo Facturado', ({ periodo }: InterestInvoice) => formatMonth(periodo)),
  amount: billedMoney('amount', 'Monto Facturado', (row) => billedAmount(row.amount, row)),
  currency: textColumn('currency', 'Moneda', ({ currency }: InterestInvoice) => currency),
  status: textColumn('status', 'Estatus', interestInvoiceStatus),
  type: textColumn('type', 'Tipo de Comprobante', ({ invoiceType }: InterestInvoice) =>
    invoiceType ? 'Ingreso' : 'Egreso',
  ),
  invoices: textColumn('invoices', 'Factura', ({ creditFolios }: InterestInvoice) => creditFolios.join(', ')),
  concept: textColumn('concept', 'Concepto', interestInvoiceConcept),
  subTotal: billedMoney('subTotal', 'Subtotal', (row) => billedAmount(row.subTotal, row)),
  iva: billedMoney('iva', 'IVA', (row) => billedAmount(row.iva, row)),
} as const satisfies Readonly<Record<string, TableColumn<InterestInvoice>>>;
