/**
 * `npm run simulate -- [--days N] [--clients N] [--seed N] [--screen]`: plays a year of a lender with fifty clients by default. With
 * `--screen` an accountant closes its months in a browser.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { runJourneys } from '../test/journeys.ts';
import { installed, runProgram } from '../test/program.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '365' },
    clients: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    screen: { type: 'boolean', default: false },
  },
});
const environment = {
  SIMULATED_DAYS: values.days,
  SIMULATED_CLIENTS: values.clients,
  SIMULATION_SEED: values.seed,
};
const files = ['apps/api/src/simulation.test.ts', '--disable-console-intercept'];
const passed = values.screen
  ? await runJourneys(['simulated-closes'], { environment })
  : await runProgram([installed('vitest/vitest.mjs'), 'run', ...files], { environment });
process.exitCode = passed ? 0 : 1;
