/** `npm run simulate -- [--days N] [--clients N] [--seed N]`: plays a year of a lender with fifty clients by default. */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { installed, runProgram } from '../test/program.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '365' },
    clients: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
  },
});
const files = ['apps/api/src/simulation.test.ts', '--disable-console-intercept'];
const passed = await runProgram([installed('vitest/vitest.mjs'), 'run', ...files], {
  environment: { SIMULATED_DAYS: values.days, SIMULATED_CLIENTS: values.clients, SIMULATION_SEED: values.seed },
});
process.exitCode = passed ? 0 : 1;
