/** The only writes to a connection, its credential and its downloads. */
import { randomUUID } from 'node:crypto';
import { addDays } from '@anticipa/domain/calendar';
import {
  type CiecStatus,
  ciecStatus,
  isCredentialBroken,
  OVERLAP_DAYS,
  type SyncRunStep,
  syncRunSteps,
} from '@anticipa/domain/sync';
import { sql, type Updateable } from 'kysely';
import type { DB } from '../../platform/db/schema.ts';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { announce } from '../../platform/live/events.ts';
import { agentOf, type Principal, type WideWork, type Work } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { putNotice } from '../notices/put.ts';
import { forgetPassword } from './kept-passwords.ts';
import { type Connection, connectionOf, credentialOf, historyStart, nextStepAt } from './queries.ts';

const DAY_MS = 24 * 3_600_000;
const MAX_ERROR = 500;

type ConnectionChange = Pick<
  Updateable<DB['clients']>,
  'sat_sync_active' | 'sat_last_sync' | 'sat_downloading' | 'sat_sync_at'
>;

/** Changes the connection and notifies the client's open screens. */
async function changeConnection(work: Work<Principal>, change: ConnectionChange): Promise<void> {
  await work.db.updateTable('clients').set(change).where('client_id', '=', work.tenant).execute();
  await announce(work, 'session', []);
}

/** Queues work on the client's connection; once, however often it is queued. */
export async function enqueueSync({ db, tenant }: Pick<Work, 'db' | 'tenant'>, delayMs = 0): Promise<void> {
  await sql`select enqueue_job('sync-client', ${JSON.stringify({ clientId: tenant })}::json,
    run_at => now() + ${delayMs} * interval '1 millisecond', job_key => ${`sync:${tenant}`})`.execute(db);
}

/** Has the provider forget a credential, which holds the password or the e.firma; nothing without one. */
export async function enqueueRemoval({ db }: Pick<Work, 'db'>, providerId: string | null): Promise<void> {
  if (providerId === null) return;
  await sql`select enqueue_job('sync-remove', ${JSON.stringify({ providerId })}::json)`.execute(db);
}

/** A password or an e.firma that was given, with the provider's answer. */
export interface NewCredential {
  readonly status: CiecStatus;
  readonly providerId: string | null;
  readonly expiresAt: Date | null;
  readonly submittedBy: string;
}

/** Records a credential, and has the provider forget the one that it replaces. */
export async function recordCredential(work: Work<Principal>, credential: NewCredential): Promise<void> {
  const { db, tenant, at } = work;
  const before = await credentialOf(work, 'update');
  const { status, providerId, expiresAt, submittedBy } = credential;
  const row = { provider_id: providerId, status, expires_at: expiresAt, submitted_by: submittedBy, submitted_at: at };
  await db
    .insertInto('sync_credentials')
    .values({ client_id: tenant, ...row })
    .onConflict((conflict) => conflict.column('client_id').doUpdateSet(row))
    .execute();
  const replaced = before?.providerId ?? null;
  if (replaced !== providerId) await enqueueRemoval(work, replaced);
  await writeAudit(work, {
    action: 'sync.credential',
    subject: `client:${tenant}`,
    details: { before: { status: before?.status ?? null }, after: { status } },
  });
}

/** Connects the client and requests its first download. */
export async function connect(work: Work<Principal>, days: number): Promise<Connection> {
  const change = { sat_sync_active: true, sat_last_sync: null, sat_downloading: true, sat_sync_at: work.at };
  await endRun(work, 'fail', 'replaced by a new connection');
  await changeConnection(work, change);
  await requestRun(work, { issuedFrom: daysBefore(work, days), changedSince: null });
  await writeAudit(work, { action: 'sync.connect', subject: `client:${work.tenant}`, details: { days } });
  return connectionOf(work, 'read');
}

/** Disconnects the client; the provider forgets its password. */
export async function disconnect(work: Work<Principal>): Promise<Connection> {
  const credential = await credentialOf(work, 'update');
  if (credential !== undefined) {
    await work.db
      .updateTable('sync_credentials')
      .set({ status: ciecStatus.DEACTIVATED, provider_id: null })
      .where('client_id', '=', work.tenant)
      .execute();
    await enqueueRemoval(work, credential.providerId);
  }
  await forgetPassword(work);
  await endRun(work, 'fail', 'disconnected');
  await changeConnection(work, { sat_sync_active: false, sat_downloading: false });
  await writeAudit(work, { action: 'sync.disconnect', subject: `client:${work.tenant}` });
  return connectionOf(work, 'read');
}

interface Period {
  readonly issuedFrom: Date;
  readonly changedSince: Date | null;
}

/** The period since the last download, with an overlap; all of it if none has ended yet. */
export async function periodSinceLast(work: Work, connection: Connection): Promise<Period> {
  const { sat_sync_at: connectedAt, sat_last_sync: lastSync } = connection;
  const start = connectedAt === null ? null : await historyStart(work, connectedAt);
  const changedSince = lastSync === null ? null : new Date(lastSync.getTime() - OVERLAP_DAYS * DAY_MS);
  return { issuedFrom: start ?? changedSince ?? work.at, changedSince };
}

