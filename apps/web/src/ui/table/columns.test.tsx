import { type Money, moneyOf } from '@anticipa/domain/money';
import { invoiceColumns } from '@anticipa/texts/tables/invoices';
import { isValidElement } from 'react';
import { describe, expect, it } from 'vitest';
import { anInvoice, anInvoiceInCredit } from '../../lib/test-builders.ts';
import { amountColumn, dateColumn, tableColumn } from './columns.tsx';
import { type Column, countedRows } from './table-model.ts';

const rows = [moneyOf('1000.50', 'MXN'), null, moneyOf('0.05', 'MXN'), moneyOf('2.00', 'USD')] as const;
const amounts = amountColumn<Money | null>({
  id: 'a',
  header: 'Importe',
  pick: (row) => row,
  total: { counts: (row) => row?.cents !== 5n, without: 'menores' },
});

/** The amounts of a column's totals. */
function totalsOf<Row>({ total }: Column<Row>, of: readonly Row[]): unknown {
  const node = total?.(of);
  return isValidElement<{ amounts: readonly Money[] }>(node) ? node.props.amounts : null;
}

describe('a column of amounts', () => {
  it('sorts by cents and writes the currency, a dash without an amount', () => {
    expect(rows.map((row) => amounts.value(row))).toEqual([100_050n, null, 5n, 200n]);
    expect(rows.map((row) => amounts.text?.(row))).toEqual(['MXN 1,000.50', '—', 'MXN 0.05', 'USD 2.00']);
  });

  it('adds up the rows that count, per currency, unless sums mean nothing', () => {
    expect(totalsOf(amounts, rows)).toEqual([moneyOf('1000.50', 'MXN'), moneyOf('2.00', 'USD')]);
    expect(countedRows([amounts], rows)).toEqual({ count: 3, without: ', sin menores' });
    expect(countedRows([amounts], rows.slice(0, 2))).toEqual({ count: 2, without: '' });
    expect(amountColumn<Money>({ id: 'a', header: 'Saldo', pick: (row) => row, total: null }).total).toBeUndefined();
  });
});

it('a column of dates sorts by day and writes DD/MM/YYYY', () => {
  const dates = dateColumn<string | null>({ id: 'd', header: 'Fecha', pick: (row) => row });
  expect(['2026-03-02', null].map((row) => [dates.value(row), dates.text?.(row)])).toEqual([
    ['2026-03-02', '02/03/2026'],
    [null, '—'],
  ]);
});

describe('a column of an exported table', () => {
  const invoices = [anInvoiceInCredit(), anInvoice(), anInvoiceInCredit({ currency: 'USD', initialDeposit: '1.00' })];

  it('has the values of the file, typed for the screen', () => {
    const deposit = tableColumn(invoiceColumns.deposit, (row: (typeof invoices)[number]) => row);
    expect(deposit).toMatchObject({ id: 'deposit', header: 'Depósito', align: 'end' });
    expect(invoices.map((row) => [deposit.value(row), deposit.text?.(row)])).toEqual([
      [9_976_000n, 'MXN 99,760.00'],
      [null, '—'],
      [100n, 'USD 1.00'],
    ]);
    expect(totalsOf(deposit, invoices)).toEqual([moneyOf('99760.00', 'MXN'), moneyOf('1.00', 'USD')]);
  });

  it('may look differently on the screen', () => {
    const due = tableColumn(invoiceColumns.due, (row: (typeof invoices)[number]) => row, { width: '1rem' });
    expect([due.width, due.value(anInvoiceInCredit()), due.text?.(anInvoiceInCredit())]).toEqual([
      '1rem',
      '2026-05-01',
      '01/05/2026',
    ]);
    expect(due.total).toBeUndefined();
  });
});
