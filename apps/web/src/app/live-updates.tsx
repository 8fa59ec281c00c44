import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { listen } from '../lib/event-stream.ts';
import { useSession } from '../lib/session.ts';

/**
 * Batches events: an upload of hundreds of files causes hundreds of them. The first refreshes the lists soon, further
 * ones every few seconds.
 */
const SOON_MS = 300;
const SERIES_MS = 4_000;

/** Whether only an event makes it stale: lists of invoices, which can be long; what depends on today's date is not. */
const isAnnounced = ([noun, what]: QueryKey): boolean => noun === 'invoices' && what !== 'counts';

const isShown = (): boolean => document.visibilityState === 'visible';

function onShown(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/**
 * Keeps the screen fresh: the noun of an event is the first part of the query keys that it makes stale. Connects only
 * while the page is visible: without HTTP/2 a browser opens six connections to a server, and hidden tabs would use them
 * up.
 */
export function LiveUpdates() {
  const queries = useQueryClient();
  const session = useSession();
  const shown = useSyncExternalStore(onShown, isShown);
  const listening = session.status === 'signed-in' && session.user.kind === 'client' && shown;
  const listened = useRef(false);
  useEffect(() => {
    if (!listening) return;
    const stop = new AbortController();
    const stale = new Set<string>();
    let lastRead = 0;
    const read = (): void => {
      lastRead = Date.now();
      for (const noun of stale) void queries.invalidateQueries({ queryKey: [noun] });
      stale.clear();
    };
    void listen(
      {
        event: ({ noun }) => {
          if (stale.size === 0) setTimeout(read, Math.max(SOON_MS, lastRead + SERIES_MS - Date.now()));
          stale.add(noun);
        },
        // What no event announces, among it today's date. The server announces what was missed.
        back: () => void queries.invalidateQueries({ predicate: ({ queryKey }) => !isAnnounced(queryKey) }),
      },
      stop.signal,
      listened.current,
    );
    listened.current = true;
    return () => stop.abort();
  }, [listening, queries]);
  return null;
}
