/** Runs one migration beside a portal at work. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { isRetryable } from './errors.ts';

export interface Migration {
  readonly name: string;
  readonly sql: string;
  readonly sha256: string;
}

/** While a statement waits for the lock of a table, all others of that table wait behind it. */
const LOCK_WAIT_MS = 100;
/** Between two attempts, the others catch up. */
const RETRY_MS = 500;
const GIVE_UP_MS = 600_000;

const FIRST_LINE = '-- no transaction\n';
const BUILD = /^create (?:unique )?index concurrently (\w+) on /;
const DROP = /^drop index concurrently if exists \w+$/;

const record = (owner: pg.Client, { name, sha256 }: Migration) =>
  owner.query('insert into schema_migrations (name, sha256) values ($1, $2)', [name, sha256]);

const applyOnce = async (owner: pg.Client, migration: Migration): Promise<void> => {
  await owner.query(`begin; set local lock_timeout = ${LOCK_WAIT_MS}`);
  try {
    await owner.query(migration.sql);
    await record(owner, migration);
    await owner.query('commit');
  } catch (cause) {
    await owner.query('rollback');
    throw cause;
  }
};

/** The same after each lock that was not free in time; `onWait` gets a line at the first one. */
const applyUnlessLocked = async (
  owner: pg.Client,
  migration: Migration,
  onWait: (line: string) => void,
): Promise<void> => {
  const startedAt = Date.now();
  for (let isTold = false; ; isTold = true) {
    try {
      return await applyOnce(owner, migration);
    } catch (cause) {
      if (!isRetryable(cause) || Date.now() - startedAt > GIVE_UP_MS) throw cause;
      if (!isTold)
        onWait(`migration ${migration.name} repeats its attempts, because a transaction holds one of its tables`);
    }
    await pause(RETRY_MS);
  }
};

const statementsOf = (sql: string): string[] =>
  sql
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/**
 * Builds and drops indexes while others write. A run that was cut short leaves an index that is invalid, which is built again,
 * and others that are whole. Waits for old transactions without a limit, because nothing waits behind it.
 */
const applyWithoutTransaction = async (owner: pg.Client, migration: Migration): Promise<void> => {
  for (const statement of statementsOf(migration.sql)) {
    const [, index] = BUILD.exec(statement) ?? [];
    if (index === undefined && !DROP.test(statement))
      throw new Error(`only indexes are built and dropped without a transaction, not: ${statement}`);
    const { rows } = await owner.query<{ isWhole: boolean }>(
      'select indisvalid as "isWhole" from pg_index where indexrelid = to_regclass($1)',
      [index],
    );
    if (rows[0]?.isWhole === true) continue;
    if (rows[0]?.isWhole === false) await owner.query(`drop index concurrently ${index}`);
    await owner.query(statement);
  }
  await record(owner, migration);
};

/** Runs a migration in a transaction, unless its first line says otherwise. */
export const applyMigration = async (
  owner: pg.Client,
  migration: Migration,
  onWait: (line: string) => void = () => undefined,
): Promise<void> => {
  try {
    if (migration.sql.startsWith(FIRST_LINE)) await applyWithoutTransaction(owner, migration);
    else await applyUnlessLocked(owner, migration, onWait);
  } catch (cause) {
    throw new Error(`Migration ${migration.name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
};
