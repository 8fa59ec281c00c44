import type { TakenStep } from '@anticipa/contract/invoice-sheet';
import type { Invoice } from '@anticipa/contract/invoices';
import type { AdjustmentKind } from '@anticipa/domain/adjustment';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { dueLight, invoiceStatus, statusName } from '@anticipa/domain/invoice';
import { type Currency, decimalOf, moneyOf, subtract } from '@anticipa/domain/money';
import { formatFolio } from '@anticipa/texts/format';
import { UNKNOWN_MOTIVE } from '@anticipa/texts/motive-texts';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { formatDate, formatMoney, formatTableDate } from '../../lib/format.ts';
import { paths, SELL_ANCHOR } from '../../lib/paths.ts';
import { creditQuery } from '../../lib/queries.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { StatusBadge, type Tone } from '../../ui/feedback/status-badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ClientConfirmations, Objection } from '../../ui/invoice/confirmations.tsx';
import { DeleteInvoice, RestoreInvoice } from '../../ui/invoice/delete-invoice.tsx';
import { ClientMessages } from '../../ui/invoice/messages.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { type InvoiceSheetData, invoiceQuery, originalQuery } from './api.ts';
import { InvoiceDocuments } from './components/documents.tsx';
import { Facts } from './components/facts.tsx';
import { es } from './es.ts';
import css from './invoice-sheet.module.css';

const route = getRouteApi('/private/factura/$id');

/** The invoice of the address. */
export function InvoiceOfAddress() {
  return <InvoiceSheet {...route.useParams()} />;
}

