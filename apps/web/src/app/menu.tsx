import { Link, useRouterState } from '@tanstack/react-router';
import type { paths } from '../lib/paths.ts';
import { Icon, type IconName } from '../ui/icon.tsx';
import css from './menu.module.css';

export interface MenuItem {
  readonly to: (typeof paths)[keyof typeof paths];
  readonly title: string;
  readonly icon: IconName;
  /** Number of things that wait there; not shown at 0. */
  readonly count?: number;
}

/** The main menu: a list in the sidebar, a bar at the bottom of a phone. */
export function Menu({ label, items }: { label: string; items: readonly MenuItem[] }) {
  const loading = useRouterState({ select: ({ status, location }) => status === 'pending' && location.pathname });
  return (
    <nav aria-label={label} className={css.menu}>
      {items.map(({ to, title, icon, count = 0 }) => (
        <Link
          key={to}
          to={to}
          className={css.item}
          data-loading={loading === to || undefined}
          preload={false}
          activeOptions={{ exact: true, includeSearch: false }}
        >
          <Icon name={icon} size={20} />
          {title}
          {count > 0 ? <span className={css.count}>{count}</span> : null}
        </Link>
      ))}
    </nav>
  );
}
