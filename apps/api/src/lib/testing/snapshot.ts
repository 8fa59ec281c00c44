import type pg from 'pg';

/** Tables that any request may modify, even a refused one. */
const RESTLESS = new Set(['sessions', 'session_tokens', 'rate_counters', 'login_attempts', 'schema_migrations']);

/** A digest of every table's rows, for asserting that nothing changed. */
export const snapshotOf = async (owner: pg.Client): Promise<ReadonlyMap<string, string>> => {
  const { rows: tables } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const watched = tables.map(({ name }) => name).filter((name) => !RESTLESS.has(name));
  const { rows } = await owner.query<Record<string, string>>(
    `select ${watched.map((name) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t) as ${name}`).join(', ')}`,
  );
  return new Map(Object.entries(rows[0] ?? {}));
};
