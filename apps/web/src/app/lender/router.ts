/** The routes of the desk. Each screen is its own chunk. */
import { createRootRoute, createRoute, createRouter, type ParsedLocation, redirect } from '@tanstack/react-router';
import { leaveFor } from '../../lib/leave-for.ts';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { paths } from '../../lib/paths.ts';
import { inboxSearch, loginSearch } from '../../lib/search.ts';
import { restoreSession } from '../../lib/session.ts';
import { redirectToLogin } from '../../lib/sign-out.ts';
import { errorComponent, lazyScreen, leaveFromScreen, rootOptions, routerOptions } from '../routing.ts';
import { screensOf } from './navigation.ts';

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
    const [first] = screensOf(session.status === 'signed-in' ? session.user.roles : []);
    throw redirect({ to: first?.to ?? lenderPaths.account, replace: true });
  },
});

const inboxRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.inbox,
  validateSearch: inboxSearch,
  component: lazyScreen(() => import('./inbox-page.tsx'), 'InboxPage'),
  errorComponent,
});

const saleRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.sale,
  component: lazyScreen(() => import('./sale-page.tsx'), 'SalePage'),
  errorComponent,
});

const overviewRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.overview,
  component: lazyScreen(() => import('./overview-page.tsx'), 'OverviewPage'),
  errorComponent,
});

const proposalsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.proposals,
  component: lazyScreen(() => import('./proposals-page.tsx'), 'ProposalsPage'),
  errorComponent,
});

const clientsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.clients,
  component: lazyScreen(() => import('./clients-page.tsx'), 'ClientsPage'),
  errorComponent,
});

const clientRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.client,
  component: lazyScreen(() => import('./client-page.tsx'), 'ClientPage'),
  errorComponent,
});

const receiversRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.receivers,
  component: lazyScreen(() => import('./receivers-page.tsx'), 'ReceiversPage'),
  errorComponent,
});

const receiverRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.receiver,
  component: lazyScreen(() => import('./receiver-page.tsx'), 'ReceiverPage'),
  errorComponent,
});

const calendarRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.calendar,
  component: lazyScreen(() => import('./calendar-page.tsx'), 'CalendarPage'),
  errorComponent,
});

const operatorsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.operators,
  component: lazyScreen(() => import('./operators-page.tsx'), 'OperatorsPage'),
  errorComponent,
});

const messagesRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.messages,
  component: lazyScreen(() => import('./messages-page.tsx'), 'MessagesPage'),
  errorComponent,
});

const settingsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.settings,
  component: lazyScreen(() => import('./settings-page.tsx'), 'SettingsPage'),
  errorComponent,
});

const surveysRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.surveys,
  component: lazyScreen(() => import('./surveys-page.tsx'), 'SurveysPage'),
  errorComponent,
});

const surveyRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.survey,
  component: lazyScreen(() => import('../../features/lender-surveys/survey-answers.tsx'), 'SurveyOfAddress'),
  errorComponent,
});

const logRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.log,
  component: lazyScreen(() => import('./log-page.tsx'), 'LogPage'),
  errorComponent,
});

const taxpayerListRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.taxpayerList,
  component: lazyScreen(() => import('./taxpayer-list-page.tsx'), 'TaxpayerListPage'),
  errorComponent,
});

const transfersRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.transfers,
  component: lazyScreen(() => import('./transfers-page.tsx'), 'TransfersPage'),
  errorComponent,
});

const alertsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.alerts,
  component: lazyScreen(() => import('./alerts-page.tsx'), 'AlertsPage'),
  errorComponent,
});

const systemsRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.systems,
  component: lazyScreen(() => import('./systems-page.tsx'), 'SystemsPage'),
  errorComponent,
});

const accountRoute = createRoute({
  getParentRoute: () => deskRoute,
  path: lenderPaths.account,
  component: lazyScreen(() => import('./account-page.tsx'), 'AccountPage'),
  errorComponent,
});

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

const routeTree = rootRoute.addChildren([
  deskRoute.addChildren([
    homeRoute,
    inboxRoute,
    saleRoute,
    overviewRoute,
    proposalsRoute,
    clientsRoute,
    clientRoute,
    receiversRoute,
    receiverRoute,
    calendarRoute,
    operatorsRoute,
    messagesRoute,
    settingsRoute,
    surveysRoute,
    surveyRoute,
    logRoute,
    taxpayerListRoute,
    transfersRoute,
    alertsRoute,
    systemsRoute,
    accountRoute,
  ]),
  logoutRoute,
  elsewhereRoute,
]);

export const router = createRouter({ routeTree, ...routerOptions });
