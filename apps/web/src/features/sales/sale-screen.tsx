import type { Sale } from '@anticipa/contract/sales';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { numbersOf } from './api.ts';
import { DoneStep } from './done-step.tsx';
import { es } from './es.ts';
import { ReviewStep } from './review-step.tsx';
import css from './sale.module.css';
import { SaleForm, SaleFormFooter } from './sale-form.tsx';
import { TermsStep } from './terms-step.tsx';
import { unchoose } from './use-draft.ts';
import type { Portfolio } from './use-offers.ts';
import { useSaleAttempt } from './use-sale-attempt.ts';
import { type Flow, useSaleFlow } from './use-sale-flow.ts';
import { productNames } from './view-model/market.ts';
import type { Offer } from './view-model/offer.ts';
import type { SaleProblem } from './view-model/sale-problem.ts';
import { stepTexts } from './view-model/step-texts.ts';

interface SaleProps {
  readonly portfolio: Portfolio;
  /** Currencies without a bank account, whose invoices were left out of the sale. */
  readonly dropped: readonly string[];
  readonly invalidFiles: ReactNode;
  readonly onClose: () => void;
  readonly onFollow: (numberOfSales: readonly number[]) => void;
}

/** 'VENDER FACTURAS': one dialog for all steps of a sale. */
export function SaleScreen({ dropped, invalidFiles, onClose, onFollow, portfolio }: SaleProps) {
  const user = useUser();
  const sale = useSaleFlow();
  const { flow, busy, problem } = sale;
  const attempt = useSaleAttempt(portfolio.selected.offers);
  const [mail, setMail] = useState(true);
  const [isRead, setIsRead] = useState(false);
  const { market } = portfolio;
  const names = productNames(market);

  const submit = (wanted: readonly Offer[] = portfolio.selected.offers): void => {
    const offers = attempt.submit(wanted);
    if (offers) void sale.holdInvoices(offers);
  };
  const toInvoices = (): void => {
    if (flow.step === 'summary' || flow.step === 'terms') sale.release();
    else sale.setProblem(null);
  };
  const cancelSent = (): void => {
    sale.withdraw();
    onClose();
  };
  const follow = (sales: readonly Sale[]): void => {
    onClose();
    onFollow(numbersOf(sales));
  };
  const retry = (): void => {
    if (flow.step === 'invoices' && problem?.unanswered) sale.holdAgain();
    else if (flow.step === 'invoices') submit();
    else if (flow.step === 'summary') sale.showTerms(flow);
    else if (flow.step === 'terms' && problem?.nextStep === 'terms') sale.showTerms(flow);
    else if (flow.step === 'terms') sale.accept(flow, mail ? user.email : null);
  };

  let body: ReactNode = <SaleForm {...{ portfolio, attempt, problem, dropped, invalidFiles }} />;
  let footer: ReactNode = <SaleFormFooter portfolio={portfolio} busy={busy} onSubmit={submit} />;
  if (flow.step === 'summary') {
    body = (
      <ReviewStep sales={flow.sales} until={flow.until} names={names} market={market} mail={mail} onMail={setMail} />
    );
    footer = (
      <>
        <Button icon="arrowLeft" busy={busy} onClick={toInvoices}>
          {stepTexts.review.back}
        </Button>
        <Button variant="primary" busy={busy} onClick={() => sale.showTerms(flow)}>
          {busy ? stepTexts.review.confirming : stepTexts.review.confirm}
        </Button>
      </>
    );
  } else if (flow.step === 'terms') {
    const isUncertain = flow.isSent && !busy;
    body = <TermsStep key={flow.terms.hash} sales={flow.sales} terms={flow.terms} market={market} onRead={setIsRead} />;
    footer = (
      <>
        {isUncertain ? null : (
          <Button variant="quiet" icon="arrowLeft" busy={busy} onClick={() => sale.backToSummary(flow)}>
            {stepTexts.terms.back}
          </Button>
        )}
        <Button busy={busy} onClick={isUncertain ? cancelSent : onClose}>
          {isUncertain ? stepTexts.terms.cancelSent : stepTexts.terms.no}
        </Button>
        <Button
          variant="primary"
          busy={busy}
          disabledReason={isRead ? null : stepTexts.terms.readFirst}
          onClick={() => sale.accept(flow, mail ? user.email : null)}
        >
          {busy ? stepTexts.terms.sending : stepTexts.terms.yes}
        </Button>
      </>
    );
  } else if (flow.step === 'done') {
    body = <DoneStep sales={flow.sales} promise={flow.promise} mailedTo={flow.mailedTo} market={market} />;
    footer = (
      <>
        <Button onClick={onClose}>{stepTexts.done.close}</Button>
        <Button variant="primary" iconAfter="arrowRight" onClick={() => follow(flow.sales)}>
          {stepTexts.done.follow}
        </Button>
      </>
    );
  }

  return (
    <Dialog
      title={flow.step === 'terms' ? stepTexts.terms.title : stepTexts.sale.title}
      size="workspace"
      onClose={onClose}
      closable={flow.step !== 'terms' && !busy}
      header={<Steps at={flow.step} />}
      footer={footer}
    >
      <StepBody key={flow.step} first={flow.step === 'invoices'}>
        {problem ? (
          <ProblemNotice
            problem={problem}
            busy={busy}
            onRetry={retry}
            onInvoices={toInvoices}
            onRemove={(ids) => {
              unchoose(ids);
              sale.setProblem(null);
            }}
          />
        ) : null}
        {body}
      </StepBody>
    </Dialog>
  );
}

