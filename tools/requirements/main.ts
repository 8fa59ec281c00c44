/** `npm run requirements`: which tests prove which row of docs/requirements.md. Fails where the two disagree. */
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { readProject } from '../check/project.ts';
import { requirementsIn } from './catalogue.ts';
import { findingsIn } from './findings.ts';
import { proofsOf } from './proofs.ts';

const ROOT = resolve(import.meta.dirname, '../..');

const requirements = requirementsIn(readFileSync(join(ROOT, 'docs/requirements.md'), 'utf8'));
const proofs = proofsOf(readProject(ROOT));
const findings = findingsIn(requirements, proofs);

if (!process.argv.includes('--brief')) {
  const proofsById = Map.groupBy(proofs, ({ id }) => id);
  for (const { id } of requirements)
    for (const { kind, test } of proofsById.get(id) ?? []) process.stdout.write(`${id}  ${kind}  ${test}\n`);
  const unbuilt = requirements.filter((row) => row.unbuilt.length > 0).map((row) => row.id);
  process.stdout.write(`\nNot built, at least in part: ${unbuilt.join(' ')}\n`);
}
for (const finding of findings) process.stdout.write(`${finding}\n`);
const built = requirements.filter(({ kinds }) => kinds.length > 0).length;
process.stdout.write(`${built} of ${requirements.length} requirements are built, ${findings.length} findings\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
