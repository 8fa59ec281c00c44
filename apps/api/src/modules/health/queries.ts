import type { ready } from '@anticipa/contract/health';
import type { ResponseOf } from '@anticipa/contract/route';
import { z } from 'zod';
import { knownMigrations } from '../../platform/db/migrate.ts';
import { rowsOf, text, valuesOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import type { Timeline } from './timeline.ts';

/** Whether the database has every migration of this program; newer ones are fine. */
export const isSchemaCurrent = async ({ db }: WideWork): Promise<boolean> => {
  const applied = new Set(await valuesOf(db, text)`select name from schema_migrations`);
  return knownMigrations().every((name) => applied.has(name));
};

const timelineRow = z.object({ system: z.string(), number: z.int() });

/** The timeline of a database that takes writes; null for a standby, or a primary that was made read-only. */
export const writableTimeline = async ({ db }: WideWork): Promise<Timeline | null> => {
  const [timeline = null] = await rowsOf(db, timelineRow)`
    select system_identifier::text as system, ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as number
    from pg_control_system()
    where not (pg_is_in_recovery() or current_setting('transaction_read_only')::boolean)`;
  return timeline;
};

/** Seconds that a working queue stays below: a worker that is stuck ends itself after less. */
const LATE = { due: 60, scheduled: 180 };

const ageRow = z.object({ waiting: z.number(), since_scheduled: z.number().nullable() });

/** Seconds for which the queue's work has waited. */
export const queueAge = async ({ db }: WideWork): Promise<ResponseOf<typeof ready>['jobs']> => {
  const [age] = await rowsOf(db, ageRow)`select * from queue_age()`;
  const { waiting: oldestDue = 0, since_scheduled: lastScheduled = null } = age ?? {};
  return { areLate: oldestDue > LATE.due || (lastScheduled ?? 0) > LATE.scheduled, oldestDue, lastScheduled };
};
