/**
 * The alert rules against made series. Part of `npm run test:full`. Without promtool on the PATH it is taken out of Debian's package,
 * which apt compares with the archive's signed checksums, and kept in `.artefacts`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'deploy/watching');
const UNPACKED = join(ROOT, '.artefacts/prometheus');
const KEPT = join(UNPACKED, 'usr/bin/promtool');

/** Throws a line that says why a program does not run, or what it complained of. */
const run = (program: string, args: readonly string[], cwd: string): void => {
  const { status, error, stdout, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? `${stdout}${stderr}`.trim()}`);
};

const unpackPromtool = (): void => {
  // Not in the home folder, which the account with which apt downloads may not enter.
  const folder = mkdtempSync(join(tmpdir(), 'anticipa-promtool-'));
  try {
    run('apt-get', ['download', 'prometheus'], folder);
    mkdirSync(UNPACKED, { recursive: true });
    run('dpkg-deb', ['--extract', ...globSync('*.deb', { cwd: folder }), UNPACKED], folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Undefined where it cannot be had; the reason is printed. */
const promtool = (): string | undefined => {
  if (spawnSync('promtool', ['--version']).status === 0) return 'promtool';
  try {
    if (!existsSync(KEPT)) unpackPromtool();
    return KEPT;
  } catch (cause) {
    const [reason] = String(cause).split('\n');
    process.stderr.write(`The alert rules were not tested: no promtool on the PATH, and ${reason}\n`);
    return undefined;
  }
};

it('[VIG-02] each alert rings for what it is about, and not while the portal works', () => {
  const program = promtool();
  if (program === undefined) return;
  run(program, ['check', 'config', 'prometheus.yml'], FOLDER);
  run(program, ['test', 'rules', 'anticipa.rules.test.yml'], FOLDER);
});
