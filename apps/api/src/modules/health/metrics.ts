/** Metrics of the API: of itself, and whether the portal can take in files and commit. */
import { setTimeout as pause } from 'node:timers/promises';
import { parseCertificate } from '@anticipa/cfdi/certificate';
import { type Metrics, source } from '../../platform/observe/metrics.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { hasRoom } from '../files/quota.ts';
import { COMMIT_MS, proveCommit, secondsSinceCommit } from './commits.ts';
import { queueAge } from './queries.ts';

const visitor = { actor: null, requestId: null, idempotency: null };

const DAY_MS = 86_400_000;

/** Starts the metrics of the API on their port; null if none is set. `authorities`: certificates of the tax authority. */
export async function openMetrics(deps: Deps, authorities: readonly Uint8Array[]): Promise<Metrics | null> {
  const { metricsPort: port, metricsAddress: host } = deps.config;
  if (port === undefined) return null;
  const { startMetrics } = await import('../../platform/observe/metrics.ts');
  const sources = [queueSource(deps), commitSource(deps), uploadSource(deps), authoritySource(deps, authorities)];
  const { build } = deps;
  return startMetrics({ host, port }, { build, pool: deps.db.use, systems: deps.health.all, sources }, deps.log);
}

const queueSource = (deps: Deps) =>
  source({
    gauges: {
      anticipa_queue_seconds: ['Seconds since the oldest due job, and since the last scheduled jobs', 'since'],
    },
    read: async () => {
      const { oldestDue, lastScheduled } = await runAs(deps, visitor, queueAge);
      return {
        anticipa_queue_seconds: [
          [oldestDue, { since: 'oldest-due' }],
          ...(lastScheduled === null ? [] : ([[lastScheduled, { since: 'last-scheduled' }]] as const)),
        ],
      };
    },
  });

const commitSource = ({ db }: Deps) =>
  source({
    gauges: {
      anticipa_commit_age_seconds: ['Seconds since this program last committed a probe; each scrape tries one'],
    },
    read: async () => {
      await Promise.race([proveCommit(db).catch(() => undefined), pause(COMMIT_MS, undefined, { ref: false })]);
      return { anticipa_commit_age_seconds: [[secondsSinceCommit(db)]] };
    },
  });

const uploadSource = (deps: Deps) =>
  source({
    gauges: { anticipa_accepts_uploads: ['1 if files can be stored, 0 without a storage or enough free space'] },
    read: async () => ({ anticipa_accepts_uploads: [[(await hasRoom(deps)) ? 1 : 0]] }),
  });

/** Both programs have it: each sees other certificates. */
export const certificateGauge = {
  anticipa_certificate_days: ['Days until a certificate expires: negative afterwards', 'certificate'],
} as const;

/** The pinned certificate that lasts longest: the older ones stay, because old invoices are verified with them. */
const authoritySource = ({ clock }: Deps, authorities: readonly Uint8Array[]) => {
  const lastEnd = Math.max(...authorities.map((der) => parseCertificate(der)?.validTo ?? 0));
  const daysLeft = () => (lastEnd - clock.now().getTime()) / DAY_MS;
  return source({
    gauges: certificateGauge,
    read: async () => ({
      anticipa_certificate_days: lastEnd > 0 ? [[daysLeft(), { certificate: 'tax-authority' }]] : [],
    }),
  });
};
