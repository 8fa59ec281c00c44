import { Link } from '@tanstack/react-router';
import { paths } from '../lib/paths.ts';
import { screens } from '../lib/screens.ts';
import { Icon } from '../ui/icon.tsx';
import { Dialog } from '../ui/overlay/dialog.tsx';
import { es } from './es.ts';
import css from './menu.module.css';

const { home: _, ...others } = screens;
const links = [...Object.values(others), { to: paths.logout, title: es.menu.logout, icon: 'logout' }] as const;

/** The places of the portal that have none in the bar of a phone, with help and the adviser. */
export function MoreSheet(props: { adviser: string | null; onHelp: () => void; onClose: () => void }) {
  const { adviser, onHelp, onClose } = props;
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
        {links.map(({ to, title, icon }) => (
          <Link key={to} to={to} preload={false} onClick={onClose}>
            <Icon name={icon} size={20} />
            {title}
          </Link>
        ))}
      </div>
    </Dialog>
  );
}
