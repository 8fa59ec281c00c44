import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { ROOT } from '../test/program.ts';
import type { Removal } from './removals.ts';

export const COPY = join(ROOT, '.artefacts/mutation/copy');
const REPORT = join(COPY, 'report.json');

/** The repository's files in the working tree, committed or not. */
function ownFiles(): string[] {
  const listing = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  return listing.stdout.split('\0').filter((path) => path !== '' && existsSync(join(ROOT, path)));
}

/** Copies the repository; external packages are linked, workspaces are the copy's own. */
export function makeCopy(): void {
  rmSync(COPY, { recursive: true, force: true });
  for (const path of ownFiles()) {
    mkdirSync(dirname(join(COPY, path)), { recursive: true });
    cpSync(join(ROOT, path), join(COPY, path));
  }
  const modules = join(COPY, 'node_modules');
  mkdirSync(modules);
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@anticipa' && !name.startsWith('.vite'))
      symlinkSync(join(ROOT, 'node_modules', name), join(modules, name));
  }
  cpSync(join(ROOT, 'node_modules/@anticipa'), join(modules, '@anticipa'), { recursive: true, verbatimSymlinks: true });
}

const report = z.object({ numPassedTests: z.number(), numFailedTests: z.number() });

/** Runs the copy's vitest files whose path contains one of the patterns. */
function runTests(tests: Removal['tests']): { readonly passed: number; readonly failed: number } {
  rmSync(REPORT, { force: true });
  const args = [
    'node_modules/vitest/vitest.mjs',
    'run',
    ...[tests].flat(),
    '--bail=1',
    '--reporter=json',
    `--outputFile=${REPORT}`,
  ];
  spawnSync(process.execPath, args, { cwd: COPY, stdio: 'ignore' });
  if (!existsSync(REPORT)) return { passed: 0, failed: 0 };
  const { numPassedTests, numFailedTests } = report.parse(JSON.parse(readFileSync(REPORT, 'utf8')));
  return { passed: numPassedTests, failed: numFailedTests };
}

type Verdict = 'killed' | 'SURVIVED' | 'UNTESTED' | 'BROKEN';

/** The tests' result without the behaviour; `BROKEN` if the text is not unique or the tests do not run. */
function judge({ file, text, by = '', tests }: Removal): Verdict {
  const path = join(COPY, file);
  const whole = readFileSync(path, 'utf8');
  if (whole.split(text).length !== 2) return 'BROKEN';
  if (tests.length === 0) return 'UNTESTED';
  writeFileSync(
    path,
    whole.replace(text, () => by),
  );
  try {
    const { passed, failed } = runTests(tests);
    if (failed > 0) return 'killed';
    return passed > 0 ? 'SURVIVED' : 'BROKEN';
  } finally {
    writeFileSync(path, whole);
  }
}

/**
 * Makes each change whose name or file contains the pattern, one at a time, and reports those that no test notices. Returns
 * whether all were noticed.
 */
export function tryRemovals(removals: readonly Removal[], pattern = ''): boolean {
  const chosen = removals.filter(({ name, file }) => name.includes(pattern) || file.includes(pattern));
  makeCopy();
  for (const [, [removal]] of Map.groupBy(chosen, ({ tests }) => String(tests))) {
    const { passed, failed } = removal && removal.tests.length > 0 ? runTests(removal.tests) : { passed: 1, failed: 0 };
    if (failed === 0 && passed > 0) continue;
    process.stdout.write(
      `The tests of ${removal?.tests} do not pass as they are: ${passed} passed, ${failed} failed.\n`,
    );
    return false;
  }
  const verdicts = chosen.map((removal) => {
    const verdict = judge(removal);
    process.stdout.write(`${verdict.padEnd(8)}  ${removal.name} (${removal.file})\n`);
    return verdict;
  });
  const killed = verdicts.filter((verdict) => verdict === 'killed').length;
  process.stdout.write(`${killed} of ${verdicts.length} were noticed\n`);
  return killed === verdicts.length;
}
