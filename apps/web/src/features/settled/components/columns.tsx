import { formatMoney } from '../../../lib/format.ts';
import { Breakdown } from '../../../ui/breakdown.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { CellPair } from '../../../ui/table/cell-pair.tsx';
import { amountColumn, dateColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { es } from '../es.ts';
import type { SettledRow } from '../view-model.ts';

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

/** [LIQ-01] [LIQ-02] The specification's columns. The product, in a column of its own in the file, is below its payer. */
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
  { id: 'folio', header: 'Folio', value: ({ folio }) => folio, width: '8rem', card: 'title' },
  dateColumn({ id: 'emitted', header: 'F. Emisión', pick: ({ emittedOn }) => emittedOn, width: '8.25rem' }),
  amountColumn({ id: 'total', header: 'Importe', pick: ({ total }) => total }),
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
    card: 'figure',
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
