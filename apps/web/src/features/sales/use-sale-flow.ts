import type { ResponseOf } from '@anticipa/contract/route';
import type { processPreSells, Sale } from '@anticipa/contract/sales';
import type { PreparedSale } from '@anticipa/contract/to-accept';
import { type DepositPromise, depositPromise, treasuryClockAt } from '@anticipa/domain/deposit-message';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isUnanswered } from '../../lib/once.ts';
import { creditQuery } from '../../lib/queries.ts';
import { announce } from '../../ui/overlay/announcer.ts';
import { showToast } from '../../ui/overlay/toast.tsx';
import {
  acceptanceOf,
  authorise,
  documentsOf,
  hold,
  inOrder,
  leaveToAccept,
  mailed,
  numbersOf,
  process,
  refreshLists,
  refreshPrepared,
  saveHabits,
} from './api.ts';
import { forgetSold } from './use-draft.ts';
import { beginOpenSale, changeOpenSale, endSale, findOpenSale, forgetOpenSale, leaveSale } from './use-open-sales.ts';
import { areOf, checkAcceptance, checkHold, checkTerms, UnexpectedAnswer } from './view-model/answers.ts';
import { marketOf } from './view-model/market.ts';
import type { Offer } from './view-model/offer.ts';
import { sentText } from './view-model/outcome.ts';
import { problemOf, type SaleProblem } from './view-model/sale-problem.ts';

export type Terms = ResponseOf<typeof processPreSells>['terms'];

interface Held {
  readonly sales: readonly Sale[];
  /** The end of the hold on the clock of `performance.now()`. */
  readonly until: number;
}

export type Flow =
  | { readonly step: 'invoices' }
  /** The person may not accept them alone: they are left to another one. */
  | { readonly step: 'leave'; readonly offers: readonly Offer[] }
  | { readonly step: 'left'; readonly sale: PreparedSale }
  | ({ readonly step: 'summary' } & Held)
  /** `isSent`: the acceptance was sent and its result is unknown. */
  | ({ readonly step: 'terms'; readonly terms: Terms; readonly isSent: boolean } & Held)
  | {
      readonly step: 'done';
      readonly sales: readonly Sale[];
      readonly promise: DepositPromise;
      readonly mailedTo: string | null;
    };

/** One step at a time. A failure is shown and the lists are refetched, because stale data may have caused it. */
function useSteps() {
  const queries = useQueryClient();
  const refresh = () => refreshLists(queries);
  const [flow, setFlow] = useState<Flow>({ step: 'invoices' });
  const [problem, setProblem] = useState<SaleProblem | null>(null);
  const step = useMutation({
    mutationFn: ({ work }: { work: () => Promise<Flow>; offers: readonly Offer[] }) => work(),
    onSuccess: setFlow,
    onError: (error, { offers }) => {
      const found = problemOf(error, offers);
      setProblem(found);
      announce(found.text, true);
      void refresh();
    },
  });
  const sent = step.variables?.offers ?? [];
  function take(work: () => Promise<Flow>, offers: readonly Offer[] = sent): void {
    setProblem(null);
    step.mutate({ work, offers });
  }
  return { flow, setFlow, busy: step.isPending, problem, setProblem, take, sent, refresh };
}

/**
 * [RES-03, RES-04] The steps of a sale: hold, fix the quote, accept, send the summary; and back. A failed step changes
 * nothing and offers a way to continue. Each call is recorded before it is sent, so that a closed dialog or page leaves
 * nothing behind.
 */
