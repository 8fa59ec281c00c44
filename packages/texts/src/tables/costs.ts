/** The table of what the financing cost, by payer and month. */
import type { PayerMonthCost } from '@anticipa/contract/costs';
import { type FinancedCurrency, moneyOf } from '@anticipa/domain/money';
import { formatMonth } from '../format.ts';
import { everyRow, integerColumn, moneyColumns, type TableColumn, textColumn } from './table.ts';

interface Row extends PayerMonthCost {
  readonly currency: FinancedCurrency;
}

const money = moneyColumns<Row>(everyRow);
const amount = (
  id: keyof Pick<Row, 'interest' | 'iva' | 'recargos' | 'ivaRecargos' | 'commission' | 'ivaCommission' | 'total'>,
  header: string,
) => money(id, header, (row) => moneyOf(row[id], row.currency));

export const costTable: readonly TableColumn<Row>[] = [
  textColumn('month', 'Mes', ({ month }) => formatMonth(month)),
  textColumn('payer', 'Pagador', ({ receiverName }) => receiverName),
  textColumn('rfc', 'RFC', ({ receiverRFC }) => receiverRFC),
  integerColumn('invoices', 'Facturas', ({ invoices }) => invoices),
  amount('interest', 'Interés'),
  amount('iva', 'IVA del interés'),
  amount('recargos', 'Recargos'),
  amount('ivaRecargos', 'IVA de los recargos'),
  amount('commission', 'Comisión por apertura'),
  amount('ivaCommission', 'IVA de la comisión'),
  amount('total', 'Costo total'),
  textColumn('rate', 'Tasa efectiva anual (%)', ({ effectiveRate }) => effectiveRate),
  integerColumn('paid', 'Facturas pagadas', ({ paid }) => paid),
  textColumn('promised', 'Días pactados', ({ promisedDays }) => promisedDays),
  textColumn('taken', 'Días reales', ({ takenDays }) => takenDays),
  textColumn('currency', 'Moneda', ({ currency }) => currency),
];
