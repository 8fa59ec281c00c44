/**
 * Sales begun in this tab whose end it does not know. The server knows each by the key of its hold; stored here is what the
 * server cannot know (decision 101), so that a reload neither forgets nor undoes it. Of those that were left, what is held
 * is given back, and what was accepted is sent.
 */
import type { Sale } from '@anticipa/contract/sales';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { newUuid } from '../../lib/api-client.ts';
import { isUnanswered } from '../../lib/once.ts';
import { currentSession, currentUserId } from '../../lib/session.ts';
import { hasParts, isBoolean, isList, isNumber, isText } from '../../lib/shape.ts';
import { asJson, tabStorage } from '../../lib/tab-storage.ts';
import { showToast } from '../../ui/overlay/toast.tsx';
import {
  type Acceptance,
  authorise,
  cancel,
  type Documents,
  giveBack,
  giveBackLeaving,
  hold,
  mailed,
  numbersOf,
  refreshLists,
  salesOfHold,
} from './api.ts';
import { es } from './es.ts';
import { forgetSold } from './use-draft.ts';
import { isHeld, isSent, sentText, unknownText } from './view-model/outcome.ts';

/** An acceptance that was sent, and the recipient of its summary. */
interface Accepted {
  readonly body: Acceptance;
  readonly email: string | null;
}

export interface OpenSale {
  /** Idempotency key of its hold. */
  readonly key: string;
  /** The invoices to hold, until that is answered. */
  readonly documents: Documents | null;
  /** The prepared sale that they accept; absent otherwise. */
  readonly preparedId?: string;
  /** Numbers of its sales, from then on. */
  readonly numbers: number[];
  readonly accepted: Accepted | null;
  /** Whether its acceptance was taken back. */
  readonly isWithdrawn: boolean;
  /** Whether its dialog was left. */
  readonly isLeft: boolean;
}

const isStored = <T extends object>(value: unknown): value is T | null => typeof value === 'object';
const isOpenSale = hasParts<OpenSale>({
  key: isText,
  documents: isStored<Documents>,
  numbers: isList(isNumber),
  accepted: isStored<Accepted>,
  isWithdrawn: isBoolean,
  isLeft: isBoolean,
});
const storage = () => tabStorage(`open-sales.${currentUserId() ?? ''}`, asJson(isList(isOpenSale)));

/** Open sales of the current user in this tab. */
export const openSales = (): readonly OpenSale[] => storage().read() ?? [];
const write = (sales: OpenSale[]): void => storage().write(sales.length > 0 ? sales : null);

export const findOpenSale = (key: string): OpenSale | null => openSales().find((sale) => sale.key === key) ?? null;

/** Changes what is stored of a sale; nothing if its end is known. */
export const changeOpenSale = (key: string, change: Partial<OpenSale>): void =>
  write(openSales().map((sale) => (sale.key === key ? { ...sale, ...change } : sale)));

/** Sales begun on this page, each with the end of its lock. */
const begun = new Map<string, () => void>();
const lockOf = (key: string): string => `anticipa.sale.${key}`;

/**
 * Begins a sale; returns the key of its hold. A duplicated tab copies the storage but not the lock, which shows that the
 * page of the sale is still open. Plain http has no locks; there a copy cannot be distinguished.
 */
export function beginOpenSale(documents: Documents, preparedId?: string): string {
  const key = newUuid();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  if ('locks' in navigator) void navigator.locks.request(lockOf(key), () => ended);
  begun.set(key, end);
  const opened = { key, documents, numbers: [], accepted: null, isWithdrawn: false, isLeft: false };
  write([...openSales(), { ...opened, ...(preparedId && { preparedId }) }]);
  return key;
}

async function isOpenElsewhere(key: string): Promise<boolean> {
  if (begun.has(key) || !('locks' in navigator)) return false;
  return await navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock === null);
}

export function forgetOpenSale(key: string): void {
  begun.get(key)?.();
  begun.delete(key);
  write(openSales().filter((sale) => sale.key !== key));
}

