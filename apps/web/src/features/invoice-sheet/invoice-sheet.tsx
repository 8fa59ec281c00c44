import { dateOf } from '@anticipa/domain/calendar';
import { invoiceStatus, statusName } from '@anticipa/domain/invoice';
import { moneyOf } from '@anticipa/domain/money';
import { formatFolio } from '@anticipa/texts/format';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ApiRefusal } from '../../lib/api-client.ts';
import { paths, SELL_ANCHOR } from '../../lib/paths.ts';
import { creditQuery } from '../../lib/queries.ts';
import { saveFile } from '../../lib/save-file.ts';
import { Button } from '../../ui/button.tsx';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { DeleteInvoice, RestoreInvoice } from '../../ui/invoice/delete-invoice.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { type InvoiceSheetData, invoiceQuery, originalQuery } from './api.ts';
import { InvoiceDocuments } from './components/documents.tsx';
import { Facts } from './components/facts.tsx';
import { History } from './components/history.tsx';
import { Price } from './components/price.tsx';
import { es } from './es.ts';
import css from './invoice-sheet.module.css';
import { isOpen, nextStepOf } from './view-model/next-step.ts';

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
  const step = credit.data ? nextStepOf(invoice, dateOf(credit.data.today)) : null;
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
        <Actions data={data} />
      </Card>
      <div className={css.pair}>
        <History data={data} />
        {invoice.initialDeposit === null ? null : <Price invoice={invoice} />}
        <Facts data={data} />
      </div>
      <InvoiceDocuments original={useQuery(originalQuery(invoice.fileId))} />
    </>
  );
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
