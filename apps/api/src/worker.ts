/** Assembles the worker, which runs jobs and delivers the outbox. */
import { parseCronItems, type TaskList } from 'graphile-worker';
import type { Outside } from './gateways/outside.ts';
import { booksJobs } from './invariants/jobs.ts';
import { proposalMails } from './modules/approvals/mail.ts';
import { taxDataJobs } from './modules/approvals/tax-data.ts';
import { brandJobs } from './modules/brand/test-mail.ts';
import { closingMails } from './modules/closing/mail.ts';
import { collectionJobs } from './modules/collections/jobs.ts';
import { adjustmentMails } from './modules/collections/mail.ts';
import { confirmationMails } from './modules/confirmations/mail.ts';
import { conservationJobs } from './modules/conservation/jobs.ts';
import { estimateJobs } from './modules/estimate/jobs.ts';
import { filesJobs } from './modules/files/jobs.ts';
import { followUpMails } from './modules/follow-up/mail.ts';
import { openWorkMetrics } from './modules/health/work-metrics.ts';
import { interestJobs } from './modules/interest/jobs.ts';
import { invoiceMessageMails } from './modules/invoice-messages/mail.ts';
import { invoiceMails } from './modules/invoices/mail.ts';
import { invoiceJobs } from './modules/invoices/recheck/jobs.ts';
import { keyMails } from './modules/keys/mail.ts';
import { ledgerJobs } from './modules/ledger/jobs.ts';
import { lenderCalendarJobs } from './modules/lender-calendar/jobs.ts';
import { noticeJobs } from './modules/notices/jobs.ts';
import { noticeMails } from './modules/notices/mail.ts';
import { operatorJobs } from './modules/operators/jobs.ts';
import { outboxJobs } from './modules/outbox/jobs.ts';
import { payerJobs } from './modules/payers/jobs.ts';
import { payerMails } from './modules/payers/mail.ts';
import { personalDataJobs } from './modules/personal-data/jobs.ts';
import { portfolioReportJobs } from './modules/portfolio-reports/jobs.ts';
import { receivedTransferJobs } from './modules/received-transfers/jobs.ts';
import { recoveryJobs } from './modules/recovery/jobs.ts';
import { recoveryMails } from './modules/recovery/mail.ts';
import { referenceMails } from './modules/references/mail.ts';
import { reminderJobs } from './modules/reminders/jobs.ts';
import { reminderMails } from './modules/reminders/mail.ts';
import { salesJobs } from './modules/sales/jobs.ts';
import { lenderMails } from './modules/sales/mail/deposit.ts';
import { preparedMails } from './modules/sales/mail/prepared.ts';
import { returnMails } from './modules/sales/mail/returned.ts';
import { authorisationMails } from './modules/sales/mail/summary.ts';
import { preparedJobs } from './modules/sales/sell/jobs.ts';
import { sessionJobs } from './modules/session/jobs.ts';
import { sessionMails } from './modules/sign-in/mail.ts';
import { statementJobs } from './modules/statements/jobs.ts';
import { statementMails } from './modules/statements/mail.ts';
import { syncJobs } from './modules/sync/jobs.ts';
import { syncMails } from './modules/sync/mail.ts';
import { systemsJobs } from './modules/systems/jobs.ts';
import { taxpayerListJobs } from './modules/taxpayer-list/jobs.ts';
import { testCompanyJobs } from './modules/test-company/jobs.ts';
import { transferJobs } from './modules/transfers/jobs.ts';
import { userMails } from './modules/users/mail.ts';
import { webhookJobs } from './modules/webhooks/jobs.ts';
import { webhookMails } from './modules/webhooks/mail.ts';
import type { Config, RoleConfig } from './platform/config/config.ts';
import type { Database } from './platform/db/pool.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { pulseOf } from './platform/jobs/pulse.ts';
import { startRunner } from './platform/jobs/queue-runner.ts';
import { rescheduleFuture } from './platform/jobs/queue-state.ts';
import { keepRunning } from './platform/jobs/runner.ts';
import { watchQueue } from './platform/jobs/watchdog.ts';
import type { Log } from './platform/observe/log.ts';
import { traced } from './platform/trace/trace.ts';
import type { Clock } from './platform/work/clock.ts';
import { commit, version } from './version.ts';

interface WorkerParts {
  readonly config: Config;
  /** Signed in as the worker. */
  readonly db: Database;
  /** The same for queries that take long; defaults to `db`. */
  readonly patient?: Database;
  readonly clock: Clock;
  readonly outside: Outside;
  readonly log: Log;
}

