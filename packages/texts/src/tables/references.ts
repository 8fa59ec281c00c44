/** The table of the payment references. */
import type { PaymentReference } from '@anticipa/contract/references';
import { moneyOf } from '@anticipa/domain/money';
import {
  dateColumn,
  instantColumn,
  integerColumn,
  moneyColumns,
  type TableColumn,
  type TotalRule,
  textColumn,
} from './table.ts';

export const referenceStates: Readonly<Record<PaymentReference['state'], string>> = {
  pending: 'Pendiente',
  paid: 'Pagada',
  cancelled: 'Cancelada',
  expired: 'Vencida',
};

/** An invoice of a cancelled or expired reference may be in a later one. */
const total: TotalRule<PaymentReference> = {
  counts: ({ state }) => state === 'pending' || state === 'paid',
  without: 'canceladas ni vencidas',
};
const moneyColumn = moneyColumns(total);

export const referenceAmount = moneyColumn('amount', 'Importe', ({ amount, currency }) => moneyOf(amount, currency));

export const referenceTable: readonly TableColumn<PaymentReference>[] = [
  instantColumn('date', 'Creación', ({ date }) => date),
  textColumn('reference', 'Referencia', ({ reference }) => reference),
  integerColumn('count', 'No. de Facturas', ({ count }) => count),
  referenceAmount,
  moneyColumn('lateCharges', 'Recargos incluidos', ({ lateCharges, currency }) => moneyOf(lateCharges, currency)),
  moneyColumn('left', 'Por pagar', ({ state, left, currency }) =>
    state === 'pending' ? moneyOf(left, currency) : null,
  ),
  textColumn('currency', 'Moneda', ({ currency }) => currency),
  dateColumn('validUntil', 'Válida hasta', ({ validUntil }) => validUntil),
  textColumn('state', 'Estado', ({ state }) => referenceStates[state]),
  textColumn('by', 'Generada por', ({ ClientUser: { firstName, lastName } }) => `${firstName} ${lastName}`),
];
