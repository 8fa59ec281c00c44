import {
  type FigureWithRows,
  figureRoles,
  figuresWithRows,
  type TodayFigure,
  type TodaySum,
} from '@anticipa/contract/today';
import { moneyOf } from '@anticipa/domain/money';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatTableDate } from '../../lib/format.ts';
import { mayWith } from '../../lib/may.ts';
import { useUser } from '../../lib/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LoadFallback } from '../../ui/feedback/load-fallback.tsx';
import { MoneyList } from '../../ui/money.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { todayQuery } from './api.ts';
import { TodayRowsDialog } from './components/rows-dialog.tsx';
import { es } from './es.ts';
import css from './today.module.css';
import { places } from './view-model.ts';

const urgent: readonly TodayFigure[] = ['promises', 'transfers', 'overdue', 'broken', 'cfdi', 'systems'];

/** [DIN-51] What waits now: what the operator can act on first, and each figure opens its rows. */
export function TodayScreen() {
  const { data, error, refetch } = useQuery(todayQuery);
  const { roles } = useUser();
  const [opened, setOpened] = useState<FigureWithRows | null>(null);
  if (!data) return <LoadFallback error={error} onRetry={refetch} title={es.failed} lines={8} />;
  const waiting = data.figures.filter(({ count }) => count > 0);
  const isMine = ({ figure }: TodaySum): boolean => mayWith(roles, { roles: figureRoles[figure].act });
  const mine = waiting.filter(isMine);
  const others = waiting.filter((sum) => !isMine(sum));
  const none = data.figures.filter(({ count }) => count === 0).map(({ figure }) => es.figures[figure].title);
  return (
    <>
      <p className="quiet">{unbroken(es.at(formatTableDate(data.now)))}</p>
      {mine.length === 0 ? (
        <EmptyState drawing="papers" level={2} title={es.emptyTitle}>
          {es.empty}
        </EmptyState>
      ) : (
        <Figures title={es.mine} of={mine} onOpen={setOpened} />
      )}
      {others.length > 0 ? <Figures title={es.others} of={others} onOpen={setOpened} /> : null}
      {none.length > 0 ? <p className="quiet">{es.nothing(none.join(', '))}</p> : null}
      {opened ? <TodayRowsDialog figure={opened} onClose={() => setOpened(null)} /> : null}
    </>
  );
}

const hasRows = (figure: TodayFigure): figure is FigureWithRows => figuresWithRows.some((each) => each === figure);

type Open = (figure: FigureWithRows) => void;

const Figures = ({ title, of, onOpen }: { title: string; of: readonly TodaySum[]; onOpen: Open }) => (
  <section className={css.part} aria-label={title}>
    <h2>{title}</h2>
    <ul className={css.figures}>
      {of.map((sum) => (
        <li key={sum.figure}>
          <Figure of={sum} onOpen={onOpen} />
        </li>
      ))}
    </ul>
  </section>
);

function Figure({ of, onOpen }: { of: TodaySum; onOpen: Open }) {
  const { figure, count, amounts } = of;
  const { title, caption } = es.figures[figure];
  const content = (
    <>
      <span className={css.title}>{title}</span>
      <span className={css.count} data-urgent={urgent.includes(figure) || undefined}>
        {count.toLocaleString('es-MX')}
      </span>
      {amounts.length > 0 ? (
        <MoneyList amounts={amounts.map(({ currency, amount }) => moneyOf(amount, currency))} />
      ) : null}
      <span className="quiet">{caption}</span>
    </>
  );
  return hasRows(figure) ? (
    <button type="button" className={css.figure} aria-haspopup="dialog" onClick={() => onOpen(figure)}>
      {content}
    </button>
  ) : (
    <Link {...places[figure]} className={css.figure}>
      {content}
    </Link>
  );
}
