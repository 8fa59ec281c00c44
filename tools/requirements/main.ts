/** `npm run requirements`: which tests prove which row of docs/requirements.md, and which line of docs/specification.md. Fails where they disagree. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { readProject } from '../check/project.ts';
import { edgeCasesIn, requirementsIn } from './catalogue.ts';
import { findingsIn, unprovenIn } from './findings.ts';
import { proofsOf } from './proofs.ts';
import { linesIn, unprovenLines } from './specification.ts';
import { titlesOf } from './titles.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const document = readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8');
const requirements = requirementsIn(document);
const cases = edgeCasesIn(document);
const project = readProject(ROOT);
const proofs = proofsOf(project);
const texts = new Map(project.sources.map(({ path, text }) => [path, text]));
const lines = linesIn(readFileSync(join(ROOT, 'docs/specification.md'), 'utf8'));
const paths = new Set(project.texts.map(({ path }) => path));
const findings = [
  ...findingsIn(requirements, proofs),
  ...unprovenIn(cases, texts),
  ...unprovenLines(lines, titlesOf(project), paths),
];

if (!process.argv.includes('--brief')) {
  const proofsById = Map.groupBy(proofs, ({ id }) => id);
  for (const { id } of requirements)
    for (const { kind, isFull, test } of proofsById.get(id) ?? [])
      process.stdout.write(`${id}  ${kind}${isFull ? '*' : ' '} ${test}\n`);
  const unbuilt = requirements.filter((row) => row.unbuilt.length > 0).map((row) => row.id);
  process.stdout.write(`\nNot built, at least in part: ${unbuilt.join(' ')}\n`);
}
for (const finding of findings) process.stdout.write(`${finding}\n`);
const built = requirements.filter(({ kinds, full }) => kinds.length + full.length > 0).length;
process.stdout.write(
  `${built} of ${requirements.length} requirements are built, ${cases.length} edge cases and ${lines.length} specified lines listed, ${findings.length} findings\n`,
);
process.exitCode = findings.length === 0 ? 0 : 1;
