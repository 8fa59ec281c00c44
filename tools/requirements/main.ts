import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isTest, readProject } from '../check/project.ts';

const ROOT = resolve(import.meta.dirname, '../..');

interface Proof {
  readonly id: string;
  readonly kind: string;
  readonly test: string;
}

/** IDs in the order of the catalogue, each with the kinds of proof it names. */
const kindsById = [
  ...readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8').matchAll(/^\| ([A-Z]{3}-\d{2}) \|.*\| ([UAW ]+?) *\|$/gm),
].map(([, id = '', kinds = '']) => ({ id, kinds: kinds.split(' ') }));
const catalogue = kindsById.map(({ id }) => id);

/** Which kind of proof a test is: journey or component test, API test, unit test. */
const kindOf = (path: string): string =>
  path.startsWith('e2e/') || path.endsWith('.browser.test.tsx') ? 'W' : path.startsWith('apps/api/') ? 'A' : 'U';

/** A title may carry several IDs: `[RES-06] [VTA-14] refuses …`. */
const proofsIn = ({ path, text }: { path: string; text: string }): Proof[] =>
  [...text.matchAll(/['"`]((?:\[[A-Z]{3}-\d{2}\] ?)+)([^'"`\n]*)/g)].flatMap((match) =>
    [...(match[1] ?? '').matchAll(/[A-Z]{3}-\d{2}/g)].map(([id]) => ({
      id,
      kind: kindOf(path),
      test: `${path}: ${match[2] ?? ''}`,
    })),
  );

const proofs = readProject(ROOT)
  .sources.filter(({ path }) => isTest(path))
  .flatMap(proofsIn);
const byId = Map.groupBy(proofs, ({ id }) => id);
const isBrief = process.argv.includes('--brief');

const covered = catalogue.filter((id) => byId.has(id));
const open = catalogue.filter((id) => !byId.has(id));
const unknown = [...byId].filter(([id]) => !catalogue.includes(id));

if (!isBrief) {
  for (const id of covered) for (const { test } of byId.get(id) ?? []) process.stdout.write(`${id}  ${test}\n`);
  process.stdout.write(`\nWithout a test: ${open.join(' ')}\n`);
  const partly = kindsById.flatMap(({ id, kinds }) => {
    const missing = kinds.filter((kind) => byId.has(id) && !byId.get(id)?.some((proof) => proof.kind === kind));
    return missing.length > 0 ? [`${id} (${missing.join(' ')})`] : [];
  });
  process.stdout.write(`With a test, but none of a kind it names: ${partly.join(', ')}\n`);
}
for (const [id, tests] of unknown) {
  for (const { test } of tests) process.stdout.write(`${id} is not in docs/requirements.md: ${test}\n`);
}
const twice = catalogue.filter((id, index) => catalogue.indexOf(id) !== index);
if (twice.length > 0) process.stdout.write(`Twice in docs/requirements.md: ${twice.join(' ')}\n`);
process.stdout.write(`${covered.length} of ${catalogue.length} requirements carried by tests\n`);
process.exitCode = unknown.length + twice.length === 0 ? 0 : 1;
