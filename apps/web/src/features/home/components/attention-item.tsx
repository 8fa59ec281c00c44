import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../../ui/icon.tsx';
import css from '../home.module.css';

/** A task for the client, with its action. */
export function Item(props: {
  tone: 'bad' | 'warn' | 'neutral';
  icon: IconName;
  title: string;
  children: ReactNode;
  action: ReactNode;
}) {
  return (
    <li className={css.item} data-tone={props.tone}>
      <Icon name={props.icon} />
      <div className={css.what}>
        <strong>{props.title}</strong>
        {props.children}
      </div>
      <div className={css.action}>{props.action}</div>
    </li>
  );
}
