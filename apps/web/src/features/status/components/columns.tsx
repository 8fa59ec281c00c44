import type { Invoice } from '@anticipa/contract/invoices';
import type { RejectionMotive } from '@anticipa/domain/motives';
import { statusTables, invoiceColumns as table } from '@anticipa/texts/tables/invoices';
import type { TableColumn } from '@anticipa/texts/tables/table';
import { formatCount, formatDecimal, formatMoney, withheldPercent } from '../../../lib/format.ts';
import { AdviserLink } from '../../../ui/adviser-link.tsx';
import { Breakdown } from '../../../ui/breakdown.tsx';
import { TextButton } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { InvoiceLink } from '../../../ui/invoice/invoice-link.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { CellPair } from '../../../ui/table/cell-pair.tsx';
import { tableColumn } from '../../../ui/table/columns.tsx';
import type { Column } from '../../../ui/table/table-model.ts';
import { es } from '../es.ts';
import css from '../status.module.css';
import type { StatusSlug } from '../view-model/address.ts';
import type { StatusFacts } from '../view-model/dashboard.ts';
import { dateText, type StatusRow } from '../view-model/rows.ts';

type Columns = readonly Column<StatusRow>[];

const column = (described: TableColumn<Invoice>, look: Parameters<typeof tableColumn<StatusRow, Invoice>>[2] = {}) =>
  tableColumn<StatusRow, Invoice>(described, ({ invoice }) => invoice, look);
/** Shown once chosen. */
const optional = (shown: Column<StatusRow>): Column<StatusRow> => ({ ...shown, optional: 'hidden' });

const folio = column(table.folio, {
  cell: ({ id, folio: name }) => <InvoiceLink documentId={id} folio={name} />,
  width: 'minmax(8rem, 1fr)',
  breaks: true,
  card: 'title',
});
const payer = column(table.payer, {
  text: ({ invoice }) => `${invoice.receiverName} · ${invoice.receiverRFC}`,
  cell: ({ invoice: { receiverName, receiverRFC } }) => (
    <CellPair title={receiverName} note={receiverRFC}>
      {receiverName}
    </CellPair>
  ),
  width: 'minmax(13rem, 3fr)',
});
const total = column(table.total, { card: 'figure' });
const emitted = column(table.emitted);
const uuid = optional(column(table.uuid, { width: '20.5rem' }));
const deposit = column(table.deposit, { cell: (row) => <DepositFigure row={row} /> });
const amountDue = column(table.amountDue, { cell: ({ amountDue: due }) => due && <MoneyText amount={due} strong /> });
const interest = column(table.interest, { cell: (row) => <InterestFigure row={row} /> });
const order = column(table.order, { width: '9.5rem' });
const sale = column(table.sale, { align: 'start', width: '6rem' });
const due = column(table.due);
/** [EST-03] The due date with its light: icon, word and distance from today. */
const dueLight: Column<StatusRow> = {
  ...due,
  text: (row) => [dateText(row.invoice.dueDate), row.due?.word, row.due?.relative].filter(Boolean).join(' · '),
  cell: (row) =>
    row.due ? (
      <span className={css.due}>
        <CellPair
          note={
            row.invoice.extendedFrom
              ? `${row.due.relative} · ${es.extendedFrom(dateText(row.invoice.extendedFrom))}`
              : row.due.relative
          }
        >
          {dateText(row.invoice.dueDate)}
        </CellPair>
        <StatusBadge tone={row.due.tone}>{row.due.word}</StatusBadge>
      </span>
    ) : (
      es.table.none
    ),
  width: '14.5rem',
};
const verificationTones = { verified: 'good', pending: 'info', objected: 'bad' } as const;

const verification = column(table.verification, {
  cell: ({ invoice }) => (
    <StatusBadge tone={verificationTones[invoice.verification]}>
      {table.verification.cell(invoice)?.value.toString()}
    </StatusBadge>
  ),
  width: '14rem',
});
const sellBy: Column<StatusRow> = {
  id: 'sellBy',
  header: 'Vender hasta',
  value: (row) => row.sellBy,
  text: (row) => (row.sellBy ? dateText(row.sellBy) : es.tooOld),
  width: '11rem',
};
/** [EST-04] The motive, or the text for an unknown one, with its remedy. */
const motive = column(table.motive, {
  cell: (row) => <span className={css.wrapping}>{row.motive.reason}</span>,
  width: 'minmax(16rem, 4fr)',
});
/** Motives that only the adviser can settle. */
const FOR_ADVISER: ReadonlySet<RejectionMotive | undefined> = new Set([
  undefined,
  'ALREADY_FINANCED',
  'RECEIVER_REJECTED',
  'RECEIVER_DISABLED',
  'ISSUER_LISTED',
  'RECEIVER_LISTED',
  'LENDER_DOCUMENTS',
  'PAYER_NOT_ELIGIBLE',
]);
const remedy = column(table.remedy, {
  text: (row) => row.motive.remedy,
  cell: ({ invoice, folio: name, motive: { reason, remedy: text } }) => (
    <span className={css.wrapping}>
      {text}{' '}
      {FOR_ADVISER.has(invoice.motive?.code) ? (
        <AdviserLink about={es.toAdviser(name, reason)}>{es.writeAdviser}</AdviserLink>
      ) : null}
    </span>
  ),
  width: 'minmax(16rem, 4fr)',
});
const rejected = column(table.rejected);
/** Place on a phone: below the folio, or left to the sheet. */
const noted = (shown: Column<StatusRow>): Column<StatusRow> => ({ ...shown, card: 'note' });
const inSheet = (shown: Column<StatusRow>): Column<StatusRow> => ({ ...shown, card: 'sheet' });
const financed = [column(table.adelanto), interest, column(table.aforo), emitted, order].map(optional);

