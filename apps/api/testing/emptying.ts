/** Returns a database to the rows of the migrated template. A new database and new connections would take longer. */
import pg from 'pg';

/** Writable columns of each table. */
export const TABLES = `
  select c.oid::regclass::text as name, string_agg(quote_ident(attname), ', ') as columns
  from pg_class c join pg_attribute on attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = ''
  where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
  group by c.oid`;

/** Statements that give each sequence its present state. */
export const SEQUENCES = `
  select format('perform setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
    coalesce(last_value, start_value), last_value is not null) as restoring
  from pg_sequences`;

const SCHEMA_CHANGES = `
  create table test_kit.state as select false as schema_changed;
  create function test_kit.note_change() returns event_trigger language plpgsql security definer as
    'begin update test_kit.state set schema_changed = true; end';
  create event trigger schema_changes on ddl_command_end execute function test_kit.note_change()`;

/** Prepares the template, so that its copies can be emptied. */
export async function prepareEmptying(templateUrl: string): Promise<void> {
  const owner = new pg.Client({ connectionString: templateUrl });
  await owner.connect();
  await owner.query('create schema test_kit');
  const statements: string[] = [];
  const { rows: tables } = await owner.query<{ name: string; columns: string }>(TABLES);
  for (const [index, { name, columns }] of tables.entries()) {
    statements.push(`delete from ${name}`);
    const { rowCount } = await owner.query(`create table test_kit.rows_${index} as table ${name}`);
    if (rowCount)
      statements.push(
        `insert into ${name} (${columns}) overriding system value select ${columns} from test_kit.rows_${index}`,
      );
  }
  const { rows: sequences } = await owner.query<{ restoring: string }>(SEQUENCES);
  statements.push(...sequences.map(({ restoring }) => restoring));
  // Runs as a replica, because triggers and foreign keys would refuse.
  await owner.query(`create function test_kit.empty() returns void language plpgsql
    set session_replication_role = replica as $body$ begin ${statements.join(';\n')}; end $body$`);
  await owner.query(SCHEMA_CHANGES);
  await owner.end();
}

const IS_REUSABLE = `
  select not schema_changed and not exists (
    select from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle') as reusable
  from test_kit.state`;

/** Resolves to whether the database is as new: false, and unchanged, after a change of its schema or during a transaction. */
export async function empty(owner: pg.Client): Promise<boolean> {
  owner.removeAllListeners('notification');
  await owner.query('rollback; unlisten *; reset all');
  const { rows } = await owner.query<{ reusable: boolean }>(IS_REUSABLE);
  if (rows[0]?.reusable !== true) return false;
  await owner.query('select test_kit.empty()');
  return true;
}
