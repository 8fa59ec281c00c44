import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiRefusal } from '../../lib/api-client.ts';
import { showToast } from '../../ui/overlay/toast.tsx';
import { cancel, refreshLists } from './api.ts';
import { es } from './es.ts';
import { heldNumbers, rememberHeld } from './use-held.ts';

/** [RES-04] Frees what a reload in the middle of a sale left held. */
export function useAbandonedSale(): void {
  const queries = useQueryClient();
  useEffect(() => {
    const numbers = heldNumbers();
    if (numbers.length === 0) return;
    cancel(numbers)
      .then(() => showToast({ text: es.trouble.leftBehind }))
      .catch((error: unknown) => {
        // Expired or answered meanwhile: nothing is held any more.
        if (!(error instanceof ApiRefusal)) throw error;
      })
      .then(() => {
        rememberHeld([]);
        return refreshLists(queries);
      })
      .catch((error: unknown) => console.error('an abandoned sale is still held', error));
  }, [queries]);
}
