import type { ReactNode } from 'react';
import css from './explanation.module.css';

/** Purpose of a screen, above its contents. */
export const Explanation = ({ children }: { readonly children: ReactNode }) => (
  <p className={css.explanation}>{children}</p>
);
