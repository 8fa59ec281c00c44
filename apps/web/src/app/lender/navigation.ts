/** The screens of the desk's menu, in its order. */
import { lenderPaths } from '../../lib/lender-paths.ts';
import type { IconName } from '../../ui/icon.tsx';
import { es } from './es.ts';

interface DeskScreen {
  readonly to: (typeof lenderPaths)[keyof typeof lenderPaths];
  readonly title: string;
  readonly icon: IconName;
  /** Opens the screen after G. */
  readonly key: string;
}

export const navigation: readonly DeskScreen[] = [
  { to: lenderPaths.inbox, title: es.inbox, icon: 'money', key: 'i' },
  { to: lenderPaths.proposals, title: es.proposals, icon: 'check', key: 'p' },
  { to: lenderPaths.clients, title: es.clients, icon: 'userAdmin', key: 'c' },
  { to: lenderPaths.messages, title: es.messages, icon: 'file', key: 'm' },
  { to: lenderPaths.systems, title: es.systems, icon: 'list', key: 's' },
  { to: lenderPaths.account, title: es.account, icon: 'user', key: 'u' },
];
