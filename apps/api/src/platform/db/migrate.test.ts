import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aDatabaseOf } from '../../../testing/releases.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { databaseVariables } from '../../commands/start.ts';
import { readConfig } from '../config/config.ts';
import { applyMigration, type Migration } from './apply-migration.ts';
import { knownMigrations, migrate, pendingMigrations } from './migrate.ts';
import { withOwnerClient } from './owner-client.ts';
import { loginUrl } from './roles.ts';

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

  it('[OPE-75] ends the sessions from before a migration, which a pooler would keep, after their transactions', async () => {
    const earlier = await aDatabaseOf('1.0.0');
    onTestFinished(() => earlier.close());
    const open = async () => {
      const session = new pg.Client({ connectionString: loginUrl(earlier.ownerUrl, 'api') });
      session.on('error', () => undefined);
      const ended = new Promise((end) => session.once('end', end));
      await session.connect();
      return { session, ended };
    };
    const [idle, busy] = [await open(), await open()];
    await busy.session.query('begin');
    const migrating = migrate(earlier.ownerUrl);
    await idle.ended;
    await busy.session.query('commit');
    await busy.ended;
    expect(await migrating).toContain('1040-closed-clients.sql');
    const later = await open();
    expect(await migrate(earlier.ownerUrl)).toEqual([]);
    await later.session.query('select');
    await later.session.end();
  });

  it('leaves the verifiers of right passwords, which a pooler may keep', async () => {
    const verifiers = async () =>
      (
        await db.owner.query(
          `select rolname, rolpassword from pg_authid where rolname in ('anticipa_api', 'anticipa_worker')`,
        )
      ).rows;
    const before = await verifiers();
    await migrate(db.ownerUrl);
    expect(await verifiers()).toEqual(before);
    expect(before.filter(({ rolpassword }) => rolpassword !== null)).toHaveLength(2);
  });

  it.each([
    ['anticipa_api', undefined],
    ['anticipa_worker', undefined],
    ['anticipa_api', 'anticipa_api'],
    [undefined, 'anticipa_worker'],
  ])(
    'refuses to derive a password while another is given: DATABASE_URL of %s and DATABASE_WORKER_URL of %s',
    async (api, worker) => {
      const urlOf = (user: string | undefined) => user && `postgresql://${user}:own-password@localhost/anticipa`;
      const addresses = { databaseUrl: urlOf(api) ?? db.ownerUrl, databaseWorkerUrl: urlOf(worker) };
      await expect(migrate(db.ownerUrl, undefined, addresses)).rejects.toThrow('or neither');
    },
  );

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

