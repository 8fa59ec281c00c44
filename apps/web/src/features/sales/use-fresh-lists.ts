import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** Reads again what a sale changes. */
export function useFreshLists() {
  const queries = useQueryClient();
  return useCallback(
    () => Promise.all(['invoices', 'credit'].map((noun) => queries.invalidateQueries({ queryKey: [noun] }))),
    [queries],
  );
}
