/** Simulates some days of a lender with its clients, on its own clock. `npm run simulate` plays a year and reports on it. */
import process from 'node:process';
import { rounds } from '@anticipa/sandbox/rounds';
import { expect, it } from 'vitest';
import { events } from '../testing/simulation/events.ts';
import { simulate } from '../testing/simulation/play.ts';
import { createTestDatabase } from '../testing/test-database.ts';

/** All set by `npm run simulate`. */
const { SIMULATED_DAYS, SIMULATED_CLIENTS, SIMULATION_SEED = 1 } = process.env;
const days = Number(SIMULATED_DAYS ?? rounds(30, 90));
const clients = Number(SIMULATED_CLIENTS ?? rounds(2, 10));
const isShown = SIMULATED_DAYS !== undefined;
const SLOWEST_SHOWN = 12;
/** Days after which two months are over, and closed. */
const TWO_MONTHS = 75;
/** A hang, not a busy machine. */
const TIMEOUT_MS = 300_000 + days * clients * 30_000;

const show = (line: string): void => {
  if (isShown) process.stdout.write(`${line}\n`);
};

it(
  `[DIN-80] [LIB-69] ${days} days of a lender with ${clients} clients leave no difference between the books, the bank and what was shown`,
  async () => {
    const { counts, seconds, secondsOf } = await simulate(
      { seed: Number(SIMULATION_SEED), days, clients },
      await createTestDatabase(),
      show,
    );
    for (const { name } of events) show(`${String(counts.get(name) ?? 0).padStart(8)}  ${name}`);
    for (const [step, spent] of [...secondsOf].toSorted(([, a], [, b]) => b - a).slice(0, SLOWEST_SHOWN))
      show(`${spent.toFixed(1).padStart(8)} s  ${step}`);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    show(
      `${days} days with ${clients} clients, ${total} events, ${((days * 60) / seconds).toFixed(1)} days per minute: 0 differences`,
    );
    const everyMonth = ['sale', 'deposit', 'payment on time', 'payment short', 'devoluciones paid', 'money sent back'];
    expect([...counts.keys()]).toEqual(expect.arrayContaining(everyMonth));
    if (days >= TWO_MONTHS) {
      expect(counts.get('month closed')).toBeGreaterThanOrEqual(2);
      expect(counts.get('receipt of a closed month reversed')).toBeGreaterThanOrEqual(1);
    }
  },
  TIMEOUT_MS,
);
