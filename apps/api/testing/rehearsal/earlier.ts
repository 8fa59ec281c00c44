/** The portal's version before this one, built once from the history of this checkout. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Version } from './nodes.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const NUMBER = '1.0.0';
const FOLDER = `/var/cache/anticipa/portal-${NUMBER}`;

/** Its commit; empty if the history lacks it. */
const commit = (): string =>
  spawnSync('git', ['log', '-1', '--format=%H', '--grep', `^Release version ${NUMBER}$`], {
    cwd: ROOT,
    encoding: 'utf8',
  }).stdout?.trim() ?? '';

/** Why it cannot be started here; undefined if it can. */
export const whyNoEarlier = (): string | undefined =>
  existsSync(FOLDER) || commit() !== '' ? undefined : `the history of this checkout lacks version ${NUMBER}`;

const build = (): void => {
  const fresh = `${FOLDER}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  // Installs its packages too.
  const steps = 'git archive "$1" | tar -x -C "$2" && cd "$2" && "$3" run.mjs build';
  const { status, stderr } = spawnSync('bash', ['-c', steps, 'build', commit(), fresh, process.execPath], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`version ${NUMBER} could not be built: ${stderr}`);
  renameSync(fresh, FOLDER);
};

export const openEarlier = (): Version => {
  if (!existsSync(FOLDER)) build();
  return {
    file: join(FOLDER, 'apps/api/dist/main.js'),
    commands: { api: ['--role', 'api'], worker: ['--role', 'worker'], migrate: ['--role', 'migrate'] },
  };
};
