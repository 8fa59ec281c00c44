import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiRefusal } from '../lib/api-client.ts';
import { currentSession, currentUserId, onSessionChange } from '../lib/session.ts';

/** One cache for the portal. Live events invalidate it, so nothing is refetched only because time passed. */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal is an answer; what never arrived, or found the server in trouble, is worth asking again.
      retry: (failures, error) => failures < 3 && !(error instanceof ApiRefusal && error.status < 500),
      refetchOnWindowFocus: false,
    },
    // Without a network a call fails at once: TanStack Query would hold it back in silence.
    mutations: { retry: false, networkMode: 'always' },
  },
});

let owner: string | null = null;
let ended = false;
onSessionChange(() => {
  const { status } = currentSession();
  const user = currentUserId();
  // Nothing of one person may be shown to the next one at the same browser.
  if (owner !== null && owner !== user) queryClient.clear();
  // Coming back after the session ended: what is on the screen is as old as the interruption.
  else if (ended && status === 'signed-in') void queryClient.invalidateQueries();
  owner = user;
  ended = status === 'ended';
});

export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
