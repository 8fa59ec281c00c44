import { type Invoice, listInvoices } from '@anticipa/contract/invoices';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { firstDayOf, lastDayOf, type Month, monthOf } from '@anticipa/domain/month';
import { formatFolio } from '@anticipa/texts/format';
import { settledColumns } from '@anticipa/texts/tables/invoices';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { call } from '../../lib/api-client.ts';
import { formatMoney, formatMonth } from '../../lib/format.ts';
import { screens } from '../../lib/screens.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { InvoiceLink } from '../../ui/invoice/invoice-link.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { tableColumn } from '../../ui/table/columns.tsx';
import { MonthRoute, type MonthShown, MonthTable } from '../../ui/table/month-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import { es } from './es.ts';
import css from './settled.module.css';
import { type SettledRow, settledRowsOf } from './view-model.ts';

/** [LIQ-02] Height in pixels beyond which the table scrolls. */
const TABLE_HEIGHT = 650;
const rowId = ({ id }: SettledRow): string => id;

/** The invoices settled in a month, by value date. */
const settledQuery = (month: Month) =>
  queryOptions({
    queryKey: ['invoices', 'settled', month],
    queryFn: async ({ signal }) => {
      const query = {
        status: String(invoiceStatus.LIQUIDADO),
        fechaPagoInicial: firstDayOf(month),
        fechaPagoFinal: lastDayOf(month),
      };
      return settledRowsOf((await call(listInvoices, { query, signal })).data);
    },
  });

const productOf = ({ Product }: Invoice): string => Product.name.toLocaleUpperCase('es-MX');
const invoiceOf = ({ invoice }: SettledRow): Invoice => invoice;
const { payer, product, ...table } = settledColumns;

const MONEY = '9.75rem';
const DATE = '7.25rem';
/** Left to the sheet on a phone, and can be left out of the table. */
const SECONDARY = { card: 'sheet', optional: 'shown' } as const;

/**
 * [LIQ-01] [LIQ-02] The columns in the order of the specification. The product has its own column in the file and is below
 * the payer on the screen.
 */
const columnsWith = (payBalance: PayBalance): readonly Column<SettledRow>[] => [
  tableColumn(payer, invoiceOf, {
    text: ({ invoice }) => `${invoice.receiverName} · ${productOf(invoice)}`,
    cell: ({ invoice }) => (
      <CellPair title={invoice.receiverName} note={productOf(invoice)}>
        {invoice.receiverName}
      </CellPair>
    ),
    width: 'minmax(14rem, 2fr)',
    breaks: true,
    card: 'note',
  }),
  tableColumn(table.folio, invoiceOf, {
    cell: ({ id, invoice }) => <InvoiceLink documentId={id} folio={formatFolio(invoice)} />,
    width: '7rem',
    breaks: true,
    card: 'title',
  }),
  tableColumn(table.emitted, invoiceOf, { width: DATE, ...SECONDARY }),
  tableColumn(table.total, invoiceOf, { width: MONEY, card: 'figure' }),
  tableColumn(table.currency, invoiceOf, { width: '6rem', ...SECONDARY }),
  tableColumn(table.initialDeposit, invoiceOf, { width: MONEY, ...SECONDARY }),
  tableColumn(table.deposited, invoiceOf, { width: DATE, ...SECONDARY }),
  tableColumn(table.due, invoiceOf, { width: '8.75rem', ...SECONDARY }),
  tableColumn(table.paid, invoiceOf, { width: DATE }),
  tableColumn(table.interest, invoiceOf, { width: MONEY, optional: 'shown' }),
  tableColumn(table.recargos, invoiceOf, { width: MONEY, optional: 'shown' }),
  tableColumn(table.returned, invoiceOf, {
    cell: (row) => <Returned row={row} payBalance={payBalance} />,
    width: MONEY,
  }),
  tableColumn(table.automatic, invoiceOf, { width: 'minmax(12rem, 1fr)', breaks: true, ...SECONDARY }),
  { ...tableColumn(table.uuid, invoiceOf, { width: '20.5rem', card: 'sheet' }), optional: 'hidden' },
];

/** Control with which the client pays the balance due of an invoice. */
type PayBalance = (invoice: Invoice) => ReactNode;

/** [RUT-01] [LIQ-01] The payments and devoluciones of a month, with totals and export. */
export function SettledScreen({ payBalance }: { payBalance: PayBalance }) {
  return (
    <Page title={screens.settled.title}>
      <MonthRoute ahead={0} failed={es.failed}>
        {(shown) => <SettledOfMonth {...shown} payBalance={payBalance} />}
      </MonthRoute>
    </Page>
  );
}

function SettledOfMonth({ payBalance, ...shown }: MonthShown & { payBalance: PayBalance }) {
  const { month, today } = shown;
  const columns = useMemo(() => columnsWith(payBalance), [payBalance]);
  const settled = useQuery(settledQuery(month));
  const name = formatMonth(month);
  return (
    <MonthTable
      {...shown}
      label={es.table(name)}
      noun={['factura', 'facturas']}
      columns={columns}
      rowId={rowId}
      initialSort={{ column: 'paid', descending: true }}
      height={TABLE_HEIGHT}
      query={settled}
      exported="settled"
      columnsName="liquidadas"
      texts={{
        month: es.month,
        search: es.search,
        failed: es.failed,
        dated: es.dated,
        emptyTitle: es.emptyTitle(name),
        empty: es.empty(month === monthOf(today)),
      }}
    />
  );
}

/** The devolución; opens to its calculation. */
function Returned({ row, payBalance }: { row: SettledRow; payBalance: PayBalance }) {
  const { aforo, beyond, rebate, ivaRecargos, iva, balanceDue } = row.returned;
  const isOwing = balanceDue.cents > 0n;
  const breakdown = (
    <Breakdown
      title={es.breakdown.title}
      lines={[
        { label: es.breakdown.aforo, value: formatMoney(aforo) },
        ...(beyond.cents > 0n ? [{ label: es.breakdown.beyond, value: formatMoney(beyond) }] : []),
        ...(rebate.cents > 0n ? [{ label: es.breakdown.rebate, value: formatMoney(rebate) }] : []),
        { label: es.breakdown.recargos, value: formatMoney(row.recargos) },
        { label: es.breakdown.ivaRecargos, value: formatMoney(ivaRecargos) },
        { label: es.breakdown.iva, value: formatMoney(iva) },
      ]}
      result={{ label: es.breakdown.result, value: formatMoney(row.finalDeposit) }}
      note={isOwing ? es.breakdown.balanceDue(formatMoney(balanceDue)) : null}
    >
      <MoneyText amount={row.finalDeposit} strong />
    </Breakdown>
  );
  if (!isOwing) return breakdown;
  return (
    <span className={css.owing}>
      {breakdown}
      <strong>{unbroken(es.owed(formatMoney(balanceDue)))}</strong>
      {payBalance(row.invoice)}
    </span>
  );
}
