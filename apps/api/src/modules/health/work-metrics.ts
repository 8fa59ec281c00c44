/** Metrics of the worker: of itself, and of the work that waits, which it sees for all clients. Only counts and ages. */
import { type InboxQueue, inboxQueues } from '@anticipa/contract/lender-inbox';
import { z } from 'zod';
import { rowsOf, valuesOf, whole } from '../../platform/db/rows.ts';
import { jobCounts } from '../../platform/jobs/queue-state.ts';
import { type Metrics, source } from '../../platform/observe/metrics.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { WideWork } from '../../platform/work/work.ts';
import type { Build, JobDeps } from '../deps.ts';
import { newestCfdi } from '../interest/certificate.ts';
import { queueSizes } from '../sales/desk/inbox-queries.ts';
import { sealingCredentials, syncCredentials } from '../systems/credentials.ts';
import { certificateGauge } from './metrics.ts';

/** Starts the metrics of the worker on their port; null if none is set. */
export async function openWorkMetrics(deps: JobDeps, build: Build): Promise<Metrics | null> {
  const { workerMetricsPort: port, metricsAddress: host } = deps.config;
  if (port === undefined) return null;
  const { startMetrics } = await import('../../platform/observe/metrics.ts');
  const sources = [jobSource(deps), mailSource(deps), moneySource(deps), certificateSource(deps)];
  return startMetrics({ host, port }, { build, pool: deps.db.use, systems: deps.health.all, sources }, deps.log);
}

const jobSource = (deps: JobDeps) =>
  source({
    gauges: {
      anticipa_jobs_due: ['Jobs that are due and wait for a slot', 'kind'],
      anticipa_jobs_oldest_due_seconds: ['Seconds that the oldest of them has waited', 'kind'],
      anticipa_jobs_given_up: ['Jobs that have used up their attempts', 'kind'],
    },
    read: async () => {
      const counts = await runAs(deps, WORKER, ({ db }) => jobCounts(db));
      const values = (of: 'due' | 'oldest' | 'dead') => counts.map((row) => [row[of], { kind: row.kind }] as const);
      return {
        anticipa_jobs_due: values('due'),
        anticipa_jobs_oldest_due_seconds: values('oldest'),
        anticipa_jobs_given_up: values('dead'),
      };
    },
  });

const mailRow = z.object({ waiting: whole, oldest: z.number(), failed: whole });

const mailCounts = ({ db, at }: WideWork) => rowsOf(db, mailRow)`
  select count(*)::integer as waiting,
    coalesce(greatest(extract(epoch from ${at}::timestamptz - min(created_at)), 0), 0)::float as oldest,
    (select count(*)::integer from outbox where given_up_at > ${at}::timestamptz - interval '1 day' and not bounced and kind <> 'push') as failed
  from outbox where delivered_at is null and given_up_at is null`;

const mailSource = (deps: JobDeps) =>
  source({
    gauges: {
      anticipa_mails: ['Mails that wait for the mail server, and those that it has not taken within a day', 'state'],
      anticipa_mails_oldest_seconds: ['Seconds that the oldest of those that wait has waited'],
    },
    read: async () => {
      const [{ waiting, oldest, failed } = { waiting: 0, oldest: 0, failed: 0 }] = await runAs(
        deps,
        WORKER,
        mailCounts,
      );
      return {
        anticipa_mails: [
          [waiting, { state: 'waiting' }],
          [failed, { state: 'failed' }],
        ],
        anticipa_mails_oldest_seconds: [[oldest]],
      };
    },
  });

const unidentified = ({ db }: WideWork): Promise<number[]> => valuesOf(db, whole)`
  select count(*)::integer from unidentified_payments where state = 'waiting'`;

const moneySource = (deps: JobDeps) =>
  source({
    gauges: {
      anticipa_sales_waiting: [
        'Sales that wait for the lender: for an answer, its confirmation, a correction, a deposit',
        'queue',
      ],
      anticipa_sales_late: ['Those of them that are past the promised time of their deposit', 'queue'],
      anticipa_unidentified_payments: ['Payments that wait to be identified'],
    },
    read: async () => {
      const [sizes, [payments = 0]] = await runAs(
        deps,
        WORKER,
        async (work) => [await queueSizes(work), await unidentified(work)] as const,
      );
      const values = (of: 'count' | 'late') =>
        inboxQueues.map((queue: InboxQueue) => [sizes[queue][of], { queue }] as const);
      return {
        anticipa_sales_waiting: values('count'),
        anticipa_sales_late: values('late'),
        anticipa_unidentified_payments: [[payments]],
      };
    },
  });

/** The certificate (CSD) of the lender's newest invoice, and the first e.firma to expire among the clients that synchronise. */
const certificateSource = (deps: JobDeps) =>
  source({
    gauges: certificateGauge,
    read: async () => {
      const [newest, sync] = await runAs(
        deps,
        WORKER,
        async (work) => [await newestCfdi(work), await syncCredentials(work)] as const,
      );
      const ends = { seal: await sealingCredentials(deps, newest), 'client-efirma': sync };
      return {
        anticipa_certificate_days: Object.entries(ends).flatMap(([certificate, { expiry }]) =>
          expiry === null ? [] : [[expiry.daysLeft, { certificate }] as const],
        ),
      };
    },
  });
