/** The routes. Each screen is its own chunk; the sign-in page loads nothing that only the portal needs. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type ParsedLocation,
  redirect,
} from '@tanstack/react-router';
import { paths, safeReturnTo } from '../lib/paths.ts';
import { restoreSession, signOut } from '../lib/session.ts';
import { Failure } from './failure.tsx';
import { Root } from './root.tsx';

const rootRoute = createRootRoute({
  component: Root,
  errorComponent: Failure,
  notFoundComponent: () => null,
});

interface LoginSearch {
  readonly email?: string;
  readonly returnTo?: string;
}

const text = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

function loginSearch(search: Record<string, unknown>): LoginSearch {
  // A "+" written by hand in an address arrives as a space, which no e-mail contains.
  const email = text(search.email)?.trim().replaceAll(' ', '+');
  const returnTo = text(search.returnTo);
  return { ...(email ? { email } : {}), ...(returnTo ? { returnTo } : {}) };
}

interface HomeSearch {
  /** Which tab of the invoices is open; the first one needs no mention. */
  readonly vista?: 'preaprobadas';
}

const homeSearch = (search: Record<string, unknown>): HomeSearch =>
  search.vista === 'preaprobadas' ? { vista: 'preaprobadas' } : {};

async function requireSession({ location }: { location: ParsedLocation }): Promise<void> {
  const { status } = await restoreSession();
  if (status !== 'visitor') return;
  throw redirect({ to: paths.login, search: location.href === paths.home ? {} : { returnTo: location.href } });
}

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.login,
  validateSearch: loginSearch,
  beforeLoad: async ({ search }) => {
    const { status } = await restoreSession().catch(() => ({ status: 'visitor' }));
    if (status === 'signed-in') throw redirect({ href: safeReturnTo(search.returnTo) });
  },
  component: lazyRouteComponent(() => import('./login-page.tsx'), 'LoginPage'),
});

const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.logout,
  beforeLoad: async () => {
    await restoreSession().catch(() => null);
    await signOut();
    throw redirect({ to: paths.login });
  },
});

const recoverRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.recoverPass,
  component: lazyRouteComponent(() => import('../features/session/recover-screen.tsx'), 'RecoverScreen'),
});

const privateRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'private',
  beforeLoad: requireSession,
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
});

const homeRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: paths.home,
  validateSearch: homeSearch,
  component: lazyRouteComponent(() => import('./home-page.tsx'), 'HomePage'),
});

const elsewhereRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: paths.home });
  },
});

const routeTree = rootRoute.addChildren([
  loginRoute,
  logoutRoute,
  recoverRoute,
  privateRoute.addChildren([homeRoute]),
  elsewhereRoute,
]);

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 100,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
