import type { Sale } from '@anticipa/contract/sales';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { numbersOf } from './api.ts';
import { DoneStep } from './done-step.tsx';
import { es } from './es.ts';
import { LeaveStep, LeftStep } from './leave-step.tsx';
import { ReviewStep } from './review-step.tsx';
import css from './sale.module.css';
import { SaleForm, SaleFormFooter } from './sale-form.tsx';
import { TermsStep } from './terms-step.tsx';
import { unchoose } from './use-draft.ts';
import { useOwnGrant } from './use-grant.ts';
import type { Portfolio } from './use-offers.ts';
import { useSaleAttempt } from './use-sale-attempt.ts';
import { type Flow, type SaleFlow, useSaleFlow } from './use-sale-flow.ts';
import { type Market, productNames } from './view-model/market.ts';
import type { Offer } from './view-model/offer.ts';
import { preparedTexts } from './view-model/prepared-texts.ts';
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
  const sale = useSaleFlow();
  const { flow, busy, problem } = sale;
  const attempt = useSaleAttempt(portfolio.selected.offers);
  const grant = useOwnGrant(portfolio.selected.offers, portfolio.market);
  const [note, setNote] = useState('');

  const submit = (wanted: readonly Offer[] = portfolio.selected.offers): void => {
    const offers = attempt.submit(wanted);
    if (!offers) return;
    if (grant.mayAccept) void sale.holdInvoices(offers);
    else sale.toLeave(offers);
  };
  const retry = (): void => {
    if (flow.step === 'leave') sale.leave(flow.offers, note);
    else if (problem?.unanswered) sale.holdAgain();
    else submit();
  };

  let first: FirstStep = {
    body: <SaleForm {...{ portfolio, attempt, problem, dropped, invalidFiles }} />,
    footer: <SaleFormFooter portfolio={portfolio} busy={busy} isLeft={!grant.mayAccept} onSubmit={submit} />,
    onRetry: retry,
  };
  if (flow.step === 'leave') {
    first = {
      body: <LeaveStep portfolio={portfolio} grant={grant} note={note} onNote={setNote} />,
      footer: (
        <>
          <Button icon="arrowLeft" busy={busy} onClick={sale.backToInvoices}>
            {preparedTexts.leave.back}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => sale.leave(flow.offers, note)}>
            {busy ? preparedTexts.leave.busy : preparedTexts.leave.submit}
          </Button>
        </>
      ),
      onRetry: retry,
    };
  } else if (flow.step === 'left') {
    first = { body: <LeftStep sale={flow.sale} />, footer: <LeftFooter onClose={onClose} />, onRetry: retry };
  }
  return (
    <SaleDialog
      sale={sale}
      market={portfolio.market}
      first={first}
      isLeft={!grant.mayAccept}
      {...{ onClose, onFollow }}
    />
  );
}

function LeftFooter({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <>
      <Button onClick={onClose}>{preparedTexts.left.close}</Button>
      <Button
        variant="primary"
        iconAfter="arrowRight"
        onClick={() => {
          onClose();
          void navigate({ to: paths.toAccept });
        }}
      >
        {preparedTexts.left.follow}
      </Button>
    </>
  );
}

/** The content of the dialog before anything is held. */
interface FirstStep {
  readonly body: ReactNode;
  readonly footer: ReactNode;
  readonly onRetry: () => void;
}

/** The steps from the hold to the end; those before it are given. */
export function SaleDialog(props: {
  sale: SaleFlow;
  market: Market;
  first: FirstStep;
  /** Whether the sale is left to another person instead of being accepted. */
  isLeft: boolean;
  onClose: () => void;
  onFollow: (numberOfSales: readonly number[]) => void;
}) {
  const { sale, market, first, isLeft, onClose, onFollow } = props;
  const user = useUser();
  const { flow, busy, problem } = sale;
  const [mail, setMail] = useState(true);
  const [isRead, setIsRead] = useState(false);
  const names = productNames(market);

  const toInvoices = (): void => {
    if (flow.step === 'summary' || flow.step === 'terms') sale.release();
    else {
      sale.setProblem(null);
      if (flow.step === 'leave') sale.backToInvoices();
    }
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
    if (flow.step === 'summary') sale.showTerms(flow);
    else if (flow.step === 'terms' && problem?.nextStep === 'terms') sale.showTerms(flow);
    else if (flow.step === 'terms') sale.accept(flow, mail ? user.email : null);
    else first.onRetry();
  };

  let { body, footer } = first;
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
      header={<Steps at={flow.step} isLeft={isLeft} />}
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
export function ProblemNotice(props: {
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
/** Nothing is accepted here: the other person reads the terms. */
const orderOfLeft = ['invoices', 'summary', 'done'] as const;
const placeOf: Partial<Record<Flow['step'], (typeof order)[number]>> = { leave: 'summary', left: 'done' };

/** The steps of the sale, with the current one marked. */
function Steps({ at, isLeft }: { at: Flow['step']; isLeft: boolean }) {
  const isOfLeft = at === 'leave' || at === 'left' || (at === 'invoices' && isLeft);
  const steps: readonly (typeof order)[number][] = isOfLeft ? orderOfLeft : order;
  const now = steps.findIndex((step) => step === (placeOf[at] ?? at));
  return (
    <ol className={css.steps} aria-label={stepTexts.sale.steps.label}>
      {steps.map((step, position) => (
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
