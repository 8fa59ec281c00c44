/**
 * A failure prints a seed, a path and a replay path, and the shortest sequence that still fails. To repeat only that one, give
 * the first two to `fc.assert` and the third to `fc.commands` as `replayPath`.
 */
import { rounds } from '@anticipa/sandbox/rounds';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkerOn } from '../testing/model/check.ts';
import { someCommand } from '../testing/model/command.ts';
import { compareAll } from '../testing/model/compare.ts';
import { invoiceCommands } from '../testing/model/invoice-commands.ts';
import { saleCommands } from '../testing/model/sale-commands.ts';
import { sequencesOn } from '../testing/model/system.ts';
import { type Portal, startPortal } from '../testing/portal.ts';

/** Both set by `npm run sequences`. */
const SEQUENCES = Number(process.env.SEQUENCES ?? rounds(40, 50_000));
const SEED = Number(process.env.SEED ?? 0);
/** A hang, not a busy machine. */
const TIMEOUT_MS = 1_800_000 + SEQUENCES * 1_000;
/** Batches at a time: one waits for the database while the other does not. */
const LANES = 2;
/** Sequences of one portal: what the lender reads about all its clients takes longer with each of them. */
const BATCH = Math.min(1_000, Math.ceil(SEQUENCES / LANES));

interface Batch {
  readonly seed: number;
  readonly count: number;
}

const commands = fc.commands([someCommand([...saleCommands, ...invoiceCommands])], { maxCommands: 12, size: 'max' });

async function runOn(portal: Portal, { seed, count }: Batch, isEachChecked: boolean): Promise<void> {
  const begin = await sequencesOn(portal);
  const checker = isEachChecked ? await checkerOn(portal) : null;
  const property = fc.asyncProperty(commands, async (sequence) => {
    const { model, real } = await begin();
    await fc.asyncModelRun(() => ({ model, real }), sequence);
    await compareAll(model, real);
    await real.finish(model);
    expect(await checker?.brokenFor(real.clientId)).toEqual(checker ? [] : undefined);
  });
  await fc.assert(property, { numRuns: count, seed }).finally(() => checker?.close());
}

/** Closing the portal checks the invariants of all clients at once; if one is broken, a second run finds its sequence. */
async function run(batch: Batch, isEachChecked = false): Promise<void> {
  // Deleted rows stay on disk for a while: those of one batch would slow down the next.
  const portal = await startPortal({ inNewDatabase: true });
  const [ran] = await Promise.allSettled([runOn(portal, batch, isEachChecked)]);
  const [closed] = await Promise.allSettled([portal.close()]);
  if (ran.status === 'rejected') throw ran.reason;
  if (closed.status === 'fulfilled') return;
  if (!isEachChecked) await run(batch, true);
  throw closed.reason;
}

it(
  `${SEQUENCES} sequences of commands leave the portal in the state of an independent model`,
  async () => {
    const batches = Array.from({ length: Math.ceil(SEQUENCES / BATCH) }, (_, index): Batch => {
      return { seed: SEED * BATCH + index, count: Math.min(BATCH, SEQUENCES - index * BATCH) };
    });
    const failures: unknown[] = [];
    const lane = async (): Promise<void> => {
      for (let batch = batches.shift(); batch && failures.length === 0; batch = batches.shift())
        await run(batch).catch((cause: unknown) => failures.push(cause));
    };
    await Promise.all(Array.from({ length: LANES }, lane));
    if (failures.length > 0) throw failures[0];
  },
  TIMEOUT_MS,
);
