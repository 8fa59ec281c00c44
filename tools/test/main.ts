/**
 * `npm test` proves everything. `npm test -- PATTERN` runs the vitest files whose path contains the pattern,
 * with vitest's own options; `--full` repeats as often as a release asks for, `--static` leaves out what runs code.
 */
import { globSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { ensureChromium } from './chromium.ts';
import { type Counts, countsOf, playwrightCounts, vitestCounts } from './counts.ts';
import { runJourneys, withoutFull } from './journeys.ts';
import { linesOf } from './lines.ts';
import { installed, ROOT, runProgram } from './program.ts';

const args = process.argv.slice(2);
const isFull = args.includes('--full');
const ARTEFACTS = join(ROOT, '.artefacts');
const JOURNEY_REPORT = join(ARTEFACTS, 'journeys.json');

type OnOutput = (piece: string) => void;

interface Step {
  readonly name: string;
  prove(onOutput: OnOutput): Promise<Counts>;
}

interface Row extends Counts {
  readonly name: string;
  readonly seconds: number;
}

const check = (name: string, ...args: readonly string[]): Step => ({
  name,
  prove: async (onOutput) => {
    const succeeded = await runProgram(args, { onOutput });
    return countsOf({ passed: succeeded ? 1 : 0, failed: 0, failures: [] }, succeeded);
  },
});

/** Each thread of the compiler checks shared types again, while the other lane needs the processor. */
const tsc = [installed('typescript/bin/tsc'), '--singleThreaded'] as const;
const staticChecks: readonly Step[] = [
  check('types of the server', ...tsc, '-p', '.'),
  check('types of the web app', ...tsc, '-p', 'apps/web'),
  check('types of the journeys', ...tsc, '-p', 'e2e'),
  check('format and lint', installed('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'),
  check('architecture', 'tools/check/main.ts'),
  check('unused code', installed('knip/bin/knip.js'), '--no-progress'),
  check('requirements', 'tools/requirements/main.ts', '--brief'),
];

const webBuild = check('web build', 'tools/build/main.ts');

/** The tests of some of the projects in `vitest.config.ts`. */
const vitest = (name: string, ...projects: readonly string[]): Step => ({
  name,
  prove: async (onOutput) => {
    if (projects.includes('component')) ensureChromium(ROOT);
    const report = join(ARTEFACTS, `vitest-${projects[0]}.json`);
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
    const chosen = projects.map((project) => `--project=${project}`);
    const succeeded = await runProgram([installed('vitest/vitest.mjs'), 'run', ...chosen, ...reporters], { onOutput });
    return countsOf(vitestCounts(report), succeeded);
  },
});

const componentTests = vitest('components', 'component');
const unitTests = vitest('unit, API', 'api', 'unit');

const journeys: Step = {
  name: 'journeys',
  prove: async (onOutput) => {
    const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: JOURNEY_REPORT };
    const succeeded = await runJourneys(['--reporter=list,json', ...(isFull ? [] : withoutFull)], {
      environment,
      onOutput,
    });
    return countsOf(playwrightCounts(JOURNEY_REPORT), succeeded);
  },
};

async function runStep({ name, prove }: Step): Promise<Row> {
  const lines = linesOf(name.padEnd(21), (text) => process.stdout.write(text));
  const startedAt = performance.now();
  const counts = await prove(lines.add);
  lines.end();
  return { name, ...counts, seconds: (performance.now() - startedAt) / 1000 };
}

/** Runs steps one after another. */
async function runLane(steps: readonly Step[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const step of steps) rows.push(await runStep(step));
  return rows;
}

/** Runs lanes concurrently: each waits for much of its time. */
async function proveAll(lanes: readonly (readonly Step[])[]): Promise<boolean> {
  mkdirSync(ARTEFACTS, { recursive: true });
  for (const old of [JOURNEY_REPORT, ...globSync(join(ARTEFACTS, 'vitest-*.json'))])
    rmSync(old, { recursive: true, force: true });

  const startedAt = performance.now();
  const rows = (await Promise.all(lanes.map(runLane))).flat();

  process.stdout.write('\n');
  for (const { name, passed, failed, seconds } of rows) {
    const verdict = failed === 0 ? 'ok    ' : 'FAILED';
    const time = `${seconds.toFixed(1).padStart(7)} s`;
    process.stdout.write(`${verdict} ${name.padEnd(21)} ${time}  ${passed} passed, ${failed} failed\n`);
  }
  for (const failure of rows.flatMap(({ failures }) => failures)) process.stdout.write(`FAILED ${failure}\n`);
  const total = (count: 'passed' | 'failed'): number => rows.reduce((sum, row) => sum + row[count], 0);
  process.stdout.write(`in ${((performance.now() - startedAt) / 1000).toFixed(0)} s\n`);
  process.stdout.write(`${total('passed')} passed, ${total('failed')} failed\n`);
  return total('failed') === 0;
}

const options = new Set(['--full', '--static']);
const chosen = args.filter((arg) => !options.has(arg));
if (isFull) process.env.FULL_PROOF = 'true';

let succeeded: boolean;
if (args.includes('--static')) succeeded = await proveAll([staticChecks]);
else if (chosen.length === 0)
  succeeded = await proveAll([[webBuild, journeys], [componentTests, ...staticChecks], [unitTests]]);
else
  succeeded = await runProgram([
    installed('vitest/vitest.mjs'),
    ...(chosen.includes('--watch') ? [] : ['run']),
    ...chosen,
  ]);
process.exitCode = succeeded ? 0 : 1;
