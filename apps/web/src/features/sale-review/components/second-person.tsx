import { decideAnswer } from '@anticipa/contract/lender';
import { moneyOf } from '@anticipa/domain/money';
import { useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { formatMoney, formatTableDate } from '../../../lib/format.ts';
import { useMay } from '../../../lib/may.ts';
import { ActionBar, ActionFigure } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { MoneyList } from '../../../ui/money.tsx';
import { ReasonDialog } from '../../../ui/overlay/reason-dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import type { SaleUnderReview } from '../api.ts';
import { es } from '../es.ts';
import css from '../sale-review.module.css';
import { useDecision } from '../use-review.ts';
import { findingsOf, type Item, marksOf, summaryOf } from '../view-model/review.ts';
import { SummaryDialog } from './dialogs.tsx';
import { nameOf } from './invoice-list.tsx';
import type { Documents } from './questions.tsx';
import { Review, usePlace } from './review.tsx';

const texts = es.second;

/** A proposed answer: what it would book, what has changed since, and what this operator may do with it. */
export function SecondPerson({ data, documents }: { data: SaleUnderReview; documents: Documents }) {
  const { sale, seen, proposedAnswer } = data;
  const [question, setQuestion] = useState<'confirm' | 'return' | null>(null);
  const close = () => setQuestion(null);
  const deciding = useDecision(data, close);
  const place = usePlace();
  const [unseen, onSeen] = useUnseen(data);
  const mayDecide = useMay(decideAnswer);
  if (!proposedAnswer) return null;
  const { isOwn, decisions, changes } = proposedAnswer;
  const marks = marksOf(decisions);
  const summary = summaryOf(sale.items, marks);
  const problem = deciding.error && failureText(deciding.error);
  const remaining = unseen.length === 0 ? null : texts.unseen(unseen.slice(0, 3).map(nameOf), unseen.length);
  const confirm = (): void => {
    const [first] = unseen;
    if (first && remaining !== null) {
      showToast({ text: remaining });
      place.setCurrent(sale.items.indexOf(first));
      place.evidence.current?.scrollIntoView();
    } else setQuestion('confirm');
  };
  const onKey = (key: string): boolean => {
    if (!mayDecide || isOwn) return false;
    if (key === 'a' || key === 'Enter') confirm();
    else if (key === 'r') setQuestion('return');
    else return false;
    return true;
  };
  return (
    <>
      <Waiting data={data} answer={proposedAnswer} />
      {mayDecide && !isOwn && remaining ? <p>{remaining}</p> : null}
      <Review
        data={data}
        documents={documents}
        isOpen={false}
        decided={marks}
        moved={new Set(changes.map(({ documentId }) => documentId))}
        onKey={onKey}
        place={place}
        onSeen={onSeen}
      />
      {mayDecide && !isOwn ? <p className={`quiet ${css.keys}`}>{texts.keys}</p> : null}
      {mayDecide ? (
        <ActionBar
          label={texts.waits}
          figures={
            <>
              <ActionFigure label={es.summary.authorised(summary.authorised)}>
                <MoneyList amounts={summary.total} />
              </ActionFigure>
              <ActionFigure label={es.marks.rejected} minor>
                {summary.rejected}
              </ActionFigure>
            </>
          }
        >
          {isOwn ? (
            <Button busy={deciding.isPending} onClick={() => deciding.mutate({ kind: 'withdraw' })}>
              {texts.withdraw}
            </Button>
          ) : (
            <>
              <Button onClick={() => setQuestion('return')}>{texts.back.action}</Button>
              <Button variant="primary" onClick={confirm}>
                {texts.confirm}
              </Button>
            </>
          )}
        </ActionBar>
      ) : null}
      {question === 'confirm' ? (
        <SummaryDialog
          summary={summary}
          texts={texts.summary}
          busy={deciding.isPending}
          problem={problem}
          onSend={() => deciding.mutate({ kind: 'confirm', seen })}
          onClose={close}
        />
      ) : null}
      {question === 'return' ? (
        <ReasonDialog
          texts={texts.back}
          busy={deciding.isPending}
          problem={problem}
          onDone={(motive) => deciding.mutate({ kind: 'return', motive })}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** The invoices whose open checks were not on the screen yet, and a function that notes those of one as seen. A new finding is unseen. */
function useUnseen({ sale, evidence }: SaleUnderReview): readonly [Item[], (documentId: string) => void] {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const findings = new Map(evidence.map(({ documentId, checks }) => [documentId, findingsOf(checks)]));
  const isOpen = ({ documentId }: Item): boolean => {
    const found = findings.get(documentId) ?? '';
    return found !== '' && !seen.has(found);
  };
  const note = (documentId: string): void => setSeen((before) => new Set(before).add(findings.get(documentId) ?? ''));
  return [sale.items.filter(isOpen), note];
}

type ProposedAnswer = NonNullable<SaleUnderReview['proposedAnswer']>;

/** Proposer of the answer, reason for a second person, and changes since. */
function Waiting({ data: { sale }, answer }: { data: SaleUnderReview; answer: ProposedAnswer }) {
  const { isOwn, by, at, rule, authorised, limit, changes } = answer;
  const money = (amount: string): string => formatMoney(moneyOf(amount, sale.currency));
  const nameIn = (documentId: string): string => {
    const item = sale.items.find((each) => each.documentId === documentId);
    return item ? nameOf(item) : '';
  };
  return (
    <>
      <Notice tone="info" title={texts.waits}>
        {isOwn ? texts.own(formatTableDate(at)) : texts.by(by, formatTableDate(at))}{' '}
        {texts.rules[rule](money(authorised), money(limit))}
      </Notice>
      {changes.length > 0 ? (
        <Notice tone="warn" title={texts.moved}>
          <ul>
            {changes.map(({ documentId, rule: check, past, now }) => (
              <li key={`${documentId} ${check}`}>
                {texts.change(nameIn(documentId), es.rules[check].name, es.results[past], es.results[now])}
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </>
  );
}

/** Outcome of the latest answer that needed a second person. */
export function Outcome({ data: { sale, proposedAnswer } }: { data: SaleUnderReview }) {
  const outcome = proposedAnswer?.outcome;
  if (!outcome) return null;
  const { decision, by, at, motive } = outcome;
  if (decision === 'confirmed') return <Notice tone="info">{texts.confirmed(by, formatTableDate(at))}</Notice>;
  return decision === 'returned' && sale.state === 'requested' ? (
    <Notice tone="warn" title={texts.returned(by, formatTableDate(at))}>
      {motive}
    </Notice>
  ) : null;
}
