/** Commands of a client's users for the connection to the tax authority. */
import { setTimeout as pause } from 'node:timers/promises';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { clientCredentials, SyncState, satsync, Taxpayer, validateCredentials } from '@anticipa/contract/sync';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { ciecStatus } from '@anticipa/domain/sync';
import {
  type GivenCredential,
  type InvoiceSyncPort,
  type ProviderCredential,
  type RefusedCredential,
  SyncUnavailable,
} from '../../gateways/invoice-sync/port.ts';
import type { Caller } from '../../platform/work/caller.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { consumeDailyQuota } from '../quota/daily-use.ts';
import {
  connect,
  daysBefore,
  disconnect,
  enqueueRemoval,
  type NewCredential,
  periodSinceLast,
  recordCredential,
  requestShownRun,
} from './change.ts';
import { keepPassword } from './kept-passwords.ts';
import { connectionOf, credentialOf, maySync, taxpayerOf, toSyncState } from './queries.ts';

/** The tax authority blocks a taxpayer after a few wrong passwords. */
const CHECKS_PER_DAY = 20;
/** The check takes 10 to 20 seconds. */
const PATIENCE_MS = 25_000;
const PAUSE_MS = 1000;

/** Checks a password or an e.firma at the tax authority. A wrong one does not disturb a connection that works. */
export async function checkCredential(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'invoiceSync'>,
  caller: Caller,
  { password, efirma }: BodyOf<typeof validateCredentials>,
): Promise<Outcome<ResponseOf<typeof validateCredentials>>> {
  const { rfc, userId } = caller.actor;
  const isEfirma = efirma !== undefined;
  if (isEfirma !== (deps.invoiceSync.connectsWith === 'efirma')) return refuse('INVALID_REQUEST');
  const given: GivenCredential = { password, efirma: efirma && bytesOf(efirma) };
  const admitted = await attemptAs<Caller['actor'], { readonly before: string | null }>(deps, caller, async (work) => {
    if (!(await maySync(work, userId))) return refuse('NOT_ALLOWED');
    const isWithin = await consumeDailyQuota(work, 'ciec-checks', { amount: 1, limit: CHECKS_PER_DAY });
    if (!isWithin) return refuse('DAILY_LIMIT_REACHED');
    // Recorded before the call: if the answer is lost, the credential is known to be unsure.
    const before = (await credentialOf(work, 'update'))?.providerId ?? null;
    await recordUnlessWorking(work, { status: ciecStatus.PENDING, providerId: null, expiresAt: null });
    return done({ before });
  });
  if (!admitted.ok) return admitted;
  const checked = await answerOf(deps.invoiceSync, { rfc, given, before: admitted.value.before });
  if (checked === null) return refuse('SYNC_FAILED');
  const taxpayer = await runAs(deps, caller, async (work): Promise<Taxpayer | null> => {
    const { credentialId: providerId, status, expiresAt } = checked;
    // The permission may have been withdrawn meanwhile.
    if (!(await connectionOf(work, 'update')).sync_allowed) {
      await enqueueRemoval(work, providerId);
      return null;
    }
    if (status === ciecStatus.VALID) {
      await recordCredential(work, { status, providerId, expiresAt, submittedBy: userId });
      // The e.firma is kept without its password.
      if (!isEfirma) await keepPassword(work, deps.config.ciecKeys, password);
    } else if (!(await recordUnlessWorking(work, { status, providerId, expiresAt })))
      await enqueueRemoval(work, providerId);
    return taxpayerOf(work, rfc);
  });
  if (taxpayer === null) return refuse('NOT_ALLOWED');
  if (checked.status === ciecStatus.INVALID) return refuse('why' in checked ? checked.why : 'CIEC_WRONG');
  return checked.status === ciecStatus.VALID ? done({ data: taxpayer }) : refuse('SYNC_FAILED');
}

const bytesOf = ({ certificate, privateKey }: NonNullable<BodyOf<typeof validateCredentials>['efirma']>) => ({
  certificate: Buffer.from(certificate, 'base64'),
  privateKey: Buffer.from(privateKey, 'base64'),
});

