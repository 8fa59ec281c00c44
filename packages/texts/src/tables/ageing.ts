/** The invoices of an ageing, in exported files. */
import type { Age, AgedInvoice, PurchasedInvoice } from '@anticipa/contract/portfolio';
import { moneyOf } from '@anticipa/domain/money';
import { dateColumn, everyRow, integerColumn, moneyColumns, type TableColumn, textColumn } from './table.ts';

/** Days after the due date, in steps, in words. */
export const ageNames: Readonly<Record<Age, string>> = {
  'not-due': 'Por vencer',
  'to-30': '1 a 30 días',
  'to-60': '31 a 60 días',
  'to-90': '61 a 90 días',
  'over-90': 'Más de 90 días',
};

/** Columns of the parties, the folio, the sale and the product of an invoice that the lender bought. */
export const purchaseColumns: readonly TableColumn<PurchasedInvoice>[] = [
  textColumn('client', 'Cliente', ({ entityName }) => entityName),
  textColumn('rfc', 'RFC', ({ clientRFC }) => clientRFC),
  textColumn('receiver', 'Receptor', ({ receiverName }) => receiverName),
  textColumn('folio', 'Factura', ({ folio }) => folio),
  integerColumn('sale', 'Venta', ({ numberOfSale }) => numberOfSale),
  textColumn('product', 'Producto', ({ product }) => product),
];

const money = moneyColumns<AgedInvoice>(everyRow);

export const ageingTable: readonly TableColumn<AgedInvoice>[] = [
  ...purchaseColumns,
  dateColumn('due', 'Vence', ({ dueDate }) => dueDate),
  integerColumn('late', 'Días tarde', ({ daysLate }) => daysLate),
  textColumn('age', 'Antigüedad', ({ age }) => ageNames[age]),
  money('total', 'Total', ({ total, currency }) => moneyOf(total, currency)),
  money('owed', 'Se debe', ({ owed, currency }) => moneyOf(owed, currency)),
  textColumn('currency', 'Moneda', ({ currency }) => currency),
];