/** Each step starts at its top with the focus there, not where the previous one ended. */
function StepBody({ first, children }: { first: boolean; children: ReactNode }) {
  const top = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (first) return;
    top.current?.scrollIntoView({ block: 'start' });
    const target = top.current?.querySelector<HTMLElement>('[data-autofocus]') ?? top.current;
    target?.focus({ preventScroll: true });
  }, [first]);
  return (
    <div ref={top} className={css.step} tabIndex={-1}>
      {children}
    </div>
  );
}

const MOST_NAMED = 8;

/** The problem of a step, the invoices concerned, and the button that continues. Takes the focus when it appears. */
function ProblemNotice(props: {
  problem: SaleProblem;
  busy: boolean;
  onRetry: () => void;
  onRemove: (ids: readonly string[]) => void;
  onInvoices: () => void;
}) {
  const { problem, busy, onRetry, onRemove, onInvoices } = props;
  const { nextStep, named } = problem;
  const box = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new problem takes the focus
  useEffect(() => box.current?.focus(), [problem]);
  const action =
    nextStep === 'retry' || nextStep === 'terms' ? (
      <Button busy={busy} onClick={onRetry}>
        {nextStep === 'terms' ? es.problem.readAgain : es.problem.retry}
      </Button>
    ) : nextStep === 'remove' ? (
      <Button onClick={() => onRemove(named.map(({ id }) => id))}>
        {es.problem.removeThese(formatCount(named.length, 'factura', 'facturas'))}
      </Button>
    ) : nextStep === 'invoices' ? (
      <Button onClick={onInvoices}>{es.problem.backToInvoices}</Button>
    ) : null;
  return (
    <div ref={box} tabIndex={-1}>
      <Notice tone="bad" title={problem.text} action={action}>
        {named.length > 0 ? (
          <ul className={css.named}>
            {named.slice(0, MOST_NAMED).map(({ id, text }) => (
              <li key={id}>{text}</li>
            ))}
            {named.length > MOST_NAMED ? <li>{es.exceeds.more(named.length - MOST_NAMED).trim()}</li> : null}
          </ul>
        ) : null}
      </Notice>
    </div>
  );
}

const order = ['invoices', 'summary', 'terms', 'done'] as const;

/** The steps of the sale, with the current one marked. */
function Steps({ at }: { at: Flow['step'] }) {
  const now = order.indexOf(at);
  return (
    <ol className={css.steps} aria-label={stepTexts.sale.steps.label}>
      {order.map((step, position) => (
        <li key={step} data-past={position < now || undefined} aria-current={position === now ? 'step' : undefined}>
          <span className={css.stepMark} aria-hidden="true">
            {position < now ? <Icon name="check" size={14} /> : position + 1}
          </span>
          {stepTexts.sale.steps[step]}
        </li>
      ))}
    </ol>
  );
}
