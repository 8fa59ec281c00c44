import type { ReactNode } from 'react';
import css from './explanation.module.css';

/** What a screen is for, above what it shows. */
export const Explanation = ({ children }: { readonly children: ReactNode }) => (
  <p className={css.explanation}>{children}</p>
);
