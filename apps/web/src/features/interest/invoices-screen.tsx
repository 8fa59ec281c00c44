import type { InterestInvoice } from '@anticipa/contract/interest';
import { interestInvoiceColumns, interestInvoiceConcept, interestInvoiceStatus } from '@anticipa/texts/tables/interest';
import { useMutation, useQuery } from '@tanstack/react-query';
import { formatCount, formatDate, formatMoney, formatMonth, formatTableDate } from '../../lib/format.ts';
import { screens } from '../../lib/screens.ts';
import { useShownClient } from '../../lib/shown-client.ts';
import { Breakdown } from '../../ui/breakdown.tsx';
import { Button } from '../../ui/button.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { tableColumn } from '../../ui/table/columns.tsx';
import { MonthRoute, type MonthShown, MonthTable } from '../../ui/table/month-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { downloadInvoice, interestInvoicesQuery } from './api.ts';
import { es } from './es.ts';
import css from './interest.module.css';
import type { InvoiceRow } from './view-model/invoices.ts';

const invoiceOf = ({ invoice }: InvoiceRow): InterestInvoice => invoice;
const table = interestInvoiceColumns;

/** [HFI-01] Columns fixed by the specification. */
export const columns: readonly Column<InvoiceRow>[] = [
  tableColumn(table.folio, invoiceOf, { width: 'minmax(4.875rem, 1fr)', breaks: true, card: 'title' }),
  tableColumn(table.emitted, invoiceOf, {
    cell: ({ invoice }) => {
      const [day, ...time] = formatTableDate(invoice.emittionDate).split(' ');
      return (
        <CellPair note={time.join(' ')}>
          <span className={css.day}>{day}</span>
        </CellPair>
      );
    },
    width: '7.5rem',
  }),
  tableColumn(table.periodo, invoiceOf, {
    value: ({ invoice }) => invoice.periodo,
    cell: ({ invoice }) => <CellPair note={interestInvoiceConcept(invoice)}>{formatMonth(invoice.periodo)}</CellPair>,
    width: '9.5rem',
  }),
  tableColumn(table.amount, invoiceOf, { width: '10rem', card: 'figure' }),
  tableColumn(table.currency, invoiceOf, { width: '6rem' }),
  tableColumn(table.status, invoiceOf, {
    cell: ({ invoice }) => (
      <StatusBadge tone={invoice.active ? 'good' : 'bad'}>{interestInvoiceStatus(invoice)}</StatusBadge>
    ),
    width: '7.75rem',
  }),
  tableColumn(table.type, invoiceOf, { width: '8.25rem' }),
  { ...tableColumn(table.concept, invoiceOf, { width: '9.5rem' }), optional: 'hidden' },
  { ...tableColumn(table.subTotal, invoiceOf, { width: '10rem' }), optional: 'hidden' },
  { ...tableColumn(table.iva, invoiceOf, { width: '9rem' }), optional: 'hidden' },
  tableColumn(table.invoices, invoiceOf, {
    cell: (row) => <BilledInvoices row={row} />,
    width: '6.75rem',
    breaks: true,
  }),
  {
    id: 'download',
    header: 'Descarga',
    value: () => null,
    cell: ({ invoice }) => (
      <span className={css.downloads}>
        <DownloadButton of={invoice} label={es.download} fileType="pdf" />
        <DownloadButton of={invoice} label={es.download} fileType="xml" />
      </span>
    ),
    sortable: false,
    only: 'screen',
    width: '8.75rem',
  },
];

const rowId = ({ id }: InvoiceRow): string => id;

/** [RUT-01] [HFI-01] The lender's invoices for the interest of a month, with XML and PDF. */
export const InvoicesScreen = () => (
  <Page title={screens.interestInvoices.title} intro={es.invoicesIntro}>
    <InvoicesByMonth />
  </Page>
);

/** The CFDI of a client by month, without the heading of a page. */
export const InvoicesByMonth = () => (
  <MonthRoute ahead={0} failed={es.invoicesFailed}>
    {(shown) => <InvoicesOfMonth {...shown} />}
  </MonthRoute>
);

function InvoicesOfMonth(shown: MonthShown) {
  const { month } = shown;
  const invoices = useQuery(interestInvoicesQuery(month, useShownClient()?.clientId));
  const name = formatMonth(month);
  return (
    <MonthTable
      {...shown}
      label={es.invoicesTable(name)}
      noun={['factura', 'facturas']}
      columns={columns}
      rowId={rowId}
      query={invoices}
      exported="interest-invoices"
      texts={{
        month: es.emissionMonth,
        search: es.invoicesSearch,
        failed: es.invoicesFailed,
        dated: es.datedInvoices,
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
      title={es.breakdown.title(row.invoice.folio)}
      lines={[
        ...row.details.map(({ folio, subTotal }) => ({ label: folio, value: formatMoney(subTotal) })),
        { label: es.breakdown.iva, value: formatMoney(row.iva) },
      ]}
      result={{ label: es.breakdown.total, value: formatMoney(row.amount) }}
      note={row.invoice.complements.length > 0 ? <Complements row={row} /> : null}
    >
      {only?.folio ?? formatCount(row.details.length, 'factura', 'facturas')}
    </Breakdown>
  );
}

/** Each payment complement with its files. */
const Complements = ({ row: { invoice } }: { row: InvoiceRow }) =>
  invoice.complements.map((complement) => (
    <span key={complement.id} className={css.complement}>
      {es.complement(complement.folio, formatDate(complement.paidOn))}
      <span className={css.downloads}>
        <DownloadButton of={complement} label={es.downloadComplement} fileType="pdf" />
        <DownloadButton of={complement} label={es.downloadComplement} fileType="xml" />
      </span>
    </span>
  ));

interface Downloadable {
  readonly id: string;
  readonly folio: string;
}

function DownloadButton(props: {
  of: Downloadable;
  label: (fileType: string, folio: string) => string;
  fileType: 'pdf' | 'xml';
}) {
  const { of, label, fileType } = props;
  const name = fileType.toUpperCase();
  const atDesk = useShownClient();
  const downloading = useMutation({
    mutationFn: () => downloadInvoice(of, fileType, atDesk?.clientId),
    onError: (error) => {
      console.error('download failed', error);
      showToast({ text: es.downloadFailed, tone: 'bad' });
    },
  });
  return (
    <Button
      size="small"
      busy={downloading.isPending}
      aria-label={label(name, of.folio)}
      onClick={() => downloading.mutate()}
    >
      {name}
    </Button>
  );
}
