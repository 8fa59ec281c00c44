import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { I18nProvider } from 'react-aria/I18nProvider';
import { type RenderResult, render } from 'vitest-browser-react/pure';
import { clearToasts, Toaster } from '../ui/overlay/toast.tsx';

/**
 * Renders a screen inside a router, an empty cache, the language and toasts. `address` defaults to home's; screens of
 * the shell read parameters from it.
 */
export async function renderScreen(screen: ReactElement, address = '/'): Promise<RenderResult> {
  clearToasts();
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 } } });
  const page = () => (
    <I18nProvider locale="es-MX">
      {screen}
      <Toaster />
    </I18nProvider>
  );
  const root = createRootRoute({ notFoundComponent: page });
  const shell = createRoute({ getParentRoute: () => root, id: 'private' });
  const home = createRoute({ getParentRoute: () => shell, path: '/', component: page });
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren([home])]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  return await render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
