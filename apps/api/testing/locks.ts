import type pg from 'pg';
import { expect } from 'vitest';

/**
 * Resolves once another transaction of this database waits for a row locked by `owner`. Filters by database because
 * transaction locks have none and other test files run concurrently.
 */
export async function untilRowIsAwaited(owner: pg.Client): Promise<void> {
  const waiting = async () => {
    const { rows } = await owner.query(
      `select from pg_locks waiting where not granted and locktype = 'transactionid' and exists (
         select from pg_locks held join pg_database on pg_database.oid = held.database
         where held.pid = waiting.pid and datname = current_database())`,
    );
    return rows;
  };
  await expect.poll(waiting).toHaveLength(1);
}

async function untilLockIsAwaited(owner: pg.Client, kind: 'advisory' | 'relation' | 'tuple'): Promise<void> {
  const waiting = async () => {
    const { rows } = await owner.query(
      `select from pg_locks join pg_database on pg_database.oid = database
       where not granted and locktype = $1 and datname = current_database()`,
      [kind],
    );
    return rows;
  };
  await expect.poll(waiting).toHaveLength(1);
}

/** Resolves once another transaction of this database waits for an advisory lock, such as that of a client's ledger. */
export const untilAdvisoryLockIsAwaited = (owner: pg.Client): Promise<void> => untilLockIsAwaited(owner, 'advisory');

/** Resolves once a further transaction of this database waits behind the one that waits for a row. */
export const untilTupleIsAwaited = (owner: pg.Client): Promise<void> => untilLockIsAwaited(owner, 'tuple');

/** Resolves once another transaction of this database waits for a whole table. */
export const untilTableIsAwaited = (owner: pg.Client): Promise<void> => untilLockIsAwaited(owner, 'relation');
