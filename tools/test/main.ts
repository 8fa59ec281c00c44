import { spawn, spawnSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { ensureChromium } from './chromium.ts';
import { type Counts, countsOf, playwrightCounts, vitestCounts } from './counts.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ARTEFACTS = join(ROOT, '.artefacts');
const UNIT_REPORT = join(ARTEFACTS, 'vitest.json');
/** Parts that the journeys run in, side by side: half of their time is waiting. */
const PARTS = 2;

const modules = (path: string): string => join(ROOT, 'node_modules', path);

/** Runs a program of ours or of the packages on this Node; its output goes where ours goes. */
const run = (args: readonly string[], environment: Readonly<Record<string, string>> = {}): boolean =>
  spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment },
  }).status === 0;

const check =
  (...args: readonly string[]) =>
  (): Counts => {
    const succeeded = run(args);
    return { passed: succeeded ? 1 : 0, failed: succeeded ? 0 : 1 };
  };

const unitTests = (): Counts => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`];
  const succeeded = run([modules('vitest/vitest.mjs'), 'run', ...reporters]);
  return countsOf(vitestCounts(UNIT_REPORT), succeeded);
};

const journeys = async (): Promise<Counts> => {
  if (!ensureChromium(ROOT)) {
    process.stdout.write(
      'No Chromium: install the Debian package `chromium`, or run `npx playwright install chromium`.\n',
    );
    return { passed: 0, failed: 1 };
  }
  const parts = await Promise.all(Array.from({ length: PARTS }, (_, index) => partOfJourneys(index + 1)));
  return parts.reduce((sum, part) => ({ passed: sum.passed + part.passed, failed: sum.failed + part.failed }));
};

/** Every part has its own portal. The first one's output is shown as it comes, what the others say at their end. */
const partOfJourneys = async (part: number): Promise<Counts> => {
  const report = join(ARTEFACTS, `e2e-report-${part}.json`);
  const args = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json', `--shard=${part}/${PARTS}`];
  const child = spawn(
    process.execPath,
    [modules('@playwright/test/cli.js'), ...args, '--output', join(ARTEFACTS, `e2e-output-${part}`)],
    {
      cwd: ROOT,
      stdio: ['ignore', part === 1 ? 'inherit' : 'pipe', 'inherit'],
      env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    },
  );
  const ended = new Promise<boolean>((settle) => child.once('close', (code) => settle(code === 0)));
  const said = child.stdout ? await text(child.stdout) : '';
  const succeeded = await ended;
  process.stdout.write(said);
  return countsOf(playwrightCounts(report), succeeded);
};

const steps: readonly (readonly [string, () => Counts | Promise<Counts>])[] = [
  ['types of server and tools', check(modules('typescript/bin/tsc'), '-p', '.')],
  ['types of the web application', check(modules('typescript/bin/tsc'), '-p', 'apps/web')],
  ['types of the journeys', check(modules('typescript/bin/tsc'), '-p', 'e2e')],
  ['format and lint', check(modules('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.')],
  ['architecture', check('tools/check/main.ts')],
  ['unused code', check(modules('knip/bin/knip.js'), '--no-progress')],
  ['unit and API tests', unitTests],
  ['requirements', check('tools/requirements/main.ts', '--brief')],
  ['web build', check('tools/build/main.ts')],
  ['journeys', journeys],
];

mkdirSync(ARTEFACTS, { recursive: true });
for (const old of [UNIT_REPORT, ...globSync(join(ARTEFACTS, 'e2e-*'))]) rmSync(old, { recursive: true, force: true });

const rows: (Counts & { readonly name: string; readonly seconds: number })[] = [];
for (const [name, prove] of steps) {
  process.stdout.write(`\n── ${name}\n`);
  const startedAt = performance.now();
  const counts = await prove();
  rows.push({ name, ...counts, seconds: (performance.now() - startedAt) / 1000 });
}

process.stdout.write('\n');
for (const { name, passed, failed, seconds } of rows) {
  const verdict = failed === 0 ? 'ok    ' : 'FAILED';
  process.stdout.write(
    `${verdict} ${name.padEnd(30)} ${seconds.toFixed(1).padStart(7)} s  ${passed} passed, ${failed} failed\n`,
  );
}
const total = (count: keyof Counts): number => rows.reduce((sum, row) => sum + row[count], 0);
process.stdout.write(`${total('passed')} passed, ${total('failed')} failed\n`);
process.exitCode = total('failed') === 0 ? 0 : 1;
