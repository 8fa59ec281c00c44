/** Settles sales that were left: gives back what is held, and repeats what may have been accepted. */
import type { Sale } from '@anticipa/contract/sales';
import type { QueryClient } from '@tanstack/react-query';
import { createAtom, useSelector } from '@tanstack/react-store';
import { isUnanswered } from '../../lib/once.ts';
import { isPageOpen, onPageLeft, thisPage } from '../../lib/page-life.ts';
import { currentSession, currentUserId } from '../../lib/session.ts';
import { announce } from '../../ui/overlay/announcer.ts';
import { showToast } from '../../ui/overlay/toast.tsx';
import { authorise, cancel, giveBack, giveBackLeaving, hold, mailSummary, numbersOf, refreshLists } from './api.ts';
import { es } from './es.ts';
import { forgetSold } from './use-draft.ts';
import { findOpenSale, forgetOpenSale, keepOpenSale, type OpenSale, openSales, type Stage } from './use-open-sale.ts';
import { sentText, unknownText } from './view-model/outcome.ts';

const AGAIN_MS = 5_000;

const unsettled = createAtom<ReadonlyMap<string, string>>(new Map());
const running = new Set<string>();

/** Texts about sales whose outcome is unknown. */
export const useUnsettled = (): readonly string[] => [...useSelector(unsettled).values()];

/** Shows and announces the text of a sale; null removes it. */
function showUnsettled(id: string, text: string | null): void {
  const next = new Map(unsettled.get());
  if (next.get(id) === (text ?? undefined)) return;
  if (text === null) next.delete(id);
  else next.set(id, text);
  unsettled.set(next);
  if (text) announce(text, true);
}

/** A refusal means that this step had no effect; the outcome of the sale is still open. */
const unlessRefused = <T>(work: Promise<T>, instead: T): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUnanswered(error)) throw error;
    return instead;
  });

/** One step towards the outcome: the next stage, or the sales as they ended. */
async function stepOn(at: Stage): Promise<Stage | readonly Sale[]> {
  switch (at.stage) {
    case 'asked':
      return await unlessRefused(
        hold(at.documents).then(({ sales }) => ({ stage: 'held', numbers: numbersOf(sales) })),
        [],
      );
    case 'held':
      return (await giveBack(at.numbers)).sales;
    case 'accepted':
      return await unlessRefused<Stage | readonly Sale[]>(
        authorise(at.acceptance).then(({ sales }) => sales),
        { stage: 'held', numbers: at.numbers },
      );
    case 'withdrawn':
      return await unlessRefused<Stage | readonly Sale[]>(
        cancel(at.numbers).then(({ sales }) => sales),
        { stage: 'held', numbers: at.numbers },
      );
  }
}

/** Brings an open sale to its outcome and forgets it; throws while the outcome is unknown. */
export async function endSale(sale: OpenSale): Promise<readonly Sale[]> {
  const next = await stepOn(sale.at);
  if (!('stage' in next)) {
    forgetOpenSale(sale.id);
    return next;
  }
  const further = { ...sale, at: next };
  keepOpenSale(further);
  return await endSale(further);
}

/** Ends early when the network returns. */
const pause = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = new AbortController();
    const goOn = (): void => {
      clearTimeout(timer);
      stop.abort();
      resolve();
    };
    const timer = setTimeout(goOn, AGAIN_MS);
    window.addEventListener('online', goOn, { signal: stop.signal });
  });

/** Retries until the outcome is known; null if the user has changed. */
async function endOf(id: string, owner: string | null): Promise<readonly Sale[] | null> {
  for (;;) {
    if (currentUserId() !== owner) return null;
    const sale = findOpenSale(id);
    if (!sale) return null;
    try {
      if (currentSession().status === 'signed-in') return await endSale(sale);
    } catch (error) {
      console.error('what became of a sale is not known yet', error);
      const now = findOpenSale(id);
      if (now) showUnsettled(id, unknownText(now.at));
    }
    await pause();
  }
}

/**
 * Settles a sale that was left and shows the outcome; `ifNothing` is shown when nothing was sold, null shows nothing.
 */
async function settle(sale: OpenSale, queries: QueryClient, ifNothing: string | null): Promise<void> {
  if (running.has(sale.id)) return;
  running.add(sale.id);
  try {
    const ended = await endOf(sale.id, currentUserId());
    if (!ended) return;
    const sent = sentText(ended);
    const text = sent ?? ifNothing;
    if (text) showToast({ text, ...(sent ? { tone: 'good', timeout: 60_000 } : {}) });
    if (sent && sale.at.stage === 'accepted') {
      forgetSold(ended.flatMap(({ items }) => items.map(({ documentId }) => documentId)));
      if (sale.at.email) await mailSummary(ended, sale.at.email);
    }
  } catch (error) {
    console.error('a sale that was left', error);
  } finally {
    running.delete(sale.id);
    showUnsettled(sale.id, null);
    await refreshLists(queries);
  }
}

/** Settles the sale of a dialog that was closed. */
export function settleClosed(id: string, queries: QueryClient): void {
  const sale = findOpenSale(id);
  if (sale?.page === thisPage()) void settle(sale, queries, es.problem.declined);
}

/** Settles the sales that closed pages of this tab left behind, not those of other open tabs. */
export async function settleStrayed(queries: QueryClient): Promise<void> {
  const here = thisPage();
  for (const sale of openSales()) {
    if (sale.page === here) continue;
    if (await isPageOpen(sale.page)) {
      forgetOpenSale(sale.id);
      continue;
    }
    const mine = { ...sale, page: here };
    keepOpenSale(mine);
    void settle(mine, queries, sale.at.stage === 'asked' ? null : es.problem.leftBehind);
  }
}

/** [RES-04] Leaving the page releases its holds at once; accepted sales remain. */
onPageLeft((page) => {
  for (const sale of openSales()) {
    if (sale.page === page && sale.at.stage === 'held') giveBackLeaving(sale.at.numbers);
  }
});
