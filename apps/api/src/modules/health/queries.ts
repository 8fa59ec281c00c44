import { sql } from 'kysely';
import { knownMigrations } from '../../lib/db/migrate.ts';
import type { WideWork } from '../../lib/work.ts';

/** Whether the database has every migration that this program knows; a newer database serves an older program too. */
export const isSchemaCurrent = async ({ db }: WideWork): Promise<boolean> => {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const applied = new Set(rows.map((row) => row.name));
  return knownMigrations().every((name) => applied.has(name));
};
