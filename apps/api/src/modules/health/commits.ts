import { sql } from 'kysely';
import type { Database } from '../../platform/db/pool.ts';

const running = new WeakMap<Database, Promise<void>>();

// Leaves a record in the write-ahead log, so that the commit waits for a synchronous standby like any other, but no row.
const commitOne = (db: Database): Promise<void> =>
  db.withTransaction({ as: 'auth' }, async (executor) => {
    await sql`select pg_logical_emit_message(true, 'anticipa', 'ready')`.execute(executor);
  });

/** Resolves once the database has committed; concurrent callers share one attempt. Throws DatabaseUnavailable. */
export function proveCommit(db: Database): Promise<void> {
  const attempt = running.get(db) ?? commitOne(db).finally(() => running.delete(db));
  running.set(db, attempt);
  return attempt;
}
