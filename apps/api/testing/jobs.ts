/** Runs the worker's jobs once, on the test's clock and over real SMTP. */
import { Logger, runOnce } from 'graphile-worker';
import { openOutside } from '../src/gateways/outside.ts';
import type { Jobs } from '../src/platform/jobs/jobs.ts';
import type { Log } from '../src/platform/observe/log.ts';
import { taskListOf, workerJobs } from '../src/worker.ts';
import { logInto } from './log.ts';
import { type Portal, patientSync } from './portal.ts';

/** Base of links in mails, regardless of a request's Host header. */
export const BASE_URL = 'https://portal.example';

interface Outside {
  readonly smtpUrl: string;
  /** Instead of the returned lines. */
  readonly log?: Log;
}

const jobsOf = async (
  { db, clock, config: ofPortal, syntage }: Portal,
  { smtpUrl, log }: Outside,
  logged: string[],
): Promise<Jobs> => {
  const config = { ...ofPortal, baseUrl: BASE_URL, smtpUrl };
  const outside = {
    ...(await openOutside(config, undefined, clock.now)),
    invoiceSync: patientSync({ syntage, config, clock }),
  };
  return workerJobs({ config, db: db.worker, clock, outside, log: log ?? logInto(logged) });
};

interface Due {
  readonly db: Pick<Portal['db'], 'owner' | 'queue'>;
  readonly jobs: Jobs;
  readonly slots: number;
}

/** Has the runner wait at its end until the ends of its jobs are written, which it otherwise does not. */
const preset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };

/** Runs jobs until none of them is due. A runner leaves a job behind whose queue is still held by the one before. */
export async function runDue({ db, jobs, slots }: Due): Promise<void> {
  const names = jobs.map(({ name }) => name);
  const isDue = async (): Promise<boolean> => {
    const { rowCount } = await db.owner.query(
      `select from graphile_worker._private_jobs job join graphile_worker._private_tasks task on task.id = task_id
       left join graphile_worker._private_job_queues queue on queue.id = job_queue_id
       where run_at <= now() and job.is_available and queue.is_available is not false and identifier = any($1) limit 1`,
      [names],
    );
    return rowCount !== 0;
  };
  while (await isDue()) {
    await runOnce({
      pgPool: db.queue,
      taskList: taskListOf(jobs),
      concurrency: slots,
      noHandleSignals: true,
      logger: new Logger(() => () => undefined),
      preset,
    });
  }
}

/** Runs jobs, `slots` at once, until none is due. Returns logged warnings and errors. */
export const runJobs = async (portal: Portal, outside: Outside, slots = 5): Promise<readonly string[]> => {
  const logged: string[] = [];
  await runDue({ db: portal.db, jobs: await jobsOf(portal, outside, logged), slots });
  return logged;
};

/** Runs a scheduled job. Returns logged warnings and errors. */
export const runCron = async (portal: Portal, outside: Outside, name: string): Promise<readonly string[]> => {
  const logged: string[] = [];
  const job = (await jobsOf(portal, outside, logged)).find((one) => one.name === name);
  if (job?.cron === undefined) throw new Error(`${name} is not in the crontab`);
  await job.run({});
  return logged;
};
