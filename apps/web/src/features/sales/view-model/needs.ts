/** Fields to fill in before a sale, known before the first attempt. */
import { formatCount } from '../../../lib/format.ts';
import type { Offer } from './offer.ts';

export interface Needs {
  /** Receivers without a term. */
  readonly terms: number;
  /** Invoices without a purchase order. */
  readonly orders: readonly Offer[];
}

/** [VTA-07, VTA-09] The needs of invoices in a sale. */
export function needsOf(offers: readonly Offer[]): Needs {
  const asked = offers.filter(({ product, habit }) => product === 'BI' && habit.term.trim() === '');
  return {
    terms: new Set(asked.map(({ invoice }) => invoice.receiverKey)).size,
    orders: offers.filter(({ problem }) => problem === 'PURCHASE_ORDER_MISSING'),
  };
}

const missing = (count: number, one: string, many: string): string =>
  count === 0 ? '' : `${count === 1 ? 'falta' : 'faltan'} ${formatCount(count, one, many)}`;

/** "faltan 5 órdenes de compra", "falta 1 plazo"; empty without needs. */
export const needTexts = ({ orders, terms }: Needs): readonly string[] =>
  [missing(orders.length, 'orden de compra', 'órdenes de compra'), missing(terms, 'plazo', 'plazos')].filter(Boolean);

export const orderTexts = {
  sellWithout: (count: number) => (count === 1 ? 'Vender la que no necesita orden' : `Vender las ${count} sin orden`),
  leftOut: (count: number) =>
    count === 1
      ? '1 factura sin su orden de compra quedó fuera de la venta.'
      : `${count} facturas sin su orden de compra quedaron fuera de la venta.`,
  table: 'Órdenes desde Excel',
  tableHelp: 'Copia las columnas folio y orden de compra, y pégalas aquí. Llenan las facturas de todos los clientes.',
  filled: (count: number, unknown: readonly string[]) =>
    [
      count === 1 ? 'Se llenó 1 orden de compra.' : `Se llenaron ${count} órdenes de compra.`,
      unknown.length > 0 ? `No están en esta venta: ${unknown.join(', ')}.` : '',
    ]
      .filter(Boolean)
      .join(' '),
} as const;
