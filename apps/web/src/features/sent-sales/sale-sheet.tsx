import { dateOf } from '@anticipa/domain/calendar';
import { depositPromise, treasuryClockAt } from '@anticipa/domain/deposit-message';
import { moneyOf } from '@anticipa/domain/money';
import { depositPromiseTexts } from '@anticipa/texts/deposit-promise';
import { defaultProductNames } from '@anticipa/texts/offer-texts';
import { stageOf } from '@anticipa/texts/tables/sales';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { formatAccount, formatMoney, formatTableDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { creditQuery } from '../../lib/queries.ts';
import { ButtonRow } from '../../ui/button-row.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Line, Lines } from '../../ui/lines.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { downloadContract, type SaleSheetData, saleQuery } from './api.ts';
import { Actions } from './components/actions.tsx';
import { Constancia } from './components/constancia.tsx';
import { Correction } from './components/correction.tsx';
import { Invoices } from './components/invoices.tsx';
import { Proof } from './components/proof.tsx';
import { es } from './es.ts';
import css from './sent-sales.module.css';
import { toneOf } from './view-model.ts';

const route = getRouteApi('/private/sales/$number');

/** The sale of the address. */
export function SaleRoute() {
  return <SaleSheet {...route.useParams()} />;
}

/** Unknown, or not a number. */
const isMissing = ({ status }: ApiRefusal): boolean => status === 404 || status === 400;

/** One sale: what comes next, its times, invoices, price and contract. */
export function SaleSheet({ number }: { number: string }) {
  const { data: sale, error, refetch } = useQuery(saleQuery(number));
  return (
    <Page
      title={/^\d+$/.test(number) ? es.list.sale(Number(number)) : es.list.columns.sale}
      back={{ to: paths.sales, label: es.title }}
    >
      {sale ? (
        <Sheet sale={sale} />
      ) : (
        <QueryFallback failed={error !== null} onRetry={refetch} title={es.sale.failed} lines={8}>
          {error instanceof ApiRefusal ? (isMissing(error) ? es.sale.notFound : error.message) : null}
        </QueryFallback>
      )}
    </Page>
  );
}

function Sheet({ sale }: { sale: SaleSheetData }) {
  const stage = stageOf(sale);
  const amount = moneyOf(sale.initialDeposit, sale.currency);
  return (
    <>
      {sale.correction ? <Correction sale={sale} correction={sale.correction} /> : null}
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
      <Invoices sale={sale} />
      <div className={css.pair}>
        <Price sale={sale} />
        <Contract sale={sale} />
      </div>
      <Proof sale={sale} />
      <Constancia sale={sale} />
    </>
  );
}

/** [RES-05] The account and the promised time of a deposit that is still to come. */
function Destination({ sale }: { sale: SaleSheetData }) {
  const { product, currency, state, products, requestedAt } = sale;
  const { data } = useQuery(creditQuery);
  if (!data || !['requested', 'answered'].includes(state)) return null;
  const accounts = data.products.find((each) => each.product === product)?.accounts;
  const account = accounts?.find((each) => each.currency === currency);
  const holidays = new Map(data.holidays.map(({ date, name }) => [dateOf(date), name]));
  const promise = depositPromise(new Set(products), treasuryClockAt(new Date(requestedAt)), holidays);
  return (
    <p className="quiet">
      {account ? `${es.sale.destination(formatAccount(account))}. ` : null}
      {es.sale.promised(depositPromiseTexts[promise])}
    </p>
  );
}

/** The accepted terms: their hash, and the text as a PDF. */
function Contract({ sale }: { sale: SaleSheetData }) {
  return (
    <Card title={es.sale.contract}>
      <p>{es.sale.contractNote}</p>
      <dl>
        <dt>{es.sale.hash}</dt>
        <dd className={css.hash}>
          {sale.terms.hash} <CopyButton what={es.sale.hash} text={sale.terms.hash} />
        </dd>
      </dl>
      <ButtonRow>
        <DownloadButton failed={es.sale.downloadFailed} download={() => downloadContract(sale.numberOfSale)}>
          {es.sale.download}
        </DownloadButton>
      </ButtonRow>
    </Card>
  );
}

const { prices } = es.sale;

/** Calculation of the sale's deposit from its invoices. */
function Price({ sale: { totals, currency, product } }: { sale: SaleSheetData }) {
  const amount = (text: string): string => formatMoney(moneyOf(text, currency));
  return (
    <Card title={es.sale.price} aside={<span className="quiet">{defaultProductNames[product]}</span>}>
      <Lines hasResult>
        <Line label={prices.total}>{amount(totals.total)}</Line>
        <Line label={prices.aforo}>− {amount(totals.aforo)}</Line>
        <Line label={prices.interest}>− {amount(totals.comision)}</Line>
        {totals.openingCommission && totals.openingIva ? (
          <>
            <Line label={prices.opening}>− {amount(totals.openingCommission)}</Line>
            <Line label={prices.openingIva}>− {amount(totals.openingIva)}</Line>
          </>
        ) : null}
        <Line label={prices.deposit}>
          <strong>{amount(totals.initialDeposit)}</strong>
        </Line>
      </Lines>
      <p className="quiet">{prices.iva(amount(totals.iva))}</p>
    </Card>
  );
}

const { steps } = es.sale;

/** The times of the sale, in order; a step still to come is marked as pending. */
function Progress({ sale }: { sale: SaleSheetData }) {
  const { requestedAt, requestedBy, preparedBy, answeredAt, disbursedAt, cancelledAt, trackingKey, count, rejected } =
    sale;
  const hasEnded = sale.state === 'cancelled';
  return (
    <ol className={css.steps} aria-label={steps.label}>
      <Step title={steps.sent} at={requestedAt}>
        {steps.sentBy(requestedBy, preparedBy)}
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
        <span className="quiet">{unbroken(at === null ? steps.waiting : formatTableDate(at))}</span>
        {children ? <span className={css.detail}>{children}</span> : null}
      </span>
    </li>
  );
}
