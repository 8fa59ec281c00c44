import { useQuery } from '@tanstack/react-query';
import { paths } from '../lib/paths.ts';
import { preparedSalesQuery } from '../lib/queries.ts';
import { screens } from '../lib/screens.ts';
import { es } from './es.ts';
import type { MenuItem } from './menu.tsx';

/** The number of prepared sales that wait for the person: to accept, or returned to it. */
function useToAccept(): number {
  const sales = useQuery(preparedSalesQuery).data?.data ?? [];
  return sales.filter(({ state, mayAccept, isOwn }) => (state === 'waiting' ? mayAccept : isOwn)).length;
}

/** The main menu of a client in the sidebar. */
export const clientMenu: readonly MenuItem[] = [
  ...Object.values(screens),
  { to: paths.logout, title: es.menu.logout, icon: 'logout' },
];

/** The same, with what waits for the person. */
export function useClientMenu(): readonly MenuItem[] {
  const count = useToAccept();
  return clientMenu.map((item) => (item.to === paths.toAccept ? { ...item, count } : item));
}
