import { type Money, sumPerCurrency } from '@anticipa/domain/money';
import type { ReactNode } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { MoneyList } from '../money.tsx';
import type { Column } from './table-model.ts';

interface AmountColumn<Row> {
  readonly id: string;
  readonly header: string;
  readonly pick: (row: Row) => Money | null;
  readonly cell?: (row: Row) => ReactNode;
  readonly width?: string;
}

/** A column of amounts: sorted by cents, written with their currency, and summed below per currency. */
export const amountColumn = <Row,>(column: AmountColumn<Row>): Column<Row> => {
  const { id, header, pick, cell, width = '11.25rem' } = column;
  return {
    id,
    header,
    value: (row) => pick(row)?.cents ?? null,
    text: (row) => {
      const found = pick(row);
      return found ? formatMoney(found) : '—';
    },
    ...(cell ? { cell } : {}),
    total: (rows) => <MoneyList amounts={sumPerCurrency(rows.flatMap((row) => pick(row) ?? []))} />,
    align: 'end',
    width,
  };
};
