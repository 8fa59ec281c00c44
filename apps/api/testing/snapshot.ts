import type pg from 'pg';

/** Tables that any request may modify, even a refused one. */
const RESTLESS = new Set(['sessions', 'session_tokens', 'rate_counters', 'login_attempts', 'schema_migrations']);

const statementFor = async (owner: pg.Client): Promise<string> => {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const watched = rows.map(({ name }) => name).filter((name) => !RESTLESS.has(name));
  return `select ${watched.map((name) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from ${name} t) as ${name}`).join(', ')}`;
};

const statements = new WeakMap<pg.Client, Promise<string>>();

/** A digest of every table's rows, for asserting that nothing changed. Planned once per connection. */
export const snapshotOf = async (owner: pg.Client): Promise<ReadonlyMap<string, string>> => {
  const statement = statements.get(owner) ?? statementFor(owner);
  statements.set(owner, statement);
  const { rows } = await owner.query<Record<string, string>>({ name: 'snapshot', text: await statement });
  return new Map(Object.entries(rows[0] ?? {}));
};
