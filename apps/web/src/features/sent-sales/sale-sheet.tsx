import { dateOf } from '@anticipa/domain/calendar';
import { depositPromise, treasuryClockAt } from '@anticipa/domain/deposit-message';
import { moneyOf } from '@anticipa/domain/money';
import { depositPromiseTexts } from '@anticipa/texts/deposit-promise';
import { stageOf } from '@anticipa/texts/tables/sales';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ApiRefusal } from '../../lib/api-client.ts';
import { formatAccount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { creditQuery } from '../../lib/queries.ts';
import { Card } from '../../ui/card.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { StatusBadge } from '../../ui/feedback/status-badge.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Page } from '../../ui/page.tsx';
import { type SaleSheetData, saleQuery } from './api.ts';
import { Actions } from './components/actions.tsx';
import { Constancia } from './components/constancia.tsx';
import { Contract } from './components/contract.tsx';
import { Correction } from './components/correction.tsx';
import { Invoices } from './components/invoices.tsx';
import { Price } from './components/price.tsx';
import { Progress } from './components/progress.tsx';
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
    <p className={css.quiet}>
      {account ? `${es.sale.destination(formatAccount(account))}. ` : null}
      {es.sale.promised(depositPromiseTexts[promise])}
    </p>
  );
}
