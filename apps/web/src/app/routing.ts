/** Parts shared by the routers of the portal and of the desk. */
import { lazyRouteComponent, type RootRouteOptions } from '@tanstack/react-router';
import type { LoginSearch } from '../lib/search.ts';
import { signOut } from '../lib/session.ts';
import { redirectToLogin, signOutOfAllTabs } from '../lib/sign-out.ts';
import { RootFailure } from './failure.tsx';
import { Root } from './root.tsx';

/**
 * A screen in a chunk of its own. The router reloads the page when its code fails to load. Offline, the browser's error page
 * would replace the portal; rewording the error keeps the router from recognising it.
 */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        if (navigator.onLine || !(cause instanceof Error)) throw cause;
        throw new Error(`offline: ${cause.message}`, { cause });
      }),
    name,
  );

export const rootOptions = {
  component: Root,
  errorComponent: RootFailure,
  notFoundComponent: () => null,
} satisfies RootRouteOptions;

/** Error screen of every route. Loaded with the page, to be available when a screen fails. */
export const errorComponent = lazyScreen(() => import('./page-failure.tsx'), 'PageFailure');

export const routerOptions = {
  // Drops unknown and invalid parameters from the address.
  search: { strict: true },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultPendingMs: 100,
} as const;

/** Signs out and shows the sign-in page. Only users whose session ended carry the address to return to. */
export async function leaveFromScreen(search: LoginSearch): Promise<void> {
  if (!search.returnTo) await signOutOfAllTabs();
  await signOut();
  await redirectToLogin(search);
}
