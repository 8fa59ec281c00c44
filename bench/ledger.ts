/**
 * Books of clients with a hundred thousand lines of two years each: how soon the trial balance and a
 * client's statement are answered, and how much memory the nightly check of the chains takes.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { takeTime } from '@anticipa/api/invariants/jobs';
import { chainsOf, verifyChain } from '@anticipa/api/modules/books/chains';
import { openDatabase } from '@anticipa/api/platform/db/pool';
import { valuesOf, whole } from '@anticipa/api/platform/db/rows';
import { runningClock } from '@anticipa/api/platform/work/clock';
import { readLong, WORKER } from '@anticipa/api/platform/work/transaction';
import type { WideWork } from '@anticipa/api/platform/work/work';
import { getTrialBalance } from '@anticipa/contract/books';
import { getClientStatement } from '@anticipa/contract/client-papers';
import { addDays } from '@anticipa/domain/calendar';
import { demoPassword } from '@anticipa/sandbox/demo-parties';
import { addLedger } from './ledger-rows.ts';
import { type Figure, median, timed } from './measure.ts';
import { addressOf, type Portal, sendOk, signIn } from './portal.ts';

const OPERATOR = { email: 'operador@anticipa.demo', password: demoPassword };
const WARM_UPS = 2;
const ROUNDS = 7;
const LIMIT_MS = { balance: 1_000, statement: 300 };
/** The check may take so much beside its program, however long the chains are. */
const LIMIT_MB = 64;
const SAMPLE_MS = 50;
const CHECK_MS = 10 * 60_000;

/** Has the worker sum all days that are over. */
export async function sumBooks({ owner }: Portal): Promise<number> {
  await owner.query(`select graphile_worker.add_job('sum-books', '{}'::json)`);
  return await timed(async () => {
    for (;;) {
      const { rows } = await owner.query<{ summed: boolean }>(`
        select (select max(recorded_on) from book_sums) is not distinct from (
          select max((recorded_at at time zone 'America/Mexico_City')::date) from ledger_entries
          where recorded_at < date_trunc('day', now() at time zone 'America/Mexico_City') at time zone 'America/Mexico_City'
        ) as summed`);
      if (rows[0]?.summed) return;
      await pause(1_000);
    }
  });
}

async function timeCall(name: string, call: () => Promise<unknown>, limit: number): Promise<Figure> {
  for (let round = 0; round < WARM_UPS; round += 1) await call();
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) ms.push((await timed(call)) * 1_000);
  const value = median(ms);
  return {
    name,
    unit: 'ms',
    value,
    bound: limit,
    ratio: limit / value,
    against: 'limit',
    details: { ms: ms.map(Math.round) },
  };
}

/** Private memory of a process in MB, without the buffers that the server's processes share. */
const memoryOf = async (pid: number): Promise<number> =>
  Number(/^RssAnon:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024;

/** Verifies every chain as the nightly check does; the most that this process and its connection's grew by. */
async function measureChains(portal: Portal, lines: number): Promise<Figure> {
  const db = openDatabase({
    url: portal.ownerUrl,
    login: 'worker',
    connections: 1,
    answerMs: CHECK_MS,
    onError: () => undefined,
  });
  const clock = runningClock();
  const read = <T>(work: (wide: WideWork) => Promise<T>) =>
    readLong({ db, clock }, WORKER, async (wide) => {
      await takeTime(wide);
      return await work(wide);
    });
  try {
    const [backend = 0] = await read(({ db: open }) => valuesOf(open, whole)`select pg_backend_pid()`);
    const memory = async () => (await memoryOf(process.pid)) + (await memoryOf(backend));
    const chains = await read(chainsOf);
    const before = await memory();
    const peaks = [before];
    const sampling = setInterval(async () => peaks.push(await memory()), SAMPLE_MS);
    let altered = 0;
    const early: number[] = [];
    const seconds = await timed(async () => {
      for (const [place, chain] of chains.entries()) {
        altered += (await verifyChain(read, chain, true)).altered.length;
        if (place === Math.floor(chains.length / 10)) early.push(Math.max(...peaks) - before);
      }
    });
    clearInterval(sampling);
    if (altered > 0) throw new Error(`${altered} chains of the bench are not intact`);
    const value = Math.max(...peaks) - before;
    const details = { lines, seconds, 'MB at a tenth': early[0] ?? 0 };
    return {
      name: 'verify all chains',
      unit: 'MB',
      value,
      bound: LIMIT_MB,
      ratio: LIMIT_MB / value,
      against: 'limit, at any length',
      details,
    };
  } finally {
    await db.close();
  }
}

export async function measureLedger(portal: Portal, wanted: number): Promise<Figure[]> {
  const { lines, clientId } = await addLedger(portal, wanted);
  const summed = await sumBooks(portal);
  await portal.owner.query('vacuum analyze book_sums');
  process.stderr.write(`${lines} lines, summed in ${Math.round(summed)} s\n`);
  return await measureBooks(portal, lines, clientId);
}

async function measureBooks(portal: Portal, lines: number, clientId: string): Promise<Figure[]> {
  const headers = await signIn(portal, OPERATOR);
  const today = runningClock().today();
  const get = (path: string) => () => sendOk(`${portal.url}${path}`, { headers });
  const last = { startDate: addDays(today, -30), endDate: today };
  const longAgo = { startDate: addDays(today, -395), endDate: addDays(today, -365), knownOn: addDays(today, -365) };
  const month = { startDate: addDays(today, -130), endDate: addDays(today, -100) };
  const balance = addressOf(getTrialBalance, { query: last });
  const known = addressOf(getTrialBalance, { query: longAgo });
  const statement = addressOf(getClientStatement, { params: { clientId }, query: month });
  return [
    await timeCall('trial balance', get(balance), LIMIT_MS.balance),
    await timeCall('trial balance, of a year ago as known then', get(known), LIMIT_MS.balance),
    await timeCall('statement of a month', get(statement), LIMIT_MS.statement),
    await measureChains(portal, lines),
  ];
}
