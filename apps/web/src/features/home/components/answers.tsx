import { moneyOf } from '@anticipa/domain/money';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatDate, formatMoney, relativeDay } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import type { HomeFigures } from '../../../lib/queries.ts';
import type { Receivable } from '../../../lib/receivable.ts';
import { screens } from '../../../lib/screens.ts';
import { Card } from '../../../ui/card.tsx';
import { StatusBadge, type Tone } from '../../../ui/feedback/status-badge.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { unbroken } from '../../../ui/unbroken.tsx';
import { es } from '../es.ts';
import css from '../home.module.css';

/** Money that can be received today, with the actions that start a sale. */
export function Receive({ receivable, actions }: { receivable: Receivable | null; actions: ReactNode }) {
  const { ids, deposits, assumed, exceeding, undated } = receivable ?? nothing;
  const notes = [
    receivable && (ids.length > 0 ? es.receive.count(ids.length) : es.receive.nothing),
    assumed > 0 && es.receive.assumed(assumed),
    exceeding > 0 && es.receive.exceeding(exceeding),
    undated > 0 && es.receive.undated(undated),
  ];
  return (
    <Card title={es.receive.title}>
      {deposits.length > 0 ? (
        <p className={css.figures}>
          {deposits.map((deposit) => (
            <MoneyText key={deposit.currency} amount={deposit} size="large" />
          ))}
        </p>
      ) : null}
      <div className={css.actions}>{actions}</div>
      <div className={css.notes}>
        {notes.map((note) =>
          note ? (
            <p key={note} className="quiet">
              {note}
            </p>
          ) : null,
        )}
      </div>
    </Card>
  );
}

const nothing: Receivable = { ids: [], deposits: [], assumed: 0, exceeding: 0, undated: 0 };

const toneOf: Readonly<Record<'requested' | 'returned' | 'answered' | 'disbursed', Tone>> = {
  requested: 'warn',
  returned: 'bad',
  answered: 'info',
  disbursed: 'good',
};

const MOST_SALES = 3;

/** The sales that wait for an answer or a deposit, each leading to its sheet, and the way to the account statement. */
export function OnTheWay({ sales }: Pick<HomeFigures, 'sales'>) {
  const rest = sales.length - MOST_SALES;
  return (
    <Card title={es.way.title} aside={<Link to={paths.sales}>{es.way.all}</Link>}>
      {sales.length === 0 ? <p className="quiet">{es.way.none}</p> : null}
      <ul className={css.list}>
        {sales.slice(0, MOST_SALES).map((sale) => (
          <li key={sale.numberOfSale}>
            <Link to={paths.sale} params={{ number: String(sale.numberOfSale) }}>
              {es.way.sale(sale.numberOfSale)}
            </Link>
            <MoneyText amount={moneyOf(sale.initialDeposit, sale.currency)} strong />
            <SaleStage sale={sale} />
          </li>
        ))}
      </ul>
      {rest > 0 ? <p className="quiet">{es.way.more(rest)}</p> : null}
      <p>
        <Link to={paths.statement}>{screens.statement.title}</Link>
      </p>
    </Card>
  );
}

function SaleStage({ sale: { state, isReturned } }: { sale: HomeFigures['sales'][number] }) {
  const stage = isReturned ? 'returned' : state;
  return stage === 'cancelled' ? null : <StatusBadge tone={toneOf[stage]}>{es.way.states[stage]}</StatusBadge>;
}

const MOST_DATES = 4;

/** The next due dates, with the money that comes back after each. */
export function NextDue({ nextDue, today }: Pick<HomeFigures, 'nextDue' | 'today'>) {
  return (
    <Card title={es.next.title} aside={<Link to={paths.calendar}>{es.next.all}</Link>}>
      {nextDue.length === 0 ? <p className="quiet">{es.next.none}</p> : null}
      <ul className={css.list}>
        {nextDue.slice(0, MOST_DATES).map(({ date, currency, total, finalDeposit }) => (
          <li key={`${date}${currency}`}>
            <span>{formatDate(date)}</span>
            <MoneyText amount={moneyOf(total, currency)} strong />
            <span className="quiet">{relativeDay(date, today)}</span>
            <span className="quiet">{unbroken(es.next.returned(formatMoney(moneyOf(finalDeposit, currency))))}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
