/** The end of a hold by the server's clock, never by this device's. */
import type { Sale } from '@anticipa/contract/sales';
import { isHeld } from './outcome.ts';

/** The earliest end of the holds in milliseconds on the clock of `readAt`; null if one has already ended. */
export function endOfHold(
  { now, sales }: { readonly now: string; readonly sales: readonly Pick<Sale, 'state' | 'expiresAt'>[] },
  readAt: number,
): number | null {
  const left = Math.min(...sales.map(({ expiresAt }) => Date.parse(expiresAt ?? now) - Date.parse(now)));
  return sales.length > 0 && sales.every(isHeld) && left > 0 ? readAt + left : null;
}

/** Whole seconds until an instant of `performance.now()`, at least 0. */
export const secondsTo = (until: number): number => Math.max(0, Math.ceil((until - performance.now()) / 1000));
