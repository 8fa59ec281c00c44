import { TextButton } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { amountColumn } from '../../../ui/table/amount-column.tsx';
import { CellPair } from '../../../ui/table/cell-pair.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { es } from '../es.ts';
import css from '../status.module.css';
import type { StatusSlug } from '../view-model/address.ts';
import { dateText, type StatusRow } from '../view-model/rows.ts';
import { DepositFigure, InterestFigure } from './figures.tsx';

type Columns = readonly Column<StatusRow>[];

const folio: Column<StatusRow> = {
  id: 'folio',
  header: es.columns.folio,
  value: (row) => row.folio,
  width: 'minmax(8rem, 1fr)',
  card: 'title',
};
const payer: Column<StatusRow> = {
  id: 'payer',
  header: es.columns.payer,
  value: ({ invoice }) => invoice.receiverName,
  text: ({ invoice }) => `${invoice.receiverName} · ${invoice.receiverRFC}`,
  cell: ({ invoice }) => <CellPair note={invoice.receiverRFC}>{invoice.receiverName}</CellPair>,
  width: 'minmax(13rem, 3fr)',
};
const emitted: Column<StatusRow> = {
  id: 'emitted',
  header: es.columns.emitted,
  value: ({ invoice }) => invoice.emittedOn,
  text: ({ invoice }) => dateText(invoice.emittedOn),
  width: '7.75rem',
};

const total: Column<StatusRow> = {
  ...amountColumn<StatusRow>({ id: 'total', header: es.columns.total, pick: (row) => row.total }),
  card: 'figure',
};
const advance = amountColumn<StatusRow>({ id: 'advance', header: es.columns.advance, pick: (row) => row.advance });
const aforo = amountColumn<StatusRow>({ id: 'aforo', header: es.columns.aforo, pick: (row) => row.aforo });
const interest = amountColumn<StatusRow>({
  id: 'interest',
  header: es.columns.interest,
  pick: (row) => row.interest,
  cell: (row) => <InterestFigure row={row} />,
});
const deposit = amountColumn<StatusRow>({
  id: 'deposit',
  header: es.columns.deposit,
  pick: (row) => row.deposit,
  cell: (row) => <DepositFigure row={row} />,
});
const dueDate: Column<StatusRow> = {
  id: 'due',
  header: es.columns.due,
  value: ({ invoice }) => invoice.dueDate,
  text: ({ invoice }) => dateText(invoice.dueDate),
  width: '7.75rem',
};
/** [EST-03] The date with its light: icon, word and how far away it is. */
const dueLight: Column<StatusRow> = {
  ...dueDate,
  text: ({ invoice, due }) => [dateText(invoice.dueDate), due?.word, due?.relative].filter(Boolean).join(' · '),
  cell: ({ invoice, due }) =>
    due ? (
      <span className={css.due}>
        <CellPair note={due.relative}>{dateText(invoice.dueDate)}</CellPair>
        <StatusBadge tone={due.tone}>{due.word}</StatusBadge>
      </span>
    ) : (
      es.table.none
    ),
  width: '14.5rem',
};
const purchaseOrder: Column<StatusRow> = {
  id: 'order',
  header: es.columns.order,
  value: ({ invoice }) => invoice.purchaseOrder,
  text: ({ invoice }) => invoice.purchaseOrder ?? es.table.none,
  width: '9.5rem',
};
const verification: Column<StatusRow> = {
  id: 'verification',
  header: es.columns.verification,
  value: ({ invoice }) => es.verification[invoice.verification],
  cell: ({ invoice }) => (
    <StatusBadge tone={invoice.verification === 'pending' ? 'info' : 'good'}>
      {es.verification[invoice.verification]}
    </StatusBadge>
  ),
  width: '14rem',
};
const sellBy: Column<StatusRow> = {
  id: 'sellBy',
  header: es.columns.sellBy,
  value: (row) => row.sellBy,
  text: (row) => (row.sellBy ? dateText(row.sellBy) : es.tooOld),
  width: '11rem',
};
const depositDate: Column<StatusRow> = {
  id: 'depositDate',
  header: es.columns.depositDate,
  value: ({ invoice }) => invoice.fechaDeposito,
  text: ({ invoice }) => dateText(invoice.fechaDeposito),
  width: '10rem',
};
const sale: Column<StatusRow> = {
  id: 'sale',
  header: es.columns.sale,
  value: ({ invoice }) => invoice.numberOfSale,
  text: ({ invoice }) => String(invoice.numberOfSale ?? es.table.none),
  width: '6rem',
};
const rejected: Column<StatusRow> = {
  id: 'rejected',
  header: es.columns.rejected,
  value: ({ invoice }) => invoice.rejectedDate,
  text: ({ invoice }) => dateText(invoice.rejectedDate),
  width: '7.75rem',
};
/** [EST-04] The motive, or what stands for an unknown one, with what to do. */
const motive: Column<StatusRow> = {
  id: 'motive',
  header: es.columns.motive,
  value: (row) => row.motive.reason,
  text: (row) => row.motive.reason,
  cell: (row) => <span className={css.wrapping}>{row.motive.reason}</span>,
  width: 'minmax(16rem, 4fr)',
};
const remedy: Column<StatusRow> = {
  id: 'remedy',
  header: es.columns.remedy,
  value: (row) => row.motive.remedy,
  cell: (row) => <span className={css.wrapping}>{row.motive.remedy}</span>,
  width: 'minmax(16rem, 4fr)',
};

function reference(onOpen: (reference: string) => void): Column<StatusRow> {
  const text = ({ invoice }: StatusRow): string =>
    invoice.paymentReference ?? (invoice.paidAutomatically ? es.automatic : es.noReference);
  return {
    id: 'reference',
    header: es.columns.reference,
    value: (row) => row.invoice.paymentReference,
    text,
    cell: (row) => {
      const { paymentReference } = row.invoice;
      return paymentReference ? (
        <TextButton aria-label={es.openReference(paymentReference)} onClick={() => onOpen(paymentReference)}>
          {paymentReference}
        </TextButton>
      ) : (
        <span className={css.quiet}>{text(row)}</span>
      );
    },
    width: '10.5rem',
  };
}

/** [EST-02] What each table shows, the most asked for first. */
export function columnsOf(slug: StatusSlug, onOpenReference: (reference: string) => void): Columns {
  const columns: Record<StatusSlug, Columns> = {
    pendientes: [folio, payer, total, emitted, sellBy, verification],
    autorizadas: [folio, payer, total, emitted, sellBy, verification],
    validacion: [
      folio,
      payer,
      total,
      dueDate,
      deposit,
      advance,
      interest,
      aforo,
      emitted,
      purchaseOrder,
      sale,
      verification,
    ],
    credito: [
      folio,
      payer,
      total,
      dueLight,
      reference(onOpenReference),
      deposit,
      depositDate,
      advance,
      interest,
      aforo,
      emitted,
    ],
    rechazadas: [folio, payer, motive, remedy, rejected, total, emitted],
  };
  return columns[slug];
}