describe('a migration beside a portal at work', () => {
  const migration = (name: string, sql: string): Migration => ({ name, sql, sha256: name });
  const applied = async () =>
    (await db.owner.query("select name from schema_migrations where name > '9'")).rows.map(({ name }) => name);
  beforeAll(() => db.owner.query('create table guests (n integer)'));
  afterEach(() => db.owner.query("delete from schema_migrations where name > '9'"));

  it('[OPE-75] lets the others pass while an open transaction holds its table, and runs afterwards', async () => {
    const lines: string[] = [];
    await withOwnerClient(db.ownerUrl, async (other) => {
      await other.query('begin; lock table guests in access share mode');
      const alter = migration('9001-alter.sql', 'alter table guests add column name text');
      const altering = applyMigration(db.owner, alter, (line) => lines.push(line));
      await expect.poll(() => lines).toHaveLength(1);
      await withOwnerClient(db.ownerUrl, (third) => third.query('select n from guests'));
      await other.query('commit');
      await altering;
    });
    await db.owner.query('select name from guests');
    expect(lines).toEqual([expect.stringContaining('9001-alter.sql repeats its attempts')]);
    expect(await applied()).toEqual(['9001-alter.sql']);
  });

  it('[OPE-75] builds an index without a transaction, and again if a run was cut short', async () => {
    const build = migration(
      '9002-index.sql',
      '-- no transaction\ncreate index concurrently guests_by_n on guests (n);\n-- Of whom there is one.\ncreate unique index concurrently guests_once on guests (n);\n',
    );
    await db.owner.query('insert into guests values (1), (1)');
    await expect(applyMigration(db.owner, build)).rejects.toThrow('9002-index.sql failed: could not create unique');
    const indexes = async () =>
      (
        await db.owner.query(
          `select indexrelid::regclass::text as name, indisvalid as whole from pg_index where indrelid = 'guests'::regclass order by 1`,
        )
      ).rows;
    expect(await indexes()).toEqual([
      { name: 'guests_by_n', whole: true },
      { name: 'guests_once', whole: false },
    ]);
    expect(await applied()).toEqual([]);
    await db.owner.query('delete from guests');
    await applyMigration(db.owner, build);
    expect(await indexes()).toEqual([
      { name: 'guests_by_n', whole: true },
      { name: 'guests_once', whole: true },
    ]);
    expect(await applied()).toEqual(['9002-index.sql']);
  });

  it('runs nothing but indexes without a transaction', async () => {
    const drop = migration('9003-drop.sql', '-- no transaction\ndrop table guests;\n');
    await expect(applyMigration(db.owner, drop)).rejects.toThrow('only indexes are built');
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

it('a program that gets a setting by value does not inherit its file', () => {
  const databaseUrl = 'postgresql://anticipa_api:own-password@localhost/anticipa';
  const inherited = {
    PORT_FILE: '/run/port',
    DATABASE_URL_FILE: '/run/url',
    ...databaseVariables('api', { databaseUrl }),
  };
  expect(readConfig({ ...inherited, NODE_ENV: 'development', PORT: '3000' })).toMatchObject({
    port: 3000,
    databaseUrl,
  });
});

it('a program derives no password from that of the other', () => {
  const databaseUrl = 'postgresql://anticipa_api:own-password@localhost/anticipa';
  expect(() => databaseVariables('worker', { databaseUrl })).toThrow('must sign in as anticipa_worker');
  expect(() => databaseVariables('api', { databaseUrl: databaseUrl.replace('_api', '_worker') })).toThrow(
    'DATABASE_URL must sign in as anticipa_api',
  );
});

describe.each(['api', 'worker'] as const)('what the environment of the %s holds', (login) => {
  const held = () => Object.values(databaseVariables(login, { databaseUrl: db.ownerUrl }));
  const addresses = () => [...new Set(held())].filter((value) => value !== undefined);

  it('is one sign-in, which is not the owner’s', () => {
    expect(addresses().map((address) => new URL(address).username)).toEqual([`anticipa_${login}`]);
    expect(String(held())).not.toContain(new URL(db.ownerUrl).password);
  });

  it.each([
    ['a policy', 'drop policy operator on audit'],
    ['a wall', 'alter table audit disable row level security'],
    ['a trigger', 'alter table audit disable trigger all'],
    ['the chain’s rows', 'delete from audit'],
    ['a row of the chain', `update audit set action = 'other'`],
    ['the books', 'delete from ledger_lines'],
    ['a row of the books', "update ledger_lines set account = 'BANCOS'"],
    ['a migration', 'delete from schema_migrations'],
    ['a role', 'create role another'],
    ['the triggers of its session', 'set session_replication_role = replica'],
    ['who it is', 'set role OWNER'],
  ])('cannot change %s, in whatever role', async (_what, statement) => {
    const roles = ['none', 'anticipa_tenant', 'anticipa_operator', 'anticipa_auth', 'anticipa_worker'];
    const owner = new URL(db.ownerUrl).username;
    for (const address of addresses())
      await withOwnerClient(address, async (client) => {
        for (const role of roles) {
          const taken = await client.query(`set role ${role}`).catch(() => undefined);
          if (taken === undefined) continue;
          await expect(client.query(statement.replace('OWNER', owner)), role).rejects.toThrow(
            /permission denied|must be owner/,
          );
        }
      });
  });
});
