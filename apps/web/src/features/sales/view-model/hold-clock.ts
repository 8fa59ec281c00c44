/** The end of a hold by the server's clock, never by this device's. */
import type { ResponseOf } from '@anticipa/contract/route';
import type { getSaleStates } from '@anticipa/contract/sales';
import { canStep } from '@anticipa/domain/sale';

/** The earliest end of the holds in milliseconds on the clock of `readAt`; null if one has already ended. */
export function endOfHold({ now, sales }: ResponseOf<typeof getSaleStates>, readAt: number): number | null {
  const isHeld = sales.every(({ state, expiresAt }) => canStep(state, 'expire') && expiresAt !== null);
  const left = Math.min(...sales.map(({ expiresAt }) => Date.parse(expiresAt ?? now) - Date.parse(now)));
  return isHeld && left > 0 ? readAt + left : null;
}

/** Whole seconds until an instant of `performance.now()`, at least 0. */
export const secondsTo = (until: number): number => Math.max(0, Math.ceil((until - performance.now()) / 1000));
