/** The routes. Each screen is its own chunk. */
import { splitCompany } from '@anticipa/texts/company-link';
import type { QueryKey } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, type ParsedLocation, redirect } from '@tanstack/react-router';
import { type TileSearch, tileSearch } from '../features/sales/view-model/address.ts';
import { type StatusSearch, statusSearch } from '../features/status/view-model/address.ts';
import { leaveFor } from '../lib/leave-for.ts';
import { lenderPaths } from '../lib/lender-paths.ts';
import { paths, safeReturnTo } from '../lib/paths.ts';
import { creditQuery, homeQuery, openInvoicesQuery } from '../lib/queries.ts';
import { keepLinkOfAddress, keepRecoveryLink } from '../lib/recovery-link.ts';
import {
  companySearch,
  type ListSearch,
  type LoginSearch,
  listSearch,
  loginSearch,
  monthSearch,
  otherCompanySearch,
  queueSearch,
  textIn,
} from '../lib/search.ts';
import { currentSession, restoreSession, signOut } from '../lib/session.ts';
import { redirectToLogin } from '../lib/sign-out.ts';
import { endView, isInView, leaveView } from '../lib/view.ts';
import type { router as desk } from './lender/router.ts';
import { queryClient } from './providers.tsx';
import { errorComponent, lazyScreen, leaveFromScreen, rootOptions, routerOptions } from './routing.ts';

const rootRoute = createRootRoute(rootOptions);

interface HomeSearch extends StatusSearch, TileSearch {
  /** The open tab of the invoices; the first one is omitted. */
  readonly vista?: 'preaprobadas';
}

const homeSearch = (search: Record<string, unknown>): HomeSearch => ({
  ...(search.vista === 'preaprobadas' ? { vista: 'preaprobadas' } : {}),
  ...tileSearch(search),
  ...statusSearch(search),
});

interface RecoverySearch {
  readonly k?: string;
  readonly e?: string;
}

function recoverySearch(search: Record<string, unknown>): RecoverySearch {
  const [k, e] = [textIn(search.k), textIn(search.e)];
  return k && e ? { k, e } : {};
}

interface ProfileSearch extends ListSearch {
  /** A screen of the profile without its own path. */
  readonly ver?: 'clientes' | 'llaves';
}

const profileSearch = (search: Record<string, unknown>): ProfileSearch =>
  search.ver === 'clientes'
    ? { ver: 'clientes', ...listSearch(search) }
    : search.ver === 'llaves'
      ? { ver: 'llaves' }
      : {};

async function requireSession({ location }: { location: ParsedLocation }): Promise<void> {
  const session = await restoreSession();
  if (session.status === 'signed-in' && session.user.kind === 'operator') await leaveFor(lenderPaths.home);
  if (session.status === 'signed-in' && session.user.mustChangePassword) {
    keepRecoveryLink({ email: session.user.email });
    throw redirect({ to: paths.recoverPass });
  }
  if (session.status !== 'visitor') return;
  if (isInView()) await leaveView();
  await redirectToLogin(location.href === paths.home ? {} : { returnTo: location.href });
}

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.login,
  validateSearch: loginSearch,
  beforeLoad: async ({ search, preload }) => {
    if (currentSession().status === 'signed-in') throw redirect({ href: safeReturnTo(search.returnTo) });
    if (!preload) await redirectToLogin(search);
  },
});

/**
 * Signs out if a screen of the portal leads here; otherwise shows the screen that asks first, because a link anywhere
 * can open this address.
 */
async function signOutOrAsk(search: LoginSearch): Promise<void> {
  if (isInView()) await endView();
  if (router.state.resolvedLocation !== undefined) return leaveFromScreen(search);
  if ((await restoreSession()).status !== 'visitor') return;
  await signOut();
  await redirectToLogin(search);
}

const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.logout,
  // Only users sent here carry the address to return to.
  validateSearch: loginSearch,
  beforeLoad: ({ search, preload }) => (preload ? undefined : signOutOrAsk(search)),
  component: lazyScreen(() => import('../features/session/sign-out-screen.tsx'), 'SignOutScreen'),
});

const recoverRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.recoverPass,
  // Kept until they are read; other parameters are dropped from the address before.
  validateSearch: recoverySearch,
  // Removes the key from the address before anything is drawn: no screenshot, referrer or step back may contain it. The
  // history file of the browser still does, so that an opened key is valid for an hour only.
  beforeLoad: ({ preload }) => {
    if (!preload && keepLinkOfAddress()) throw redirect({ to: paths.recoverPass, hash: '', search: {}, replace: true });
  },
  component: lazyScreen(() => import('../features/session/recover-screen.tsx'), 'RecoverScreen'),
});

const confirmRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.confirm,
  component: lazyScreen(() => import('../features/confirmation/confirm-screen.tsx'), 'ConfirmScreen'),
});

/**
 * [AVI-18] A link of a message names its company. Nothing of another company is asked for or shown: the person is asked to change
 * to it first.
 */
