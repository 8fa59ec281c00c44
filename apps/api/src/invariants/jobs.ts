/** Checks the books each night, keeps the heads of their chains, and raises an alert of what does not hold. */
import { createHash } from 'node:crypto';
import { weekdayOf } from '@anticipa/domain/calendar';
import { sql } from 'kysely';
import { z } from 'zod';
import { raiseAlert } from '../modules/alerts/alert.ts';
import { type Chain, chainsOf, keepHead, verifyChain } from '../modules/books/chains.ts';
import type { JobDeps } from '../modules/deps.ts';
import type { Database } from '../platform/db/pool.ts';
import type { Jobs } from '../platform/jobs/jobs.ts';
import { runEach } from '../platform/jobs/run-each.ts';
import { readLong, runAs, WORKER } from '../platform/work/transaction.ts';
import { narrowTo, type WideWork } from '../platform/work/work.ts';
import { type Invariant, invariants } from './check.ts';

interface BooksDeps extends Pick<JobDeps, 'db' | 'clock' | 'log'> {
  /** Waits for long answers. */
  readonly patient: Database;
}

/** Reads in a transaction of its own, which may take long. */
type Read = <T>(work: (work: WideWork) => Promise<T>) => Promise<T>;

const SUNDAY = 7;

const patiently =
  ({ patient, clock }: BooksDeps): Read =>
  (work) =>
    readLong({ db: patient, clock }, WORKER, async (wide) => {
      await takeTime(wide);
      return await work(wide);
    });

async function checkChain(deps: BooksDeps, read: Read, chain: Chain, isWhole: boolean): Promise<void> {
  const { head, altered } = await verifyChain(read, chain, isWhole);
  const name = chain ?? 'lender';
  await runAs(deps, WORKER, async (work) => {
    for (const { what, number } of altered)
      await raiseAlert(chain === null ? work : narrowTo(work, chain), {
        kind: 'books-altered',
        subject: `books:${name}`,
        reason: `${what}-${number}`,
        details: { what, number },
      });
    if (head) await keepHead(work, chain, head);
  });
  for (const { what, number } of altered) deps.log.error({ chain: name, what, number }, 'the books were altered');
  // The log leaves the machine, and the proof of what the chain was with it.
  if (head) deps.log.info({ chain: name, entry: head.number, hash: head.hash.toString('hex') }, 'head of the books');
}

const foundRow = z.object({ found: z.string() });

/** An alert that was closed is raised again the next night while its invariant is broken. */
async function checkInvariant(deps: BooksDeps, read: Read, { id, statement, sql: query }: Invariant): Promise<void> {
  const rows = await read(async ({ db }) => (await sql.raw(query).execute(db)).rows);
  const [first] = rows.map((row) => foundRow.parse(row).found);
  if (first === undefined) return;
  const subject = `books:${id}-${createHash('sha256').update(statement).digest('hex').slice(0, 12)}`;
  await runAs(deps, WORKER, async (work) => {
    const open = await work.db
      .selectFrom('alerts')
      .select('alert_id')
      .where('subject', '=', subject)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    const details = { what: 'invariant', id, statement, count: rows.length, first };
    if (!open) await raiseAlert(work, { kind: 'books-altered', subject, reason: work.today, details });
  });
  deps.log.error({ id, statement, count: rows.length, first }, 'an invariant of the books is broken');
}

/** Reads each chain after its last kept head, on Sundays whole, and then everything that must hold of the books. */
async function checkBooks(deps: BooksDeps): Promise<void> {
  const read = patiently(deps);
  const isWhole = weekdayOf(deps.clock.today()) === SUNDAY;
  await runEach(deps.log, await read(chainsOf), (chain) => checkChain(deps, read, chain, isWhole));
  const others = invariants.filter(({ isOfChains }) => isOfChains !== true);
  await runEach(deps.log, others, (invariant) => checkInvariant(deps, read, invariant));
}

/** Lets the statements of a transaction read all of the books. */
export const takeTime = async ({ db }: WideWork): Promise<void> => {
  await sql`set local statement_timeout = '10min'`.execute(db);
};

export const booksJobs = (deps: BooksDeps): Jobs => [
  {
    name: 'check-books',
    // 2:30 in Mexico City, when the interest of the day is booked.
    cron: '30 8 * * *',
    run: () => checkBooks(deps),
  },
];
