/** Brings sales that were left to a known end: gives back what is held, and repeats what may have been accepted. */
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

/** What is not known about sales that were left, in words. */
export const useUnsettled = (): readonly string[] => [...useSelector(unsettled).values()];

function say(id: string, text: string | null): void {
  const next = new Map(unsettled.get());
  if (next.get(id) === (text ?? undefined)) return;
  if (text === null) next.delete(id);
  else next.set(id, text);
  unsettled.set(next);
  if (text) announce(text, true);
}

/** A refusal means that the step had no effect; it does not tell what became of the sale. */
const unlessRefused = <T>(work: Promise<T>, instead: T): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUnanswered(error)) throw error;
    return instead;
  });

/** One step towards the end: what is to be done next, or the sales as they ended. */
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

/** Brings an open sale to its end and forgets it; throws what left that unknown. */
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

/** A moment, or less if the network comes back. */
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

/** Asks until it is known, while the same person is here; null when somebody else is. */
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
      if (now) say(id, unknownText(now.at));
    }
    await pause();
  }
}

/** Settles a sale that was left, and says how it ended; `ifNothing` when nothing was sold, null for no word about it. */
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
    say(sale.id, null);
    await refreshLists(queries);
  }
}

/** Settles the sale of a dialog that was closed. */
export function settleClosed(id: string, queries: QueryClient): void {
  const sale = findOpenSale(id);
  if (sale?.page === thisPage()) void settle(sale, queries, es.terms.declined);
}

/** Settles what pages of this tab left behind. What another tab has open belongs to that tab. */
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
    void settle(mine, queries, sale.at.stage === 'asked' ? null : es.trouble.leftBehind);
  }
}

/** [RES-04] Leaving the page frees what it holds at once; what was accepted stays accepted. */
onPageLeft((page) => {
  for (const sale of openSales()) {
    if (sale.page === page && sale.at.stage === 'held') giveBackLeaving(sale.at.numbers);
  }
});
