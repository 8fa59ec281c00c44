import { decimalOf, type Money } from '@anticipa/domain/money';
import { everyRow } from '@anticipa/texts/tables/table';
import { formatDecimal } from '../../lib/format.ts';
import { amountColumn } from '../../ui/table/columns.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';

export type Figure = 'exposure' | 'estimate' | 'change' | 'suspended' | 'memo';

/** Headings of two words, and sums of what is owed in two currencies. */
const widths: Readonly<Partial<Record<Figure, string>>> = { suspended: '10.5rem', exposure: '10rem' };

/** An amount without its currency, which stands elsewhere, so that all columns fit a screen. */
export function figureColumn<Row>(id: Figure, pick: (row: Row) => Money): Column<Row> {
  return amountColumn<Row>({
    id,
    header: es[id],
    pick,
    cell: (row) => formatDecimal(decimalOf(pick(row))),
    total: everyRow,
    width: widths[id] ?? '9rem',
    ...(id === 'estimate' && { card: 'figure' as const }),
  });
}