/** Whether it was recorded: not over the credential of a connection that works. */
async function recordUnlessWorking(work: ClientWork, credential: Omit<NewCredential, 'submittedBy'>): Promise<boolean> {
  const { sat_sync_active: isActive } = await connectionOf(work, 'update');
  const before = await credentialOf(work, 'update');
  if (isActive && before?.status === ciecStatus.VALID) return false;
  await recordCredential(work, { ...credential, submittedBy: work.actor.userId });
  return true;
}

interface Attempt {
  readonly rfc: string;
  readonly given: GivenCredential;
  /** The credential that the provider had before. */
  readonly before: string | null;
}

/**
 * The provider's verdict on what was given, still pending if it takes too long; null if it has nothing. A password whose
 * sending is in doubt is looked for, not sent again; an e.firma is kept by us, and only once it was accepted.
 */
export async function answerOf(
  port: InvoiceSyncPort,
  { rfc, given, before }: Attempt,
): Promise<ProviderCredential | RefusedCredential | null> {
  const deadline = performance.now() + PATIENCE_MS;
  let found: ProviderCredential | RefusedCredential | null = null;
  try {
    found = await port.submitCredential(rfc, given).catch(async (cause: unknown) => {
      // The newest one may be another that was kept before.
      if (given.efirma !== undefined) throw cause;
      const newest = await port.newestCredential(rfc);
      return newest?.credentialId === before ? null : newest;
    });
    while (found?.credentialId && found.status === ciecStatus.PENDING && performance.now() <= deadline) {
      found = await port.credential(found.credentialId);
      if (found?.status === ciecStatus.PENDING) await pause(PAUSE_MS);
    }
  } catch (cause) {
    if (!(cause instanceof SyncUnavailable)) throw cause;
  }
  return found;
}

/** Connects or disconnects the client. Connecting again while the first download runs changes nothing. */
export async function changeSync(
  work: ClientWork,
  { syncActive, days, notifyDesync }: BodyOf<typeof clientCredentials>,
): Promise<Outcome<{ data: SyncState }>> {
  const { userId } = work.actor;
  if (!(await maySync(work, userId))) return refuse('NOT_ALLOWED');
  const before = await connectionOf(work, 'update');
  if (notifyDesync !== undefined) await setNotified(work, userId, notifyDesync);
  if (!syncActive) {
    if (before.sat_downloading) return refuse('SYNC_DOWNLOADING');
    return done({ data: toSyncState(await disconnect(work)) });
  }
  const credential = await credentialOf(work, 'update');
  if (credential?.status !== ciecStatus.VALID) return refuse('CIEC_NOT_VALID');
  const isFirstRunning = before.sat_sync_active && before.sat_downloading && before.sat_last_sync === null;
  return done({ data: toSyncState(isFirstRunning ? before : await connect(work, days)) });
}

async function setNotified({ db, tenant }: ClientWork, userId: string, isNotified: boolean): Promise<void> {
  await db
    .updateTable('users')
    .set({ notify_desync_sat: isNotified })
    .where('client_id', '=', tenant)
    .where('user_id', '=', userId)
    .execute();
}

/** Downloads what is new, or the last `days` again; a download that is running is not disturbed. */
export async function syncAgain(
  work: ClientWork,
  { days }: Pick<NonNullable<BodyOf<typeof satsync>>, 'days'> | { readonly days: null },
): Promise<Outcome<{ data: SyncState }>> {
  if (!(await maySync(work, work.actor.userId))) return refuse('NOT_ALLOWED');
  const connection = await connectionOf(work, 'update');
  const credential = await credentialOf(work, 'read');
  if (!connection.sat_sync_active || credential?.status !== ciecStatus.VALID) return refuse('SYNC_INACTIVE');
  const period =
    days === null
      ? await periodSinceLast(work, connection)
      : { issuedFrom: daysBefore(work, days), changedSince: null };
  return done({ data: toSyncState(await requestShownRun(work, period)) });
}
