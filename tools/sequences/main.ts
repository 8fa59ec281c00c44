/** `npm run sequences -- [COUNT] [SEED]`: that many sequences against the model, 50,000 by default, on every core. */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { installed, runProgram } from '../test/program.ts';

const [count = 50_000, seed = 1] = process.argv.slice(2).map(Number);
// Each run and its database keep two cores busy.
const runs = Math.min(count, Math.ceil(availableParallelism() / 2));
const passed = await Promise.all(
  Array.from({ length: runs }, (_, index) =>
    runProgram([installed('vitest/vitest.mjs'), 'run', 'apps/api/src/sequences.test.ts'], {
      environment: {
        SEQUENCES: String(Math.ceil(count / runs)),
        SEED: String(seed * runs + index),
        FULL_PROOF: 'true',
      },
    }),
  ),
);
process.exitCode = passed.every(Boolean) ? 0 : 1;