/** Places to which a row of 'En crédito' leads to be paid. */
export interface PaymentPlaces {
  readonly onOpenReference: (reference: string) => void;
  /** The CLABE of the payer of an invoice. */
  readonly onOpenClabe: (documentId: string) => void;
}

function reference({ onOpenReference, onOpenClabe }: PaymentPlaces): Column<StatusRow> {
  const text = ({ invoice }: StatusRow): string =>
    invoice.paymentReference ?? (invoice.paidAutomatically ? es.automatic : es.noReference);
  return column(table.reference, {
    text,
    cell: (row) => {
      const { paymentReference, paidAutomatically } = row.invoice;
      return paymentReference ? (
        <TextButton aria-label={es.openReference(paymentReference)} onClick={() => onOpenReference(paymentReference)}>
          {paymentReference}
        </TextButton>
      ) : paidAutomatically ? (
        <CellPair
          note={
            <TextButton aria-label={es.openClabe(row.folio)} onClick={() => onOpenClabe(row.id)}>
              {es.seeClabe}
            </TextButton>
          }
        >
          {es.automatic}
        </CellPair>
      ) : (
        <span className={css.quiet}>{text(row)}</span>
      );
    },
    width: '10.5rem',
  });
}

/** Exported columns that another one shows, or that are the same in all rows. */
const shownElsewhere = ['rfc', 'currency', 'product'];

/** [EST-02] The main columns of each table; the other exported columns are optional. All are searched. */
export function columnsOf({ slug, exported }: StatusFacts, places: PaymentPlaces): Columns {
  const waiting = [folio, payer, total, sellBy, emitted, verification, uuid, optional(order)];
  const columns: Record<StatusSlug, Columns> = {
    pendientes: waiting,
    autorizadas: waiting,
    validacion: [folio, noted(payer), total, deposit, due, inSheet(sale), ...financed, optional(verification), uuid],
    credito: [
      folio,
      noted(payer),
      total,
      noted(dueLight),
      amountDue,
      inSheet(reference(places)),
      optional(deposit),
      optional(column(table.depositDate, { width: '10rem' })),
      ...financed,
      optional(sale),
      uuid,
    ],
    rechazadas: [folio, payer, total, motive, remedy, rejected, optional(emitted), uuid],
  };
  const described: readonly TableColumn<Invoice>[] = statusTables[exported];
  const here = new Set([...shownElsewhere, ...columns[slug].map(({ id }) => id)]);
  return [...columns[slug], ...described.filter(({ id }) => !here.has(id)).map((each) => optional(column(each)))];
}

/** The booked interest; opens to its calculation. */
function InterestFigure({ row }: { row: StatusRow }) {
  const { interest, total, basis, invoice } = row;
  if (!interest) return <>{es.table.none}</>;
  const { paymentDays, interestRate } = invoice;
  return (
    <Breakdown
      title={es.breakdown.interest}
      lines={[
        { label: es.breakdown.total, value: formatMoney(total) },
        ...(paymentDays === null ? [] : [{ label: es.breakdown.days, value: formatCount(paymentDays, 'día', 'días') }]),
        ...(interestRate === null ? [] : [{ label: es.breakdown.rate, value: `${formatDecimal(interestRate)} %` }]),
        ...(basis === null ? [] : [{ label: es.breakdown.basis, value: String(basis) }]),
      ]}
      result={{ label: es.breakdown.interestResult, value: formatMoney(interest) }}
      note={es.breakdown.formula}
    >
      <MoneyText amount={interest} />
    </Breakdown>
  );
}

/** The deposit paid or to be paid; opens to its calculation. */
function DepositFigure({ row }: { row: StatusRow }) {
  const { deposit, total, aforo, interest, invoice } = row;
  if (!deposit) return <>{es.table.none}</>;
  const percent = invoice.porcentajeAdelanto && withheldPercent(invoice.porcentajeAdelanto);
  return (
    <Breakdown
      title={es.breakdown.deposit}
      lines={[
        { label: es.breakdown.total, value: formatMoney(total) },
        ...(aforo
          ? [{ label: percent ? es.breakdown.aforo(percent) : es.breakdown.aforoPlain, value: formatMoney(aforo) }]
          : []),
        ...(interest ? [{ label: es.breakdown.minusInterest, value: formatMoney(interest) }] : []),
      ]}
      result={{ label: es.breakdown.depositResult, value: formatMoney(deposit) }}
      note={invoice.iva === null ? null : es.breakdown.iva(`${invoice.currency} ${formatDecimal(invoice.iva)}`)}
    >
      <MoneyText amount={deposit} strong />
    </Breakdown>
  );
}
