import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';

/** The counts of the desk's menu, which any change can move. */
const counts: QueryKey = ['today'];

/**
 * Makes a change, then reads the queries under the keys again: after a refusal too, because someone else may have made the
 * change first.
 */
export function useChange<V, R>(stale: readonly QueryKey[], change: (value: V) => Promise<R>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => Promise.all([...stale, counts].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  });
}
