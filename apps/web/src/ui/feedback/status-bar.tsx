import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import css from './status-bar.module.css';

/** A quiet line at the top of the page about the connection; it stays for as long as it is true. */
export function StatusBar({ icon, action, children }: { icon: IconName; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.bar} role="status">
      <Icon name={icon} />
      <span>{children}</span>
      {action}
    </div>
  );
}
