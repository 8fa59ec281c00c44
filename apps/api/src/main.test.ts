import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'anticipa-main-'));
const aFile = join(folder, 'file');
writeFileSync(aFile, '');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (args: readonly string[], settings: Readonly<Record<string, string>>) =>
  spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    encoding: 'utf8',
    timeout: 15_000,
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), NODE_NO_WARNINGS: '1', ...settings },
  });

describe('starting with an invalid setting', () => {
  it.each([
    [[], { PORT: 'http' }, 'PORT must be a number from 1 to 65535'],
    [[], { NODE_ENV: 'prod' }, 'NODE_ENV must be development, test or production'],
    [[], { NODE_ENV: 'production', PORTAL_NOW: '2026-03-02T10:00:00Z' }, 'PORTAL_NOW is refused in production'],
    [[], { DATABASE_URL: 'localhost' }, 'DATABASE_URL must look like'],
    [[], { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c' }, 'the database cannot be reached: connect ECONNREFUSED'],
    [[], { DATA_DIR: aFile }, aFile],
    [['--role', 'robot'], {}, '--role must be one of all, api, worker, migrate'],
    [['--role', 'api'], {}, 'DATABASE_URL is needed to run one role alone'],
    [['--role', 'migrate'], {}, 'there is no database in'],
    [['--verbose'], {}, "Unknown option '--verbose'"],
  ])('%j %o exits with one line', (args, settings, because) => {
    const { status, stdout, stderr } = start(args, settings);
    expect(stderr).toContain(because);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  });
});
