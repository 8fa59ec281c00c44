/** The worker: runs jobs and delivers the outbox. Wiring only. */
import { Logger, parseCronItems, run, type TaskList } from 'graphile-worker';
import { embeddedInvoicing } from './gateways/invoicing/embedded.ts';
import { MAIL_SENDER, mailerOver } from './gateways/mail/smtp.ts';
import { openFolderStorage } from './gateways/storage/embedded.ts';
import { taxStatusOver } from './gateways/tax-status/http.ts';
import type { Clock } from './lib/clock.ts';
import type { Database } from './lib/db/pool.ts';
import type { Log } from './lib/deps.ts';
import type { Jobs } from './lib/jobs/jobs.ts';
import { addressOf } from './lib/sandbox-addresses.ts';
import { interestJobs } from './modules/interest/jobs.ts';
import { taxStatusJobs } from './modules/invoices/jobs.ts';
import { noticeJobs } from './modules/notices/jobs.ts';
import { recoveryJobs } from './modules/recovery/jobs.ts';
import { recoveryMails } from './modules/recovery/mail.ts';
import { salesJobs } from './modules/sales/jobs.ts';
import { lenderMails } from './modules/sales/mail/deposit.ts';
import { authorisationMails } from './modules/sales/mail/summary.ts';
import { sessionJobs } from './modules/session/jobs.ts';
import { sessionMails } from './modules/session/mail.ts';

export interface WorkerDeps {
  /** Signed in as the worker. */
  readonly db: Database;
  /** The worker's own login, for the queue. */
  readonly connectionString: string;
  readonly clock: Clock;
  readonly dataDir: string;
  readonly production: boolean;
  /** Mail server; outside production the sandbox's catcher unless told. */
  readonly smtpUrl?: string | undefined;
  /** The tax authority's status service; outside production the sandbox's unless told. */
  readonly taxStatusUrl?: string | undefined;
  /** Address of the portal as people open it; http://localhost:3000 unless told. */
  readonly baseUrl?: string;
  /** Sender of every e-mail. */
  readonly mailFrom?: string;
  readonly log?: Log;
}

const CONCURRENCY = 5;

/** One line of JSON per thing worth knowing, like the API's. */
const toStderr = (level: string) => (fields: object, message: string) => {
  const error = 'err' in fields && fields.err instanceof Error ? { err: fields.err.message } : {};
  process.stderr.write(
    `${JSON.stringify({ level, time: new Date().toISOString(), ...fields, ...error, msg: message })}\n`,
  );
};
const stderrLog = (production: boolean): Log => ({
  info: production ? toStderr('info') : () => undefined,
  warn: toStderr('warn'),
  error: toStderr('error'),
});

/** What the queue itself says: only its errors matter. */
const queueLogger = (log: Log): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({}, message);
    else if (level === 'warning') log.warn({}, message);
  });

/** Everything the worker does. */
export const workerJobs = async (
  given: Omit<WorkerDeps, 'connectionString'> & { readonly log: Log },
): Promise<Jobs> => {
  const { db, clock, dataDir, production, log } = given;
  const mailDeps = { clock, baseUrl: given.baseUrl ?? 'http://localhost:3000' };
  const deps = {
    db,
    clock,
    log,
    taxStatus: taxStatusOver({
      address: addressOf('taxStatusUrl', { dataDir, production, configured: given.taxStatusUrl }),
    }),
    storage: await openFolderStorage(dataDir),
    invoicing: production ? null : embeddedInvoicing({ dataDir }),
    mailer: mailerOver({
      address: addressOf('smtpUrl', { dataDir, production, configured: given.smtpUrl }),
      from: given.mailFrom ?? MAIL_SENDER,
    }),
    mails: { ...authorisationMails, ...lenderMails(mailDeps), ...recoveryMails(mailDeps), ...sessionMails(mailDeps) },
  };
  return [
    ...noticeJobs(deps),
    ...recoveryJobs(deps),
    ...salesJobs(deps),
    ...sessionJobs(deps),
    ...taxStatusJobs(deps),
    ...interestJobs(deps),
  ];
};

export const taskListOf = (jobs: Jobs): TaskList =>
  Object.fromEntries(jobs.map((job) => [job.name, (payload: unknown) => job.run(payload)]));

const cronOf = (jobs: Jobs) =>
  parseCronItems(
    jobs.flatMap(({ name, cron }) =>
      cron === undefined
        ? []
        : [{ task: name, match: cron, identifier: name, options: { jobKey: name, maxAttempts: 3 } }],
    ),
  );

/** Runs jobs until stopped; stopping lets the running ones finish and hands the others back. */
export const startWorker = async (given: WorkerDeps): Promise<{ stop(): Promise<void> }> => {
  const log = given.log ?? stderrLog(given.production);
  const jobs = await workerJobs({ ...given, log });
  const runner = await run({
    connectionString: given.connectionString,
    concurrency: CONCURRENCY,
    noHandleSignals: true,
    taskList: taskListOf(jobs),
    parsedCronItems: cronOf(jobs),
    logger: queueLogger(log),
  });
  return { stop: () => runner.stop() };
};
