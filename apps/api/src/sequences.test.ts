/**
 * A failure prints a seed, a path and a replay path, and the shortest sequence that still fails. To repeat only that one, give
 * the first two to `fc.assert` and the third to `fc.commands` as `replayPath`.
 */
import { isFullProof, rounds } from '@anticipa/sandbox/rounds';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Checker, checkerOn } from './lib/testing/model/check.ts';
import { compareAll } from './lib/testing/model/compare.ts';
import { invoiceCommands } from './lib/testing/model/invoice-commands.ts';
import { saleCommands } from './lib/testing/model/sale-commands.ts';
import { type Sequence, sequencesOn } from './lib/testing/model/system.ts';
import { type Portal, startPortal } from './lib/testing/portal.ts';

/** Both set by `npm run sequences`. */
const SEQUENCES = Number(process.env.SEQUENCES ?? rounds(200, 10_000));
const SEED = Number(process.env.SEED ?? 0);
/** A hang, not a busy machine. */
const TIMEOUT_MS = 60_000 + SEQUENCES * 1_000;

let portal: Portal;
let begin: () => Promise<Sequence>;
let checker: Checker;

beforeAll(async () => {
  portal = await startPortal();
  begin = await sequencesOn(portal);
  checker = await checkerOn(portal);
});
afterAll(async () => {
  await checker.close();
  await portal.close();
});

it(
  `${SEQUENCES} sequences of commands leave the portal in the state of an independent model`,
  async () => {
    const commands = fc.commands([...saleCommands, ...invoiceCommands], { maxCommands: 12, size: 'max' });
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        const { model, real } = await begin();
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        await compareAll(model, real);
        await real.finish(model);
        // A short run checks all clients at once when the portal closes; `FULL_PROOF=true` then finds the sequence.
        if (isFullProof) expect(await checker.brokenFor(real.clientId)).toEqual([]);
      }),
      { numRuns: SEQUENCES, seed: SEED },
    );
  },
  TIMEOUT_MS,
);
