/** The draft of the signed-in user, shared by the tiles and the sale and kept in the tab until it is closed. */
import { createAtom, useSelector } from '@tanstack/react-store';
import { currentUserId, onSessionChange } from '../../lib/session.ts';
import { tabStorage } from '../../lib/tab-storage.ts';
import { emptyDraft, type HabitText, type SaleDraft, storedDraft } from './view-model/draft.ts';

const storageOf = (userId: string) => tabStorage(`sale-draft.${userId}`, storedDraft);
const draft = createAtom(emptyDraft);
let owner: string | null = null;

/** Writing thousands of ids takes longer than rendering a tick: changes are stored in batches and on leaving the page. */
const STORE_AFTER_MS = 400;
let storing: ReturnType<typeof setTimeout> | undefined;

function storeSoon(): void {
  storing ??= setTimeout(storeNow, STORE_AFTER_MS);
}

function storeNow(): void {
  if (storing === undefined) return;
  clearTimeout(storing);
  storing = undefined;
  if (owner) storageOf(owner).write(draft.get());
}
window.addEventListener('pagehide', storeNow);

/** One draft per user; survives a reload and an interrupted session. */
function followUser(): void {
  const user = currentUserId();
  if (user === owner) return;
  storeNow();
  owner = user;
  draft.set((user && storageOf(user).read()) || emptyDraft);
}
followUser();
onSessionChange(followUser);

function changeDraft(change: (draft: SaleDraft) => SaleDraft): void {
  draft.set(change);
  storeSoon();
}

export const currentDraft = (): SaleDraft => draft.get();
export const useDraft = (): SaleDraft => useSelector(draft);

const withEntry = <V>(map: ReadonlyMap<string, V>, key: string, value: V | null): ReadonlyMap<string, V> => {
  const next = new Map(map);
  if (value === null) next.delete(key);
  else next.set(key, value);
  return next;
};

export const setChosen = (chosen: ReadonlySet<string>): void => changeDraft((now) => ({ ...now, chosen }));

/** Adds an invoice to the sale. */
export const choose = (id: string): void => setChosen(draft.get().chosen.union(new Set([id])));

export const unchoose = (ids: readonly string[]): void => setChosen(draft.get().chosen.difference(new Set(ids)));

/** The date typed for an invoice; empty if cleared, null to return to the calculated one. */
export const setDate = (id: string, date: string | null): void =>
  changeDraft((now) => ({ ...now, dates: withEntry(now.dates, id, date) }));

export const setOrder = (id: string, order: string): void => setOrders(new Map([[id, order]]));

export const setOrders = (orders: ReadonlyMap<string, string>): void =>
  changeDraft((now) => ({ ...now, orders: new Map([...now.orders, ...orders]) }));

export const setHabits = (keys: readonly string[], habit: HabitText): void =>
  changeDraft((now) => ({ ...now, habits: new Map([...now.habits, ...keys.map((key) => [key, habit] as const)]) }));

/** After a sale: removes the sold invoices and keeps the habits. */
export const forgetSold = (ids: readonly string[]): void =>
  changeDraft((now) => {
    const sold = new Set(ids);
    const rest = (map: ReadonlyMap<string, string>) => new Map([...map].filter(([id]) => !sold.has(id)));
    return { ...now, chosen: now.chosen.difference(sold), dates: rest(now.dates), orders: rest(now.orders) };
  });
