/** The table of the sales sent to the lender. */
import type { SentSale } from '@anticipa/contract/sent-sales';
import { moneyOf } from '@anticipa/domain/money';
import { defaultProductNames } from '../offer-texts.ts';
import { instantColumn, integerColumn, moneyColumns, type TableColumn, textColumn } from './table.ts';

/** `returned`: the lender waits for the client's correction; `declined`: the lender rejected every invoice; `cancelled`: the client ended it. */
export type SaleStage = SentSale['state'] | 'returned' | 'declined';

export function stageOf(sale: Pick<SentSale, 'state' | 'cancelledAt' | 'isReturned'>): SaleStage {
  const { state, cancelledAt, isReturned } = sale;
  if (isReturned) return 'returned';
  return state === 'cancelled' && cancelledAt === null ? 'declined' : state;
}

export const saleStages: Readonly<Record<SaleStage, string>> = {
  requested: 'En revisión',
  returned: 'Por corregir',
  answered: 'Autorizada',
  disbursed: 'Depositada',
  cancelled: 'Cancelada',
  declined: 'Rechazada',
};

const moneyColumn = moneyColumns<SentSale>({
  counts: ({ state }) => state !== 'cancelled',
  without: 'canceladas ni rechazadas',
});

export const saleDeposit = moneyColumn('deposit', 'Depósito', ({ initialDeposit, currency, state }) =>
  state === 'cancelled' ? null : moneyOf(initialDeposit, currency),
);

export const saleTable: readonly TableColumn<SentSale>[] = [
  integerColumn('sale', 'Venta', ({ numberOfSale }) => numberOfSale),
  textColumn('product', 'Producto', ({ product }) => defaultProductNames[product]),
  textColumn('state', 'Estado', (sale) => saleStages[stageOf(sale)]),
  instantColumn('sent', 'Enviada', ({ requestedAt }) => requestedAt),
  textColumn('prepared', 'Preparó', ({ preparedBy }) => preparedBy),
  textColumn('by', 'Aceptó', ({ requestedBy }) => requestedBy),
  integerColumn('count', 'Facturas', ({ count }) => count),
  moneyColumn('total', 'Importe', ({ total, currency }) => moneyOf(total, currency)),
  saleDeposit,
  textColumn('currency', 'Moneda', ({ currency }) => currency),
  instantColumn('deposited', 'Depositada el', ({ disbursedAt }) => disbursedAt),
  textColumn('key', 'Clave de rastreo', ({ trackingKey }) => trackingKey),
];
