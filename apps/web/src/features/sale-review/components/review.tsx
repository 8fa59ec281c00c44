import { moneyOf } from '@anticipa/domain/money';
import { motiveTexts } from '@anticipa/texts/motive-texts';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useRef, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { lenderPaths } from '../../../lib/lender-paths.ts';
import { Card } from '../../../ui/card.tsx';
import { MoneyText } from '../../../ui/money.tsx';
import { showToast } from '../../../ui/overlay/toast.tsx';
import type { SaleUnderReview } from '../api.ts';
import { es } from '../es.ts';
import css from '../sale-review.module.css';
import { useMarks } from '../use-review.ts';
import {
  type Item,
  inOrder,
  type Mark,
  type Marks,
  marksOf,
  needOf,
  problemsOf,
  summaryOf,
  waysToAuthorise,
} from '../view-model/review.ts';
import { AnswerBar, InvoiceActions, type Question } from './answer-bar.tsx';
import { EvidenceList } from './evidence-list.tsx';
import { InvoiceList, nameOf } from './invoice-list.tsx';
import { type Documents, Questions } from './questions.tsx';
import { Fact } from './sale-facts.tsx';

const stepOf: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

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
  /** The current invoice and where its checks are, if the parent leads there. */
  place?: ReturnType<typeof usePlace>;
  /** All that an invoice's checks have found open was on the screen. */
  onSeen?: (documentId: string) => void;
}) {
  const { data, isOpen, decided = marksOf(data.sale.decisions), moved, onSeen } = props;
  const { items } = data.sale;
  const documentIds = items.map((each) => each.documentId);
  const { marks, changed, mark } = useMarks(data, isOpen);
  const ownPlace = usePlace();
  const { current, setCurrent, evidence } = props.place ?? ownPlace;
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
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
    if (way === 'blocked' && worst) showToast({ text: es.blocked(es.rules[worst.rule].name), tone: 'bad' });
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
  return (
    <>
      <div className={css.panes}>
        <div className={css.pane}>
          <InvoiceList
            items={items}
            checksOf={checksOf}
            marks={isOpen ? marks : decided}
            standings={data.sale.state === 'requested' ? null : data.standings}
            changed={moved ?? changed}
            current={current}
            onCurrent={setCurrent}
            onOpen={() => evidence.current?.scrollIntoView({ block: 'nearest' })}
            onKey={onKey}
          />
          {isOpen ? <p className={`quiet ${css.keys}`}>{es.keys}</p> : null}
        </div>
        <div ref={evidence} className={css.evidence}>
          <Card title={es.evidence(nameOf(item))}>
            <EvidenceList
              key={documentId}
              checks={checks}
              related={evidenceOf(documentId)?.related}
              item={item}
              onSeen={onSeen && (() => onSeen(documentId))}
            />
            <ItemFacts item={item} standing={data.standings[current]} />
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
      {question ? (
        <Questions
          question={question}
          data={data}
          documents={props.documents}
          item={item}
          checksOf={checksOf}
          marks={marks}
          summary={summary}
          need={need}
          onMark={mark}
          onPut={put}
          onClose={close}
        />
      ) : null}
    </>
  );
}

/** The place of the current invoice, and the element with its checks. */
export function usePlace() {
  const [current, setCurrent] = useState(0);
  const evidence = useRef<HTMLDivElement>(null);
  return { current, setCurrent, evidence };
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

const { item: texts, facts } = es;

type Standing = SaleUnderReview['standings'][number];

/** Standings of an invoice that has a page of its own. */
const bought: readonly Standing['standing'][] = ['in-credit', 'overdue', 'paid', 'written-off'];

/** Price and terms of an invoice, and its outcome after the deposit. */
function ItemFacts({ item, standing }: { item: Item; standing: Standing | undefined }) {
  const money = (amount: string): ReactNode => <MoneyText amount={moneyOf(amount, item.currency)} />;
  const receiver = standing ? (
    <Link to={lenderPaths.receiver} params={{ companyId: standing.companyId }}>
      {item.receiverName}
    </Link>
  ) : (
    item.receiverName
  );
  return (
    <dl className={css.facts}>
      <Fact label={texts.receiver} isSentence>
        {receiver}
      </Fact>
      <Fact label={texts.due}>{formatDate(item.dueDate)}</Fact>
      <Fact label={texts.term}>{texts.days(item.paymentDays)}</Fact>
      <Fact label={texts.rate}>{texts.percent(item.interestRate)}</Fact>
      <Fact label={facts.deposit}>{money(item.initialDeposit)}</Fact>
      <Fact label={facts.interest}>{money(item.comision)}</Fact>
      <Fact label={facts.aforo}>{money(item.aforo)}</Fact>
      <Fact label={texts.order} isSentence>
        {item.purchaseOrder ?? texts.noOrder}
      </Fact>
      {standing && bought.includes(standing.standing) ? (
        <Fact label={texts.life}>
          <Link to={lenderPaths.invoice} params={{ documentId: standing.documentId }}>
            {texts.seeLife}
          </Link>
        </Fact>
      ) : null}
      {standing?.amountDue == null ? null : <Fact label={texts.owed}>{money(standing.amountDue)}</Fact>}
      {standing?.paidOn == null ? null : <Fact label={texts.paidOn}>{formatDate(standing.paidOn)}</Fact>}
    </dl>
  );
}
