/** `npm run fuzz -- [COUNT] [SEED]`: reads that many mutated invoices and archives, a million by default, on every core. */
import { availableParallelism } from 'node:os';
import process from 'node:process';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { dateOf } from '@anticipa/domain/calendar';
import { makeInvoices } from '@anticipa/sandbox/cfdi-generator';
import { demoClients } from '@anticipa/sandbox/demo-parties';
import { type FuzzResult, fuzz } from '@anticipa/sandbox/fuzz';
import { makeTestPki } from '@anticipa/sandbox/test-pki';
import { z } from 'zod';
import { fuzzZip } from './zip.ts';

const PER_TURN = 10_000;
/** One turn in ten opens archives, which takes longer. */
const TURNS_PER_ZIP = 10;
const turn = z.object({ kind: z.enum(['xml', 'zip']), count: z.number(), seed: z.number() });

const issuer = demoClients.norte;

async function run({ kind, ...task }: z.infer<typeof turn>): Promise<FuzzResult> {
  if (kind === 'zip') return fuzzZip(task);
  const bench = await makeTestPki();
  const invoices = await makeInvoices({ pki: bench.pki, issuer, count: 40, seed: 1, today: dateOf('2026-11-20') });
  const rules = { trust: bench.trust, clientRfc: issuer.rfc, unknownAuthority: 'refuse' } as const;
  try {
    return fuzz(invoices, rules, task);
  } finally {
    await bench.remove();
  }
}

const inWorker = (task: z.infer<typeof turn>): Promise<FuzzResult> =>
  new Promise((resolve, reject) => {
    new Worker(new URL(import.meta.url), { workerData: task }).once('message', resolve).once('error', reject);
  });

if (isMainThread) {
  const [count = 1_000_000, seed = 0] = process.argv.slice(2).map(Number);
  let [turns, next, accepted, refused, slowestMs] = [0, seed, 0, 0, 0];
  const worker = async (): Promise<void> => {
    while (next < seed + count) {
      turns += 1;
      const kind = turns % TURNS_PER_ZIP === 0 ? 'zip' : 'xml';
      const task = { kind, seed: next, count: Math.min(PER_TURN, seed + count - next) } as const;
      next += task.count;
      const result = await inWorker(task);
      accepted += result.accepted;
      refused += result.refused;
      slowestMs = Math.max(slowestMs, result.slowestMs);
      process.stdout.write(`${accepted + refused} read, ${accepted} accepted, slowest ${Math.round(slowestMs)} ms\n`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
} else parentPort?.postMessage(await run(turn.parse(workerData)));
