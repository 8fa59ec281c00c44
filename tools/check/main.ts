import { resolve } from 'node:path';
import { proofs } from '../mutate/proofs.ts';
import { type Finding, type Rule, readProject } from './project.ts';
import { documents } from './rules/documents.ts';
import { focus } from './rules/focus.ts';
import { language } from './rules/language.ts';
import { cycles, layers } from './rules/layers.ts';
import { leaks, lock } from './rules/leaks.ts';
import { limits } from './rules/limits.ts';
import { migrationLocks } from './rules/migration-locks.ts';
import { migrations } from './rules/migrations.ts';
import { names } from './rules/names.ts';
import { provenBy } from './rules/proofs.ts';
import { redefinitions } from './rules/redefinitions.ts';
import { tests } from './rules/tests.ts';
import { types } from './rules/types.ts';
import { words } from './rules/words.ts';

const rules: Readonly<Record<string, Rule>> = {
  layers,
  cycles,
  names,
  migrations,
  migrationLocks,
  redefinitions,
  types,
  focus,
  limits,
  proofs: provenBy(proofs),
  words,
  tests,
  language,
  leaks,
  lock,
  documents,
};

const project = readProject(resolve(import.meta.dirname, '../..'));
const findings: (Finding & { rule: string })[] = Object.entries(rules).flatMap(([rule, find]) =>
  find(project).map((finding) => ({ ...finding, rule })),
);
for (const { path, line, rule, message } of findings) process.stdout.write(`${path}:${line} [${rule}] ${message}\n`);
process.stdout.write(`${project.sources.length} source files, ${findings.length} findings\n`);
process.exitCode = findings.length === 0 ? 0 : 1;
