import type { ReactNode } from 'react';
import { Icon } from '../icon.tsx';
import { unbroken } from '../unbroken.tsx';
import css from './notice.module.css';

/** A message beside its cause: the problem, its reason, the remedy, and the button for it. */
export function Notice(props: {
  tone: 'info' | 'good' | 'warn' | 'bad';
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const { tone, title, children, action } = props;
  return (
    <div className={css.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={tone === 'good' ? 'check' : tone === 'info' ? 'info' : 'alert'} />
      <div className={css.text}>
        {title ? <strong>{unbroken(title)}</strong> : null}
        {children ? <div>{unbroken(children)}</div> : null}
      </div>
      {action ? <div className={css.action}>{action}</div> : null}
    </div>
  );
}
