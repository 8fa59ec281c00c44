/** The routes of the desk. */
import { createRootRoute, createRoute, createRouter, type ParsedLocation, redirect } from '@tanstack/react-router';
import { createElement } from 'react';
import { adjustmentSearch, daysSearch, inboxSearch } from '../../lib/desk-search.ts';
import { leaveFor } from '../../lib/leave-for.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { paths } from '../../lib/paths.ts';
import { listSearch, loginSearch, monthSearch, queueSearch } from '../../lib/search.ts';
import { restoreSession } from '../../lib/session.ts';
import { redirectToLogin } from '../../lib/sign-out.ts';
import { Page } from '../../ui/page.tsx';
import { errorComponent, lazyScreen, leaveFromScreen, rootOptions, routerOptions } from '../routing.ts';
import { type DeskScreen, menuOf, deskScreens as screens } from './screens.ts';

const rootRoute = createRootRoute(rootOptions);

async function requireOperator({ location }: { location: ParsedLocation }): Promise<void> {
  const session = await restoreSession();
  if (session.status === 'visitor') await redirectToLogin({ returnTo: location.href });
  if (session.status === 'signed-in' && session.user.kind === 'client') await leaveFor(paths.home);
}

const deskRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'desk',
  beforeLoad: requireOperator,
  component: lazyScreen(() => import('./shell.tsx'), 'Shell'),
});

const homeRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.home,
  beforeLoad: async () => {
    const session = await restoreSession();
    const [first] = menuOf(session.status === 'signed-in' ? session.user.roles : []);
    throw redirect({ to: first?.to ?? lenderPaths.account, replace: true });
  },
});

const getParentRoute = () => deskRoute;

const shown = ({ menu, heading = menu?.title, load }: DeskScreen) => ({
  component: lazyScreen(async () => {
    const children = (await load()).map((part, place) => createElement(part, { key: place }));
    return { shown: () => (heading === undefined ? children : createElement(Page, { title: heading, children })) };
  }, 'shown'),
  errorComponent,
});

const deskRoutes = [
  homeRoute,
  createRoute({ getParentRoute, path: screens.today.path, ...shown(screens.today) }),
  createRoute({ getParentRoute, path: screens.alerts.path, ...shown(screens.alerts) }),
  createRoute({ getParentRoute, path: screens.overview.path, ...shown(screens.overview) }),
  createRoute({ getParentRoute, path: screens.inbox.path, validateSearch: inboxSearch, ...shown(screens.inbox) }),
  createRoute({ getParentRoute, path: screens.sale.path, ...shown(screens.sale) }),
  createRoute({ getParentRoute, path: screens.proposals.path, ...shown(screens.proposals) }),
  createRoute({
    getParentRoute,
    path: screens.payables.path,
    validateSearch: queueSearch,
    ...shown(screens.payables),
  }),
  createRoute({ getParentRoute, path: screens.transfers.path, ...shown(screens.transfers) }),
  createRoute({ getParentRoute, path: screens.receipts.path, validateSearch: queueSearch, ...shown(screens.receipts) }),
  createRoute({
    getParentRoute,
    path: screens.portfolio.path,
    validateSearch: (search) => ({ ...queueSearch(search), ...listSearch(search), ...daysSearch(search) }),
    ...shown(screens.portfolio),
  }),
  createRoute({
    getParentRoute,
    path: screens.invoice.path,
    validateSearch: adjustmentSearch,
    ...shown(screens.invoice),
  }),
  createRoute({ getParentRoute, path: screens.conversation.path, ...shown(screens.conversation) }),
  createRoute({ getParentRoute, path: screens.bank.path, validateSearch: queueSearch, ...shown(screens.bank) }),
  createRoute({ getParentRoute, path: screens.loads.path, ...shown(screens.loads) }),
  createRoute({ getParentRoute, path: screens.monthCut.path, validateSearch: monthSearch, ...shown(screens.monthCut) }),
  createRoute({
    getParentRoute,
    path: screens.books.path,
    validateSearch: (search) => ({ ...queueSearch(search), ...monthSearch(search), ...daysSearch(search) }),
    ...shown(screens.books),
  }),
  createRoute({ getParentRoute, path: screens.estimate.path, validateSearch: monthSearch, ...shown(screens.estimate) }),
  createRoute({
    getParentRoute,
    path: screens.reports.path,
    validateSearch: (search) => ({ ...queueSearch(search), ...daysSearch(search) }),
    ...shown(screens.reports),
  }),
  createRoute({ getParentRoute, path: screens.clients.path, ...shown(screens.clients) }),
  createRoute({
    getParentRoute,
    path: screens.client.path,
    validateSearch: (search) => ({ ...queueSearch(search), ...monthSearch(search) }),
    ...shown(screens.client),
  }),
  createRoute({ getParentRoute, path: screens.receivers.path, ...shown(screens.receivers) }),
  createRoute({ getParentRoute, path: screens.receiver.path, validateSearch: queueSearch, ...shown(screens.receiver) }),
  createRoute({ getParentRoute, path: screens.taxpayerList.path, ...shown(screens.taxpayerList) }),
  createRoute({ getParentRoute, path: screens.calendar.path, ...shown(screens.calendar) }),
  createRoute({ getParentRoute, path: screens.messages.path, ...shown(screens.messages) }),
  createRoute({ getParentRoute, path: screens.systems.path, ...shown(screens.systems) }),
  createRoute({ getParentRoute, path: screens.operators.path, ...shown(screens.operators) }),
  createRoute({ getParentRoute, path: screens.settings.path, ...shown(screens.settings) }),
  createRoute({ getParentRoute, path: screens.surveys.path, ...shown(screens.surveys) }),
  createRoute({ getParentRoute, path: screens.survey.path, ...shown(screens.survey) }),
  createRoute({ getParentRoute, path: screens.log.path, ...shown(screens.log) }),
  createRoute({ getParentRoute, path: screens.account.path, ...shown(screens.account) }),
] as const;

/** Only screens of the desk lead here; a loaded `/logout` is the portal's. */
const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.logout,
  // Only users sent here carry the address to return to.
  validateSearch: loginSearch,
  beforeLoad: ({ search, preload }) => (preload ? undefined : leaveFromScreen(search)),
});

const elsewhereRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '$',
  beforeLoad: async ({ location, preload }) => {
    if (location.pathname.startsWith(`${lenderPaths.home}/`)) throw redirect({ to: lenderPaths.home, replace: true });
    if (!preload) await leaveFor(location.href);
  },
});

const routeTree = rootRoute.addChildren([deskRoute.addChildren(deskRoutes), logoutRoute, elsewhereRoute]);

export const router = createRouter({ routeTree, ...routerOptions });
