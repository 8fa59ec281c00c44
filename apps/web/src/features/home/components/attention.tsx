import { moneyOf } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate, formatMoney, relativeDay } from '../../../lib/format.ts';
import { lazyPart } from '../../../lib/lazy-part.ts';
import { paths } from '../../../lib/paths.ts';
import { creditQuery, type HomeFigures, type OverdueFigures, preparedSalesQuery } from '../../../lib/queries.ts';
import { MoneyText } from '../../../ui/money.tsx';
import { es } from '../es.ts';
import css from '../home.module.css';
import { Item } from './attention-item.tsx';

const Prepared = lazyPart(() => import('./prepared.tsx'), 'Prepared');

const text = es.attention;

/** Tasks for the client, most urgent first, each with its action; nothing if there is none. */
export function Attention(props: {
  home: HomeFigures;
  payOverdue: (overdue: OverdueFigures, today: string) => ReactNode;
}) {
  const { home, payOverdue } = props;
  const { overdue, dueSoon, rejectedToday, today } = home;
  const returned = home.sales.flatMap(({ isReturned, numberOfSale }) => (isReturned ? numberOfSale : []));
  const prepared = useQuery(preparedSalesQuery).data?.data ?? [];
  const toAccept = prepared.filter(({ state, mayAccept }) => state === 'waiting' && mayAccept);
  const ownWaiting = prepared.filter(({ state, mayAccept, isOwn }) => state === 'waiting' && !mayAccept && isOwn);
  const sentBack = prepared.filter(({ state, isOwn }) => state === 'returned' && isOwn);
  if ([overdue, returned, dueSoon, rejectedToday, toAccept, ownWaiting, sentBack].every(({ length }) => length === 0))
    return null;
  return (
    <ul className={css.attention} aria-label={text.label}>
      {overdue.map((due) => (
        <Item
          key={`overdue-${due.currency}`}
          tone="bad"
          icon="alert"
          title={text.overdue(due.count - due.dueToday, due.dueToday)}
          action={payOverdue(due, today)}
        >
          <MoneyText amount={moneyOf(due.amount, due.currency)} strong />
          {Number(due.lateCharges) > 0 ? (
            <span className="quiet">{text.charges(formatMoney(moneyOf(due.lateCharges, due.currency)))}</span>
          ) : null}
          {due.firstDue === today ? null : <span className={css.extra}>{text.since(formatDate(due.firstDue))}</span>}
        </Item>
      ))}
      {returned.length > 0 ? <Returned sales={returned} /> : null}
      {toAccept.length > 0 ? <Prepared sales={toAccept} as="toAccept" /> : null}
      {ownWaiting.length > 0 ? <Prepared sales={ownWaiting} as="waits" /> : null}
      {sentBack.length > 0 ? <Prepared sales={sentBack} as="sentBack" /> : null}
      {dueSoon.map(({ product, currency, count, firstDue, total }) => (
        <Item
          key={`soon-${product}-${currency}`}
          tone="warn"
          icon="clock"
          title={text.soon(count)}
          action={
            <Link to={paths.home} search={{ producto: product, estado: 'credito' }} resetScroll={false}>
              {text.seeSoon}
            </Link>
          }
        >
          <MoneyText amount={moneyOf(total, currency)} strong />
          <span className={css.extra}>{text.first(formatDate(firstDue), relativeDay(firstDue, today))}</span>
        </Item>
      ))}
      {rejectedToday.map(({ product, count }) => (
        <Item
          key={`rejected-${product}`}
          tone="neutral"
          icon="info"
          title={text.rejected(count)}
          action={
            <Link to={paths.home} search={{ producto: product, estado: 'rechazadas' }} resetScroll={false}>
              {text.seeRejected}
            </Link>
          }
        >
          <ProductName code={product} />
          <span className={css.extra}>{text.rejectedNext}</span>
        </Item>
      ))}
    </ul>
  );
}

function Returned({ sales }: { sales: readonly number[] }) {
  const [first] = sales;
  return (
    <Item
      tone="bad"
      icon="alert"
      title={text.returned(sales)}
      action={
        sales.length === 1 ? (
          <Link to={paths.sale} params={{ number: String(first) }}>
            {text.correct}
          </Link>
        ) : (
          <Link to={paths.sales}>{text.correct}</Link>
        )
      }
    >
      <span className="quiet">{text.returnedNext}</span>
    </Item>
  );
}

function ProductName({ code }: { code: ProductCode }) {
  const products = useQuery(creditQuery).data?.products;
  return <span className="quiet">{products?.find(({ product }) => product === code)?.displayName}</span>;
}
