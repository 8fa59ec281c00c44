import type { KeyboardEvent, ReactNode } from 'react';

/** Enter on a row of the table inside follows the row's first link. */
function openRow({ key, target }: KeyboardEvent): void {
  if (key === 'Enter' && target instanceof HTMLElement && target.dataset.row !== undefined)
    target.querySelector('a')?.click();
}

/** Around a table whose rows Enter opens. */
export const OpeningRows = ({ className, children }: { className?: string | undefined; children: ReactNode }) => (
  // biome-ignore lint/a11y/noStaticElementInteractions: adds a key to the rows inside
  <div className={className} onKeyDown={openRow}>
    {children}
  </div>
);
