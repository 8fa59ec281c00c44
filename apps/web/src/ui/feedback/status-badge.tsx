import type { ReactNode } from 'react';
import { Icon, type IconName } from '../icon.tsx';
import css from './status-badge.module.css';

export type Tone = 'good' | 'warn' | 'bad' | 'info' | 'neutral';

const icons: Record<Tone, IconName> = { good: 'check', warn: 'clock', bad: 'alert', info: 'info', neutral: 'minus' };

/** A state as icon and word; the colour only repeats them. */
export function StatusBadge({ tone, icon, children }: { tone: Tone; icon?: IconName; children: ReactNode }) {
  return (
    <span className={css.badge} data-tone={tone}>
      <Icon name={icon ?? icons[tone]} size={14} />
      {children}
    </span>
  );
}
