import { cancelPreSell } from '@anticipa/contract/sales';
import { useEffect } from 'react';
import { call } from '../../lib/api-client.ts';
import { numbersOf } from './api.ts';
import type { Flow } from './use-sale-flow.ts';

/** [RES-04] Closing the window in the middle of a sale frees it at once; otherwise the server does within the half hour. */
export function useReleaseOnLeaving(flow: Flow): void {
  const held = flow.step === 'summary' || flow.step === 'terms' ? flow.sales : null;
  useEffect(() => {
    if (!held) return;
    const release = (): void => {
      const body = { numberOfSales: numbersOf(held) };
      call(cancelPreSell, { body, keepalive: true }).catch(() => undefined);
    };
    window.addEventListener('pagehide', release);
    return () => window.removeEventListener('pagehide', release);
  }, [held]);
}
