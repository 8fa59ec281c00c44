import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { I18nProvider } from 'react-aria/I18nProvider';
import { type RenderResult, render } from 'vitest-browser-react/pure';
import { Toaster } from '../ui/overlay/toast.tsx';

/** Renders a screen with all that the portal puts around it: a router, an empty cache, the language and toasts. */
export async function renderScreen(screen: ReactElement): Promise<RenderResult> {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const page = () => (
    <I18nProvider locale="es-MX">
      {screen}
      <Toaster />
    </I18nProvider>
  );
  const root = createRootRoute({ component: page, notFoundComponent: page });
  const router = createRouter({ routeTree: root, history: createMemoryHistory() });
  return await render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
