import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/paths.ts';
import { Icon } from '../../ui/icon.tsx';
import { unreadQuery } from './api.ts';
import { es } from './es.ts';
import css from './notices.module.css';

const MOST = 99;

/** [AVI-07] The way to the notices, with the number of those that were not read. */
export function Bell() {
  const { data: unread = 0 } = useQuery(unreadQuery);
  return (
    <Link to={paths.notices} className={css.bell} aria-label={es.bell(unread)} title={es.bell(unread)} preload={false}>
      <Icon name="bell" />
      {unread > 0 ? (
        <span className={css.count} aria-hidden="true">
          {unread > MOST ? es.many : unread}
        </span>
      ) : null}
    </Link>
  );
}
