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

/** Runs jobs, `slots` at once, until none is due. Returns logged warnings and errors. */
export const runJobs = async (portal: Portal, outside: Outside, slots = 5): Promise<readonly string[]> => {
  const logged: string[] = [];
  await runOnce({
    pgPool: portal.db.queue,
    taskList: taskListOf(await jobsOf(portal, outside, logged)),
    concurrency: slots,
    noHandleSignals: true,
    logger: new Logger(() => () => undefined),
  });
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
