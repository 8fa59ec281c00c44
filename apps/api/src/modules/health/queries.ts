import { sql } from 'kysely';
import { knownMigrations } from '../../lib/db/migrate.ts';
import type { Executor } from '../../lib/db/pool.ts';

/** Whether the database has every migration that this program knows; a newer database serves an older program too. */
export const isSchemaCurrent = async (executor: Executor): Promise<boolean> => {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(executor);
  const applied = new Set(rows.map((row) => row.name));
  return knownMigrations().every((name) => applied.has(name));
};
