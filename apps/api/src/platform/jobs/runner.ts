/** Runs a queue's jobs for as long as the process lives. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Log } from '../observe/log.ts';

const PAUSE_MS = 1000;

export type Running = Pick<Runner, 'promise' | 'stop'>;

/**
 * Keeps a runner running: one that ends by itself, such as after a lost connection, is restarted. Rejects if the
 * first cannot start. `stop` lets running jobs finish and returns the others to the queue.
 */
export const keepRunning = async (start: () => Promise<Running>, log: Log): Promise<{ stop(): Promise<void> }> => {
  const stopping = new AbortController();
  let runner: Running | null = await start();

  const startAgain = async (): Promise<Running | null> => {
    await pause(PAUSE_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
    if (stopping.signal.aborted) return null;
    return start().catch((err: unknown) => {
      log.error({ err }, 'the job queue cannot be reached; trying again');
      return null;
    });
  };

  const watch = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const err: unknown = await runner?.promise.then(
        () => new Error('the runner ended by itself'),
        (cause: unknown) => cause,
      );
      if (stopping.signal.aborted) return;
      if (runner !== null) log.error({ err }, 'the job queue broke off; starting it again');
      runner = await startAgain();
    }
    await runner?.stop();
  };

  const watching = watch();
  return {
    stop: async () => {
      stopping.abort();
      // Rejects if the runner has just ended by itself.
      await runner?.stop().catch(() => undefined);
      await watching;
    },
  };
};
