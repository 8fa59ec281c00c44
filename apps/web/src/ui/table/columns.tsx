/** Columns whose type determines sorting, display and export. */
import { type Money, sumPerCurrency } from '@anticipa/domain/money';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { MoneyList } from '../money.tsx';
import type { Column } from './table-model.ts';

const NONE = '—';

interface Picked<Row, Value> extends Pick<Column<Row>, 'id' | 'header' | 'cell' | 'width' | 'card'> {
  /** Null is shown as a dash. */
  readonly pick: (row: Row) => Value | null;
}

/** A column of amounts: sorted by cents, shown with the currency, totalled per currency. */
export function amountColumn<Row>(column: Picked<Row, Money> & { readonly total?: false }): Column<Row> {
  const { pick, total = true, ...described } = column;
  return {
    width: '11.25rem',
    align: 'end',
    ...described,
    value: (row) => pick(row)?.cents ?? null,
    text: (row) => {
      const amount = pick(row);
      return amount ? formatMoney(amount) : NONE;
    },
    file: (row) => {
      const amount = pick(row);
      return amount && { type: 'money', value: amount };
    },
    ...(total
      ? { total: (rows) => <MoneyList amounts={sumPerCurrency(rows.flatMap((row) => pick(row) ?? []))} /> }
      : {}),
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
    file: (row) => {
      const date = pick(row);
      return date === null ? null : { type: 'date', value: date };
    },
  };
}
