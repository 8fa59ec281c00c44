/** The table of the payment references. */
import type { PaymentReference } from '@anticipa/contract/references';
import { moneyOf } from '@anticipa/domain/money';
import { dateColumn, instantColumn, integerColumn, moneyColumn, type TableColumn, textColumn } from './table.ts';

export const referenceStates: Readonly<Record<PaymentReference['state'], string>> = {
  pending: 'Pendiente',
  paid: 'Pagada',
  cancelled: 'Cancelada',
  expired: 'Vencida',
};

export const referenceTable: readonly TableColumn<PaymentReference>[] = [
  instantColumn('date', 'Creación', ({ date }) => date),
  textColumn('reference', 'Referencia', ({ reference }) => reference),
  integerColumn('count', 'No. de Facturas', ({ count }) => count),
  moneyColumn('amount', 'Importe', ({ amount, currency }) => moneyOf(amount, currency)),
  moneyColumn('lateCharges', 'Recargos incluidos', ({ lateCharges, currency }) => moneyOf(lateCharges, currency)),
  textColumn('currency', 'Moneda', ({ currency }) => currency),
  dateColumn('validUntil', 'Válida hasta', ({ validUntil }) => validUntil),
  textColumn('state', 'Estado', ({ state }) => referenceStates[state]),
  textColumn('by', 'Generada por', ({ ClientUser: { firstName, lastName } }) => `${firstName} ${lastName}`),
];
