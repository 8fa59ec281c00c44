import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import { type CashWeek, cashWeeks } from '@anticipa/domain/cash-weeks';
import { type FinancedCurrency, financedCurrencies, type Money, moneyOf, sumPerCurrency } from '@anticipa/domain/money';
import { formatFolio } from '@anticipa/texts/format';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatCount, formatDate } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { homeQuery } from '../../lib/queries.ts';
import { Card } from '../../ui/card.tsx';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { MoneyText } from '../../ui/money.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { inCreditQuery, weeksQuery } from './api.ts';
import { es } from './es.ts';
import css from './weeks.module.css';

/** [EFE-04] What comes in and what is due in the eight weeks ahead, after what is on its way and what is overdue. */
export function Weeks({ today }: { today: IsoDate }) {
  const weeks = useQuery(weeksQuery(today));
  const home = useQuery(homeQuery);
  const failed = weeks.isError || home.isError;
  if (!weeks.data || !home.data) {
    return (
      <QueryFallback failed={failed} onRetry={() => void Promise.all([weeks.refetch(), home.refetch()])} lines={8}>
        {es.failed}
      </QueryFallback>
    );
  }
  const days = weeks.data.data.map((event) => ({
    ...event,
    date: dateOf(event.date),
    amount: moneyOf(event.amount, event.currency),
  }));
  const onTheWay = sumPerCurrency(
    home.data.sales
      .filter(({ state }) => state === 'requested' || state === 'answered')
      .map(({ initialDeposit, currency }) => moneyOf(initialDeposit, currency)),
  );
  const overdue = home.data.overdue.map(({ amount, currency }) => moneyOf(amount, currency));
  const used = financedCurrencies.filter((currency) =>
    [...days.map(({ amount }) => amount), ...onTheWay, ...overdue].some((amount) => amount.currency === currency),
  );
  return (
    <Card title={es.weeks.title}>
      {used.length === 0 ? <p className="quiet">{es.weeks.nothing}</p> : null}
      {used.map((currency) => (
        <WeekTable
          key={currency}
          currency={currency}
          weeks={cashWeeks(days, today, currency)}
          onTheWay={onTheWay.find((amount) => amount.currency === currency) ?? null}
          overdue={overdue.find((amount) => amount.currency === currency) ?? null}
        />
      ))}
    </Card>
  );
}

function WeekTable(props: {
  currency: FinancedCurrency;
  weeks: readonly CashWeek[];
  onTheWay: Money | null;
  overdue: Money | null;
}) {
  const { currency, weeks, onTheWay, overdue } = props;
  const [opened, setOpened] = useState<CashWeek | null>(null);
  const all = [onTheWay, overdue, ...weeks.flatMap(({ comesIn, due }) => [comesIn, due])];
  const most = all.reduce((max, amount) => (amount && amount.cents > max ? amount.cents : max), 1n);
  const cell = (kind: 'in' | 'due', amount: Money | null) => (
    <td>
      {amount && amount.cents > 0n ? (
        <>
          <MoneyText amount={amount} />
          <svg className={css.bar} data-kind={kind} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
            <rect width={Math.max(1, Number((amount.cents * 100n) / most))} height="1" />
          </svg>
        </>
      ) : (
        '—'
      )}
    </td>
  );
  return (
    <>
      <table className={css.weeks} aria-label={es.weeks.of(currency)}>
        <thead>
          <tr>
            {es.weeks.headings.map((heading) => (
              <th key={heading} scope="col">
                {heading}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {overdue ? (
            <tr>
              <th scope="row">{es.weeks.overdue}</th>
              {cell('in', null)}
              {cell('due', overdue)}
            </tr>
          ) : null}
          {onTheWay ? (
            <tr>
              <th scope="row">{es.weeks.onTheWay}</th>
              {cell('in', onTheWay)}
              {cell('due', null)}
            </tr>
          ) : null}
          {weeks.map((week) => (
            <tr key={week.from}>
              <th scope="row">
                {week.dueCount > 0 ? (
                  <button type="button" className={css.open} onClick={() => setOpened(week)}>
                    {es.weeks.week(week.from, week.to)}
                  </button>
                ) : (
                  es.weeks.week(week.from, week.to)
                )}
                {week.dueCount > 0 ? <small>{formatCount(week.dueCount, 'factura', 'facturas')}</small> : null}
              </th>
              {cell('in', week.comesIn)}
              {cell('due', week.due)}
            </tr>
          ))}
        </tbody>
      </table>
      {opened ? <WeekInvoices week={opened} currency={currency} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

/** The invoices in credit that are due in a week. */
function WeekInvoices(props: { week: CashWeek; currency: FinancedCurrency; onClose: () => void }) {
  const { week, currency, onClose } = props;
  const { data, isError, refetch } = useQuery(inCreditQuery);
  const due = (data ?? [])
    .filter((invoice) => invoice.currency === currency && invoice.dueDate !== null)
    .filter(({ dueDate }) => (dueDate ?? '') >= week.from && (dueDate ?? '') <= week.to)
    .toSorted((a, b) => (a.dueDate ?? '').localeCompare(b.dueDate ?? ''));
  return (
    <Dialog title={es.weeks.week(week.from, week.to)} onClose={onClose}>
      {data ? (
        <ul className={css.invoices}>
          {due.map((invoice) => (
            <li key={invoice.documentId}>
              <Link to={paths.invoice} params={{ id: invoice.documentId }}>
                {formatFolio(invoice)}
              </Link>
              <MoneyText amount={moneyOf(invoice.total, currency)} strong />
              <span className="quiet">{invoice.receiverName}</span>
              <span className="quiet">{formatDate(invoice.dueDate ?? '')}</span>
            </li>
          ))}
        </ul>
      ) : (
        <QueryFallback failed={isError} onRetry={refetch} lines={4}>
          {es.weeks.failed}
        </QueryFallback>
      )}
    </Dialog>
  );
}
