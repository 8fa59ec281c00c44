import { useMutation, useQuery } from '@tanstack/react-query';
import { formatCount, formatMoney, formatMonth, formatTableDate } from '../../lib/format.ts';
import { screens } from '../../lib/screens.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Button } from '../../ui/button.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn } from '../../ui/table/columns.tsx';
import { MonthOfAddress, type MonthShown, MonthTable } from '../../ui/table/month-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { downloadInvoice, interestInvoicesQuery } from './api.ts';
import { es } from './es.ts';
import css from './interest.module.css';
import { foliosOf, type InvoiceRow } from './view-model/invoices.ts';

/** [HFI-01] Columns fixed by the specification. */
export const columns: readonly Column<InvoiceRow>[] = [
  {
    id: 'folio',
    header: 'Folio',
    value: ({ folio }) => folio,
    width: 'minmax(5rem, 1fr)',
    breaks: true,
    card: 'title',
  },
  {
    id: 'emitted',
    header: 'Fecha de Emisión',
    value: ({ emittedAt }) => emittedAt,
    text: ({ emittedAt }) => formatTableDate(emittedAt),
    cell: ({ emittedAt }) => {
      const [day, ...time] = formatTableDate(emittedAt).split(' ');
      return <CellPair note={time.join(' ')}>{day}</CellPair>;
    },
    width: '6.75rem',
  },
  {
    id: 'periodo',
    header: 'periodo Facturado',
    value: ({ month }) => month,
    text: ({ month }) => formatMonth(month),
    width: '9.5rem',
  },
  amountColumn({
    id: 'amount',
    header: 'Monto Facturado',
    pick: ({ amount }) => amount,
    width: '10.5rem',
    card: 'figure',
  }),
  { id: 'currency', header: 'Moneda', value: ({ amount }) => amount.currency, width: '6rem' },
  {
    id: 'status',
    header: 'Estatus',
    value: ({ status }) => status,
    cell: ({ status, active }) => <StatusBadge tone={active ? 'good' : 'bad'}>{status}</StatusBadge>,
    width: '8rem',
  },
  { id: 'type', header: 'Tipo de Comprobante', value: ({ type }) => type, width: '8.5rem' },
  {
    id: 'invoices',
    header: 'Factura',
    value: foliosOf,
    cell: (row) => <BilledInvoices row={row} />,
    width: '6.25rem',
  },
  {
    id: 'download',
    header: 'Descarga',
    value: () => null,
    cell: (row) => (
      <span className={css.downloads}>
        <DownloadButton row={row} fileType="pdf" />
        <DownloadButton row={row} fileType="xml" />
      </span>
    ),
    sortable: false,
    only: 'screen',
    width: '8.75rem',
  },
];

const rowId = ({ id }: InvoiceRow): string => id;

/** [RUT-01] [HFI-01] The lender's invoices for the interest of a month, with XML and PDF. */
export function InvoicesScreen() {
  return (
    <Page title={screens.interestInvoices.title} intro={es.invoicesIntro}>
      <MonthOfAddress ahead={0} failed={es.invoicesFailed}>
        {(shown) => <InvoicesOfMonth {...shown} />}
      </MonthOfAddress>
    </Page>
  );
}

function InvoicesOfMonth(shown: MonthShown) {
  const { month } = shown;
  const invoices = useQuery(interestInvoicesQuery(month));
  const name = formatMonth(month);
  return (
    <MonthTable
      {...shown}
      label={es.invoicesTable(name)}
      noun={['factura', 'facturas']}
      columns={columns}
      rowId={rowId}
      query={invoices}
      fileName="historial-de-facturacion"
      texts={{
        month: es.emissionMonth,
        search: es.invoicesSearch,
        failed: es.invoicesFailed,
        emptyTitle: es.invoicesEmptyTitle(name),
        empty: es.invoicesEmpty,
      }}
    />
  );
}

/** The number of invoices billed; opens to each with its interest. */
function BilledInvoices({ row }: { row: InvoiceRow }) {
  const [only] = row.details.length === 1 ? row.details : [];
  return (
    <Breakdown
      title={es.breakdown.title(row.folio)}
      lines={[
        ...row.details.map(({ folio, subTotal }) => ({ label: folio, value: formatMoney(subTotal) })),
        { label: es.breakdown.iva, value: formatMoney(row.iva) },
      ]}
      result={{ label: es.breakdown.total, value: formatMoney(row.amount) }}
    >
      {only?.folio ?? formatCount(row.details.length, 'factura', 'facturas')}
    </Breakdown>
  );
}

function DownloadButton({ row, fileType }: { row: InvoiceRow; fileType: 'pdf' | 'xml' }) {
  const name = fileType.toUpperCase();
  const downloading = useMutation({
    mutationFn: () => downloadInvoice(row, fileType),
    onError: (error) => {
      console.error('download failed', error);
      showToast({ text: es.downloadFailed, tone: 'bad' });
    },
  });
  return (
    <Button
      size="small"
      busy={downloading.isPending}
      aria-label={es.download(name, row.folio)}
      onClick={() => downloading.mutate()}
    >
      {name}
    </Button>
  );
}
