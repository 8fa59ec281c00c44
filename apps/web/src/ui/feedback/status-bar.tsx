import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import { unbroken } from '../unbroken.tsx';
import css from './status-bar.module.css';

/** A discreet bar at the top of the page, shown while its condition lasts. */
export function StatusBar({ icon, action, children }: { icon: IconName; action?: ReactNode; children: ReactNode }) {
  return (
    <div className={css.bar} role="status">
      <Icon name={icon} />
      <span>{unbroken(children)}</span>
      {action}
    </div>
  );
}
