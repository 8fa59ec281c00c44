import type { SyncState, Taxpayer } from '@anticipa/contract/sync';
import { type CiecStatus, ciecStatus, type SyncRunState } from '@anticipa/domain/sync';
import { type ExpressionBuilder, sql } from 'kysely';
import { clientIdColumn, text, valuesOf } from '../../platform/db/rows.ts';
import type { DB } from '../../platform/db/schema.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { Lock, WideWork, Work } from '../../platform/work/work.ts';

/** Credential that the provider was given for a client. */
interface StoredCredential {
  readonly providerId: string | null;
  readonly status: CiecStatus;
  readonly submittedBy: string;
}

/** The client's credential; undefined before its first password. */
export async function credentialOf({ db, tenant }: Work, lock: Lock): Promise<StoredCredential | undefined> {
  const found = db
    .selectFrom('sync_credentials')
    .select(['provider_id', sql<CiecStatus>`status`.as('status'), 'submitted_by'])
    .where('client_id', '=', tenant);
  const row = await (lock === 'update' ? found.forUpdate() : found).executeTakeFirst();
  return row && { providerId: row.provider_id, status: row.status, submittedBy: row.submitted_by };
}

export async function taxpayerOf(work: Work, rfc: string): Promise<Taxpayer> {
  const credential = await credentialOf(work, 'read');
  return { rfc, hasCiec: (credential?.providerId ?? null) !== null, ciecStatus: credential?.status ?? null };
}

/** The client's connection. */
export async function connectionOf({ db, tenant }: Work, lock: Lock) {
  const found = db
    .selectFrom('clients')
    .select(['rfc', 'sync_allowed', 'sat_sync_active', 'sat_last_sync', 'sat_downloading', 'sat_sync_at'])
    .where('client_id', '=', tenant);
  return (lock === 'update' ? found.forNoKeyUpdate() : found).executeTakeFirstOrThrow();
}
export type Connection = Awaited<ReturnType<typeof connectionOf>>;

export const toSyncState = (row: Connection): SyncState => ({
  syncActive: row.sat_sync_active,
  SATsyncActive: row.sat_sync_active,
  SATlastSync: row.sat_last_sync?.toISOString() ?? null,
  SATdownloading: row.sat_downloading,
  SATsyncAt: row.sat_sync_at?.toISOString() ?? null,
});

/** Whether the user and the client may synchronise. */
export async function maySync({ db, tenant }: Work, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('clients', 'clients.client_id', 'users.client_id')
    .select('users.user_id')
    .where('users.client_id', '=', tenant)
    .where('users.user_id', '=', userId)
    .where('users.sync_allowed', '=', true)
    .where('clients.sync_allowed', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

const runColumns = [
  'run_id',
  'issued_from',
  'changed_since',
  'requested_at',
  'requested_by',
  'extraction_id',
  'provider_id',
  'cursor',
] as const;

/** Whether a download waits for a worker: it is open, its next step is due, and no living worker has claimed it. */
const waitsAt = (at: Date) => (eb: ExpressionBuilder<DB, 'sync_runs'>) =>
  eb.and([
    eb('ended_at', 'is', null),
    eb('due_at', '<=', at),
    eb.or([eb('claimed_until', 'is', null), eb('claimed_until', '<=', at)]),
  ]);

/** Claims the client's download for a worker until an instant; undefined if none waits. */
export const claimRun = ({ db, tenant, at }: Work, until: Date) =>
  db
    .updateTable('sync_runs')
    .set({ claimed_until: until })
    .where('client_id', '=', tenant)
    .where(waitsAt(at))
    .returning([...runColumns, sql<SyncRunState>`state`.as('state')])
    .executeTakeFirst();
export type Run = NonNullable<Awaited<ReturnType<typeof claimRun>>>;

/** Due time of the next step of the client's open download; null without an open one. */
export async function nextStepAt({ db, tenant }: Work): Promise<Date | null> {
  const row = await db
    .selectFrom('sync_runs')
    .select('due_at')
    .where('client_id', '=', tenant)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row?.due_at ?? null;
}

/** Issue of the oldest invoice that the present connection downloads; null before its first download. */
export async function historyStart({ db, tenant }: Work, since: Date): Promise<Date | null> {
  const row = await db
    .selectFrom('sync_runs')
    .select(({ fn }) => fn.min('issued_from').as('start'))
    .where('client_id', '=', tenant)
    .where('requested_at', '>=', since)
    .executeTakeFirstOrThrow();
  return row.start;
}

/** Whether any client is connected. */
export async function isAnyConnected({ db }: WideWork): Promise<boolean> {
  const row = await db
    .selectFrom('clients')
    .select('client_id')
    .where('sat_sync_active', '=', true)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Clients whose download waits for a worker. */
export async function clientsWithDueRuns({ db, at }: WideWork): Promise<ClientId[]> {
  const rows = await db.selectFrom('sync_runs').select('client_id').where(waitsAt(at)).orderBy('due_at').execute();
  return rows.map((row) => row.client_id);
}

/** Connected clients whose last download began before an instant. */
export async function clientsToSync({ db }: WideWork, before: Date): Promise<ClientId[]> {
  return await valuesOf(db, clientIdColumn)`
    select client_id from clients
    join sync_credentials using (client_id)
    where sat_sync_active and status = ${ciecStatus.VALID}
      and not exists (select from sync_runs where sync_runs.client_id = clients.client_id
        and (ended_at is null or requested_at > ${before}))
    order by client_id`;
}

/** Listed CFDI about which the client has not been asked. Upper case. */
export async function unknownUuids({ db, tenant }: Work, uuids: readonly string[]): Promise<ReadonlySet<string>> {
  const unknown = await valuesOf(db, text)`
    select uuid from unnest(${uuids}::text[]) as uuid
    where not exists (select from synced_documents seen where seen.client_id = ${tenant} and seen.uuid = uuid.uuid)`;
  return new Set(unknown);
}

/** Document ids of the client's invoices with these UUIDs. */
export async function documentsNamed({ db, tenant }: Work, uuids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('invoices')
    .select('document_id')
    .where('client_id', '=', tenant)
    .where('uuid', '=', sql<string>`any(${uuids}::text[])`)
    .where('status', '<>', 0)
    .execute();
  return rows.map((row) => row.document_id);
}

/** The client with a tax id, for a webhook; undefined if it is none of the lender's. */
export async function clientOfRfc({ db }: WideWork, rfc: string): Promise<ClientId | undefined> {
  const row = await db.selectFrom('clients').select('client_id').where('rfc', '=', rfc).executeTakeFirst();
  return row?.client_id;
}
