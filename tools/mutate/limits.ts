import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import process from 'node:process';
import { z } from 'zod';
import { isTest, type Project, readProject, type SourceFile } from '../check/project.ts';
import { type Limit, limitsIn } from '../check/rules/proofs.ts';
import { ROOT } from '../test/program.ts';
import { COPY, makeCopy } from './remove.ts';

const FACTORS = { kept: 1, halved: 0.5, doubled: 2 } as const;
const REPORT = join(COPY, 'report.json');

/** In the copy, each use of a limit is multiplied by a factor that is 1 until a test file changes it. */
function makeChangeable(limits: readonly Limit[], { sources }: Project): void {
  for (const { path: file, name } of limits) {
    const isUser = ({ path, imports }: SourceFile): boolean =>
      !isTest(path) && (path === file || imports.some(({ target, names }) => target === file && names.includes(name)));
    const uses = new RegExp(`^import [^;]*;|^(?:export )?const ${name} = |\\b${name}\\b`, 'gm');
    const now = `Math.ceil(${name} * (globalThis.changedLimit?.['${file} ${name}'] ?? 1))`;
    for (const { path } of sources.filter(isUser)) {
      const text = readFileSync(join(COPY, path), 'utf8');
      writeFileSync(
        join(COPY, path),
        text.replace(uses, (found) => (found === name ? now : found)),
      );
    }
  }
}

interface Mutant {
  readonly limit: Limit;
  readonly how: keyof typeof FACTORS;
  /** A copy of the test file, which changes the limit first. */
  readonly file: string;
  readonly title: string;
}

const report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

/** Runs the mutants' files in one run, which shares what they load. Returns their tests by file. */
function run(mutants: readonly Mutant[], ...options: readonly string[]) {
  rmSync(REPORT, { force: true });
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=json', `--outputFile=${REPORT}`];
  spawnSync(process.execPath, [...vitest, ...options, ...mutants.map(({ file }) => file)], {
    cwd: COPY,
    stdio: 'ignore',
  });
  const { testResults } = existsSync(REPORT)
    ? report.parse(JSON.parse(readFileSync(REPORT, 'utf8')))
    : { testResults: [] };
  return testResults.map(({ name, assertionResults }) => [name.slice(COPY.length + 1), assertionResults] as const);
}

const quoted = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

const idOf = ({ path, name }: Limit): string => `${path} ${name}`;

/** Copies of the test file that proves a limit, which change the limit first. */
function mutantsOf(limit: Limit): Mutant[] {
  const { proof } = limit;
  if (!proof) return [];
  return (['kept', 'halved', 'doubled'] as const).map((how) => {
    const base = `${proof.file.replace('.test.ts', '')}.${limit.name.toLowerCase()}-${how}`;
    writeFileSync(join(COPY, `${base}.ts`), `globalThis.changedLimit = { '${idOf(limit)}': ${FACTORS[how]} };\n`);
    const text = readFileSync(join(COPY, proof.file), 'utf8');
    writeFileSync(join(COPY, `${base}.test.ts`), `import './${basename(base)}.ts';\n${text}`);
    return { limit, how, file: `${base}.test.ts`, title: proof.title };
  });
}

/** Halves and doubles each limit whose path and name match the pattern. Returns whether a test noticed each change. */
export function tryLimits(pattern = ''): boolean {
  const project = readProject(ROOT);
  const chosen = limitsIn(project).filter((limit) => new RegExp(pattern).test(idOf(limit)));
  makeCopy();
  makeChangeable(chosen, project);
  const mutants = chosen.flatMap(mutantsOf);
  const [whole, titled] = [mutants.filter(({ title }) => title === ''), mutants.filter(({ title }) => title !== '')];
  const titles = [...new Set(titled.map(({ title }) => quoted(title)))];
  const results = new Map([
    ...(whole.length > 0 ? run(whole) : []),
    ...(titled.length > 0 ? run(titled, '-t', titles.join('|')) : []),
  ]);
  let killed = 0;
  const changed = mutants.filter(({ how }) => how !== 'kept');
  for (const { limit, how, file, title } of changed) {
    const of = (path: string, wanted: string): number =>
      (results.get(path) ?? []).filter(({ fullName, status }) => status === wanted && fullName.includes(title)).length;
    const own = file.replace(`-${how}.`, '-kept.');
    const isSound = of(own, 'passed') > 0 && of(own, 'failed') === 0 && of(file, 'passed') + of(file, 'failed') > 0;
    const verdict = !isSound ? 'BROKEN' : of(file, 'failed') > 0 ? 'killed' : 'SURVIVED';
    if (verdict === 'killed') killed += 1;
    process.stdout.write(`${verdict.padEnd(8)}  ${idOf(limit)} ${how}: ${file}\n`);
  }
  process.stdout.write(`${killed} of ${changed.length} were noticed\n`);
  return killed === changed.length;
}
