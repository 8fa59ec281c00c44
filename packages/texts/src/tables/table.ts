/** Columns described once for the screen, the clipboard and exported files. */
import type { Money } from '@anticipa/domain/money';

/** A typed value, as spreadsheets need it. */
export type Cell =
  | { readonly type: 'text'; readonly value: string }
  | { readonly type: 'integer'; readonly value: number }
  /** `YYYY-MM-DD`. */
  | { readonly type: 'date'; readonly value: string }
  /** An instant in UTC. */
  | { readonly type: 'instant'; readonly value: string }
  /** `isCounted`: whether the amount is part of the column's total. */
  | { readonly type: 'money'; readonly value: Money; readonly isCounted: boolean };

/**
 * Rows of a table that its totals add up. Each table has one rule; amounts that are taken off are negative themselves.
 */
export interface TotalRule<Row> {
  readonly counts: (row: Row) => boolean;
  /** The rows that are left out, in Spanish: "canceladas". */
  readonly without?: string;
}

export const everyRow = { counts: () => true } as const satisfies TotalRule<unknown>;

interface Described<Row> {
  readonly id: string;
  readonly header: string;
  /** Null without a value. */
  readonly cell: (row: Row) => Cell | null;
}

/** Amounts have a rule for their total, or none at all: a sum of balances means nothing. */
export type TableColumn<Row> = Described<Row> &
  (
    | { readonly type: Exclude<Cell['type'], 'money'> }
    | { readonly type: 'money'; readonly total: TotalRule<Row> | null }
  );

/** Rows left out of a total, in Spanish: ", sin canceladas"; empty if every row counts. */
export const leftOut = ({ without }: Pick<TotalRule<never>, 'without'>): string => (without ? `, sin ${without}` : '');

type Picked<Row, Value> = (row: Row) => Value | null;

const cellBy =
  <Row, Value>(pick: Picked<Row, Value>, cellOf: (value: Value, row: Row) => Cell) =>
  (row: Row): Cell | null => {
    const value = pick(row);
    return value === null ? null : cellOf(value, row);
  };

export const textColumn = <Row>(id: string, header: string, pick: Picked<Row, string>): TableColumn<Row> => ({
  id,
  header,
  type: 'text',
  cell: cellBy(pick, (value) => ({ type: 'text', value })),
});

export const integerColumn = <Row>(id: string, header: string, pick: Picked<Row, number>): TableColumn<Row> => ({
  id,
  header,
  type: 'integer',
  cell: cellBy(pick, (value) => ({ type: 'integer', value })),
});

export const dateColumn = <Row>(id: string, header: string, pick: Picked<Row, string>): TableColumn<Row> => ({
  id,
  header,
  type: 'date',
  cell: cellBy(pick, (value) => ({ type: 'date', value })),
});

export const instantColumn = <Row>(id: string, header: string, pick: Picked<Row, string>): TableColumn<Row> => ({
  id,
  header,
  type: 'instant',
  cell: cellBy(pick, (value) => ({ type: 'instant', value })),
});

/** Columns of amounts of one table, whose totals follow one rule. */
export const moneyColumns =
  <Row>(total: TotalRule<Row> | null) =>
  (id: string, header: string, pick: Picked<Row, Money>): TableColumn<Row> => ({
    id,
    header,
    type: 'money',
    total,
    cell: cellBy(pick, (value, row) => ({ type: 'money', value, isCounted: total?.counts(row) ?? false })),
  });
