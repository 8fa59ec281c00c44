import type { ResponseOf } from '@anticipa/contract/route';
import type { getSale, SentItem } from '@anticipa/contract/sent-sales';
import { type FinancedCurrency, type Money, moneyOf } from '@anticipa/domain/money';
import { formatFolio } from '@anticipa/texts/format';
import { defaultProductNames } from '@anticipa/texts/texts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { failureText } from '../../lib/failure-text.ts';
import { formatAccount, formatMoney, formatTableDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { creditQuery } from '../../lib/queries.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { InvoiceLink } from '../../ui/invoice/invoice-link.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { showToast } from '../../ui/overlay/toast.tsx';
import { Page } from '../../ui/page.tsx';
import { CellPair } from '../../ui/table/cell-pair.tsx';
import { amountColumn, dateColumn } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/data-table.tsx';
import type { Column } from '../../ui/table/table-model.ts';
import { cancelSale, downloadContract, mailSale, saleQuery } from './api.ts';
import { es } from './es.ts';
import css from './sent-sales.module.css';
import { stageOf, toneOf } from './view-model.ts';

type Sale = ResponseOf<typeof getSale>['data'];

const route = getRouteApi('/private/client/sales/$number');

/** The sale of the address. */
export function SaleOfAddress() {
  return <SaleSheet {...route.useParams()} />;
}

/** One sale: what comes next, its times, invoices, price and contract. */
export function SaleSheet({ number }: { number: string }) {
  const { data: sale, error, refetch } = useQuery(saleQuery(number));
  return (
    <Page title={es.list.sale(Number(number))} back={{ to: paths.sales, label: es.title }}>
      {sale ? (
        <Sheet sale={sale} />
      ) : (
        <QueryFallback failed={error !== null} onRetry={refetch} title={es.sale.failed} lines={8}>
          {error instanceof ApiRefusal ? es.sale.notFound : null}
        </QueryFallback>
      )}
    </Page>
  );
}

function Sheet({ sale }: { sale: Sale }) {
  const stage = stageOf(sale);
  const amount = moneyOf(sale.initialDeposit, sale.currency);
  return (
    <>
      <Card
        title={
          <>
            {es.sale.headline[stage]} <MoneyText amount={amount} size="large" strong />
          </>
        }
        aside={<StatusBadge tone={toneOf[stage]}>{es.states[stage]}</StatusBadge>}
      >
        <p>{es.sale.next[stage]}</p>
        <Destination sale={sale} />
        <Progress sale={sale} />
        <Actions sale={sale} />
      </Card>
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
      <div className={css.pair}>
        <Price totals={sale.totals} currency={sale.currency} product={defaultProductNames[sale.product]} />
        <Contract sale={sale} />
      </div>
    </>
  );
}

/** The account of a deposit that is still to come. */
function Destination({ sale: { product, currency, state } }: { sale: Sale }) {
  const { data } = useQuery(creditQuery);
  const accounts = data?.products.find((each) => each.product === product)?.accounts;
  const account = accounts?.find((each) => each.currency === currency);
  if (!account || !['requested', 'answered'].includes(state)) return null;
  return <p className={css.quiet}>{es.sale.destination(formatAccount(account))}</p>;
}

/** The times of the sale, in order; a step still to come is marked as pending. */
function Progress({ sale }: { sale: Sale }) {
  const { steps } = es.sale;
  const { requestedAt, requestedBy, answeredAt, disbursedAt, cancelledAt, trackingKey, count, rejected } = sale;
  const hasEnded = sale.state === 'cancelled';
  return (
    <ol className={css.steps} aria-label={steps.label}>
      <Step title={steps.sent} at={requestedAt}>
        {steps.sentBy(requestedBy)}
      </Step>
      {cancelledAt ? (
        <Step title={steps.cancelled} at={cancelledAt} />
      ) : (
        <Step title={steps.answered} at={answeredAt}>
          {answeredAt ? steps.counts(count, rejected) : null}
        </Step>
      )}
      {hasEnded ? null : (
        <Step title={steps.deposited} at={disbursedAt}>
          {trackingKey ? (
            <>
              {steps.key}: {trackingKey} <CopyButton what={steps.key} text={trackingKey} />
            </>
          ) : null}
        </Step>
      )}
    </ol>
  );
}

function Step({ title, at, children }: { title: string; at: string | null; children?: ReactNode }) {
  return (
    <li data-done={at === null ? undefined : true}>
      <Icon name={at === null ? 'clock' : 'check'} size={16} />
      <span>
        <strong>{title}</strong>
        <span className={css.quiet}>{at === null ? es.sale.steps.waiting : formatTableDate(at)}</span>
        {children ? <span className={css.detail}>{children}</span> : null}
      </span>
    </li>
  );
}

/** Resends the summary, and cancels while the lender has not answered. */
function Actions({ sale }: { sale: Sale }) {
  const { email } = useUser();
  const [asking, setAsking] = useState(false);
  const mailing = useMutation({
    mutationFn: () => mailSale(sale.numberOfSale, email),
    onSuccess: () => showToast({ text: es.sale.mailed(email), tone: 'good' }),
    onError: (error) => showToast({ text: `${es.sale.mailFailed}. ${failureText(error)}`, tone: 'bad' }),
  });
  if (sale.state === 'cancelled') return null;
  return (
    <div className={css.actions} data-print="hide">
      <Button busy={mailing.isPending} onClick={() => mailing.mutate()}>
        {es.sale.mail}
      </Button>
      {sale.state === 'requested' ? <Button onClick={() => setAsking(true)}>{es.sale.cancel}</Button> : null}
      {asking ? <CancelDialog sale={sale} onClose={() => setAsking(false)} /> : null}
    </div>
  );
}

function CancelDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const queries = useQueryClient();
  const { numberOfSale, count, total, currency } = sale;
  const cancelling = useMutation({
    mutationFn: () => cancelSale(numberOfSale),
    onSuccess: () => showToast({ text: es.sale.cancelled(numberOfSale), tone: 'good' }),
    onError: (error) => showToast({ text: failureText(error), tone: 'bad' }),
    // Also after a refusal: the lender may have answered in the meantime.
    onSettled: () => {
      onClose();
      return Promise.all(
        ['sales', 'invoices', 'credit'].map((noun) => queries.invalidateQueries({ queryKey: [noun] })),
      );
    },
  });
  return (
    <Dialog
      title={es.sale.cancelTitle(numberOfSale)}
      role="alertdialog"
      size="small"
      onClose={onClose}
      closable={!cancelling.isPending}
      footer={
        <>
          <Button onClick={onClose} busy={cancelling.isPending} data-autofocus>
            {es.sale.keep}
          </Button>
          <Button variant="danger" busy={cancelling.isPending} onClick={() => cancelling.mutate()}>
            {cancelling.isPending ? es.sale.cancelling : es.sale.cancel}
          </Button>
        </>
      }
    >
      {es.sale.cancelText(count, formatMoney(moneyOf(total, currency)))}
    </Dialog>
  );
}

