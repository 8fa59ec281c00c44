/**
 * The lifetime of this page. A duplicated tab or opened window copies the session storage but not a lock, so the lock
 * shows which page is still open. Plain http has no locks; there a copy cannot be distinguished.
 */
import { newUuid } from './api-client.ts';

let current: { readonly id: string; readonly end: () => void } | null = null;
const farewells = new Set<(page: string) => void>();

const lockOf = (page: string): string => `anticipa.page.${page}`;

function begin(): { id: string; end: () => void } {
  const id = newUuid();
  const { promise: left, resolve: end } = Promise.withResolvers<void>();
  if ('locks' in navigator) void navigator.locks.request(lockOf(id), () => left);
  return { id, end };
}

/** The id of this page; a reload creates a new one. */
export function thisPage(): string {
  current ??= begin();
  return current.id;
}

/** Whether the page with this id is open, in this or another tab. */
export async function isPageOpen(page: string): Promise<boolean> {
  if (!('locks' in navigator)) return page === current?.id;
  return await navigator.locks.request(lockOf(page), { ifAvailable: true }, (lock) => lock === null);
}

/** Runs `farewell` with the id of this page when it is closed. */
export const onPageLeft = (farewell: (page: string) => void): void => void farewells.add(farewell);

window.addEventListener('pagehide', () => {
  if (!current) return;
  for (const farewell of farewells) farewell(current.id);
  current.end();
  current = null;
});
