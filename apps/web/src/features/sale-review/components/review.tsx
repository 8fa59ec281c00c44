import { motiveTexts } from '@anticipa/texts/motive-texts';
import { type ReactNode, useRef, useState } from 'react';
import { failureText } from '../../../lib/failure-text.ts';
import { ActionBar, ActionFigure } from '../../../ui/action-bar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { MoneyList } from '../../../ui/money.tsx';
import { Dialog } from '../../../ui/overlay/dialog.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import type { SaleUnderReview, Sold } from '../api.ts';
import { es } from '../es.ts';
import css from '../sale-review.module.css';
import { useAnswer, useMarks, useReturn } from '../use-review.ts';
import {
  type Item,
  inOrder,
  type Mark,
  type Marks,
  marksOf,
  type Need,
  needOf,
  problemsOf,
  type Summary,
  suggestedMotive,
  summaryOf,
  waysToAuthorise,
} from '../view-model/review.ts';
import { NoteDialog, RejectDialog, SummaryDialog } from './dialogs.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { InvoiceList, nameOf } from './invoice-list.tsx';
import { ReturnDialog } from './return-dialog.tsx';

const stepOf: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/** Shows the XML of an invoice and its printed form. */
export type Documents = (sold: Sold) => ReactNode;

type Question = 'documents' | 'reject' | 'note' | 'note-to-authorise' | 'return' | 'summary';

/**
 * The invoices beside the evidence of the current one; marked by keys or buttons, answered at once while it is open to this
 * operator. Otherwise with the decisions that were made; `onKey` and `actions` may offer other steps for the current one.
 */
