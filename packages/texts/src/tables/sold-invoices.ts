/** The invoices that the lender bought, in exported files. */
import type { SoldInvoice, SoldState } from '@anticipa/contract/sold-invoices';
import { moneyOf } from '@anticipa/domain/money';
import { purchaseColumns } from './ageing.ts';
import { dateColumn, everyRow, moneyColumns, type TableColumn, textColumn } from './table.ts';

export const soldStateNames: Readonly<Record<SoldState, string>> = {
  'to-deposit': 'Por depositar',
  'in-credit': 'En crédito',
  overdue: 'Vencida',
  paid: 'Liquidada',
  'written-off': 'Castigada',
  withdrawn: 'Retirada',
};

const money = moneyColumns<SoldInvoice>(everyRow);

export const soldInvoiceTable: readonly TableColumn<SoldInvoice>[] = [
  ...purchaseColumns,
  textColumn('state', 'Estado', ({ state }) => soldStateNames[state]),
  dateColumn('deposited', 'Depositada', ({ depositedOn }) => depositedOn),
  dateColumn('due', 'Vence', ({ dueDate }) => dueDate),
  dateColumn('ended', 'Terminó', ({ endedOn }) => endedOn),
  money('total', 'Total', ({ total, currency }) => moneyOf(total, currency)),
  money('deposit', 'Depósito', ({ deposit, currency }) => moneyOf(deposit, currency)),
  textColumn('currency', 'Moneda', ({ currency }) => currency),
];
