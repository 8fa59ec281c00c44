import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { homeQuery, type OverdueFigures } from '../../lib/queries.ts';
import type { Receivable } from '../../lib/receivable.ts';
import { QueryFallback } from '../../ui/feedback/query-fallback.tsx';
import { NextDue, OnTheWay, Receive } from './components/answers.tsx';
import { Attention } from './components/attention.tsx';
import { es } from './es.ts';
import css from './home.module.css';

interface AnswersProps {
  /**
   * Whether the screen waits for the figures. Until then they are not shown, even if they have just arrived: the screen
   * would show them a frame before what is below them, and its footer between.
   */
  readonly isWaiting: boolean;
  /** Null while it is not known. */
  readonly receivable: Receivable | null;
  /** The buttons that sell and upload. */
  readonly actions: ReactNode;
  /** The question how much money is needed. */
  readonly need?: ReactNode;
  /** The control that pays overdue invoices of one currency. */
  readonly payOverdue: (overdue: OverdueFigures, today: string) => ReactNode;
}

/** [TAB-12] What needs the client, what can be received today, what is on its way, the question for an amount and what is due next. */
export function HomeAnswers({ isWaiting, receivable, actions, need, payOverdue }: AnswersProps) {
  const { data, isError, refetch } = useQuery(homeQuery);
  if (!data || isWaiting) {
    return (
      <>
        <div className={isWaiting ? css.waiting : undefined}>
          <QueryFallback failed={isError} onRetry={refetch} lines={3} height="tile">
            {es.failed}
          </QueryFallback>
        </div>
        {isError ? <div className={css.actions}>{actions}</div> : null}
      </>
    );
  }
  return (
    <>
      <Attention home={data} payOverdue={payOverdue} />
      <div className={css.answers}>
        <Receive receivable={receivable} actions={actions} />
        <OnTheWay sales={data.sales} />
        {need ? <div className={css.need}>{need}</div> : null}
        <NextDue nextDue={data.nextDue} today={data.today} />
      </div>
    </>
  );
}
