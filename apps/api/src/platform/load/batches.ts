import { DatabaseUnavailable, isRolledBack } from '../db/errors.ts';

export interface Batches<I, R> {
  /** Resolves to the result of this item; `key` names the items that may share a batch. */
  run(key: string, item: I): Promise<R>;
}

interface Waiting<I, R> extends PromiseWithResolvers<R> {
  readonly item: I;
}

interface BatchOptions<I, R> {
  /** Items of one batch. */
  readonly most: number;
  /** The results in the order of the items; null if nothing was done, because each needs to be done alone. */
  readonly together: (items: readonly I[]) => Promise<readonly R[] | null>;
  readonly alone: (item: I) => Promise<R>;
}

/**
 * One batch at a time per key: items that arrive during a batch form the next. No item waits for others to arrive, and none
 * fails because of another: if a batch fails, each of its items is done alone, unless the database has become unavailable.
 */
export const batches = <I, R>({ most, together, alone }: BatchOptions<I, R>): Batches<I, R> => {
  const queues = new Map<string, Waiting<I, R>[]>();

  const doneAlone = async ({ item, resolve, reject }: Waiting<I, R>): Promise<void> =>
    alone(item).then(resolve, reject);

  const doneTogether = async (batch: readonly Waiting<I, R>[]): Promise<void> => {
    try {
      const results = await together(batch.map(({ item }) => item)).catch(nothingDone);
      for (const [index, waiting] of batch.entries()) {
        const result = results?.[index];
        // Not awaited: an item that waits for a lock must not delay the next batch.
        if (result === undefined) void doneAlone(waiting);
        else waiting.resolve(result);
      }
    } catch (cause) {
      for (const { reject } of batch) reject(cause);
    }
  };

  const drain = async (key: string, queue: Waiting<I, R>[]): Promise<void> => {
    for (let batch = queue.splice(0, most); batch.length > 0; batch = queue.splice(0, most)) {
      const [first, ...others] = batch;
      if (first && others.length === 0) await doneAlone(first);
      else await doneTogether(batch);
    }
    queues.delete(key);
  };

  return {
    run: (key, item) => {
      const waiting = { item, ...Promise.withResolvers<R>() };
      const queue = queues.get(key);
      if (queue) queue.push(waiting);
      else {
        const started = [waiting];
        queues.set(key, started);
        void drain(key, started);
      }
      return waiting.promise;
    },
  };
};

/**
 * Throws if the database is unavailable: the batch may be committed, and its items would only wait again. Other failures
 * rolled it back; among them a statement that took too long, which is shorter for one item.
 */
function nothingDone(cause: unknown): null {
  if (cause instanceof DatabaseUnavailable && !isRolledBack(cause.cause)) throw cause;
  return null;
}
