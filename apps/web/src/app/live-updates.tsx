import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listen } from '../lib/event-stream.ts';
import { useSession } from '../lib/session.ts';

/** Keeps what is shown fresh without a reload: an event's noun is the first part of the query keys it makes stale. */
export function LiveUpdates() {
  const queries = useQueryClient();
  const session = useSession();
  const listening = session.status === 'signed-in' && session.user.kind === 'client';
  useEffect(() => {
    if (!listening) return;
    const stop = new AbortController();
    void listen(
      {
        event: ({ noun }) => void queries.invalidateQueries({ queryKey: [noun] }),
        gap: () => void queries.invalidateQueries(),
      },
      stop.signal,
    );
    return () => stop.abort();
  }, [listening, queries]);
  return null;
}
