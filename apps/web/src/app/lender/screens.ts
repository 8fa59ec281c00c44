/** The screens of the lender's desk, those of the menu in its order. Each is its own chunk. */
import { listAlerts } from '@anticipa/contract/alerts';
import { listProposals } from '@anticipa/contract/approvals';
import { getBank } from '@anticipa/contract/bank-files';
import { getTrialBalance } from '@anticipa/contract/books';
import { getBoughtInvoice } from '@anticipa/contract/bought-invoice';
import { getEstimate } from '@anticipa/contract/estimate';
import { getMonthCut } from '@anticipa/contract/interest';
import { listLenderMessages } from '@anticipa/contract/invoice-messages';
import { getLenderSale } from '@anticipa/contract/lender';
import { getLenderCalendar } from '@anticipa/contract/lender-calendar';
import { getLenderClient, listClients } from '@anticipa/contract/lender-clients';
import { listInbox } from '@anticipa/contract/lender-inbox';
import { getOverview } from '@anticipa/contract/lender-overview';
import { getReceiver, listReceivers } from '@anticipa/contract/lender-receivers';
import { listSurveyAnswers, listSurveys } from '@anticipa/contract/lender-surveys';
import { listLog } from '@anticipa/contract/log';
import { listOperators } from '@anticipa/contract/operators';
import { listMessages } from '@anticipa/contract/outbox';
import { listPayables } from '@anticipa/contract/payables';
import { listPortfolio } from '@anticipa/contract/portfolio';
import { listPortfolioLoads } from '@anticipa/contract/portfolio-load';
import { getPortfolioReport } from '@anticipa/contract/portfolio-reports';
import { listWaitingReceipts } from '@anticipa/contract/receipts';
import { getSettings } from '@anticipa/contract/settings';
import { listSystems } from '@anticipa/contract/systems';
import { getTaxpayerList } from '@anticipa/contract/taxpayer-list';
import { getToday, type TodayFigure } from '@anticipa/contract/today';
import { listTroubledTransfers } from '@anticipa/contract/transfers';
import type { OperatorRole } from '@anticipa/domain/operator';
import type { ComponentType } from 'react';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { mayWith } from '../../lib/may.ts';
import type { IconName } from '../../ui/icon.tsx';

/** The groups of the menu, in its order. The first one and the last one have no heading. */
export const menuGroups = ['day', 'sales', 'money', 'parties', 'house', 'own'] as const;
export type MenuGroup = (typeof menuGroups)[number];

export interface DeskScreen {
  readonly path: DeskPath;
  /** Absent from a screen that opens from another one, and has a heading of its own. The key opens the screen after G. */
  readonly menu?: {
    readonly title: string;
    readonly icon: IconName;
    readonly key: string;
    readonly group: MenuGroup;
    /** Figures of today that count what waits there. */
    readonly counts?: readonly TodayFigure[];
    /** Roles that spend their day there, whether something waits or not. */
    readonly daily?: readonly OperatorRole[];
  };
  /** Defaults to the menu's title. */
  readonly heading?: string;
  /** A screen outside the path that has the same place in the menu. */
  readonly also?: DeskPath;
  /** The call that the screen reads first: only operators who may make it see the screen. */
  readonly reads?: { readonly roles: readonly OperatorRole[] };
  /** Loads what the screen shows, from top to bottom. */
  readonly load: () => Promise<readonly ComponentType[]>;
}
type DeskPath = (typeof lenderPaths)[keyof typeof lenderPaths];

