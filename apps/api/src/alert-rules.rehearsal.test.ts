/** The alert rules against made series. Part of `npm run test:full`, where promtool is installed. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../../deploy/watching');

it('[VIG-02] each alert rings for what it is about, and not while the portal works', () => {
  const run = (...args: readonly string[]) => spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });
  if (run('--version').error) {
    process.stderr.write(
      'The alert rules were not tested: promtool is missing (Debian: apt-get install prometheus).\n',
    );
    return;
  }
  for (const args of [
    ['check', 'config', 'prometheus.yml'],
    ['test', 'rules', 'anticipa.rules.test.yml'],
  ]) {
    const { status, stdout, stderr } = run(...args);
    expect({ status, output: `${stdout}${stderr}` }).toMatchObject({ status: 0 });
  }
});
