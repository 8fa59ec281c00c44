import type { Sale } from '@anticipa/contract/sales';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useUser } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlay/dialog.tsx';
import { numbersOf } from './api.ts';
import { ProblemNotice } from './components/problem-notice.tsx';
import { Steps } from './components/steps.tsx';
import { DoneStep } from './done-step.tsx';
import { ReviewStep } from './review-step.tsx';
import css from './sale.module.css';
import { SaleForm, SaleFormFooter } from './sale-form.tsx';
import { TermsStep } from './terms-step.tsx';
import { unchoose } from './use-draft.ts';
import type { Portfolio } from './use-offers.ts';
import { useSaleAttempt } from './use-sale-attempt.ts';
import { useSaleFlow } from './use-sale-flow.ts';
import { productNames } from './view-model/market.ts';
import type { Offer } from './view-model/offer.ts';
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
    if (flow.step === 'terms') sale.withdraw(flow.sales);
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