/** Concurrent jobs. Mails have separate slots, so a hanging mail server does not block other jobs. */
const SLOTS = { links: 2, mails: 5, phones: 2, webhooks: 3, others: 5 };
const GROUPS = ['links', 'mails', 'phones', 'webhooks', 'others'] as const;

/** All jobs of the worker. */
export const workerJobs = ({ outside, ...parts }: WorkerParts): Jobs => {
  const deps = { ...outside, ...parts, patient: parts.patient ?? parts.db };
  const mails = {
    ...authorisationMails,
    ...invoiceMessageMails(deps),
    ...invoiceMails(deps),
    ...lenderMails(deps),
    ...preparedMails(deps),
    ...returnMails(deps),
    ...referenceMails(deps),
    ...payerMails,
    ...proposalMails(deps),
    ...closingMails(deps),
    ...confirmationMails(deps),
    ...followUpMails(deps),
    ...adjustmentMails(deps),
    ...reminderMails(deps),
    ...recoveryMails(deps),
    ...sessionMails(deps),
    ...keyMails(deps),
    ...userMails(deps),
    ...webhookMails(deps),
    ...statementMails(deps),
    ...syncMails(deps),
    ...noticeMails(deps),
  };
  return [
    ...outboxJobs({ ...deps, mails }),
    ...operatorJobs(deps),
    ...brandJobs(deps),
    ...recoveryJobs(deps),
    ...salesJobs(deps),
    ...preparedJobs(deps),
    ...sessionJobs(deps),
    ...filesJobs(deps),
    ...personalDataJobs(deps),
    ...invoiceJobs(deps),
    ...taxpayerListJobs(deps),
    ...lenderCalendarJobs(deps),
    ...systemsJobs(deps),
    ...ledgerJobs(deps),
    ...portfolioReportJobs(deps),
    ...interestJobs(deps),
    ...taxDataJobs(deps),
    ...estimateJobs(deps),
    ...statementJobs(deps),
    ...syncJobs(deps),
    ...conservationJobs(deps),
    ...transferJobs(deps),
    ...receivedTransferJobs(deps),
    ...collectionJobs(deps),
    ...payerJobs(deps),
    ...reminderJobs(deps),
    ...noticeJobs(deps),
    ...booksJobs(deps),
    ...testCompanyJobs(deps),
    ...webhookJobs(deps),
  ];
};

export const taskListOf = (jobs: Jobs): TaskList =>
  Object.fromEntries(
    jobs.map((job) => [
      job.name,
      (payload: unknown) =>
        traced(null, { kind: 'consumer', name: `job ${job.name}`, attributes: {} }, () => job.run(payload)),
    ]),
  );

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

/** Longest time that a runner may hear nothing from its queue while jobs are due. */
const SILENCE_MS = 30_000;

interface RunningParts extends WorkerParts {
  readonly config: RoleConfig;
  /** A runner takes no jobs any more: the process should end, and its supervisor start another. */
  readonly onStuck: (cause: Error) => void;
  /** Defaults to half a minute. */
  readonly silenceMs?: number;
}

/** Runs jobs until stopped; stopping lets running jobs finish and returns the others to the queue. */
export const startWorker = async ({
  onStuck,
  silenceMs = SILENCE_MS,
  ...parts
}: RunningParts): Promise<{ stop(): Promise<void> }> => {
  const { db, log, config } = parts;
  const metrics = await openWorkMetrics({ ...parts.outside, ...parts }, { version, commit });
  const all = workerJobs(parts);
  const jobs = metrics?.timed(all) ?? all;
  await db.withTransaction({ as: 'worker' }, rescheduleFuture);
  const groups = GROUPS.map((name) => {
    const own = jobs.filter(({ slots = 'others' }) => slots === name);
    const slots = SLOTS[name];
    return { tasks: own.map((job) => job.name), slots, own, pulse: pulseOf(slots, silenceMs) };
  });
  const runners = await Promise.all(
    groups.map(({ own, slots, pulse }) =>
      keepRunning(
        () =>
          startRunner({
            url: config.directUrl,
            signIn: config.signIn,
            slots,
            taskList: taskListOf(own),
            parsedCronItems: cronOf(own),
            pulse,
            log,
          }),
        log,
      ),
    ),
  );
  const watchdog = watchQueue({ db, log, groups, silenceMs, onStuck });
  return {
    stop: async () => {
      watchdog.stop();
      await Promise.all(runners.map((runner) => runner.stop()));
      await metrics?.close();
    },
  };
};
