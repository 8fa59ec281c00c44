import type { SentItem } from '@anticipa/contract/sent-sales';
import { moneyOf } from '@anticipa/domain/money';
import { formatFolio } from '@anticipa/texts/format';
import type { TotalRule } from '@anticipa/texts/tables/table';
import { InvoiceLink } from '../../../ui/invoice/invoice-link.tsx';
import { CellPair } from '../../../ui/table/cell-pair.tsx';
import { amountColumn, dateColumn } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import type { SaleSheetData } from '../api.ts';
import { es } from '../es.ts';
import css from '../sent-sales.module.css';

const rowId = ({ documentId }: SentItem): string => documentId;

/** Rejected and released invoices are no part of what the sale deposits. */
const financed: TotalRule<SentItem> = {
  counts: ({ state }) => state !== 'rejected' && state !== 'released',
  without: 'rechazadas ni devueltas',
};

const columns: readonly Column<SentItem>[] = [
  {
    id: 'folio',
    header: es.sale.columns.folio,
    value: formatFolio,
    cell: (item) => <InvoiceLink documentId={item.documentId} folio={formatFolio(item)} />,
    breaks: true,
    width: '7rem',
    card: 'title',
  },
  {
    id: 'payer',
    header: es.sale.columns.payer,
    value: ({ receiverName }) => receiverName,
    breaks: true,
    width: 'minmax(11rem, 1.6fr)',
  },
  {
    id: 'state',
    header: es.sale.columns.state,
    value: ({ state, motive }) => [es.sale.itemStates[state], motive].filter(Boolean).join(': '),
    cell: ({ state, motive }) =>
      motive === null ? es.sale.itemStates[state] : <CellPair note={motive}>{es.sale.itemStates[state]}</CellPair>,
    width: 'minmax(8rem, 1fr)',
  },
  dateColumn({ id: 'due', header: es.sale.columns.due, pick: ({ dueDate }) => dueDate, width: '9.5rem' }),
  amountColumn({
    id: 'total',
    header: es.sale.columns.total,
    pick: ({ total, currency }) => moneyOf(total, currency),
    total: financed,
    width: '10.25rem',
  }),
  amountColumn({
    id: 'interest',
    header: es.sale.columns.interest,
    pick: ({ comision, currency }) => moneyOf(comision, currency),
    total: financed,
    width: '9.25rem',
  }),
  amountColumn({
    id: 'deposit',
    header: es.sale.columns.deposit,
    pick: ({ initialDeposit, currency }) => moneyOf(initialDeposit, currency),
    total: financed,
    card: 'figure',
  }),
];

/** The invoices of the sale, each with its answer. */
export function Invoices({ sale }: { sale: SaleSheetData }) {
  return (
    <section className={css.list} aria-label={es.sale.invoices}>
      <h2>{es.sale.invoices}</h2>
      <DataTable
        label={es.sale.table(sale.numberOfSale)}
        noun={['factura', 'facturas']}
        rows={sale.items}
        columns={columns}
        rowId={rowId}
        empty={null}
      />
    </section>
  );
}
