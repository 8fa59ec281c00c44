import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withOwnerClient } from '../owner-client.ts';
import { openDatabase } from '../pool.ts';
import { signInFile } from '../sign-in-file.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded.ts';

// Like /root, the parent folder is closed to other accounts; running as root must still work.
let parent: string;
let dataDir: string;
const events: string[] = [];
const opened: (() => Promise<unknown>)[] = [];

// Most cases copy this cluster, because initdb is slow.
const made = mkdtempSync(join(tmpdir(), 'anticipa-embedded-'));
beforeAll(async () => {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(made, 'data'),
    durability: 'full',
    onEvent: console.error,
  });
  await postgres.stop();
});
afterAll(() => rmSync(made, { recursive: true, force: true }));

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'anticipa-embedded-'));
  dataDir = join(parent, 'data');
  spawnSync('cp', ['-a', join(made, 'data'), dataDir]);
  events.length = 0;
});

afterEach(async () => {
  for (const close of opened.splice(0)) await close();
  rmSync(parent, { recursive: true, force: true });
});

const start = async (): Promise<EmbeddedPostgres> => {
  const postgres = await startEmbeddedPostgres({ dataDir, durability: 'full', onEvent: (line) => events.push(line) });
  opened.push(postgres.stop);
  return postgres;
};

const stop = async (): Promise<void> => {
  await opened.pop()?.();
};

const query = <R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> =>
  withOwnerClient(url, async (client) => (await client.query<R>(text)).rows);

const postmaster = (): number => Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);

const socketFolderOf = (): string => readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[4] ?? '';

