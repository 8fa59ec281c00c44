import type { PreparedSale } from '@anticipa/contract/prepared-sales';
import { moneyOf, sumPerCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate, formatMoney, relativeDay } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { creditQuery, type HomeFigures, type OverdueFigures, preparedSalesQuery } from '../../../lib/queries.ts';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { es } from '../es.ts';
import css from '../home.module.css';

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
  const sentBack = prepared.filter(({ state, isOwn }) => state === 'returned' && isOwn);
  if ([overdue, returned, dueSoon, rejectedToday, toAccept, sentBack].every(({ length }) => length === 0)) return null;
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
      {toAccept.length > 0 ? <Prepared sales={toAccept} title={text.toAccept(toAccept.length)} /> : null}
      {sentBack.length > 0 ? <Prepared sales={sentBack} title={text.sentBack(sentBack.length)} isBack /> : null}
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

/** [DER-06] Sales that wait for the person to accept them, or that were returned to it. */
function Prepared({ sales, title, isBack }: { sales: readonly PreparedSale[]; title: string; isBack?: boolean }) {
  const [first, second] = sales;
  const amounts = sumPerCurrency(
    sales.flatMap(({ totals }) => totals.map(({ total, currency }) => moneyOf(total, currency))),
  );
  return (
    <Item
      tone={isBack ? 'bad' : 'warn'}
      icon={isBack ? 'alert' : 'clock'}
      title={title}
      action={
        first && second === undefined ? (
          <Link to={paths.preparedSale} params={{ id: first.preparedId }}>
            {isBack ? text.seeBack : text.seeToAccept}
          </Link>
        ) : (
          <Link to={paths.toAccept}>{isBack ? text.seeBack : text.seeToAccept}</Link>
        )
      }
    >
      {amounts.map((amount) => (
        <MoneyText key={amount.currency} amount={amount} strong />
      ))}
      <span className="quiet">
        {isBack ? first?.reason : second === undefined ? text.preparedBy(first?.preparedBy ?? '') : null}
      </span>
    </Item>
  );
}

function ProductName({ code }: { code: ProductCode }) {
  const products = useQuery(creditQuery).data?.products;
  return <span className="quiet">{products?.find(({ product }) => product === code)?.displayName}</span>;
}

function Item(props: {
  tone: 'bad' | 'warn' | 'neutral';
  icon: IconName;
  title: string;
  children: ReactNode;
  action: ReactNode;
}) {
  return (
    <li className={css.item} data-tone={props.tone}>
      <Icon name={props.icon} />
      <div className={css.what}>
        <strong>{props.title}</strong>
        {props.children}
      </div>
      <div className={css.action}>{props.action}</div>
    </li>
  );
}
