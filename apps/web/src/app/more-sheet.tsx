import { Link } from '@tanstack/react-router';
import { paths } from '../lib/paths.ts';
import { Icon } from '../ui/icon.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { useClientMenu } from './client-menu.ts';
import { es } from './es.ts';
import css from './menu.module.css';

/** The places of the portal that have none in the bar of a phone, with help and the adviser. */
export function MoreSheet(props: { adviser: string | null; onHelp: () => void; onClose: () => void }) {
  const { adviser, onHelp, onClose } = props;
  const links = useClientMenu().filter(({ to }) => to !== paths.home);
  return (
    <Dialog title={es.phone.more} size="medium" onClose={onClose}>
      <div className={css.more}>
        <button type="button" onClick={onHelp}>
          <Icon name="help" size={20} />
          {es.help}
        </button>
        {adviser ? (
          <a href={`tel:${adviser.replace(/[^+\d]/g, '')}`}>
            <Icon name="user" size={20} />
            {es.phone.adviser(adviser)}
          </a>
        ) : null}
        {links.map(({ to, title, icon, count = 0 }) => (
          <Link key={to} to={to} preload={false} onClick={onClose}>
            <Icon name={icon} size={20} />
            {title}
            {count > 0 ? <span className={css.count}>{count}</span> : null}
          </Link>
        ))}
      </div>
    </Dialog>
  );
}
