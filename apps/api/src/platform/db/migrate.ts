import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { WrongConfiguration } from '../config/setting-checks.ts';
import { applyMigration, type Migration } from './apply-migration.ts';
import { endEarlierSessions } from './earlier-sessions.ts';
import { sha256Of } from './released.ts';
import { type Addresses, checkPassword, openQueueToWorker, prepareRoles, programUrls } from './roles.ts';

const FOLDER = new URL('../../migrations/', import.meta.url);
const NAME = /^\d{4}-[a-z0-9-]+\.sql$/;
// Arbitrary, but the same on every node.
const LOCK = 4_207_201;
const LOCK_EVERY_MS = 100;
const OLDEST = 160_000;

// Snapshot at start-up: files deployed later belong to another version.
const NAMES = readdirSync(FOLDER)
  .filter((name) => NAME.test(name))
  .sort();

/** Names of this version's migrations, in order. */
export const knownMigrations = (): readonly string[] => NAMES;

const readMigrations = (): Migration[] =>
  knownMigrations().map((name) => {
    const sql = readFileSync(new URL(name, FOLDER), 'utf8');
    return { name, sql, sha256: sha256Of(sql) };
  });

const appliedMigrations = async (owner: pg.Client): Promise<Map<string, string>> => {
  await owner.query(`create table if not exists schema_migrations (
    name text primary key, sha256 text not null, applied_at timestamptz not null default now());
    grant select on schema_migrations to anticipa_tenant, anticipa_operator, anticipa_auth, anticipa_api, anticipa_worker`);
  const { rows } = await owner.query<{ name: string; sha256: string }>('select name, sha256 from schema_migrations');
  return new Map(rows.map((row) => [row.name, row.sha256]));
};

/**
 * Migrations still to run. Throws if an applied one was changed or removed, or a new one sorts before it, and for a database
 * from before version 1.0.0, whose numbers begin below.
 */
export const pendingMigrations = (files: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] => {
  const known = new Map(files.map((file) => [file.name, file.sha256]));
  const first = files[0]?.name ?? '';
  if ([...applied.keys()].some((name) => name < first))
    throw new Error(
      'The database is from before version 1.0.0 and cannot be upgraded; start with an empty DATA_DIR or database.',
    );
  for (const [name, sha256] of applied) {
    if (!known.has(name))
      throw new Error(`The database has migration ${name}, which this version lacks; run a newer version.`);
    if (known.get(name) !== sha256)
      throw new Error(`Migration ${name} was changed after it had run; add a new migration instead.`);
  }
  const last = [...applied.keys()].sort().at(-1) ?? '';
  const pending = files.filter((file) => !applied.has(file.name));
  const late = pending.find((file) => file.name < last);
  if (late !== undefined)
    throw new Error(`Migration ${late.name} sorts before ${last}, which has run; give it a higher number.`);
  return pending;
};

/** Connects as the owner; throws for a server that is unreachable or too old. */
export const connectOwner = async (ownerUrl: string): Promise<pg.Client> => {
  checkPassword(ownerUrl);
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'anticipa migrate' });
  try {
    await owner.connect();
  } catch (cause) {
    // Failed attempts on several addresses are wrapped in an error without a message.
    const error = cause instanceof AggregateError ? cause.errors[0] : cause;
    throw new WrongConfiguration(
      `the database cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
      { cause },
    );
  }
  const { rows } = await owner.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  if ((rows[0]?.version ?? 0) >= OLDEST) return owner;
  await owner.end();
  throw new WrongConfiguration('PostgreSQL 16 or newer is required');
};

/** Throws unless the database has every migration of this program. */
export const requireMigrated = async (ownerUrl: string): Promise<void> => {
  const owner = await connectOwner(ownerUrl);
  try {
    const { rows } = await owner.query<{ isThere: boolean }>(
      `select to_regclass('schema_migrations') is not null as "isThere"`,
    );
    const applied = rows[0]?.isThere === true ? await owner.query('select name from schema_migrations') : { rows: [] };
    const names = new Set(applied.rows.map(({ name }) => name));
    if (knownMigrations().every((name) => names.has(name))) return;
    throw new WrongConfiguration('the database is not ready for this version; run `anticipa migrate`');
  } finally {
    await owner.end();
  }
};

// Restricted to this database, because the lock's key is the same in every one.
const HOLDER = `select pid from pg_locks where locktype = 'advisory' and granted and objid = $1
  and database = (select oid from pg_database where datname = current_database())`;

const isLockTaken = async (owner: pg.Client): Promise<boolean> => {
  const { rows } = await owner.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK]);
  return rows[0]?.taken === true;
};

/**
 * Takes the lock; `onWait` gets a line if another process holds it. Asks again and again: a statement that waited would be an
 * old transaction, for which the holder waits when it builds an index.
 */
const takeLock = async (owner: pg.Client, onWait: (line: string) => void): Promise<void> => {
  if (await isLockTaken(owner)) return;
  const holders = await owner.query<{ pid: number }>(HOLDER, [LOCK]);
  onWait(`waiting for another migration (database process ${holders.rows.map(({ pid }) => pid).join(', ')})`);
  while (!(await isLockTaken(owner))) await pause(LOCK_EVERY_MS);
};

/**
 * Updates the job queue's tables and ours, and `last` is the last migration if given; the roles must exist. Returns the names
 * of the migrations that ran.
 */
export const runPending = async (
  owner: pg.Client,
  ownerUrl: string,
  { last, onWait }: { readonly last?: string | undefined; readonly onWait?: (line: string) => void } = {},
): Promise<string[]> => {
  const files = readMigrations().filter(({ name }) => last === undefined || name <= last);
  const pending = pendingMigrations(files, await appliedMigrations(owner));
  await runMigrations({ connectionString: ownerUrl });
  await openQueueToWorker(owner);
  for (const migration of pending) await applyMigration(owner, migration, onWait);
  return pending.map((migration) => migration.name);
};

/**
 * Updates roles and tables; concurrent nodes wait for each other, which `onWait` reports. A login without an own password gets one
 * that is derived from the owner's. Returns the names of the migrations that ran.
 */
export const migrate = async (
  ownerUrl: string,
  onWait: (line: string) => void = () => undefined,
  addresses: Addresses = {},
): Promise<string[]> => {
  const urls = programUrls(ownerUrl, addresses);
  const owner = await connectOwner(ownerUrl);
  try {
    await takeLock(owner, onWait);
    await prepareRoles(owner, urls);
    const names = await runPending(owner, ownerUrl, { onWait });
    if (names.length > 0) for (const url of Object.values(urls)) await endEarlierSessions(url);
    return names;
  } finally {
    // A pooler would keep the session, and the lock with it.
    await owner.query('select pg_advisory_unlock_all()').catch(() => undefined);
    await owner.end();
  }
};
