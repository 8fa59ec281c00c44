import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { knownMigrations, type Migration, migrate, pendingMigrations } from './migrate.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.close());

/** A pooler: it keeps the server's session when a client disconnects cleanly. */
const aPooler = async (ownerUrl: string) => {
  const url = new URL(ownerUrl);
  const name = '.s.PGSQL.5432';
  const server = join(url.searchParams.get('host') ?? '', name);
  const folder = mkdtempSync(join(tmpdir(), 'anticipa-pooler-'));
  const sessions: Socket[] = [];
  const pooler = createServer((client) => {
    const session = connect(server);
    sessions.push(session);
    session.on('error', () => undefined).pipe(client);
    // A clean disconnect is announced by a message X.
    client.on('error', () => undefined).on('data', (data) => void (data[0] !== 0x58 && session.write(data)));
  }).listen(join(folder, name));
  await once(pooler, 'listening');
  url.searchParams.set('host', folder);
  return {
    url: url.href,
    close: () => {
      for (const session of sessions) session.destroy();
      pooler.close();
      rmSync(folder, { recursive: true });
    },
  };
};

const file = (name: string, sha256 = name): Migration => ({ name, sql: '', sha256 });

describe('migrating', () => {
  it('does nothing on an up-to-date database', async () => {
    expect(await migrate(db.ownerUrl)).toEqual([]);
    const { rows } = await db.owner.query<{ name: string }>('select name from schema_migrations order by name');
    expect(rows.map(({ name }) => name)).toEqual(knownMigrations());
  });

  it('serialises concurrent nodes', async () => {
    await db.owner.query('drop schema public cascade; create schema public; grant usage on schema public to public');
    const applied = await Promise.all([migrate(db.ownerUrl), migrate(db.ownerUrl), migrate(db.ownerUrl)]);
    expect(applied.flat().sort()).toEqual(knownMigrations());
  });

  it('reports for whom it waits, and leaves no lock to a pooler', async () => {
    const pooler = await aPooler(db.ownerUrl);
    onTestFinished(() => pooler.close());
    const lines: string[] = [];
    await db.owner.query('select pg_advisory_lock(4207201)');
    const migrating = migrate(pooler.url, (line) => lines.push(line));
    const { rows } = await db.owner.query<{ pid: number }>('select pg_backend_pid() as pid');
    await expect.poll(() => lines).toEqual([`waiting for another migration (database process ${rows[0]?.pid})`]);
    await db.owner.query('select pg_advisory_unlock(4207201)');
    await migrating;
    const held = await db.owner.query(
      `select from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and locktype = 'advisory'`,
    );
    expect(held.rows).toEqual([]);
  });

  it('reports an unreachable database in one line', async () => {
    const away = 'postgresql://owner:secret@localhost/anticipa?host=/nowhere';
    await expect(migrate(away)).rejects.toThrow(/^the database cannot be reached: [^\n]*ENOENT/);
    await expect(migrate('postgresql://owner:secret@127.0.0.1:1/anticipa')).rejects.toThrow('ECONNREFUSED');
  });

  it('refuses an owner without a password, because the others are derived from it', async () => {
    const open = new URL(db.ownerUrl);
    open.password = '';
    await expect(migrate(open.href)).rejects.toThrow('must contain a user and a password');
  });
});

describe('pending migrations', () => {
  const files = [file('0001-a.sql'), file('0002-b.sql'), file('0003-c.sql')];

  it('the pending migrations come after the last one that ran', () => {
    expect(pendingMigrations(files, new Map([['0001-a.sql', '0001-a.sql']])).map(({ name }) => name)).toEqual([
      '0002-b.sql',
      '0003-c.sql',
    ]);
  });

  it.each([
    ['changed after it had run', [['0001-a.sql', 'other']]],
    ['which this version lacks', [['0004-d.sql', '0004-d.sql']]],
    ['sorts before 0002-b.sql', [['0002-b.sql', '0002-b.sql']]],
    ['is from before version 1.0.0 and cannot be upgraded', [['0000-z.sql', '0000-z.sql']]],
  ] as const)('refuses an inconsistent history: %s', (because, applied) => {
    expect(() => pendingMigrations(files, new Map(applied))).toThrow(because);
  });
});
