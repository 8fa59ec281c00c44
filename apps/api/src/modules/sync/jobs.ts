import { loadTrust } from '@anticipa/cfdi/trust-store';
import { type CiecStatus, ciecStatus, isCredentialBroken } from '@anticipa/domain/sync';
import { z } from 'zod';
import { startCfdiReader } from '../../platform/cfdi/reader.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { type ClientId, storedClient } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type Principal, type Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import {
  breakCredential,
  disconnect,
  enqueueRemoval,
  enqueueSync,
  periodSinceLast,
  recordCredential,
  requestRun,
} from './change.ts';
import { answerOf } from './commands.ts';
import { removeUnused, watchEfirmas } from './efirmas.ts';
import { keptPassword } from './kept-passwords.ts';
import {
  clientOfRfc,
  clientsToSync,
  clientsWithDueRuns,
  connectionOf,
  credentialOf,
  isAnyConnected,
} from './queries.ts';
import { advanceSync, READ_BUDGET_MS, type SyncDeps } from './runs.ts';

const aClient = z.object({ clientId: z.uuid().transform(storedClient) });
const aCredential = z.object({ providerId: z.string() });
/** A download that was asked for in the hours before replaces the nightly one. */
const RECENT_MS = 12 * 3_600_000;
/** Older news are found by the nightly download. */
const NEWS_MS = 2 * 3_600_000;

/** Requests the download of the day of each connected client. */
async function requestDaily(deps: JobDeps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - RECENT_MS);
  const clients = await runAs(deps, WORKER, (work) => clientsToSync(work, before));
  await runEach(deps.log, clients, (clientId) =>
    runAs(deps, WORKER, async (wide) => {
      const work = narrowTo(wide, clientId);
      await requestRun(work, await periodSinceLast(work, await connectionOf(work, 'read')));
    }),
  );
}

/** Wakes the clients of whom the provider has had news: a webhook may be lost. */
async function pollNews(deps: JobDeps): Promise<void> {
  if (!(await runAs(deps, WORKER, isAnyConnected))) return;
  const rfcs = await deps.invoiceSync.news(new Date(deps.clock.now().getTime() - NEWS_MS));
  await runAs(deps, WORKER, async (work) => {
    for (const rfc of rfcs) {
      const clientId = await clientOfRfc(work, rfc);
      if (clientId !== undefined) await enqueueSync({ db: work.db, tenant: clientId });
    }
  });
}

/** Queues the downloads that are due, also those of a dead worker. */
async function resumeRuns(deps: JobDeps): Promise<void> {
  await runAs(deps, WORKER, async (work) => {
    for (const clientId of await clientsWithDueRuns(work)) await enqueueSync({ db: work.db, tenant: clientId });
  });
}

/**
 * Gives the provider the kept password again if it has lost the credential; not if the tax authority refused the password,
 * which it blocks after a few attempts. Returns the status of the
 * credential then.
 */
async function renew(deps: SyncDeps, tenant: ClientId, status: CiecStatus): Promise<CiecStatus> {
  if (status === ciecStatus.INVALID) return status;
  const within = <T>(step: (work: Work<Principal>) => Promise<T>): Promise<T> =>
    runAs(deps, WORKER, (work) => step(narrowTo(work, tenant)));
  const kept = await within(async (work) => {
    const password = await keptPassword(work, deps.config.ciecKeys);
    const credential = await credentialOf(work, 'read');
    const { rfc } = await connectionOf(work, 'read');
    return password === null || credential === undefined ? null : { password, credential, rfc };
  });
  if (kept === null) return status;
  const { password, credential, rfc } = kept;
  const found = await answerOf(deps.invoiceSync, { rfc, given: { password }, before: credential.providerId });
  if (found === null) return status;
  const { credentialId: providerId, status: renewed, expiresAt } = found;
  const { submittedBy } = credential;
  await within(async (work) =>
    renewed === ciecStatus.VALID && (await connectionOf(work, 'update')).sync_allowed
      ? recordCredential(work, { status: renewed, providerId, expiresAt, submittedBy })
      : enqueueRemoval(work, providerId),
  );
  return renewed === ciecStatus.PENDING ? status : renewed;
}

/** Whether the client may not synchronise; removes its password and the rest of its connection if so. */
async function isEnded(work: Work<Principal>): Promise<boolean> {
  const { sync_allowed: isAllowed, sat_sync_active: isActive } = await connectionOf(work, 'update');
  if (isAllowed) return false;
  const status = (await credentialOf(work, 'update'))?.status ?? ciecStatus.DEACTIVATED;
  if (isActive || status !== ciecStatus.DEACTIVATED) await disconnect(work);
  return true;
}

/** Continues the client's download; without one, asks the provider whether the password still works. */
async function syncClient(deps: SyncDeps, tenant: ClientId): Promise<void> {
  if (await runAs(deps, WORKER, (work) => isEnded(narrowTo(work, tenant)))) return;
  const credential = await runAs(deps, WORKER, (work) => credentialOf(narrowTo(work, tenant), 'read'));
  const providerId = credential?.providerId ?? null;
  if (credential?.status === ciecStatus.VALID && providerId !== null) {
    const found = await deps.invoiceSync.credential(providerId).catch(() => undefined);
    const status = found === null ? ciecStatus.ERROR : found?.status;
    const now =
      status !== undefined && isCredentialBroken(status) ? await renew(deps, tenant, status) : ciecStatus.VALID;
    if (isCredentialBroken(now))
      await runAs(deps, WORKER, (work) => breakCredential(narrowTo(work, tenant), providerId, now));
  }
  await advanceSync(deps, tenant);
}

export const syncJobs = (jobDeps: JobDeps): Jobs => {
  const { dataDir, production, rehearsalTrustDir } = jobDeps.config;
  const deps: SyncDeps = {
    ...jobDeps,
    openReader: async () => {
      const { material } = await loadTrust(dataDir, production, rehearsalTrustDir);
      return startCfdiReader({ material, threads: 1, budgetMs: READ_BUDGET_MS });
    },
  };
  return [
    { name: 'sync-client', run: async (payload) => syncClient(deps, aClient.parse(payload).clientId) },
    {
      name: 'sync-remove',
      run: async (payload) => deps.invoiceSync.removeCredential(aCredential.parse(payload).providerId),
    },
    // 4:00 in Mexico City.
    { name: 'sync-daily', cron: '0 10 * * *', run: () => requestDaily(deps) },
    // 9:00 in Mexico City.
    { name: 'watch-efirmas', cron: '0 15 * * *', run: () => watchEfirmas(jobDeps) },
    { name: 'remove-unused-efirmas', cron: '30 15 * * *', run: () => removeUnused(jobDeps) },
    { name: 'poll-sync-news', cron: '*/15 * * * *', run: () => pollNews(deps) },
    { name: 'resume-syncs', cron: '* * * * *', run: () => resumeRuns(deps) },
  ];
};
