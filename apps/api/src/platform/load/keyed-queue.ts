import pLimit, { type LimitFunction } from 'p-limit';
import { DatabaseUnavailable } from '../db/errors.ts';

export interface KeyedQueue {
  /**
   * Runs `work` after earlier work under the key has left it a place; null, without running it, if the queue is full. If
   * earlier work fails with DatabaseUnavailable so does everything behind it, instead of waiting for the same database one
   * after another.
   */
  run<T>(key: string, work: () => Promise<T>): Promise<T | null>;
}

const refuseWaiting =
  (queue: LimitFunction) =>
  (cause: unknown): never => {
    if (cause instanceof DatabaseUnavailable) queue.clearQueue();
    throw cause;
  };

const isCleared = (cause: unknown): boolean => cause instanceof DOMException && cause.name === 'AbortError';

/**
 * A queue per key within this process. The database's locks order work between processes; this keeps one client's burst
 * from occupying connections while it waits for those locks. At most `maxWaiting` wait per key; `places` run at once,
 * 1 by default.
 */
export const keyedQueue = (maxWaiting: number, places = 1): KeyedQueue => {
  const queues = new Map<string, LimitFunction>();
  return {
    run: async (key, work) => {
      const queue = queues.get(key) ?? pLimit({ concurrency: places, rejectOnClear: true });
      if (queue.activeCount + queue.pendingCount >= maxWaiting + places) return null;
      queues.set(key, queue);
      try {
        return await queue(() => work().catch(refuseWaiting(queue)));
      } catch (cause) {
        throw isCleared(cause) ? new DatabaseUnavailable(cause) : cause;
      } finally {
        if (queue.activeCount + queue.pendingCount === 0) queues.delete(key);
      }
    },
  };
};
