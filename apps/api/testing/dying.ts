/** Programs that are killed in the middle of a job. */
import type { Database, Executor } from '../src/platform/db/pool.ts';

type Call<A extends readonly unknown[], T> = (...input: A) => Promise<T>;

export interface Life {
  /** A call outside, with a step before it and one after. */
  around<A extends readonly unknown[], T>(call: Call<A, T>): Call<A, T>;
  /** A database whose transactions have a step before, within and after them; a death within undoes one. */
  over(db: Database): Database;
  isOver(): boolean;
}

/**
 * A life that ends at its `at`-th step and does nothing more: within a transaction, between two, before or after a call. One
 * that ends at step 0 never does.
 */
export function lifeUntil(at: number): Life {
  let step = 0;
  const isOver = (): boolean => at > 0 && step >= at;
  const live = (): void => {
    step += 1;
    if (isOver()) throw new Error('killed');
  };
  const around: Life['around'] =
    (call) =>
    async (...input) => {
      live();
      const answer = await call(...input);
      live();
      return answer;
    };
  /** Within the transaction, so that a death there undoes it. */
  const dying =
    <T>(work: (executor: Executor) => Promise<T>) =>
    async (executor: Executor): Promise<T> => {
      const value = await work(executor);
      live();
      return value;
    };
  return {
    around,
    isOver,
    over: (db) => ({
      ...db,
      withTransaction: (context, work) => around(() => db.withTransaction(context, dying(work)))(),
      attempt: (context, work) => around(() => db.attempt(context, dying(work)))(),
    }),
  };
}
