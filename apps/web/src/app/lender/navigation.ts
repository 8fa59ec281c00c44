/** The screens of the desk's menu, in its order. */
import { listAlerts } from '@anticipa/contract/alerts';
import { listProposals } from '@anticipa/contract/approvals';
import { getLenderCalendar } from '@anticipa/contract/lender-calendar';
import { listClients } from '@anticipa/contract/lender-clients';
import { listInbox } from '@anticipa/contract/lender-inbox';
import { getOverview } from '@anticipa/contract/lender-overview';
import { listReceivers } from '@anticipa/contract/lender-receivers';
import { listSurveys } from '@anticipa/contract/lender-surveys';
import { listLog } from '@anticipa/contract/log';
import { listOperators } from '@anticipa/contract/operators';
import { listMessages } from '@anticipa/contract/outbox';
import { getSettings } from '@anticipa/contract/settings';
import { listSystems } from '@anticipa/contract/systems';
import { getTaxpayerList } from '@anticipa/contract/taxpayer-list';
import { listTroubledTransfers } from '@anticipa/contract/transfers';
import type { OperatorRole } from '@anticipa/domain/operator';
import { lenderPaths } from '../../lib/lender-paths.ts';
import { mayWith } from '../../lib/may.ts';
import type { IconName } from '../../ui/icon.tsx';
import { es } from './es.ts';

interface DeskScreen {
  readonly to: (typeof lenderPaths)[keyof typeof lenderPaths];
  readonly title: string;
  readonly icon: IconName;
  /** Opens the screen after G. */
  readonly key: string;
  /** Call that the screen reads: the menu shows it only to operators who may make it. */
  readonly reads?: { readonly roles: readonly OperatorRole[] };
  /** A screen that opens from this one, in the same place of the menu. */
  readonly also?: (typeof lenderPaths)[keyof typeof lenderPaths];
}

const navigation: readonly DeskScreen[] = [
  { to: lenderPaths.inbox, title: es.inbox, icon: 'money', key: 'i', reads: listInbox, also: lenderPaths.sale },
  { to: lenderPaths.proposals, title: es.proposals, icon: 'check', key: 'p', reads: listProposals },
  { to: lenderPaths.clients, title: es.clients, icon: 'userAdmin', key: 'c', reads: listClients },
  { to: lenderPaths.receivers, title: es.receivers, icon: 'bank', key: 'r', reads: listReceivers },
  { to: lenderPaths.calendar, title: es.calendar, icon: 'calendar', key: 'd', reads: getLenderCalendar },
  { to: lenderPaths.operators, title: es.operators, icon: 'userPlus', key: 'o', reads: listOperators },
  { to: lenderPaths.overview, title: es.overview, icon: 'home', key: 't', reads: getOverview },
  { to: lenderPaths.messages, title: es.messages, icon: 'file', key: 'm', reads: listMessages },
  { to: lenderPaths.settings, title: es.settings, icon: 'sliders', key: 'a', reads: getSettings },
  {
    to: lenderPaths.surveys,
    title: es.surveys,
    icon: 'star',
    key: 'e',
    reads: listSurveys,
    also: lenderPaths.survey,
  },
  { to: lenderPaths.log, title: es.log, icon: 'clock', key: 'b', reads: listLog },
  { to: lenderPaths.alerts, title: es.alerts, icon: 'info', key: 'n', reads: listAlerts },
  { to: lenderPaths.taxpayerList, title: es.taxpayerList, icon: 'alert', key: 'l', reads: getTaxpayerList },
  { to: lenderPaths.transfers, title: es.transfers, icon: 'undo', key: 'f', reads: listTroubledTransfers },
  { to: lenderPaths.systems, title: es.systems, icon: 'list', key: 's', reads: listSystems },
  { to: lenderPaths.account, title: es.account, icon: 'user', key: 'u' },
];

/** The screens of an operator with these roles. */
export const screensOf = (roles: readonly OperatorRole[]): readonly DeskScreen[] =>
  navigation.filter(({ reads }) => reads === undefined || mayWith(roles, reads));
