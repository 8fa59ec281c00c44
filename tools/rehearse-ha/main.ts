/**
 * `npm run rehearse:ha -- --runs 3`: plays every event of the estate of `deploy/ha` under load, and prints what each cost. Ends with 1
 * if a run breaks a bound, with 2 if the estate cannot be built here.
 */
import { parseArgs } from 'node:util';
import { installed, runProgram } from '../test/program.ts';

/** A line that `apps/api/src/ha.rehearsal.test.ts` prints after an event. */
interface Figures {
  readonly event: string;
  readonly seconds: number;
  readonly most: number;
  readonly lost: number;
  readonly twice: number;
  readonly unavailable: number;
  readonly others: number;
}

const fail = (line: string): never => {
  process.stderr.write(`${line}\n`);
  process.exit(2);
};

const numberOfRuns = (): number => {
  try {
    const { runs } = parseArgs({ options: { runs: { type: 'string', default: '1' } } }).values;
    if (/^[1-9]\d?$/.test(runs)) return Number(runs);
  } catch {
    // An unknown option.
  }
  return fail('Usage: npm run rehearse:ha -- --runs NUMBER');
};

/** Runs it once; its figures, and whether all were within their bounds. */
const rehearse = async (): Promise<{ readonly figures: readonly Figures[]; readonly isGood: boolean }> => {
  let output = '';
  const onOutput = (piece: string): void => {
    output += piece;
    process.stdout.write(piece);
  };
  const args = [installed('vitest/vitest.mjs'), 'run', '--project=api', 'src/ha.rehearsal'];
  const isGood = await runProgram(args, { environment: { FULL_PROOF: 'true' }, onOutput });
  const lines = output.split('\n').filter((line) => line.startsWith('{"event":'));
  return { figures: lines.map((line): Figures => JSON.parse(line)), isGood };
};

/** A row for each event: the seconds of each run, and the sums of the rest. */
const tableOf = (runs: readonly (readonly Figures[])[]): string => {
  const names = [...new Set(runs.flat().map(({ event }) => event))];
  const rows = names.map((name) => {
    const all = runs.flat().filter(({ event }) => event === name);
    const sum = (column: 'lost' | 'twice' | 'unavailable' | 'others') =>
      all.reduce((total, figures) => total + figures[column], 0);
    const seconds = runs.map((run) => run.find(({ event }) => event === name)?.seconds.toFixed(1) ?? '–');
    return [name, ...seconds, all[0]?.most, sum('lost'), sum('twice'), sum('unavailable'), sum('others')];
  });
  const heads = [
    'Event',
    ...runs.map((_, place) => `Run ${place + 1}, s`),
    'At most',
    'Lost',
    'Twice',
    '503',
    'Others',
  ];
  return [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |\n`).join('');
};

const runs: (readonly Figures[])[] = [];
let areGood = true;
for (let number = numberOfRuns(); number > 0; number -= 1) {
  const { figures, isGood } = await rehearse();
  if (figures.length === 0) fail('No event was played; the reason is above.');
  runs.push(figures);
  areGood &&= isGood;
}
process.stdout.write(`\nSeconds without an acknowledged write, and sums of all runs:\n\n${tableOf(runs)}`);
process.exitCode = areGood ? 0 : 1;
