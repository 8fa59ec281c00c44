import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestDatabase } from '../testing/test-database.ts';
import { fixedClock } from './platform/work/clock.ts';
import { seedDemo } from './seed/demo.ts';

const folder = mkdtempSync(join(tmpdir(), 'anticipa-main-'));
const aFile = join(folder, 'file');
writeFileSync(aFile, '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const { PATH, NODE_COMPILE_CACHE } = process.env;
const anticipa = (args: readonly string[], settings: Readonly<Record<string, string>>) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    encoding: 'utf8',
    timeout: 15_000,
    env: { PATH, NODE_COMPILE_CACHE, DATA_DIR: join(folder, 'data'), NODE_NO_WARNINGS: '1', ...settings },
  });

const start = (args: readonly string[], settings: Readonly<Record<string, string>>) =>
  anticipa(['start', ...args], settings);

describe('starting with an invalid setting', () => {
  // One of each place that refuses: `config.test.ts` has the other settings.
  it.each([
    [[], { PORT: 'http' }, 'PORT must be a number from 1 to 65535'],
    [
      [],
      { NODE_ENV: 'development', DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' },
      'the database cannot be reached: connect ECONNREFUSED',
    ],
    [[], { DATA_DIR: aFile }, aFile],
    [['--role', 'robot'], {}, '--role must be one of all, api, worker'],
    [['--role', 'api'], {}, 'DATABASE_URL is needed to run one role alone'],
    [['--verbose'], {}, "Unknown option '--verbose'"],
  ])('%j %o exits with one line', (args, settings, because) => {
    const { status, stdout, stderr } = start(args, settings);
    expect(stderr).toContain(because);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });
});

describe('production with a database seeded for a demo', () => {
  const production = {
    NODE_ENV: 'production',
    BASE_URL: 'https://portal.example',
    SMTP_URL: 'smtps://mail.example',
    SECOND_FACTOR_KEY: 'k'.repeat(32),
  };

  it('[OPE-42] does not start with the settings that each program needs, and leaves the database as it was', async () => {
    const db = await createTestDatabase();
    onTestFinished(() => db.close());
    await seedDemo({ ownerUrl: db.ownerUrl, clock: fixedClock(new Date('2026-03-10T17:00:00Z')) });
    // A start that migrates creates it again.
    await db.owner.query('drop table schema_migrations');
    const settings = { ...production, DATABASE_URL: db.ownerUrl };
    const refusal = (email: string) =>
      `Anticipa cannot start: the database was seeded for a demo (${email}) and cannot be used in production\n`;
    const rename = (table: string, from: string, to: string) =>
      db.owner.query(`update ${table} set email = replace(email, $1, $2)`, [from, to]);
    await rename('accounts', '.demo', '.test');
    const stderr = refusal('operador@anticipa.demo');
    for (const role of ['all', 'api'])
      expect(start(['--role', role], settings)).toMatchObject({ status: 1, stdout: '', stderr });
    // Each program gets what it needs: the worker opens no second factor, and migrations need the database alone.
    const { SECOND_FACTOR_KEY: _, ...ofWorker } = settings;
    expect(start(['--role', 'worker'], ofWorker)).toMatchObject({ status: 1, stdout: '', stderr });
    const line = stderr.replace('Anticipa cannot start: ', '');
    const { NODE_ENV, DATABASE_URL } = settings;
    expect(anticipa(['migrate'], { NODE_ENV, DATABASE_URL })).toMatchObject({ status: 2, stdout: '', stderr: line });
    await rename('operators', '.demo', '.test');
    await rename('accounts', '@sur.test', '@sur.demo');
    expect(start([], settings).stderr).toBe(refusal('admin@sur.demo'));
    const { rows } = await db.owner.query(`select to_regclass('schema_migrations') as name`);
    expect(rows).toEqual([{ name: null }]);
  });
});

it('the list of commands is printed on request, and with an error for any other', () => {
  const { status, stdout } = anticipa(['help'], {});
  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('  operator ') });
  expect(anticipa(['serve'], {})).toMatchObject({ status: 2, stdout: '', stderr: stdout });
  expect(anticipa([], {})).toMatchObject({ status: 2, stdout: '', stderr: stdout });
});

it('a tool without a database, or with wrong arguments, ends with one line', () => {
  expect(anticipa(['migrate'], {})).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^there is no database in .*\n$/),
  });
  expect(anticipa(['check', 'everything'], {})).toMatchObject({
    status: 2,
    stderr: 'Usage: check invariants [--textfile FILE.prom] | files\n',
  });
  expect(anticipa(['trust', 'add', join(folder, 'none.cer')], {})).toMatchObject({
    status: 1,
    stderr: `${join(folder, 'none.cer')}: cannot be read\n`,
  });
});

it('a tool whose outside system does not answer ends as one that could not work, not as one that found something', () => {
  const bucket = { S3_URL: 'http://127.0.0.1:1/bucket/', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };
  const { status, stdout, stderr } = anticipa(['copy-files', 'folder'], bucket);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toContain('StorageUnavailable');
});
