/** Notices a runner that has lost its queue although the database answers, and locked jobs that no runner has. */
import type { Database } from '../db/pool.ts';
import type { Log } from '../observe/log.ts';
import type { Pulse } from './pulse.ts';
import { longestDue, returnJobs } from './queue-state.ts';

interface Watched {
  /** Names of the jobs. */
  readonly tasks: readonly string[];
  readonly pulse: Pulse;
}

interface WatchdogOptions {
  readonly db: Database;
  readonly log: Log;
  readonly groups: readonly Watched[];
  readonly silenceMs: number;
  /** Called once; the process should end, and its supervisor start another. */
  readonly onStuck: (cause: Error) => void;
}

/** Checks per silence. */
const CHECKS = 6;
/** After an outage of the database a runner gets this many checks to hear from it again. */
const PATIENCE = 3;

/** Starts watching; asks the database only if something is suspicious. */
export const watchQueue = ({ db, log, groups, silenceMs, onStuck }: WatchdogOptions): { stop(): void } => {
  let stuckFor = 0;
  let isChecking = false;

  /** Whether jobs of a silent group have been due for longer than its silence. */
  const check = async (): Promise<boolean> => {
    const silent = groups.filter(({ pulse }) => pulse.isSilent());
    const doubtful = groups.flatMap(({ pulse }) => pulse.doubtful() ?? []);
    if (silent.length + doubtful.length === 0) return false;
    return db.withTransaction({ as: 'worker' }, async (executor) => {
      for (const jobs of doubtful) {
        const returned = await returnJobs(executor, jobs, silenceMs);
        if (returned > 0) log.warn({ returned }, 'lost jobs are back in the queue');
      }
      const due = await longestDue(
        executor,
        silent.flatMap(({ tasks }) => tasks),
      );
      return due * 1000 > silenceMs;
    });
  };

  const timer = setInterval(() => {
    if (isChecking) return;
    isChecking = true;
    check()
      // Another process would not reach the database either.
      .catch(() => false)
      .then((isStuck) => {
        isChecking = false;
        stuckFor = isStuck ? stuckFor + 1 : 0;
        if (stuckFor === PATIENCE) onStuck(new Error('a runner takes no jobs although some are due'));
      });
  }, silenceMs / CHECKS);
  return { stop: () => clearInterval(timer) };
};
