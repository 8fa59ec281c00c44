import { type DefaultOptions, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiRefusal } from '../lib/api-client.ts';
import { currentSession, currentUserId, onSessionChange } from '../lib/session.ts';

/** An error inside the server. It rarely passes by itself, so its notice should not wait long. */
const isFault = (error: Error): boolean => error instanceof ApiRefusal && error.status === 500;

/** A server that is away may be back in seconds; any refusal below 500 is final. */
function retriesAfter(error: Error): number {
  if (isFault(error)) return 2;
  return error instanceof ApiRefusal && error.status < 500 ? 0 : 3;
}

const options: DefaultOptions = {
  queries: {
    staleTime: 30_000,
    retry: (failures, error) => failures < retriesAfter(error),
    retryDelay: (failures, error) => (isFault(error) ? 500 : 1000) * 2 ** failures,
    refetchOnWindowFocus: false,
  },
  // Offline calls fail at once; by default TanStack Query would pause them silently.
  mutations: { retry: false, networkMode: 'always' },
};

/** One cache for the portal. Live events invalidate it, so nothing is refetched by age alone. */
export const queryClient = new QueryClient({ defaultOptions: options });

let owner: string | null = null;
let ended = false;
onSessionChange(() => {
  const { status } = currentSession();
  const user = currentUserId();
  // The screen that is being left is still drawn, without what it read: it must not ask for it again.
  queryClient.setDefaultOptions({ ...options, queries: { ...options.queries, enabled: status !== 'visitor' } });
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
