/** Databases as a release has left them: its migrations, and rows that its portal wrote. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type pg from 'pg';
import list from '../src/migrations/released.json' with { type: 'json' };
import { runPending } from '../src/platform/db/migrate.ts';
import type { Released } from '../src/platform/db/released.ts';
import { SEQUENCES, TABLES } from './emptying.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const released: Released = list;

/** The released versions, the oldest first. */
export const versions = Object.keys(released);

export const fileOf = (version: string): URL => new URL(`releases/${version}.sql.gz`, import.meta.url);

interface ReleaseDatabase extends TestDatabase {
  /** Runs the later migrations, up to the named one or all; returns their names. */
  upgrade(last?: string): Promise<string[]>;
}

/** A database with the migrations and the data of a release. Call in `beforeAll`, and `close` in `afterAll`. */
export const aDatabaseOf = async (version: string): Promise<ReleaseDatabase> => {
  const db = await createTestDatabase('template0');
  const upgrade = (last?: string) => runPending(db.owner, db.ownerUrl, { last });
  await upgrade(Object.keys(released[version] ?? {}).at(-1));
  await db.owner.query(gunzipSync(readFileSync(fileOf(version))).toString());
  return { ...db, upgrade };
};

/** Tables without rows. Those of the demo and of a rehearsal are empty in production too. */
export const emptyTables = async (owner: pg.Client): Promise<string[]> => {
  const { rows: tables } = await owner.query<{ name: string }>(TABLES);
  const empty: string[] = [];
  for (const { name } of tables)
    if (!name.includes('.') && (await owner.query(`select from ${name} limit 1`)).rowCount === 0) empty.push(name);
  return empty.toSorted();
};

/** The portal's rows as SQL that puts them into a database with the same migrations. */
export const dumpRows = async (owner: pg.Client): Promise<string> => {
  // Runs as a replica, because triggers and foreign keys would refuse.
  const statements = ['set local session_replication_role = replica'];
  const { rows: tables } = await owner.query<{ name: string; columns: string }>(TABLES);
  for (const { name, columns } of tables) {
    if (name.includes('.') || name === 'schema_migrations') continue;
    const { rows } = await owner.query<{ json: string }>(`select json_agg(t)::text as json from ${name} t`);
    const values = `json_populate_recordset(null::${name}, ${owner.escapeLiteral(rows[0]?.json ?? '[]')})`;
    statements.push(`delete from ${name}`);
    statements.push(`insert into ${name} (${columns}) overriding system value select ${columns} from ${values}`);
  }
  const { rows: sequences } = await owner.query<{ restoring: string }>(SEQUENCES);
  statements.push(...sequences.map(({ restoring }) => restoring));
  return `do $rows$ begin\n${statements.join(';\n')};\nend $rows$`;
};
