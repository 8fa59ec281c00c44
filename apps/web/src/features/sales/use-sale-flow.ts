import type { ResponseOf } from '@anticipa/contract/route';
import type { processPreSells, Sale } from '@anticipa/contract/sales';
import { type DepositPromise, depositPromise, treasuryClockAt } from '@anticipa/domain/deposit-message';
import { HOLD_MINUTES } from '@anticipa/domain/sale';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { creditQuery } from '../../lib/queries.ts';
import { announce } from '../../ui/overlay/announcer.ts';
import { authorise, cancel, hold, inOrder, mailSummary, numbersOf, process, refreshLists } from './api.ts';
import { forgetSold } from './use-draft.ts';
import { rememberHeld } from './use-held.ts';
import { marketOf } from './view-model/market.ts';
import type { Offer } from './view-model/offer.ts';
import { type Trouble, troubleOf } from './view-model/trouble.ts';

export type Terms = ResponseOf<typeof processPreSells>['terms'];

interface Held {
  readonly sales: readonly Sale[];
  /** When the hold ends, on this device's clock. */
  readonly until: number;
}

export type Flow =
  | { readonly step: 'invoices' }
  | ({ readonly step: 'summary' } & Held)
  | ({ readonly step: 'terms'; readonly terms: Terms } & Held)
  | {
      readonly step: 'done';
      readonly sales: readonly Sale[];
      readonly promise: DepositPromise;
      readonly mailedTo: string | null;
    };

/** One step at a time: a failure becomes trouble, and the lists are read again because it may have come from old data. */
function useSteps() {
  const queries = useQueryClient();
  const refresh = () => refreshLists(queries);
  const [flow, setFlow] = useState<Flow>({ step: 'invoices' });
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [sent, setSent] = useState<readonly Offer[]>([]);
  const step = useMutation({
    mutationFn: ({ work }: { work: () => Promise<Flow>; offers: readonly Offer[] }) => work(),
    onSuccess: setFlow,
    onError: (error, { offers }) => {
      const found = troubleOf(error, offers);
      setTrouble(found);
      announce(found.text, true);
      void refresh();
    },
  });
  function take(work: () => Promise<Flow>, offers: readonly Offer[] = sent): void {
    setSent(offers);
    setTrouble(null);
    step.mutate({ work, offers });
  }
  return { flow, setFlow, busy: step.isPending, trouble, setTrouble, take, sent, refresh };
}

/**
 * [RES-03, RES-04] The steps of a sale: hold, fix the quote, ask for authorisation, send the summary; and back. Whatever
 * fails leaves the step as it was, with what was typed, and says how to go on.
 */
export function useSaleFlow() {
  const queries = useQueryClient();
  const { flow, setFlow, busy, trouble, setTrouble, take, sent, refresh } = useSteps();

  const holdInvoices = (offers: readonly Offer[]): void =>
    take(async () => {
      const sales = inOrder((await hold(offers)).sales);
      rememberHeld(numbersOf(sales));
      void refresh();
      return { step: 'summary', sales, until: Date.now() + HOLD_MINUTES * 60_000 };
    }, offers);

  /** The hold whose answer never came, with its key; by now its invoices may have left the list. */
  const holdAgain = (): void => holdInvoices(sent);

  const showTerms = ({ until, sales }: Held): void =>
    take(async () => {
      const answer = await process(sales);
      return { step: 'terms', sales: inOrder(answer.sales), terms: answer.terms, until };
    });

  const accept = (terms: Terms, sales: readonly Sale[], email: string | null): void =>
    take(async () => {
      const requested = inOrder((await authorise(sales, terms)).sales);
      rememberHeld([]);
      forgetSold(requested.flatMap(({ items }) => items.map(({ documentId }) => documentId)));
      const promise = await promiseOf(requested, queries);
      void refresh();
      const mailedTo = email && (await mailed(requested, email)) ? email : null;
      return { step: 'done', sales: requested, promise, mailedTo };
    });

  /** Gives the invoices back; the server does it by itself within the half hour if it cannot be told now. */
  const release = (sales: readonly Sale[]): void =>
    take(async () => {
      try {
        await cancel(numbersOf(sales));
        rememberHeld([]);
      } catch (error) {
        console.error('a held sale was not cancelled; it expires by itself', error);
      }
      await refresh();
      return { step: 'invoices' };
    });

  const backToSummary = ({ sales, until }: Held): void => setFlow({ step: 'summary', sales, until });

  return { flow, busy, trouble, setTrouble, holdInvoices, holdAgain, showTerms, accept, release, backToSummary };
}

/** [RES-05] When the money arrives, by the lender's clock and not by this device's. */
async function promiseOf(sales: readonly Sale[], queries: QueryClient): Promise<DepositPromise> {
  const credit = await queries
    .fetchQuery({ ...creditQuery, staleTime: 0 })
    .catch(() => queries.getQueryData(creditQuery.queryKey));
  const { now, holidays } = credit ? marketOf(credit) : { now: new Date(), holidays: new Map() };
  return depositPromise(new Set(sales.map(({ product }) => product)), treasuryClockAt(now), holidays);
}

/** [RES-03] A summary that could not be sent never stops a sale. */
async function mailed(sales: readonly Sale[], email: string): Promise<boolean> {
  try {
    await mailSummary(sales, email);
    return true;
  } catch (error) {
    console.error('the summary was not sent', error);
    return false;
  }
}