export function Review(props: {
  data: SaleUnderReview;
  documents: Documents;
  isOpen: boolean;
  decided?: Marks;
  moved?: ReadonlySet<string>;
  onKey?: (key: string, current: Item) => boolean;
  actions?: (current: Item) => ReactNode;
}) {
  const { data, isOpen, decided = marksOf(data.sale.decisions), moved } = props;
  const { items } = data.sale;
  const documentIds = items.map((each) => each.documentId);
  const { marks, changed, mark } = useMarks(data, isOpen);
  const [current, setCurrent] = useState(0);
  const evidence = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const answer = useAnswer(data, marks, close);
  const giveBack = useReturn(data, close);
  const evidenceOf = (id: string) => data.evidence.find((each) => each.documentId === id);
  const checksOf = (id: string) => evidenceOf(id)?.checks ?? [];
  const item = items[current];
  if (!item) return null;
  const { documentId } = item;
  const checks = checksOf(documentId);
  const known = marks.get(documentId);
  const shown = isOpen ? known : decided.get(documentId);
  const summary = summaryOf(items, marks);
  const need = needOf(data, marks);

  const step = (by: number): void => setCurrent(Math.max(0, Math.min(items.length - 1, current + by)));
  const put = (as: Mark | null): void => {
    mark([documentId], as);
    close();
    if (as) step(1);
  };
  const authorise = (): void => {
    const way = waysToAuthorise(checks);
    const [worst] = inOrder(checks);
    if (way === 'blocked' && worst) showToast({ text: es.blocked(es.rules[worst.rule]), tone: 'bad' });
    else if (way === 'with-note' && !known?.note) setQuestion('note-to-authorise');
    else put({ authorised: true, note: known?.note ?? '' });
  };
  const authoriseSound = (): void => {
    const sound = documentIds.filter((id) => waysToAuthorise(checksOf(id)) === 'free');
    mark(sound, { authorised: true, note: '' });
  };
  const rejectAlike = (): void => {
    const problem = problemsOf(checks);
    const alike = documentIds.filter((id) => problemsOf(checksOf(id)) === problem);
    if (known?.authorised !== false || problem === '') setQuestion('reject');
    else mark(alike, known);
  };
  const send = (): void => {
    if (summary.unmarked > 0) {
      showToast({ text: es.unmarkedLeft(summary.unmarked) });
      setCurrent(items.findIndex((each) => !marks.has(each.documentId)));
    } else setQuestion('summary');
  };
  const decide = (key: string): boolean => {
    if (key === 'a') authorise();
    else if (key === 'A') authoriseSound();
    else if (key === 'r') setQuestion('reject');
    else if (key === 'R') rejectAlike();
    else if (key === 'u') put(null);
    else if (key === 'm') setQuestion('note');
    else if (key === 'd') setQuestion('return');
    else if (key === 'Enter') send();
    else return false;
    return true;
  };
  const onKey = (key: string): boolean => {
    const by = stepOf[key];
    if (by !== undefined) step(by);
    else if (key === 'p') setQuestion('documents');
    else return isOpen ? decide(key) : (props.onKey?.(key, item) ?? false);
    return true;
  };

  const setNote = (note: string): void => {
    if (known) put({ ...known, note });
    else if (waysToAuthorise(checks) === 'with-note') put({ authorised: true, note });
    else close();
  };
  return (
    <>
      <div className={css.panes}>
        <div className={css.pane}>
          <InvoiceList
            items={items}
            checksOf={checksOf}
            marks={isOpen ? marks : decided}
            changed={moved ?? changed}
            current={current}
            onCurrent={setCurrent}
            onOpen={() => evidence.current?.scrollIntoView({ block: 'nearest' })}
            onKey={onKey}
          />
          {isOpen ? <p className={`${css.quiet} ${css.keys}`}>{es.keys}</p> : null}
        </div>
        <div ref={evidence} className={css.evidence}>
          <Card title={es.evidence(nameOf(item))}>
            <EvidenceList key={documentId} checks={checks} related={evidenceOf(documentId)?.related} item={item} />
            {shown ? <Reasons mark={shown} /> : null}
            <InvoiceActions
              isOpen={isOpen}
              isMarked={known !== undefined}
              onAuthorise={authorise}
              onAsk={setQuestion}
              onUnmark={() => put(null)}
            >
              {props.actions?.(item)}
            </InvoiceActions>
          </Card>
        </div>
      </div>
      {isOpen ? <AnswerBar summary={summary} need={need} onReturn={() => setQuestion('return')} onSend={send} /> : null}
      {question === 'documents' ? (
        <Dialog title={nameOf(item)} size="workspace" onClose={close}>
          {props.documents({ saleId: data.sale.saleId, documentId })}
        </Dialog>
      ) : null}
      {question === 'reject' ? (
        <RejectDialog
          name={nameOf(item)}
          motive={known?.authorised === false ? known.motive : suggestedMotive(checks)}
          note={known?.note ?? ''}
          onDone={(motive, note) => put({ authorised: false, motive, note })}
          onClose={close}
        />
      ) : null}
      {question === 'note' || question === 'note-to-authorise' ? (
        <NoteDialog
          name={nameOf(item)}
          note={known?.note ?? ''}
          isNeeded={question === 'note-to-authorise'}
          onDone={(note) => (question === 'note' ? setNote(note) : put({ authorised: true, note }))}
          onClose={close}
        />
      ) : null}
      {question === 'return' ? (
        <ReturnDialog
          invoice={items.length > 1 ? nameOf(item) : null}
          busy={giveBack.isPending}
          problem={giveBack.error && failureText(giveBack.error)}
          onDone={(message, isOnlyThis) => giveBack.mutate({ message, documentIds: isOnlyThis ? [documentId] : [] })}
          onClose={close}
        />
      ) : null}
      {question === 'summary' ? (
        <SummaryDialog
          summary={summary}
          need={need}
          busy={answer.isPending}
          problem={answer.error && failureText(answer.error)}
          onSend={() => answer.mutate()}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** Why an invoice is rejected, and the operator's own words. */
const Reasons = ({ mark }: { mark: Mark }) => (
  <>
    {mark.authorised ? null : (
      <p className={css.note}>
        {es.rejectDialog.motive}: {motiveTexts[mark.motive].reason}
      </p>
    )}
    {mark.note ? <p className={css.note}>{mark.note}</p> : null}
  </>
);

/** What may be done with the current invoice. */
function InvoiceActions(props: {
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
function AnswerBar(props: { summary: Summary; need: Need | null; onReturn: () => void; onSend: () => void }) {
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
