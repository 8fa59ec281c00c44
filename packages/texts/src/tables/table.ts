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
  | { readonly type: 'money'; readonly value: Money };

export interface TableColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly type: Cell['type'];
  /** Amounts without a total: a sum of balances means nothing. */
  readonly isBalance?: true;
  /** Null without a value. */
  readonly cell: (row: Row) => Cell | null;
}

type Picked<Row, Value> = (row: Row) => Value | null;

const described = <Row, Value>(
  column: Omit<TableColumn<Row>, 'cell'>,
  pick: Picked<Row, Value>,
  cellOf: (value: Value) => Cell,
): TableColumn<Row> => ({
  ...column,
  cell: (row) => {
    const value = pick(row);
    return value === null ? null : cellOf(value);
  },
});

export const textColumn = <Row>(id: string, header: string, pick: Picked<Row, string>): TableColumn<Row> =>
  described({ id, header, type: 'text' }, pick, (value) => ({ type: 'text', value }));

export const integerColumn = <Row>(id: string, header: string, pick: Picked<Row, number>): TableColumn<Row> =>
  described({ id, header, type: 'integer' }, pick, (value) => ({ type: 'integer', value }));

export const dateColumn = <Row>(id: string, header: string, pick: Picked<Row, string>): TableColumn<Row> =>
  described({ id, header, type: 'date' }, pick, (value) => ({ type: 'date', value }));

export const instantColumn = <Row>(id: string, header: string, pick: Picked<Row, string>): TableColumn<Row> =>
  described({ id, header, type: 'instant' }, pick, (value) => ({ type: 'instant', value }));

export const moneyColumn = <Row>(id: string, header: string, pick: Picked<Row, Money>): TableColumn<Row> =>
  described({ id, header, type: 'money' }, pick, (value) => ({ type: 'money', value }));

export const balanceColumn = <Row>(id: string, header: string, pick: Picked<Row, Money>): TableColumn<Row> => ({
  ...moneyColumn(id, header, pick),
  isBalance: true,
});