export const deskScreens = {
  today: {
    path: lenderPaths.today,
    menu: { title: 'Hoy', icon: 'home', key: 'h', group: 'day' },
    reads: getToday,
    load: () =>
      Promise.all([
        import('../../features/setup/setup-list.tsx').then((setup) => setup.SetupAbove),
        import('../../features/today/today-screen.tsx').then((today) => today.TodayScreen),
        import('../../features/setup/setup-list.tsx').then((setup) => setup.SetupBelow),
      ]),
  },
  alerts: {
    path: lenderPaths.alerts,
    menu: { title: 'Alertas', icon: 'bell', key: 'n', group: 'day', counts: ['alerts'] },
    reads: listAlerts,
    load: () => import('../../features/alerts/alerts-screen.tsx').then((alerts) => [alerts.AlertsScreen]),
  },
  overview: {
    path: lenderPaths.overview,
    menu: { title: 'Tablero', icon: 'graph', key: 't', group: 'day' },
    reads: getOverview,
    load: () => import('../../features/overview/overview-screen.tsx').then((overview) => [overview.OverviewScreen]),
  },
  inbox: {
    path: lenderPaths.inbox,
    menu: { title: 'Ventas', icon: 'money', key: 'i', group: 'sales', counts: ['answers', 'confirmations'] },
    also: lenderPaths.sale,
    reads: listInbox,
    load: () => import('../../features/inbox/inbox-screen.tsx').then((inbox) => [inbox.InboxScreen]),
  },
  sale: {
    path: lenderPaths.sale,
    reads: getLenderSale,
    load: () => import('./sale-page.tsx').then((sale) => [sale.SalePage]),
  },
  proposals: {
    path: lenderPaths.proposals,
    menu: { title: 'Propuestas', icon: 'check', key: 'p', group: 'sales', counts: ['proposals', 'requests'] },
    reads: listProposals,
    load: () =>
      import('../../features/approvals/approvals-screen.tsx').then((approvals) => [approvals.ApprovalsScreen]),
  },
  payables: {
    path: lenderPaths.payables,
    menu: { title: 'Por pagar', icon: 'upload', key: 'y', group: 'money', counts: ['deposits', 'payouts', 'returns'] },
    reads: listPayables,
    load: () => import('../../features/payables/payables-screen.tsx').then((payables) => [payables.PayablesScreen]),
  },
  transfers: {
    path: lenderPaths.transfers,
    menu: { title: 'Transferencias', icon: 'undo', key: 'f', group: 'money', counts: ['transfers'] },
    reads: listTroubledTransfers,
    load: () =>
      import('../../features/transfers/transfers-screen.tsx').then((transfers) => [transfers.TransfersScreen]),
  },
  receipts: {
    path: lenderPaths.receipts,
    menu: { title: 'Cobros', icon: 'download', key: 'k', group: 'money', counts: ['proposed', 'unidentified'] },
    reads: listWaitingReceipts,
    load: () => import('../../features/collections/receipts-screen.tsx').then((receipts) => [receipts.ReceiptsScreen]),
  },
  portfolio: {
    path: lenderPaths.portfolio,
    menu: { title: 'Cartera', icon: 'list', key: 'w', group: 'money', counts: ['overdue'] },
    also: lenderPaths.invoice,
    reads: listPortfolio,
    load: () =>
      import('../../features/collections/portfolio-screen.tsx').then((portfolio) => [portfolio.PortfolioScreen]),
  },
  invoice: {
    path: lenderPaths.invoice,
    reads: getBoughtInvoice,
    load: () => import('./invoice-page.tsx').then((invoice) => [invoice.InvoicePage]),
  },
  conversation: {
    path: lenderPaths.conversation,
    reads: listLenderMessages,
    load: () => import('./conversation-page.tsx').then((page) => [page.ConversationPage]),
  },
  bank: {
    path: lenderPaths.bank,
    menu: { title: 'Banco', icon: 'sort', key: 'j', group: 'money', counts: ['bank'] },
    heading: 'Movimientos del banco',
    reads: getBank,
    load: () => import('../../features/bank/bank-screen.tsx').then((bank) => [bank.BankScreen]),
  },
  loads: {
    path: lenderPaths.loads,
    heading: 'Cartera anterior',
    reads: listPortfolioLoads,
    load: () =>
      import('../../features/portfolio-load/portfolio-load-screen.tsx').then((loads) => [loads.PortfolioLoadScreen]),
  },
  monthCut: {
    path: lenderPaths.monthCut,
    menu: { title: 'CFDI', icon: 'file', key: 'v', group: 'money', counts: ['cfdi'] },
    heading: 'CFDI por mes',
    reads: getMonthCut,
    load: () => import('../../features/month-cut/month-cut-screen.tsx').then((cut) => [cut.MonthCutScreen]),
  },
  books: {
    path: lenderPaths.books,
    menu: { title: 'Libros', icon: 'book', key: 'q', group: 'money', daily: ['contabilidad'] },
    reads: getTrialBalance,
    load: () => import('../../features/books/books-screen.tsx').then((books) => [books.BooksScreen]),
  },
  estimate: {
    path: lenderPaths.estimate,
    heading: 'Estimación de lo que no se cobra',
    reads: getEstimate,
    load: () => import('../../features/estimate/estimate-screen.tsx').then((estimate) => [estimate.EstimateScreen]),
  },
  reports: {
    path: lenderPaths.reports,
    menu: { title: 'Reportes', icon: 'pie', key: 'x', group: 'money' },
    reads: getPortfolioReport,
    load: () =>
      import('../../features/portfolio-reports/reports-screen.tsx').then((reports) => [reports.ReportsScreen]),
  },
  clients: {
    path: lenderPaths.clients,
    menu: { title: 'Clientes', icon: 'userAdmin', key: 'c', group: 'parties', daily: ['soporte'] },
    reads: listClients,
    load: () => import('../../features/clients/clients-screen.tsx').then((clients) => [clients.ClientsScreen]),
  },
  client: {
    path: lenderPaths.client,
    reads: getLenderClient,
    load: () => import('./client-page.tsx').then((client) => [client.ClientPage]),
  },
  receivers: {
    path: lenderPaths.receivers,
    menu: { title: 'Receptores', icon: 'bank', key: 'r', group: 'parties', counts: ['receivers'] },
    reads: listReceivers,
    load: () =>
      import('../../features/receivers/receivers-screen.tsx').then((receivers) => [receivers.ReceiversScreen]),
  },
  receiver: {
    path: lenderPaths.receiver,
    reads: getReceiver,
    load: () => import('./receiver-page.tsx').then((receiver) => [receiver.ReceiverPage]),
  },
  taxpayerList: {
    path: lenderPaths.taxpayerList,
    menu: { title: 'Lista 69-B', icon: 'alert', key: 'l', group: 'parties' },
    reads: getTaxpayerList,
    load: () =>
      import('../../features/taxpayer-list/taxpayer-list-screen.tsx').then((list) => [list.TaxpayerListScreen]),
  },
  calendar: {
    path: lenderPaths.calendar,
    menu: { title: 'Calendario', icon: 'calendar', key: 'd', group: 'house' },
    heading: 'Calendario y tipo de cambio',
    reads: getLenderCalendar,
    load: () =>
      import('../../features/lender-calendar/lender-calendar.tsx').then((calendar) => [calendar.LenderCalendarScreen]),
  },
  messages: {
    path: lenderPaths.messages,
    menu: { title: 'Mensajes', icon: 'mail', key: 'm', group: 'house', daily: ['soporte'] },
    reads: listMessages,
    load: () => import('../../features/outbox/messages-screen.tsx').then((outbox) => [outbox.MessagesScreen]),
  },
  systems: {
    path: lenderPaths.systems,
    menu: { title: 'Sistemas', icon: 'plug', key: 's', group: 'house', counts: ['systems'] },
    reads: listSystems,
    load: () => import('../../features/systems/systems-screen.tsx').then((systems) => [systems.SystemsScreen]),
  },
  operators: {
    path: lenderPaths.operators,
    menu: { title: 'Operadores', icon: 'userPlus', key: 'o', group: 'house' },
    reads: listOperators,
    load: () =>
      import('../../features/operators/operators-screen.tsx').then((operators) => [operators.OperatorsScreen]),
  },
  settings: {
    path: lenderPaths.settings,
    menu: { title: 'Ajustes', icon: 'sliders', key: 'a', group: 'house' },
    reads: getSettings,
    load: () =>
      Promise.all([
        import('../../features/setup/setup-list.tsx').then((setup) => setup.SetupList),
        import('../../features/settings/settings-screen.tsx').then((settings) => settings.SettingsScreen),
        import('../../features/sale-terms/sale-terms.tsx').then((terms) => terms.LenderSaleTerms),
      ]),
  },
  surveys: {
    path: lenderPaths.surveys,
    menu: { title: 'Encuestas', icon: 'star', key: 'e', group: 'house' },
    reads: listSurveys,
    load: () => import('../../features/lender-surveys/surveys-screen.tsx').then((surveys) => [surveys.SurveysScreen]),
  },
  survey: {
    path: lenderPaths.survey,
    reads: listSurveyAnswers,
    load: () => import('../../features/lender-surveys/survey-answers.tsx').then((survey) => [survey.SurveyOfAddress]),
  },
  log: {
    path: lenderPaths.log,
    menu: { title: 'Bitácora', icon: 'clock', key: 'b', group: 'house' },
    reads: listLog,
    load: () => import('../../features/log/log-screen.tsx').then((log) => [log.LogScreen]),
  },
  account: {
    path: lenderPaths.account,
    menu: { title: 'Mi cuenta', icon: 'user', key: 'u', group: 'own' },
    load: () =>
      Promise.all([
        import('../../features/session/passkeys.tsx').then((session) => session.Passkeys),
        import('../../features/session/authenticator.tsx').then((session) => session.Authenticator),
        import('../../features/session/open-sessions.tsx').then((session) => session.OpenSessions),
      ]),
  },
} satisfies Readonly<Record<string, DeskScreen>>;

/** The menu of an operator with these roles, in the order of its groups. */
export const menuOf = (roles: readonly OperatorRole[]) =>
  Object.values<DeskScreen>(deskScreens).flatMap(({ path, menu, heading, also, reads }) =>
    menu && (!reads || mayWith(roles, reads)) ? [{ to: path, ...menu, heading: heading ?? menu.title, also }] : [],
  );
