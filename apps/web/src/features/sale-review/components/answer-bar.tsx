import type { ReactNode } from 'react';
import { ActionBar, ActionFigure } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { MoneyList } from '../../../ui/money.tsx';
import { es } from '../es.ts';
import css from '../sale-review.module.css';
import type { Need, Summary } from '../view-model/review.ts';

/** Question to the operator about the current invoice or the sale. */
export type Question = 'documents' | 'reject' | 'note' | 'note-to-authorise' | 'return' | 'summary';

export function InvoiceActions(props: {
  isOpen: boolean;
  isMarked: boolean;
  onAuthorise: () => void;
  onAsk: (question: Question) => void;
  onUnmark: () => void;
  children: ReactNode;
}) {
  const { isOpen, isMarked, onAuthorise, onAsk, onUnmark, children } = props;
  return (
    <div className={css.actions}>
      {isOpen ? (
        <>
          <Button icon="check" onClick={onAuthorise}>
            {es.actions.authorise}
          </Button>
          <Button icon="close" onClick={() => onAsk('reject')}>
            {es.actions.reject}
          </Button>
        </>
      ) : null}
      {isOpen && isMarked ? (
        <>
          <Button variant="quiet" onClick={() => onAsk('note')}>
            {es.actions.note}
          </Button>
          <Button variant="quiet" onClick={onUnmark}>
            {es.actions.unmark}
          </Button>
        </>
      ) : null}
      {children}
      <Button variant="quiet" icon="file" onClick={() => onAsk('documents')}>
        {es.actions.documents}
      </Button>
    </div>
  );
}

/** Counts of the marks, and what may be done with the whole sale. */
export function AnswerBar(props: { summary: Summary; need: Need | null; onReturn: () => void; onSend: () => void }) {
  const { summary, need, onReturn, onSend } = props;
  return (
    <ActionBar
      label={es.summary.title}
      figures={
        <>
          {summary.authorised === 0 ? (
            <ActionFigure label={es.marks.authorised}>0</ActionFigure>
          ) : (
            <ActionFigure label={es.summary.authorised(summary.authorised)}>
              <MoneyList amounts={summary.total} />
            </ActionFigure>
          )}
          <ActionFigure label={es.marks.rejected} minor>
            {summary.rejected}
          </ActionFigure>
          <ActionFigure label={es.marks.none}>{summary.unmarked}</ActionFigure>
          {need ? <ActionFigure label={es.second.need}>{es.second.isNeeded}</ActionFigure> : null}
        </>
      }
    >
      <Button onClick={onReturn}>{es.returned.action}</Button>
      <Button variant="primary" onClick={onSend}>
        {es.actions.send}
      </Button>
    </ActionBar>
  );
}
