import type { ready } from '@anticipa/contract/health';
import type { ResponseOf } from '@anticipa/contract/route';
import { sql } from 'kysely';
import { knownMigrations } from '../../platform/db/migrate.ts';
import type { WideWork } from '../../platform/work/work.ts';
import type { Timeline } from './timeline.ts';

/** Whether the database has every migration of this program; newer ones are fine. */
export const isSchemaCurrent = async ({ db }: WideWork): Promise<boolean> => {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const applied = new Set(rows.map((row) => row.name));
  return knownMigrations().every((name) => applied.has(name));
};

/** The timeline of a database that takes writes; null for a standby, or a primary that was made read-only. */
export const writableTimeline = async ({ db }: WideWork): Promise<Timeline | null> => {
  const { rows } = await sql<Timeline>`
    select system_identifier::text as system, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as number
    from pg_control_system()
    where not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)`.execute(db);
  return rows[0] ?? null;
};

/** Seconds that a working queue stays below: a worker that is stuck ends itself after less. */
const LATE = { due: 60, scheduled: 180 };

/** Seconds for which the queue's work has waited. */
export const queueAge = async ({ db }: WideWork): Promise<ResponseOf<typeof ready>['jobs']> => {
  const { rows } = await sql<{ waiting: number; since_scheduled: number | null }>`select * from queue_age()`.execute(
    db,
  );
  const { waiting: oldestDue = 0, since_scheduled: lastScheduled = null } = rows[0] ?? {};
  return { areLate: oldestDue > LATE.due || (lastScheduled ?? 0) > LATE.scheduled, oldestDue, lastScheduled };
};
