import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { listen } from '../lib/event-stream.ts';
import { useSession } from '../lib/session.ts';

/**
 * Events that come together cost one reading of each list: an upload of hundreds of files brings hundreds of them. The
 * first of a series is shown soon, a series that goes on is shown every few seconds.
 */
const SOON_MS = 300;
const SERIES_MS = 4_000;

const isShown = (): boolean => document.visibilityState === 'visible';

function onShown(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed);
  return () => document.removeEventListener('visibilitychange', changed);
}

/**
 * Keeps what is shown fresh without a reload: an event's noun is the first part of the query keys it makes stale.
 * Only a page that is looked at listens: a browser opens six connections to a server without HTTP/2, and the pages behind
 * other tabs or kept to go back to would hold them until nothing loads any more.
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
        gap: () => void queries.invalidateQueries(),
      },
      stop.signal,
      listened.current,
    );
    listened.current = true;
    return () => stop.abort();
  }, [listening, queries]);
  return null;
}
