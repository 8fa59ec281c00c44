/** Assembles the worker, which runs jobs and delivers the outbox. */
import { Logger, parseCronItems, type Runner, run, type TaskList } from 'graphile-worker';
import type { Clock } from './lib/clock.ts';
import type { Config, RoleConfig } from './lib/config.ts';
import { isConnectionUseless } from './lib/db/errors.ts';
import { type Database, openQueuePool } from './lib/db/pool.ts';
import type { Log } from './lib/deps.ts';
import type { Job, Jobs } from './lib/jobs/jobs.ts';
import { rescheduleFuture } from './lib/jobs/queue-state.ts';
import { keepRunning } from './lib/jobs/runner.ts';
import type { Outside } from './lib/outside.ts';
import { conservationJobs } from './modules/conservation/jobs.ts';
import { filesJobs } from './modules/files/jobs.ts';
import { interestJobs } from './modules/interest/jobs.ts';
import { taxStatusJobs } from './modules/invoices/jobs.ts';
import { invoiceMails } from './modules/invoices/mail.ts';
import { ledgerJobs } from './modules/ledger/jobs.ts';
import { lenderCalendarJobs } from './modules/lender-calendar/jobs.ts';
import { operatorJobs } from './modules/operators/jobs.ts';
import { outboxJobs } from './modules/outbox/jobs.ts';
import { payerJobs } from './modules/payers/jobs.ts';
import { proposalMails } from './modules/proposals/mail.ts';
import { receivedTransferJobs } from './modules/received-transfers/jobs.ts';
import { recoveryJobs } from './modules/recovery/jobs.ts';
import { recoveryMails } from './modules/recovery/mail.ts';
import { referenceMails } from './modules/references/mail.ts';
import { salesJobs } from './modules/sales/jobs.ts';
import { lenderMails } from './modules/sales/mail/deposit.ts';
import { returnMails } from './modules/sales/mail/returned.ts';
import { authorisationMails } from './modules/sales/mail/summary.ts';
import { sessionJobs } from './modules/session/jobs.ts';
import { sessionMails } from './modules/session/mail.ts';
import { statementJobs } from './modules/statements/jobs.ts';
import { statementMails } from './modules/statements/mail.ts';
import { syncJobs } from './modules/sync/jobs.ts';
import { syncMails } from './modules/sync/mail.ts';
import { systemsJobs } from './modules/systems/jobs.ts';
import { taxpayerListJobs } from './modules/taxpayer-list/jobs.ts';
import { transferJobs } from './modules/transfers/jobs.ts';

interface WorkerParts {
  readonly config: Config;
  /** Signed in as the worker. */
  readonly db: Database;
  readonly clock: Clock;
  readonly outside: Outside;
  readonly log: Log;
}

/** Concurrent jobs. Mails have separate slots, so a hanging mail server does not block other jobs. */
const SLOTS = { links: 2, mails: 5, others: 5 };

/** Connections of a runner besides its slots: one listens, others fetch and finish jobs. */
const SPARE = 2;

/** The queue's own log; only warnings and errors. */
const queueLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({}, message);
    else if (level === 'warning') log.warn({}, message);
  });

/** All jobs of the worker. */
export const workerJobs = ({ outside, ...parts }: WorkerParts): Jobs => {
  const deps = { ...outside, ...parts };
  const mails = {
    ...authorisationMails,
    ...invoiceMails(deps),
    ...lenderMails(deps),
    ...returnMails(deps),
    ...referenceMails(deps),
    ...proposalMails(deps),
    ...recoveryMails(deps),
    ...sessionMails(deps),
    ...statementMails,
    ...syncMails(deps),
  };
  return [
    ...outboxJobs({ ...deps, mails }),
    ...operatorJobs(deps),
    ...recoveryJobs(deps),
    ...salesJobs(deps),
    ...sessionJobs(deps),
    ...filesJobs(deps),
    ...taxStatusJobs(deps),
    ...taxpayerListJobs(deps),
    ...lenderCalendarJobs(deps),
    ...systemsJobs(deps),
    ...ledgerJobs(deps),
    ...interestJobs(deps),
    ...statementJobs(deps),
    ...syncJobs(deps),
    ...conservationJobs(deps),
    ...transferJobs(deps),
    ...receivedTransferJobs(deps),
    ...payerJobs(deps),
  ];
};

export const taskListOf = (jobs: Jobs): TaskList =>
  Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload)]));

/** A job that waits keeps its place in the queue when its time comes again. */
const CRON_OPTIONS = { jobKeyMode: 'preserve_run_at', maxAttempts: 3, priority: 0 } as const;

export const cronOf = (jobs: Jobs) =>
  parseCronItems(
    jobs.flatMap(({ name, cron }) =>
      cron === undefined
        ? []
        : [{ task: name, match: cron, identifier: name, options: { ...CRON_OPTIONS, jobKey: name } }],
    ),
  );

/** Runs jobs until stopped; stopping lets running jobs finish and returns the others to the queue. */
export const startWorker = async (
  parts: WorkerParts & { readonly config: RoleConfig },
): Promise<{ stop(): Promise<void> }> => {
  const jobs = workerJobs(parts);
  await parts.db.withTransaction({ as: 'worker' }, rescheduleFuture);
  const onError = (err: Error): void => parts.log.warn({ err }, 'connection of the job queue lost');
  // A runner that broke off leaves its connections behind: the next one opens others.
  const runnerOf = (own: Jobs, slots: number) => async (): Promise<Runner> => {
    const { pool, abandon } = openQueuePool({
      ownerUrl: parts.config.directUrl,
      login: 'worker',
      connections: slots + SPARE,
      onError,
    });
    const starting = run({
      pgPool: pool,
      concurrency: slots,
      noHandleSignals: true,
      // In batches, even if of one: only then does a job whose end cannot be written down end the runner, not the process.
      // Fetches are planned anew: a plan for an empty queue reads and sorts all of a long one.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, preparedStatements: false } },
      taskList: taskListOf(own),
      parsedCronItems: cronOf(own),
      logger: queueLogger(parts.log),
    });
    const ended = starting.then((runner) => {
      // The library would ask the same silent connections again.
      runner.events.on('worker:getJob:error', ({ error: err }) => {
        if (!isConnectionUseless(err)) return;
        parts.log.warn({ err }, 'the job queue does not answer; leaving its connections');
        abandon();
      });
      return runner.promise;
    });
    void ended.catch(() => undefined).then(() => pool.end());
    return starting;
  };
  const slotsOf = (job: Job): keyof typeof SLOTS => job.slots ?? 'others';
  const runners = await Promise.all(
    (['links', 'mails', 'others'] as const).map((slots) =>
      keepRunning(
        runnerOf(
          jobs.filter((job) => slotsOf(job) === slots),
          SLOTS[slots],
        ),
        parts.log,
      ),
    ),
  );
  return {
    stop: async () => {
      await Promise.all(runners.map((runner) => runner.stop()));
    },
  };
};
