import pLimit, { type LimitFunction } from 'p-limit';

/** Runs one at a time what shares a key. */
export interface Turns {
  /** Runs `work` when everything that came before under the key has ended; null, without running it, when too many wait. */
  take<T>(key: string, work: () => Promise<T>): Promise<T | null>;
}

/**
 * A queue per key, in this process only: the database's locks decide between processes, and this keeps one client's burst
 * from waiting for those locks on connections that everybody else needs. At most `waiting` wait per key.
 */
export const makeTurns = (waiting: number): Turns => {
  const queues = new Map<string, LimitFunction>();
  return {
    take: async (key, work) => {
      const queue = queues.get(key) ?? pLimit(1);
      if (queue.activeCount + queue.pendingCount > waiting) return null;
      queues.set(key, queue);
      try {
        return await queue(work);
      } finally {
        if (queue.activeCount + queue.pendingCount === 0) queues.delete(key);
      }
    },
  };
};
