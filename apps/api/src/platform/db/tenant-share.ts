import pLimit, { type LimitFunction } from 'p-limit';
import { DatabaseUnavailable } from './errors.ts';

export interface TenantShare {
  /** Runs `work` when the client has a place; throws DatabaseUnavailable after waiting for 5 seconds. */
  run<T>(clientId: string, work: () => Promise<T>): Promise<T>;
}

const WAIT_MS = 5000;

/** At most `places` connections of this process for one client, so that its burst leaves some for others. */
export const tenantShare = (places: number): TenantShare => {
  const limits = new Map<string, LimitFunction>();
  return {
    run: async (clientId, work) => {
      const limit = limits.get(clientId) ?? pLimit(places);
      limits.set(clientId, limit);
      const waiting = new AbortController();
      const late = Promise.withResolvers<never>();
      const timer = setTimeout(() => {
        waiting.abort(new DatabaseUnavailable(new Error('the client has no free connection')));
        late.reject(waiting.signal.reason);
      }, WAIT_MS);
      const running = limit(() => {
        clearTimeout(timer);
        waiting.signal.throwIfAborted();
        return work();
      });
      try {
        return await Promise.race([running, late.promise]);
      } finally {
        if (limit.activeCount + limit.pendingCount === 0) limits.delete(clientId);
      }
    },
  };
};
