import type { PortalEvent } from '@anticipa/contract/events';
import {
  hashKey,
  type InvalidateQueryFilters,
  type QueryClient,
  type QueryKey,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { homeQuery, openInvoicesQuery, patchOpenInvoices } from '../lib/queries.ts';
import { checkSession, useSession } from '../lib/session.ts';
import { listenTogether } from '../lib/shared-events.ts';

/**
 * Batches events: an upload of hundreds of files causes hundreds of them. The first refreshes the lists soon, further
 * ones every few seconds.
 */
const SOON_MS = 300;
const SERIES_MS = 4_000;

/** Whether only events make it stale: the long lists of invoices, but nothing that depends on today's date. */
const isAnnounced = ([noun, what]: QueryKey): boolean => noun === 'invoices' && what !== 'counts';

/** The ids that changed, by noun; null means all. */
type Changes = Map<PortalEvent['noun'], ReadonlySet<string> | null>;

function addTo(changes: Changes, { noun, ids }: PortalEvent): void {
  const known = changes.get(noun);
  changes.set(noun, ids.length === 0 || known === null ? null : new Set(ids).union(known ?? new Set()));
}

/** Refetches stale queries; those still waiting for their first answer again after it, since it may be the old state. */
async function refetch(queries: QueryClient, stale: InvalidateQueryFilters): Promise<void> {
  const reading = queries.getQueryCache().findAll({ ...stale, fetchStatus: 'fetching' });
  const unanswered = new Set(reading.filter(({ state }) => state.data === undefined));
  await queries.invalidateQueries(stale);
  if (unanswered.size > 0) await queries.invalidateQueries({ predicate: (query) => unanswered.has(query) });
}

/**
 * Refetches what changed: only the changed ones of the open invoices, which can be thousands; otherwise all active queries of
 * the noun. Credit is refetched at the same moment: a returned invoice must not be judged by the credit that it still held.
 */
async function refresh(queries: QueryClient, changes: Changes): Promise<void> {
  const ids = changes.get('invoices');
  const isPatched = ids ? await patchOpenInvoices(queries, [...ids]) : false;
  const patched = isPatched ? hashKey(openInvoicesQuery.queryKey) : null;
  for (const noun of changes.keys()) {
    void refetch(queries, { queryKey: [noun], predicate: ({ queryHash }) => queryHash !== patched });
  }
  // The user's own data are part of the session.
  if (changes.has('session')) void checkSession();
  void refetch(queries, { queryKey: homeQuery.queryKey });
}

const isShown = (): boolean => document.visibilityState === 'visible';

function onShown(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/**
 * Keeps the screen fresh: the noun of an event is the first part of the query keys that it makes stale. Listens only
 * while the page is visible: hidden ones need not be fresh.
 */
export function LiveUpdates() {
  const queries = useQueryClient();
  const session = useSession();
  const shown = useSyncExternalStore(onShown, isShown);
  const listener =
    session.status === 'signed-in' && session.user.kind === 'client' && shown ? session.user.userId : null;
  const listened = useRef(false);
  useEffect(() => {
    if (listener === null) return;
    const stop = new AbortController();
    const stale: Changes = new Map();
    let lastRead = 0;
    let refreshed = Promise.resolve();
    const read = (): void => {
      lastRead = Date.now();
      const changes: Changes = new Map(stale);
      stale.clear();
      // Refreshes take turns: the answer about an earlier change must not come last.
      refreshed = refreshed.then(() => refresh(queries, changes));
    };
    void listenTogether(
      listener,
      {
        event: (event) => {
          if (stale.size === 0) setTimeout(read, Math.max(SOON_MS, lastRead + SERIES_MS - Date.now()));
          addTo(stale, event);
        },
        // Data without events, such as today's date; the server announces missed events.
        back: () => void refetch(queries, { predicate: ({ queryKey }) => !isAnnounced(queryKey) }),
      },
      stop.signal,
      listened.current,
    );
    listened.current = true;
    return () => stop.abort();
  }, [listener, queries]);
  return null;
}