async function requireCompany(context: { location: ParsedLocation }): Promise<void> {
  await requireSession(context);
  const { company: empresa, rest } = splitCompany(context.location.href);
  const session = currentSession();
  if (empresa === null || session.status !== 'signed-in') return;
  if (isInView() || session.user.client?.clientId === empresa) throw redirect({ href: rest, replace: true });
  throw redirect({ to: paths.otherCompany, search: { empresa, returnTo: rest }, replace: true });
}

const otherCompanyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.otherCompany,
  validateSearch: otherCompanySearch,
  beforeLoad: async (context) => {
    await requireSession(context);
    const session = currentSession();
    const { empresa, returnTo } = context.search;
    const isThere = session.status === 'signed-in' && session.user.client?.clientId === empresa;
    if (isThere) throw redirect({ href: safeReturnTo(returnTo), replace: true });
  },
  component: lazyScreen(() => import('./other-company.tsx'), 'OtherCompany'),
});

const privateRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'private',
  validateSearch: companySearch,
  beforeLoad: requireCompany,
  component: lazyScreen(() => import('./shell.tsx'), 'Shell'),
  errorComponent: lazyScreen(() => import('./shell-failure.tsx'), 'ShellFailure'),
});

/** Asks for what the home screen waits for as soon as the session is known. */
function startReading(): void {
  const session = currentSession();
  if (session.status !== 'signed-in') return;
  const isKnown = ({ queryKey }: { readonly queryKey: QueryKey }) => queryClient.getQueryData(queryKey) !== undefined;
  if (!isKnown(homeQuery)) void queryClient.prefetchQuery(homeQuery);
  if (!isKnown(openInvoicesQuery)) void queryClient.prefetchQuery(openInvoicesQuery);
  if (!isKnown(creditQuery)) void queryClient.prefetchQuery(creditQuery);
}

const homeRoute = createRoute({
  getParentRoute: () => privateRoute,
  path: paths.home,
  validateSearch: homeSearch,
  loader: startReading,
  component: lazyScreen(() => import('./home-page.tsx'), 'HomePage'),
  errorComponent,
});

const privateRoutes = [
  homeRoute,
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.profile,
    validateSearch: profileSearch,
    component: lazyScreen(() => import('./profile-page.tsx'), 'ProfilePage'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.references,
    validateSearch: listSearch,
    component: lazyScreen(() => import('../features/references/references-screen.tsx'), 'ReferencesScreen'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.collections,
    component: lazyScreen(() => import('./collections-page.tsx'), 'CollectionsPage'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.interestInvoices,
    validateSearch: monthSearch,
    component: lazyScreen(() => import('../features/interest/invoices-screen.tsx'), 'InvoicesScreen'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.interest,
    validateSearch: monthSearch,
    component: lazyScreen(() => import('../features/interest/interest-screen.tsx'), 'InterestScreen'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.settled,
    validateSearch: monthSearch,
    component: lazyScreen(() => import('./settled-page.tsx'), 'SettledPage'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.statement,
    validateSearch: monthSearch,
    component: lazyScreen(() => import('../features/statement/statement-screen.tsx'), 'StatementScreen'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.costs,
    component: lazyScreen(() => import('../features/costs/costs-screen.tsx'), 'CostsScreen'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.terms,
    component: lazyScreen(() => import('../features/contract-terms/terms-screen.tsx'), 'TermsScreen'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.sales,
    validateSearch: listSearch,
    component: lazyScreen(() => import('../features/sent-sales/sales-screen.tsx'), 'SalesScreen'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.sale,
    component: lazyScreen(() => import('../features/sent-sales/sale-sheet.tsx'), 'SaleRoute'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.toAccept,
    component: lazyScreen(() => import('../features/sales/prepared-screen.tsx'), 'PreparedScreen'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.preparedSale,
    component: lazyScreen(() => import('../features/sales/prepared-sheet.tsx'), 'PreparedRoute'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.calendar,
    validateSearch: monthSearch,
    component: lazyScreen(() => import('../features/calendar/calendar-screen.tsx'), 'CalendarScreen'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.notices,
    component: lazyScreen(() => import('../features/notices/notices-screen.tsx'), 'NoticesScreen'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.imports,
    validateSearch: queueSearch,
    component: lazyScreen(() => import('../features/imports/imports-screen.tsx'), 'ImportsScreen'),
    errorComponent,
  }),
  createRoute({
    getParentRoute: () => privateRoute,
    path: paths.invoice,
    component: lazyScreen(() => import('../features/invoice-sheet/invoice-sheet.tsx'), 'InvoiceOfAddress'),
    errorComponent,
  }),
] as const;

const notFoundRoute = createRoute({
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
  confirmRoute,
  otherCompanyRoute,
  privateRoute.addChildren(privateRoutes),
  notFoundRoute,
]);

export const router = createRouter({ routeTree, ...routerOptions });

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router | typeof desk;
  }
}
