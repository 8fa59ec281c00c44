import { listInvoices } from '@anticipa/contract/invoices';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { firstDayOf, lastDayOf, type Month, monthOf } from '@anticipa/domain/month';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api-client.ts';
import { formatMoney, formatMonth } from '../../lib/format.ts';
import { screens } from '../../lib/screens.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn, dateColumn } from '../../ui/table/columns.tsx';
import { MonthOfAddress, type MonthShown, MonthTable } from '../../ui/table/month-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { es } from './es.ts';
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

/**
 * [LIQ-01] [LIQ-02] Columns fixed by the specification. The product has its own column in the file and is below the
 * payer on the screen.
 */
export const columns: readonly Column<SettledRow>[] = [
  {
    id: 'payer',
    header: 'Pagador',
    value: ({ payer }) => payer,
    text: ({ payer, product }) => `${payer} · ${product}`,
    cell: ({ payer, product }) => (
      <CellPair title={payer} note={product}>
        {payer}
      </CellPair>
    ),
    file: ({ payer }) => ({ type: 'text', value: payer }),
    width: 'minmax(15rem, 2fr)',
  },
  { id: 'folio', header: 'Folio', value: ({ folio }) => folio, width: '8rem', breaks: true, card: 'title' },
  dateColumn({ id: 'emitted', header: 'F. Emisión', pick: ({ emittedOn }) => emittedOn, width: '8.25rem' }),
  amountColumn({ id: 'total', header: 'Importe', pick: ({ total }) => total, card: 'figure' }),
  { id: 'currency', header: 'Moneda', value: ({ total }) => total.currency, width: '6.5rem' },
  amountColumn({ id: 'initialDeposit', header: 'Anticipo', pick: ({ initialDeposit }) => initialDeposit }),
  dateColumn({ id: 'deposited', header: 'F. Depósito', pick: ({ fechaDeposito }) => fechaDeposito, width: '8.25rem' }),
  dateColumn({ id: 'due', header: 'F. Vencimiento', pick: ({ dueDate }) => dueDate, width: '9.75rem' }),
  dateColumn({ id: 'paid', header: 'F. Pago', pick: ({ paymentDate }) => paymentDate, width: '8.25rem' }),
  amountColumn({ id: 'interest', header: 'Interés', pick: ({ comision }) => comision }),
  amountColumn({ id: 'recargos', header: 'Recargos', pick: ({ recargos }) => recargos }),
  amountColumn({
    id: 'returned',
    header: 'Devolución',
    pick: ({ finalDeposit }) => finalDeposit,
    cell: (row) => <Returned row={row} />,
  }),
  {
    id: 'automatic',
    header: 'Pago automático',
    value: ({ automatic }) => automatic,
    text: ({ automatic }) => automatic ?? es.none,
    width: 'minmax(15rem, 1fr)',
  },
  { id: 'product', header: 'Producto', value: ({ product }) => product, only: 'file' },
];

/** [RUT-01] [LIQ-01] The payments and devoluciones of a month, with totals and export. */
export function SettledScreen() {
  return (
    <Page title={screens.settled.title}>
      <MonthOfAddress ahead={0} failed={es.failed}>
        {(shown) => <SettledOfMonth {...shown} />}
      </MonthOfAddress>
    </Page>
  );
}

function SettledOfMonth(shown: MonthShown) {
  const { month, today } = shown;
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
      fileName="facturas-liquidadas"
      texts={{
        month: es.month,
        search: es.search,
        failed: es.failed,
        emptyTitle: es.emptyTitle(name),
        empty: es.empty(month === monthOf(today)),
      }}
    />
  );
}

/** The devolución; opens to its calculation. */
function Returned({ row }: { row: SettledRow }) {
  const { aforo, beyond, ivaRecargos, iva, balanceDue } = row.returned;
  return (
    <Breakdown
      title={es.breakdown.title}
      lines={[
        { label: es.breakdown.aforo, value: formatMoney(aforo) },
        ...(beyond.cents > 0n ? [{ label: es.breakdown.beyond, value: formatMoney(beyond) }] : []),
        { label: es.breakdown.recargos, value: formatMoney(row.recargos) },
        { label: es.breakdown.ivaRecargos, value: formatMoney(ivaRecargos) },
        { label: es.breakdown.iva, value: formatMoney(iva) },
      ]}
      result={{ label: es.breakdown.result, value: formatMoney(row.finalDeposit) }}
      note={balanceDue.cents > 0n ? es.breakdown.balanceDue(formatMoney(balanceDue)) : null}
    >
      <MoneyText amount={row.finalDeposit} strong />
    </Breakdown>
  );
}
