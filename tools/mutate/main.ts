/**
 * `npm run mutate`: mutation tests. `npm run mutate -- domain` mutates one target, with further paths only those files;
 * `npm run mutate -- removals PATTERN` makes the removals of removals.ts, and `-- limits PATTERN` halves and doubles limits in time.
 */
import process from 'node:process';
import { ROOT } from '../test/program.ts';
import { tryLimits } from './limits.ts';
import { removals } from './removals.ts';
import { tryRemovals } from './remove.ts';
import { scoreTarget, targets } from './score.ts';

const changes: Readonly<Record<string, (pattern?: string) => boolean>> = {
  removals: (pattern) => tryRemovals(removals, pattern),
  limits: tryLimits,
};

process.chdir(ROOT);
const [chosen, ...rest] = process.argv.slice(2);
const known = [...Object.keys(targets), ...Object.keys(changes)];
const names = chosen === undefined ? known : [chosen];
const unknown = names.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  process.stderr.write(`Usage: npm run mutate -- ${known.join(' | ')}\n`);
  process.exit(1);
}
for (const name of names) {
  const change = changes[name];
  if (change === undefined) await scoreTarget(name, rest);
  else if (!change(rest[0])) process.exitCode = 1;
}