export function useSaleFlow(preparedId?: string) {
  const queries = useQueryClient();
  const { flow, setFlow, busy, problem, setProblem, take, sent, refresh } = useSteps();
  const open = useRef('');
  useEffect(() => () => leaveSale(open.current, queries), [queries]);

  const holdInvoices = (offers: readonly Offer[]): void =>
    take(async () => {
      const held = await holdFor(offers, { open, preparedId });
      void refresh();
      return { step: 'summary', ...held };
    }, offers);

  /** Repeats an unanswered hold with its key; its invoices may have left the list by now. */
  const holdAgain = (): void => holdInvoices(sent);

  const showTerms = ({ until, sales }: Held): void =>
    take(async () => {
      const answer = await process(sales);
      await checkTerms(answer, sales);
      return { step: 'terms', sales: inOrder(answer.sales), terms: answer.terms, until, isSent: false };
    });

  const accept = (now: Flow & { step: 'terms' }, email: string | null): void => {
    setFlow({ ...now, isSent: true });
    take(async () => {
      const requested = await acceptFor(now, email, open.current).catch((error: unknown) => {
        if (!isUnanswered(error)) setFlow(now);
        throw error;
      });
      const promise = await promiseOf(requested, queries);
      void refresh();
      void saveHabits(sent).then((saved) => (saved ? refresh() : null));
      const mailedTo = email && (await mailed(requested, email)) ? email : null;
      return { step: 'done', sales: requested, promise, mailedTo };
    });
  };

  /** [DER-06] Shows what would be left to another person. */
  const toLeave = (offers: readonly Offer[]): void => {
    setProblem(null);
    setFlow({ step: 'leave', offers });
  };
  const leave = (offers: readonly Offer[], note: string): void =>
    take(async () => {
      const sale = await leaveToAccept(documentsOf(offers), note);
      forgetSold(offers.map(({ id }) => id));
      void saveHabits(offers).then((saved) => (saved ? refresh() : null));
      void refreshPrepared(queries);
      return { step: 'left', sale };
    }, offers);
  const backToInvoices = (): void => setFlow({ step: 'invoices' });

  /** Returns to the invoices once nothing is held. */
  const release = (): void =>
    take(async () => {
      const before = findOpenSale(open.current);
      const text = before && sentText(await endSale(before));
      if (text) showToast({ text, tone: 'good' });
      await refresh();
      return { step: 'invoices' };
    });

  /** Withdraws an unanswered acceptance; the result is shown when it is known. */
  const withdraw = (): void => changeOpenSale(open.current, { isWithdrawn: true });

  const backToSummary = ({ sales, until }: Held): void => setFlow({ step: 'summary', sales, until });

  return {
    flow,
    busy,
    problem,
    setProblem,
    holdInvoices,
    holdAgain,
    toLeave,
    leave,
    backToInvoices,
    showTerms,
    accept,
    release,
    withdraw,
    backToSummary,
  };
}

export type SaleFlow = ReturnType<typeof useSaleFlow>;

/** Holds the offers, after giving back an earlier hold. An unanswered one is repeated with its key. */
async function holdFor(
  offers: readonly Offer[],
  sale: { readonly open: RefObject<string>; readonly preparedId: string | undefined },
  attempts = 2,
): Promise<Held> {
  const { open, preparedId } = sale;
  const documents = documentsOf(offers);
  const before = findOpenSale(open.current);
  if (!before?.documents || JSON.stringify(before.documents) !== JSON.stringify(documents)) {
    if (before) await endSale(before);
    open.current = beginOpenSale(documents, preparedId);
  }
  const key = open.current;
  const { sales, until } = await hold(documents, key, preparedId).catch((error: unknown) => {
    if (!isUnanswered(error)) forgetOpenSale(key);
    throw error;
  });
  if (until === null) {
    // The call was repeated, and the sales of its first answer have ended since.
    forgetOpenSale(key);
    if (attempts > 1) return await holdFor(offers, sale, attempts - 1);
    throw new UnexpectedAnswer('the sales are not held');
  }
  if (!areOf(sales, offers)) {
    forgetOpenSale(key);
    throw new UnexpectedAnswer('the hold is of other invoices');
  }
  changeOpenSale(key, { documents: null, numbers: numbersOf(sales) });
  checkHold(sales, offers);
  return { sales, until };
}

/** Accepts the terms. From then on only the user withdraws the sale; leaving the page does not. */
async function acceptFor(
  { sales, terms }: Held & { readonly terms: Terms },
  email: string | null,
  key: string,
): Promise<readonly Sale[]> {
  const body = acceptanceOf(sales, terms);
  changeOpenSale(key, { accepted: { body, email } });
  const answer = await authorise(body).catch((error: unknown) => {
    if (!isUnanswered(error)) changeOpenSale(key, { accepted: null });
    throw error;
  });
  const requested = inOrder(answer.sales);
  checkAcceptance(requested, sales);
  forgetOpenSale(key);
  forgetSold(requested.flatMap(({ items }) => items.map(({ documentId }) => documentId)));
  return requested;
}

/** [RES-05] When the money arrives, by the lender's clock. */
async function promiseOf(sales: readonly Sale[], queries: QueryClient): Promise<DepositPromise> {
  const credit = await queries
    .fetchQuery({ ...creditQuery, staleTime: 0 })
    .catch(() => queries.getQueryData(creditQuery.queryKey));
  const { now, holidays } = credit ? marketOf(credit) : { now: new Date(), holidays: new Map() };
  return depositPromise(new Set(sales.map(({ product }) => product)), treasuryClockAt(now), holidays);
}