/** A process that starts the server on `dataDir` and reports each acknowledged row. */
const writer = (): ChildProcess => {
  const program = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(import.meta.dirname, 'embedded.ts'))};
    import pg from ${JSON.stringify(import.meta.resolve('pg'))};
    const postgres = await startEmbeddedPostgres({ dataDir: process.argv[1], durability: 'full', onEvent: console.error })
      .catch((cause) => { console.error(cause.message); process.exit(1); });
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await client.query('create table if not exists rows (id bigint generated always as identity)');
    for (;;) console.log((await client.query('insert into rows default values returning id')).rows[0].id);`;
  return spawn(process.execPath, ['--input-type=module', '-e', program, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
};

const lines = async (child: ChildProcess, count: number): Promise<string[]> => {
  const read: string[] = [];
  if (child.stdout === null) return read;
  for await (const line of createInterface(child.stdout)) {
    read.push(line);
    if (read.length === count) break;
  }
  return read;
};

const ended = (child: ChildProcess): Promise<number | null> => new Promise((resolve) => child.once('exit', resolve));

const childrenOf = (pid: number | undefined): number[] =>
  spawnSync('ps', ['-e', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, ppid]) => ppid === pid)
    .map(([child]) => child ?? 0);

describe('the embedded server', () => {
  it('writes everything before acknowledging it and does not listen on the network', async () => {
    const { url } = await start();
    const names = ['fsync', 'synchronous_commit', 'full_page_writes', 'data_checksums', 'listen_addresses'];
    const settings = await query<{ name: string; setting: string }>(
      url,
      `select name, setting from pg_settings where name in (${names.map((name) => `'${name}'`).join(', ')})`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      listen_addresses: '',
    });
    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('keeps every acknowledged row when everything is killed during a write', async () => {
    const child = writer();
    const acknowledged = await lines(child, 200);
    const family = [child.pid, ...childrenOf(child.pid), ...childrenOf(postmaster())];
    const gone = ended(child);
    for (const pid of family) if (pid !== undefined) spawnSync('kill', ['-9', String(pid)]);
    await gone;
    const { url } = await start();
    const kept = new Set((await query<{ id: string }>(url, 'select id from rows')).map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
  });

  it('stops a server orphaned by a killed process, without losing data', async () => {
    const child = writer();
    const acknowledged = await lines(child, 20);
    const orphan = postmaster();
    const gone = ended(child);
    for (const pid of childrenOf(child.pid)) if (pid !== orphan) process.kill(pid, 'SIGKILL');
    child.kill('SIGKILL');
    await gone;
    const { url } = await start();
    expect(events).toEqual([`stopping the PostgreSQL (process ${orphan}) that an earlier run left behind`]);
    const [row] = await query<{ count: string }>(url, 'select count(*) from rows');
    expect(Number(row?.count)).toBeGreaterThanOrEqual(acknowledged.length);
  });

  it('exits when its process is killed', async () => {
    const child = writer();
    await lines(child, 1);
    const [orphan, socketFolder] = [postmaster(), socketFolderOf()];
    child.kill('SIGKILL');
    await expect.poll(() => spawnSync('kill', ['-0', String(orphan)]).status).toBe(1);
    await expect.poll(() => existsSync(socketFolder)).toBe(false);
  });

  it('refuses a second process on the same folder with one line', async () => {
    await start();
    const child = writer();
    let complaint = '';
    child.stderr?.on('data', (bytes: Buffer) => {
      complaint += bytes.toString();
    });
    expect(await ended(child)).toBe(1);
    expect(complaint.trim()).toBe(
      `${dataDir} is in use by another Anticipa process; stop it or choose another DATA_DIR.`,
    );
    await expect(start()).rejects.toThrow('in use by another Anticipa process');
  });

  it('starts after an interrupted initdb, and with a pid file of an unrelated process', async () => {
    rmSync(join(dataDir, 'pg'), { recursive: true });
    mkdirSync(join(dataDir, 'pg.new', 'base'), { recursive: true });
    await start();
    await stop();
    writeFileSync(join(dataDir, 'pg', 'postmaster.pid'), `${process.pid}\n${dataDir}/pg\n0\n5432\n/nowhere\n\n`);
    const { url } = await start();
    expect(await query(url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('names the reason why it does not start, not that of an earlier start', async () => {
    writeFileSync(join(dataDir, 'postgres.log'), 'FATAL:  an earlier reason\n');
    rmSync(join(dataDir, 'pg', 'global'), { recursive: true });
    const failure = await start().catch(String);
    expect(failure).toContain('PostgreSQL did not start:');
    expect(failure).toContain('global');
    expect(failure).not.toContain('an earlier reason');
  });

  it('restarts on the same socket when only the server is killed', async () => {
    const { url } = await start();
    await query(url, 'create table kept (id int); ');
    process.kill(postmaster(), 'SIGKILL');
    const answer = (): Promise<string> =>
      query(url, 'select * from kept').then(
        () => 'answers',
        () => 'away',
      );
    await expect.poll(answer).toBe('away');
    await expect.poll(answer).toBe('answers');
    expect(events).toEqual(['PostgreSQL ended unexpectedly; restarting']);
  });
});

it('[OPE-43] takes a new password from its file while calls go on: none fails, old and new connections answer', async () => {
  const { url: ownerUrl } = await start();
  const file = join(parent, 'database-url');
  const urlWith = (password: string): string =>
    Object.assign(new URL(ownerUrl), { username: 'anticipa_worker', password: encodeURIComponent(password) }).href;
  writeFileSync(file, `${urlWith('first')}\n`);
  await query(ownerUrl, `create role anticipa_worker login password 'first'`);
  const signIn = signInFile(file, 'worker');
  const db = openDatabase({ url: urlWith('first'), login: 'worker', connections: 6, signIn, onError: () => undefined });
  opened.unshift(db.close);
  const freed = Promise.withResolvers<void>();
  const held = db.withTransaction({ as: 'worker' }, () => freed.promise);
  const calls = () => Promise.all(Array.from({ length: 5 }, () => db.withTransaction({ as: 'worker' }, async () => 1)));
  // The file comes first: until the database has the new password, the old one goes on.
  writeFileSync(file, `${urlWith('second %@')}\n`);
  expect(await calls()).toEqual([1, 1, 1, 1, 1]);
  await query(ownerUrl, `alter role anticipa_worker password 'second %@'`);
  await query(
    ownerUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'anticipa_worker' and state = 'idle'`,
  );
  await expect.poll(() => db.use().idle).toBe(0);
  expect(await calls()).toEqual([1, 1, 1, 1, 1]);
  freed.resolve();
  await held;
});