const rowId = ({ documentId }: SentItem): string => documentId;

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
    width: 'minmax(10rem, 1.5fr)',
  },
  {
    id: 'state',
    header: es.sale.columns.state,
    value: ({ state, motive }) => [es.sale.itemStates[state], motive].filter(Boolean).join(': '),
    cell: ({ state, motive }) =>
      motive === null ? es.sale.itemStates[state] : <CellPair note={motive}>{es.sale.itemStates[state]}</CellPair>,
    width: 'minmax(9rem, 1fr)',
  },
  dateColumn({ id: 'due', header: es.sale.columns.due, pick: ({ dueDate }) => dueDate, width: '8.25rem' }),
  amountColumn({
    id: 'total',
    header: es.sale.columns.total,
    pick: ({ total, currency }) => moneyOf(total, currency),
    width: '10.25rem',
  }),
  amountColumn({
    id: 'interest',
    header: es.sale.columns.interest,
    pick: ({ comision, currency }) => moneyOf(comision, currency),
    width: '9rem',
  }),
  amountColumn({
    id: 'deposit',
    header: es.sale.columns.deposit,
    pick: ({ initialDeposit, currency }) => moneyOf(initialDeposit, currency),
    width: '10.25rem',
    card: 'figure',
  }),
];

function Price({ totals, currency, product }: { totals: Sale['totals']; currency: FinancedCurrency; product: string }) {
  const { prices } = es.sale;
  const amount = (text: string): Money => moneyOf(text, currency);
  return (
    <Card title={es.sale.price} aside={<span className={css.quiet}>{product}</span>}>
      <dl className={css.lines}>
        <Line label={prices.total}>{formatMoney(amount(totals.total))}</Line>
        <Line label={prices.aforo}>− {formatMoney(amount(totals.aforo))}</Line>
        <Line label={prices.interest}>− {formatMoney(amount(totals.comision))}</Line>
        <Line label={prices.deposit}>
          <strong>{formatMoney(amount(totals.initialDeposit))}</strong>
        </Line>
      </dl>
      <p className={css.quiet}>{prices.iva(formatMoney(amount(totals.iva)))}</p>
    </Card>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Contract({ sale }: { sale: Sale }) {
  const saving = useMutation({
    mutationFn: () => downloadContract(sale.numberOfSale),
    onError: (error) => showToast({ text: `${es.sale.downloadFailed}. ${failureText(error)}`, tone: 'bad' }),
  });
  return (
    <Card title={es.sale.contract}>
      <p>{es.sale.contractNote}</p>
      <dl>
        <dt className={css.quiet}>{es.sale.hash}</dt>
        <dd className={css.hash}>
          {sale.terms.hash} <CopyButton what={es.sale.hash} text={sale.terms.hash} />
        </dd>
      </dl>
      <div className={css.actions}>
        <Button icon="download" busy={saving.isPending} onClick={() => saving.mutate()}>
          {es.sale.download}
        </Button>
      </div>
    </Card>
  );
}
