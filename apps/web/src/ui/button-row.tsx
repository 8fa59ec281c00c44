import type { ComponentProps } from 'react';
import css from './button-row.module.css';

/** Buttons and links side by side, on further lines where there is no room. */
export const ButtonRow = (props: Omit<ComponentProps<'div'>, 'className'>) => <div {...props} className={css.row} />;