const KEY = ['left-sales'];
const AGAIN_MS = 5_000;

/** A refusal means that the step had no effect. */
const unlessRefused = <T>(step: Promise<T>): Promise<T | null> =>
  step.catch((error: unknown) => {
    if (isUnanswered(error)) throw error;
    return null;
  });

/** Brings a sale to its end and forgets it; no sales if nothing was held. Throws while the end is unknown. */
export async function endSale(sale: OpenSale): Promise<readonly Sale[]> {
  const { key, documents, preparedId, accepted, isWithdrawn } = sale;
  const known = documents ? await unlessRefused(hold(documents, key, preparedId)) : await salesOfHold(key);
  const sales = known?.sales ?? [];
  // The server forgets a key after days, but not the sale.
  const numbers = sales.length > 0 ? numbersOf(sales) : sale.numbers;
  changeOpenSale(key, { documents: null, numbers });
  const unsent = sales.some(isSent) ? null : accepted;
  const wish = isWithdrawn ? cancel(numbers) : unsent && authorise(unsent.body);
  const asWished = wish && (await unlessRefused(wish));
  const isOver = !wish && !sales.some(isHeld);
  const ended = asWished?.sales ?? (isOver ? sales : (await giveBack(numbers)).sales);
  forgetOpenSale(key);
  return ended;
}

/** Brings a sale to its end and shows it; resolves to a text while the end is unknown. */
async function settle(sale: OpenSale, queries: QueryClient): Promise<string | null> {
  const { key, documents, accepted, isWithdrawn } = sale;
  const nothingSold = begun.has(key) ? es.problem.declined : documents ? null : es.problem.leftBehind;
  try {
    const ended = (await isOpenElsewhere(key)) ? null : await endSale(sale);
    if (ended === null) {
      forgetOpenSale(key);
      return null;
    }
    const sent = sentText(ended);
    const text = sent ?? nothingSold;
    if (text) showToast({ text, ...(sent ? { tone: 'good', timeout: 60_000 } : {}) });
    if (sent && accepted && !isWithdrawn) {
      forgetSold(ended.flatMap(({ items }) => items.map(({ documentId }) => documentId)));
      if (accepted.email) void mailed(ended, accepted.email);
    }
    void refreshLists(queries);
    return null;
  } catch (error) {
    console.error('what became of a sale is not known yet', error);
    return unknownText(findOpenSale(key) ?? sale);
  }
}

const leftSales = (): OpenSale[] => openSales().filter(({ key, isLeft }) => isLeft || !begun.has(key));

async function settleAll(queries: QueryClient): Promise<string[]> {
  if (currentSession().status !== 'signed-in') return [];
  const texts = await Promise.all(leftSales().map((sale) => settle(sale, queries)));
  return texts.filter((text) => text !== null);
}

/** Settles the sales that this tab has left, again until their end is known; the texts about those still unknown. */
export function useLeftSales(): readonly string[] {
  const queries = useQueryClient();
  return useQuery({
    queryKey: KEY,
    queryFn: () => settleAll(queries),
    initialData: [],
    staleTime: 0,
    networkMode: 'always',
    refetchOnReconnect: true,
    refetchInterval: () => (leftSales().length > 0 ? AGAIN_MS : false),
  }).data;
}

/** Settles the sale of a dialog that was closed, but none twice at the same time. */
export function leaveSale(key: string, queries: QueryClient): void {
  if (!begun.has(key)) return;
  changeOpenSale(key, { isLeft: true });
  void queries.refetchQueries({ queryKey: KEY }, { cancelRefetch: false });
}

/** [RES-04] Leaving the page releases its holds at once; accepted sales remain. */
window.addEventListener('pagehide', () => {
  for (const [key, end] of begun) {
    const sale = findOpenSale(key);
    if (sale && sale.numbers.length > 0 && !sale.accepted) giveBackLeaving(sale.numbers);
    end();
  }
  begun.clear();
});
