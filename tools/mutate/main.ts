/**
 * `npm run mutate`: mutation tests. `npm run mutate -- domain` mutates one target, with further paths only those files;
 * `npm run mutate -- removals PATTERN` runs the removals of removals.ts.
 */
import process from 'node:process';
import { ROOT } from '../test/program.ts';
import { tryRemovals } from './remove.ts';
import { scoreTarget, targets } from './score.ts';

const REMOVALS = 'removals';

process.chdir(ROOT);
const [chosen, ...rest] = process.argv.slice(2);
const names = chosen === undefined ? [...Object.keys(targets), REMOVALS] : [chosen];
const unknown = names.filter((name) => name !== REMOVALS && !(name in targets));
if (unknown.length > 0) {
  process.stderr.write(`Usage: npm run mutate -- ${[...Object.keys(targets), REMOVALS].join(' | ')}\n`);
  process.exit(1);
}
for (const name of names) {
  if (name !== REMOVALS) await scoreTarget(name, rest);
  else if (!tryRemovals(rest[0])) process.exitCode = 1;
}
