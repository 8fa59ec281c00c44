import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ensureChromium } from './chromium.ts';
import { type Counts, countsOf, playwrightCounts, vitestCounts } from './counts.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const ARTEFACTS = join(ROOT, '.artefacts');
const UNIT_REPORT = join(ARTEFACTS, 'vitest.json');
const JOURNEY_REPORT = join(ARTEFACTS, 'journeys.json');

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

const journeys = (): Counts => {
  if (!ensureChromium(ROOT)) {
    process.stdout.write(
      'No Chromium: install the Debian package `chromium`, or run `npx playwright install chromium`.\n',
    );
    return { passed: 0, failed: 1 };
  }
  const config = ['test', '--config', 'e2e/playwright.config.ts', '--reporter=list,json'];
  const succeeded = run([modules('@playwright/test/cli.js'), ...config], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: JOURNEY_REPORT,
  });
  return countsOf(playwrightCounts(JOURNEY_REPORT), succeeded);
};

const steps: readonly (readonly [string, () => Counts])[] = [
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
for (const old of [UNIT_REPORT, JOURNEY_REPORT, ...globSync(join(ARTEFACTS, 'e2e-*'))])
  rmSync(old, { recursive: true, force: true });

const rows = steps.map(([name, prove]) => {
  process.stdout.write(`\n── ${name}\n`);
  const startedAt = performance.now();
  const counts = prove();
  return { name, ...counts, seconds: (performance.now() - startedAt) / 1000 };
});

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
