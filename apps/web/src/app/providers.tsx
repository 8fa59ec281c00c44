import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiRefusal } from '../lib/api-client.ts';

/** One cache for the signed-in part. Live events invalidate it, so nothing is refetched only because time passed. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // A refusal is an answer; only what never arrived is worth asking again.
      retry: (failures, error) => !(error instanceof ApiRefusal) && failures < 3,
      refetchOnWindowFocus: false,
    },
    mutations: { retry: false },
  },
});

export const Providers = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
