/** Columns whose type determines sorting and display. */
import { type Money, sumPerCurrency } from '@anticipa/domain/money';
import { plainText } from '@anticipa/texts/csv';
import type { Cell, TableColumn, TotalRule } from '@anticipa/texts/tables/table';
import type { ReactNode } from 'react';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { MoneyList } from '../money.tsx';
import type { CellValue, Column } from './table-model.ts';

export const NONE = '—';

interface Picked<Row, Value> extends Pick<Column<Row>, 'id' | 'header' | 'cell' | 'width' | 'card'> {
  /** Null is shown as a dash. */
  readonly pick: (row: Row) => Value | null;
}

/** A column of amounts: sorted by cents, shown with the currency, totalled per currency by a rule or not at all. */
export function amountColumn<Row>(column: Picked<Row, Money> & { readonly total: TotalRule<Row> | null }): Column<Row> {
  const { pick, total: rule, ...described } = column;
  return {
    width: '11.25rem',
    align: 'end',
    ...described,
    value: (row) => pick(row)?.cents ?? null,
    text: (row) => {
      const amount = pick(row);
      return amount ? formatMoney(amount) : NONE;
    },
    ...(rule && {
      total: (rows) => totalOf(rows.flatMap((row) => (rule.counts(row) ? (pick(row) ?? []) : []))),
      totalRule: rule,
    }),
  };
}

/** A column of dates: `YYYY-MM-DD` values shown as `DD/MM/YYYY`. */
export function dateColumn<Row>({ pick, ...described }: Picked<Row, string>): Column<Row> {
  return {
    width: '7.75rem',
    ...described,
    value: pick,
    text: (row) => {
      const date = pick(row);
      return date === null ? NONE : formatDate(date);
    },
  };
}

/** The part of a column that only the screen needs. */
type Look<Row> = Partial<Omit<Column<Row>, 'id' | 'header'>>;

const looks = {
  text: {},
  integer: { align: 'end' },
  date: { width: '7.75rem' },
  instant: { width: '12.5rem' },
  money: { align: 'end', width: '11.25rem' },
} as const satisfies Readonly<Record<Cell['type'], Look<unknown>>>;

/** A column of a table that can be exported: heading and values as in the file. */
export function tableColumn<Row, Source>(
  column: TableColumn<Source>,
  sourceOf: (row: Row) => Source,
  look: Look<Row> = {},
): Column<Row> {
  const { id, header, type, cell } = column;
  const cellOf = (row: Row): Cell | null => cell(sourceOf(row));
  const rule = column.type === 'money' ? column.total : null;
  return {
    id,
    header,
    value: (row) => valueIn(cellOf(row)),
    text: (row) => textIn(cellOf(row)),
    ...looks[type],
    ...(rule && {
      total: (rows) => totalOf(rows.flatMap((row) => countedIn(cellOf(row)))),
      totalRule: { ...rule, counts: (row) => rule.counts(sourceOf(row)) },
    }),
    ...look,
  };
}

/** Null without amounts. */
const totalOf = (amounts: readonly Money[]): ReactNode =>
  amounts.length === 0 ? null : <MoneyList amounts={sumPerCurrency(amounts)} />;

const valueIn = (cell: Cell | null): CellValue => (cell?.type === 'money' ? cell.value.cents : (cell?.value ?? null));

const countedIn = (cell: Cell | null): readonly Money[] =>
  cell?.type === 'money' && cell.isCounted ? [cell.value] : [];

function textIn(cell: Cell | null): string {
  if (cell === null) return NONE;
  return cell.type === 'money' ? formatMoney(cell.value) : plainText(cell);
}
