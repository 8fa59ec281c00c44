import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiRefusal } from '../lib/api-client.ts';
import { currentSession, currentUserId, onSessionChange } from '../lib/session.ts';

/** One cache for the portal. Live events invalidate it, so nothing is refetched by age alone. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Retries network errors and 5xx; any other refusal is final.
      retry: (failures, error) => failures < 3 && !(error instanceof ApiRefusal && error.status < 500),
      refetchOnWindowFocus: false,
    },
    // Offline calls fail at once; by default TanStack Query would pause them silently.
    mutations: { retry: false, networkMode: 'always' },
  },
});

let owner: string | null = null;
let ended = false;
onSessionChange(() => {
  const { status } = currentSession();
  const user = currentUserId();
  // Never show one user's data to the next user of the same browser.
  if (owner !== null && owner !== user) queryClient.clear();
  // Signed in again after the session ended: everything may have changed meanwhile.
  else if (ended && status === 'signed-in') void queryClient.invalidateQueries();
  owner = user;
  ended = status === 'ended';
});

export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
