/** The plan that `npm run simulate` asks for, and what it is told about the outcome. */
import process from 'node:process';
import { events } from './events.ts';
import type { Outcome } from './play.ts';
import type { Plan } from './world.ts';

/** All set by `npm run simulate`. */
const { SIMULATED_DAYS, SIMULATED_CLIENTS, SIMULATION_SEED = 1 } = process.env;

const SLOWEST_SHOWN = 12;

/** The plan that was asked for, or this one. */
export const askedPlan = ({ days, clients }: Pick<Plan, 'days' | 'clients'>): Plan => ({
  seed: Number(SIMULATION_SEED),
  days: Number(SIMULATED_DAYS ?? days),
  clients: Number(SIMULATED_CLIENTS ?? clients),
});

/** A hang, not a busy machine. */
export const timeoutMsOf = ({ days, clients }: Plan): number => 300_000 + days * clients * 30_000;

/** Shows a line to who runs `npm run simulate`. */
export const show = (line: string): void => {
  if (SIMULATED_DAYS !== undefined) process.stdout.write(`${line}\n`);
};

export function showOutcome({ days, clients }: Plan, { counts, seconds, secondsOf, closedMonths }: Outcome): void {
  for (const { name } of events) show(`${String(counts.get(name) ?? 0).padStart(8)}  ${name}`);
  for (const [step, spent] of [...secondsOf].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST_SHOWN))
    show(`${spent.toFixed(1).padStart(8)} s  ${step}`);
  for (const { month, on, isReversed, compared } of closedMonths)
    show(
      `${month} was closed on ${on}${isReversed ? ', a receipt of it reversed later' : ''}: ${compared} answers about it compared, 0 differences`,
    );
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const pace = ((days * 60) / seconds).toFixed(1);
  show(`${days} days with ${clients} clients, ${total} events, ${pace} days per minute: 0 differences`);
}