/** [EST-07] One invoice, by its id or fiscal UUID. */
export function InvoiceSheet({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(invoiceQuery(id));
  return (
    <Page title={data ? es.title(formatFolio(data.invoice)) : es.unnamed} back={{ to: paths.home, label: es.back }}>
      {data ? (
        <Sheet data={data} />
      ) : (
        <QueryFallback failed={error !== null} onRetry={refetch} title={es.failed} lines={10}>
          {error instanceof ApiRefusal ? (error.status === 404 ? es.notFound : error.message) : null}
        </QueryFallback>
      )}
    </Page>
  );
}

function Sheet({ data }: { data: InvoiceSheetData }) {
  const { invoice } = data;
  const credit = useQuery(creditQuery);
  const step = credit.data ? nextStepOf(data, dateOf(credit.data.today)) : null;
  return (
    <>
      <Card
        title={
          <>
            <span className={css.debtor}>{invoice.receiverName}</span>{' '}
            <MoneyText amount={moneyOf(invoice.total, invoice.currency)} size="large" strong />
          </>
        }
        aside={<StatusBadge tone={step?.tone ?? 'neutral'}>{es.states[statusName(invoice.status)]}</StatusBadge>}
      >
        {step ? (
          <p>
            <strong>{step.who}:</strong> {step.what}
          </p>
        ) : null}
        {invoice.amountDue === null ? null : (
          <p>
            {es.amountDue} <MoneyText amount={moneyOf(invoice.amountDue, invoice.currency)} strong />
          </p>
        )}
        {invoice.extendedFrom && invoice.dueDate ? (
          <p>{es.extended(formatDate(invoice.extendedFrom), formatDate(invoice.dueDate))}</p>
        ) : null}
        {data.dispute ? (
          <Notice tone="warn" title={es.disputed(formatDate(data.dispute.since))}>
            {es.disputeOf(data.dispute.raisedBy, data.dispute.reason)}
          </Notice>
        ) : null}
        <Objection documentId={invoice.documentId} />
        <Adjustments data={data} />
        <Actions data={data} />
      </Card>
      <div className={css.pair}>
        <History data={data} />
        {invoice.initialDeposit === null ? null : <Price invoice={invoice} />}
        <Facts data={data} />
      </div>
      <div className={css.pair}>
        <ClientMessages documentId={data.invoice.documentId} />
        <ClientConfirmations documentId={data.invoice.documentId} />
      </div>
      <InvoiceDocuments original={useQuery(originalQuery(invoice.fileId))} />
    </>
  );
}

/** Notices of what changed the debt without a transfer, while it is owed; a write-off stays. */
function Adjustments({ data: { invoice, adjustments } }: { data: InvoiceSheetData }) {
  const isOwed = invoice.status === invoiceStatus.CREDITO;
  return adjustments
    .filter(({ kind }) => isOwed || kind === 'write-off')
    .map(({ kind, amount, on, payBy }) => {
      const shown = formatMoney(moneyOf<Currency>(amount, invoice.currency));
      const { title, text } = es.adjusted[kind](shown, formatDate(on), formatDate(payBy ?? on));
      return (
        <Notice key={`${kind} ${on} ${amount}`} tone={kind === 'credit-note' ? 'info' : 'warn'} title={title}>
          {text}
        </Notice>
      );
    });
}

/** Actions possible in the invoice's present state. */
function Actions({ data: { invoice } }: { data: InvoiceSheetData }) {
  const { documentId, fileId, fileName, paymentReference, paidAutomatically } = invoice;
  const original = useQuery(originalQuery(fileId));
  const folio = formatFolio(invoice);
  const isDeleted = invoice.motive?.code === 'DELETED_BY_USER';
  const isPayable = invoice.status === invoiceStatus.CREDITO && paymentReference === null && !paidAutomatically;
  const save = async (): Promise<void> => {
    const { data: file } = await original.refetch();
    if (file) saveFile({ blob: file.blob, name: fileName });
    else showToast({ text: es.xmlFailed, tone: 'bad' });
  };
  return (
    <ButtonRow data-print="hide">
      {isPayable ? (
        <Link to={paths.home} search={{ producto: invoice.Product.code, estado: 'credito', buscar: folio }}>
          {es.toCredit}
        </Link>
      ) : null}
      {isOpen(invoice) && invoice.motive === null ? (
        <Link to={paths.home} hash={SELL_ANCHOR}>
          {es.toHome}
        </Link>
      ) : null}
      <Button icon="download" onClick={() => void save()}>
        {es.xml}
      </Button>
      <Button icon="file" onClick={() => window.print()}>
        {es.print}
      </Button>
      {isDeleted ? <RestoreInvoice documentId={documentId} folio={folio} /> : null}
      {isOpen(invoice) && !isDeleted ? <DeleteInvoice documentId={documentId} folio={folio} /> : null}
    </ButtonRow>
  );
}

const BAD: ReadonlySet<TakenStep['step']> = new Set(['failCheck', 'reject', 'flagCancelled', 'deleteByUser']);

/** [EST-07] What happened, when, by whom and why; then the due date while it is still to come. */
function History({ data: { invoice, steps } }: { data: InvoiceSheetData }) {
  const isWaiting = invoice.status === invoiceStatus.PREVENTA || invoice.status === invoiceStatus.CREDITO;
  return (
    <Card title={es.history}>
      <ol className={css.steps}>
        <Step title={es.emitted} at={formatDate(invoice.emittedOn)} />
        {steps.map((step) => (
          <Step
            key={`${step.at} ${step.step}`}
            title={step.step ? es.steps[step.step] : es.unknownStep}
            at={formatTableDate(step.at)}
            isBad={BAD.has(step.step)}
          >
            {[step.person ?? es.by[step.by], step.motive].filter(Boolean).join(' · ')}
          </Step>
        ))}
        {isWaiting && invoice.dueDate ? <Step title={es.due} at={formatDate(invoice.dueDate)} isAhead /> : null}
      </ol>
    </Card>
  );
}

function Step(props: { title: string; at: string; isBad?: boolean; isAhead?: boolean; children?: ReactNode }) {
  const { title, at, isBad, isAhead, children } = props;
  return (
    <li data-tone={isBad ? 'bad' : isAhead ? 'waiting' : undefined}>
      <Icon name={isBad ? 'alert' : isAhead ? 'clock' : 'check'} size={16} />
      <span>
        <strong>{title}</strong>
        <span className="quiet">{at}</span>
        {children ? <span>{children}</span> : null}
      </span>
    </li>
  );
}

const { prices } = es;

const hasRebate = ({ rebate }: Invoice): boolean => rebate !== null && rebate !== '0.00';

/** The opening commission with its IVA: what the deposit kept back besides aforo and interest. Nothing without one. */
function openingOf({ total, aforo, comision, initialDeposit, currency }: Invoice): string[] {
  if (aforo === null || comision === null || initialDeposit === null) return [];
  const amount = (text: string) => moneyOf<Currency>(text, currency);
  const kept = [aforo, comision, initialDeposit].reduce((left, part) => subtract(left, amount(part)), amount(total));
  return kept.cents > 0n ? [decimalOf(kept)] : [];
}

/** [EST-07] How the deposit follows from the amount and, once paid, the refund from the aforo. */
function Price({ invoice }: { invoice: Invoice }) {
  const lines = [
    [prices.total, invoice.total],
    [prices.aforo, invoice.aforo],
    [prices.interest, invoice.comision],
    ...openingOf(invoice).map((amount) => [prices.opening, amount] as const),
    [prices.deposit, invoice.initialDeposit],
    ...(invoice.paymentDate === null
      ? []
      : ([
          [prices.paid, invoice.paidAmount],
          [prices.iva, invoice.iva],
          [prices.recargos, invoice.recargos],
          [prices.ivaRecargos, invoice.ivaRecargos],
          ...(hasRebate(invoice) ? ([[prices.rebate, invoice.rebate]] as const) : []),
          [prices.returned, invoice.finalDeposit],
        ] as const)),
  ] as const;
  return (
    <Card title={es.price}>
      <Lines hasResult>
        {lines.map(([label, amount]) => (
          <Line key={label} label={label}>
            {amount === null ? null : formatMoney(moneyOf<Currency>(amount, invoice.currency))}
          </Line>
        ))}
      </Lines>
    </Card>
  );
}

interface NextStep {
  readonly who: string;
  readonly what: string;
  readonly tone: Tone;
}

/** [EST-07] `today` is the server's. */
function nextStepOf({ invoice, adjustments }: InvoiceSheetData, today: IsoDate): NextStep {
  const madeOf = (wanted: AdjustmentKind) => adjustments.findLast(({ kind }) => kind === wanted);
  const recourse = madeOf('recourse');
  const status = statusName(invoice.status);
  const { whoNext } = es;
  switch (status) {
    case 'RECHAZADA': {
      const { description = UNKNOWN_MOTIVE, remedy = '' } = invoice.motive ?? {};
      return { who: whoNext.client, what: `${description}. ${remedy}`.trim(), tone: 'bad' };
    }
    case 'CREDITO': {
      if (recourse) return { who: whoNext.client, what: es.buyBack(formatDate(recourse.payBy ?? today)), tone: 'bad' };
      const day = formatDate(invoice.dueDate ?? today);
      const isOverdue = invoice.dueDate !== null && dueLight(dateOf(invoice.dueDate), today) === 'red';
      const isByClabe = invoice.paidAutomatically && invoice.paymentReference === null;
      const overdue = isByClabe ? es.overdueByClabe : es.overdue;
      const dueLater = isByClabe ? es.dueLaterByClabe : es.dueLater;
      return isOverdue
        ? { who: whoNext.client, what: overdue(day), tone: 'bad' }
        : { who: whoNext.payer, what: dueLater(day), tone: 'good' };
    }
    case 'AUTORIZADA':
      return { who: whoNext.client, what: es.next[status], tone: 'info' };
    case 'LIQUIDADO':
      if (madeOf('write-off')) return { who: whoNext.nobody, what: es.writtenOff, tone: 'neutral' };
      if (recourse) return { who: whoNext.nobody, what: es.boughtBack, tone: 'good' };
      return { who: whoNext.nobody, what: es.next[status], tone: 'good' };
    default:
      return { who: whoNext.lender, what: es.next[status], tone: 'warn' };
  }
}

/** Whether it can be sold, deleted or restored from its page: it is in no sale. */
const isOpen = ({ status }: Invoice): boolean => status <= invoiceStatus.AUTORIZADA;
