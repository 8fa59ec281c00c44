import { EventEmitter } from 'node:events';
import { Logger, type ParsedCronItem, type Runner, run, type TaskList } from 'graphile-worker';
import { isConnectionUseless, isPasswordRefused } from '../db/errors.ts';
import { openQueuePool } from '../db/pool.ts';
import type { SignInFile } from '../db/sign-in-file.ts';
import type { Log } from '../observe/log.ts';
import type { Pulse } from './pulse.ts';
import type { Running } from './runner.ts';

interface RunnerOptions {
  readonly url: string;
  readonly signIn?: SignInFile | undefined;
  /** Concurrent jobs. */
  readonly slots: number;
  readonly taskList: TaskList;
  readonly parsedCronItems: ParsedCronItem[];
  readonly pulse: Pulse;
  readonly log: Log;
}

/** Connections of a runner besides its slots: one listens, others fetch and finish jobs. */
const SPARE = 2;

/** The queue's own log; only warnings and errors. */
const queueLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({}, message);
    else if (level === 'warning') log.warn({}, message);
  });

/** Starts the library over connections of its own, so that one that broke off leaves them behind. */
export async function startRunner({ url, signIn, slots, pulse, log, ...work }: RunnerOptions): Promise<Running> {
  const { pool, abandon } = openQueuePool({
    url,
    signIn,
    login: 'worker',
    connections: slots + SPARE,
    onError: (err) => log.warn({ err }, 'connection of the job queue lost'),
  });
  const events: Runner['events'] = new EventEmitter();
  pulse.follow(events);
  // The library would ask the same silent connections again.
  events.on('worker:getJob:error', ({ error: err }) => {
    if (isPasswordRefused(err)) signIn?.renew();
    if (!isConnectionUseless(err)) return;
    log.warn({ err }, 'the job queue does not answer; leaving its connections');
    abandon();
  });
  // From then on it takes no jobs, and may never end (decision 68).
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  events.on('pool:fatalError', ({ error }) => broken.reject(error));
  const starting = run({
    ...work,
    pgPool: pool,
    events,
    concurrency: slots,
    noHandleSignals: true,
    // In batches, even if of one: only then does a job whose end cannot be written down end the runner, not the process.
    // Fetches are planned anew: a plan for an empty queue reads and sorts all of a long one.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, preparedStatements: false } },
    logger: queueLogger(log),
  });
  void starting
    .then((runner) => runner.promise)
    .catch(() => undefined)
    .then(() => pool.end());
  const runner = await starting;
  return { promise: Promise.race([runner.promise, broken.promise]), stop: () => runner.stop() };
}