/** Midnight in Mexico City, some days ago. */
export const daysBefore = ({ today }: Pick<Work, 'today'>, days: number): Date =>
  new Date(`${addDays(today, -days)}T00:00:00-06:00`);

/** Records a download and queues it, unless one is open. */
export async function requestRun(work: Work<Principal>, { issuedFrom, changedSince }: Period): Promise<void> {
  const { db, tenant, at, actor } = work;
  if ((await nextStepAt(work)) !== null) return;
  await db
    .insertInto('sync_runs')
    .values({
      client_id: tenant,
      run_id: randomUUID(),
      state: 'requested',
      issued_from: issuedFrom,
      changed_since: changedSince,
      requested_at: at,
      requested_by: agentOf(actor).kind === 'user' ? agentOf(actor).id : null,
      due_at: at,
    })
    .execute();
  await enqueueSync(work);
}

/** A download that a user asked for shows as one. */
export async function requestShownRun(work: Work<Principal>, period: Period): Promise<Connection> {
  await requestRun(work, period);
  await changeConnection(work, { sat_downloading: true });
  return connectionOf(work, 'read');
}

type RunChange = Pick<
  Updateable<DB['sync_runs']>,
  'extraction_id' | 'provider_id' | 'cursor' | 'due_at' | 'claimed_until' | 'last_error'
>;

/** Changes the open download without a step. */
export async function updateRun({ db, tenant }: Work, runId: string, change: RunChange): Promise<void> {
  await db
    .updateTable('sync_runs')
    .set(change)
    .where('client_id', '=', tenant)
    .where('run_id', '=', runId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Makes the next step of every download due now that failed at its last. */
export async function makeRunsDue({ db, at }: WideWork): Promise<void> {
  await db
    .updateTable('sync_runs')
    .set({ due_at: at })
    .where('ended_at', 'is', null)
    .where('claimed_until', 'is', null)
    .where('last_error', 'is not', null)
    .where('due_at', '>', at)
    .execute();
}

/** Takes a step of a download; nothing if it has ended meanwhile. */
export async function moveRun(
  { db, tenant }: Work,
  runId: string,
  step: Exclude<SyncRunStep, 'finish' | 'fail'>,
  change: RunChange = {},
): Promise<void> {
  await db
    .updateTable('sync_runs')
    .set({ ...change, state: syncRunSteps[step].to })
    .where('client_id', '=', tenant)
    .where('run_id', '=', runId)
    .where('state', 'in', [...syncRunSteps[step].from])
    .execute();
}

/** Ends the client's open download; returns whether there was one. */
async function endRun({ db, tenant, at }: Work, step: 'finish' | 'fail', error: string | null): Promise<boolean> {
  const ended = await db
    .updateTable('sync_runs')
    .set({
      state: syncRunSteps[step].to,
      ended_at: at,
      claimed_until: null,
      last_error: error === null ? null : error.slice(0, MAX_ERROR),
    })
    .where('client_id', '=', tenant)
    .where('ended_at', 'is', null)
    .where('state', 'in', [...syncRunSteps[step].from])
    .returning('run_id')
    .executeTakeFirst();
  return ended !== undefined;
}

export async function finishRun(work: Work<Principal>): Promise<void> {
  if (await endRun(work, 'finish', null))
    await changeConnection(work, { sat_last_sync: work.at, sat_downloading: false });
}

export async function failRun(work: Work<Principal>, error: string): Promise<void> {
  if (await endRun(work, 'fail', error)) await changeConnection(work, { sat_downloading: false });
}

/**
 * Records that a credential no longer works, ends the download and notifies the users who want to know. Returns false if it
 * is not the one in use.
 */
export async function breakCredential(
  work: Work<Principal>,
  providerId: string | null,
  status: CiecStatus,
): Promise<boolean> {
  if (!isCredentialBroken(status)) throw new TypeError(`a credential of status ${status} works`);
  const changed = await work.db
    .updateTable('sync_credentials')
    .set({ status })
    .where('client_id', '=', work.tenant)
    .where('provider_id', '=', providerId)
    .where('status', 'in', [ciecStatus.PENDING, ciecStatus.VALID])
    .returning('client_id')
    .executeTakeFirst();
  if (changed === undefined) return false;
  if (status === ciecStatus.INVALID) await forgetPassword(work);
  await endRun(work, 'fail', `the credential is no longer valid: ${status}`);
  await changeConnection(work, { sat_downloading: false });
  await putNotice(work, { event: 'sync-lost', object: 'sync' }, (userId) => putMessage(work, 'desync', { userId }));
  await writeAudit(work, { action: 'sync.broken', subject: `client:${work.tenant}`, details: { status } });
  return true;
}
