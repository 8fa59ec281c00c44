import { formatDate, formatMoney } from '../../../lib/format.ts';
import { Breakdown } from '../../../ui/breakdown.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { amountColumn } from '../../../ui/table/amount-column.tsx';
import { CellPair } from '../../../ui/table/cell-pair.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { es } from '../es.ts';
import type { SettledRow } from '../view-model.ts';

type DateField = 'emittedOn' | 'fechaDeposito' | 'dueDate' | 'paymentDate';

const dateColumn = (id: string, header: string, field: DateField): Column<SettledRow> => ({
  id,
  header,
  value: (row) => row[field],
  text: (row) => formatDate(row[field]),
  width: '8.25rem',
});

/** The devolución; opens to how it is computed. */
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

/** [LIQ-01] [LIQ-02] The specification's columns; the product stands under its payer. */
export const columns: readonly Column<SettledRow>[] = [
  {
    id: 'payer',
    header: es.columns.payer,
    value: ({ payer }) => payer,
    text: ({ payer, product }) => `${payer} · ${product}`,
    cell: ({ payer, product }) => (
      <CellPair title={payer} note={product}>
        {payer}
      </CellPair>
    ),
    width: 'minmax(15rem, 2fr)',
  },
  { id: 'folio', header: es.columns.folio, value: ({ folio }) => folio, width: '8rem', card: 'title' },
  dateColumn('emitted', es.columns.emitted, 'emittedOn'),
  amountColumn({ id: 'total', header: es.columns.total, pick: ({ total }) => total }),
  { id: 'currency', header: es.columns.currency, value: ({ total }) => total.currency, width: '6.5rem' },
  amountColumn({ id: 'advance', header: es.columns.advance, pick: ({ initialDeposit }) => initialDeposit }),
  dateColumn('deposited', es.columns.deposited, 'fechaDeposito'),
  { ...dateColumn('due', es.columns.due, 'dueDate'), width: '9.75rem' },
  dateColumn('paid', es.columns.paid, 'paymentDate'),
  amountColumn({ id: 'interest', header: es.columns.interest, pick: ({ comision }) => comision }),
  amountColumn({ id: 'recargos', header: es.columns.recargos, pick: ({ recargos }) => recargos }),
  {
    ...amountColumn<SettledRow>({
      id: 'returned',
      header: es.columns.returned,
      pick: ({ finalDeposit }) => finalDeposit,
      cell: (row) => <Returned row={row} />,
    }),
    card: 'figure',
  },
  {
    id: 'automatic',
    header: es.columns.automatic,
    value: ({ automatic }) => automatic,
    text: ({ automatic }) => automatic ?? es.none,
    width: 'minmax(15rem, 1fr)',
  },
];
