import pLimit, { type LimitFunction } from 'p-limit';

export interface KeyedQueue {
  /** Runs `work` after all earlier work under the key; null, without running it, if the queue is full. */
  run<T>(key: string, work: () => Promise<T>): Promise<T | null>;
}

/**
 * A queue per key within this process. The database's locks order work between processes; this keeps one client's burst
 * from occupying connections while it waits for those locks. At most `maxWaiting` wait per key.
 */
export const keyedQueue = (maxWaiting: number): KeyedQueue => {
  const queues = new Map<string, LimitFunction>();
  return {
    run: async (key, work) => {
      const queue = queues.get(key) ?? pLimit(1);
      if (queue.activeCount + queue.pendingCount > maxWaiting) return null;
      queues.set(key, queue);
      try {
        return await queue(work);
      } finally {
        if (queue.activeCount + queue.pendingCount === 0) queues.delete(key);
      }
    },
  };
};
