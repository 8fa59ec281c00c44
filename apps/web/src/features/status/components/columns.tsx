import { TextButton } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { InvoiceLink } from '../../../ui/invoice/invoice-link.tsx';
import { CellPair } from '../../../ui/table/cell-pair.tsx';
import { amountColumn, dateColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { es } from '../es.ts';
import css from '../status.module.css';
import type { StatusSlug } from '../view-model/address.ts';
import { dateText, type StatusRow } from '../view-model/rows.ts';
import { DepositFigure, InterestFigure } from './figures.tsx';

type Columns = readonly Column<StatusRow>[];

const folio: Column<StatusRow> = {
  id: 'folio',
  header: 'Folio',
  value: (row) => row.folio,
  width: 'minmax(8rem, 1fr)',
  cell: ({ id, folio: name }) => <InvoiceLink documentId={id} folio={name} />,
  breaks: true,
  card: 'title',
};
const payer: Column<StatusRow> = {
  id: 'payer',
  header: 'Pagador',
  value: ({ invoice }) => invoice.receiverName,
  text: ({ invoice }) => `${invoice.receiverName} · ${invoice.receiverRFC}`,
  cell: ({ invoice }) => <CellPair note={invoice.receiverRFC}>{invoice.receiverName}</CellPair>,
  width: 'minmax(13rem, 3fr)',
};
const emitted = dateColumn<StatusRow>({
  id: 'emitted',
  header: 'Emisión',
  pick: ({ invoice }) => invoice.emittedOn,
});

const total = amountColumn<StatusRow>({ id: 'total', header: 'Importe', pick: (row) => row.total, card: 'figure' });
const adelanto = amountColumn<StatusRow>({ id: 'adelanto', header: 'Adelanto', pick: (row) => row.adelanto });
const aforo = amountColumn<StatusRow>({ id: 'aforo', header: 'Aforo', pick: (row) => row.aforo });
const interest = amountColumn<StatusRow>({
  id: 'interest',
  header: 'Interés',
  pick: (row) => row.interest,
  cell: (row) => <InterestFigure row={row} />,
});
const deposit = amountColumn<StatusRow>({
  id: 'deposit',
  header: 'Depósito',
  pick: (row) => row.deposit,
  cell: (row) => <DepositFigure row={row} />,
});
const dueDate = dateColumn<StatusRow>({
  id: 'due',
  header: 'Vencimiento',
  pick: ({ invoice }) => invoice.dueDate,
});
/** [EST-03] The due date with its light: icon, word and distance from today. */
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
  header: 'Orden de compra',
  value: ({ invoice }) => invoice.purchaseOrder,
  text: ({ invoice }) => invoice.purchaseOrder ?? es.table.none,
  width: '9.5rem',
};
const verification: Column<StatusRow> = {
  id: 'verification',
  header: 'Autoridad fiscal',
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
  header: 'Vender hasta',
  value: (row) => row.sellBy,
  text: (row) => (row.sellBy ? dateText(row.sellBy) : es.tooOld),
  width: '11rem',
};
const depositDate = dateColumn<StatusRow>({
  id: 'depositDate',
  header: 'Fecha de depósito',
  pick: ({ invoice }) => invoice.fechaDeposito,
  width: '10rem',
});
const sale: Column<StatusRow> = {
  id: 'sale',
  header: 'Venta',
  value: ({ invoice }) => invoice.numberOfSale,
  text: ({ invoice }) => String(invoice.numberOfSale ?? es.table.none),
  width: '6rem',
};
const rejected = dateColumn<StatusRow>({
  id: 'rejected',
  header: 'Rechazo',
  pick: ({ invoice }) => invoice.rejectedDate,
});
/** [EST-04] The motive, or the text for an unknown one, with its remedy. */
const motive: Column<StatusRow> = {
  id: 'motive',
  header: 'Motivo',
  value: (row) => row.motive.reason,
  text: (row) => row.motive.reason,
  cell: (row) => <span className={css.wrapping}>{row.motive.reason}</span>,
  width: 'minmax(16rem, 4fr)',
};
const remedy: Column<StatusRow> = {
  id: 'remedy',
  header: 'Qué hacer',
  value: (row) => row.motive.remedy,
  cell: (row) => <span className={css.wrapping}>{row.motive.remedy}</span>,
  width: 'minmax(16rem, 4fr)',
};

function reference(onOpen: (reference: string) => void): Column<StatusRow> {
  const text = ({ invoice }: StatusRow): string =>
    invoice.paymentReference ?? (invoice.paidAutomatically ? es.automatic : es.noReference);
  return {
    id: 'reference',
    header: 'Referencia',
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

/** [EST-02] The columns of each table, the most requested first. */
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
      adelanto,
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
      adelanto,
      interest,
      aforo,
      emitted,
    ],
    rechazadas: [folio, payer, motive, remedy, rejected, total, emitted],
  };
  return columns[slug];
}
