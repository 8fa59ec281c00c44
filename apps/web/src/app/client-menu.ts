import { paths } from '../lib/paths.ts';
import { screens } from '../lib/screens.ts';
import { es } from './es.ts';
import type { MenuItem } from './menu.tsx';

/** The main menu of a client in the sidebar. */
export const clientMenu: readonly MenuItem[] = [
  ...Object.values(screens),
  { to: paths.logout, title: es.menu.logout, icon: 'logout' },
];
