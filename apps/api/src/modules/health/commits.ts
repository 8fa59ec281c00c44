import { sql } from 'kysely';
import type { Database } from '../../platform/db/pool.ts';

const running = new WeakMap<Database, Promise<void>>();
const provenAt = new WeakMap<Database, number>();

/** A balancer or a scrape should not wait for a commit that hangs. */
export const COMMIT_MS = 5000;

// Leaves a record in the write-ahead log, so that the commit waits for a synchronous standby like any other, but no row.
const commitOne = (db: Database): Promise<void> =>
  db.withTransaction({ as: 'auth' }, async (executor) => {
    await sql`select pg_logical_emit_message(true, 'anticipa', 'ready')`.execute(executor);
  });

const proveOne = async (db: Database): Promise<void> => {
  await commitOne(db);
  provenAt.set(db, performance.now());
};

/** Seconds since the last proven commit; before the first one, since the program started. */
export const secondsSinceCommit = (db: Database): number => (performance.now() - (provenAt.get(db) ?? 0)) / 1000;

/** Resolves once the database has committed; concurrent callers share one attempt. Throws DatabaseUnavailable. */
export function proveCommit(db: Database): Promise<void> {
  const attempt = running.get(db) ?? proveOne(db).finally(() => running.delete(db));
  running.set(db, attempt);
  return attempt;
}
