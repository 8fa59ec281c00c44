/** Finds received transfers at the bank: whenever it has called, and each night those whose call was lost. */
import { addDays, dateAt, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { sql } from 'kysely';
import { z } from 'zod';
import { runEach } from '../../platform/jobs/run-each.ts';
import { jsonOf } from '../../platform/outside/outside-call.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { raiseAlert } from '../alerts/alert.ts';
import type { JobDeps } from '../deps.ts';
import { bookReceived, takeReceived } from './book.ts';
import { transfersToBook, unreadCalls } from './queries.ts';

type ReceivingDeps = Pick<JobDeps, 'db' | 'clock' | 'log' | 'payouts'>;

/** Days that are compared each night. */
const NIGHTLY_DAYS = 5;
/** The bank is asked at most so often because of its calls, which anyone can make. */
const POLL_EVERY_MS = 60_000;
/** The bank's lists have a transfer at the latest so long after its call. */
const CALL_WAITS_MS = 3_600_000;
/** Calls about one transfer that are kept. */
const MAX_CALLS = 20;

const today = ({ clock }: ReceivingDeps): IsoDate => dateAt(clock.now(), MEXICO_CITY);

/** Has the bank asked soon. */
export async function enqueuePoll({ db, at }: WideWork): Promise<void> {
  const last = await db.selectFrom('received_polls').select('polled_at').executeTakeFirst();
  const delayMs = last === undefined ? 0 : Math.max(last.polled_at.getTime() + POLL_EVERY_MS - at.getTime(), 0);
  await sql`select enqueue_job('poll-received', '{}'::json, run_at => now() + ${delayMs} * interval '1 millisecond',
    job_key => 'poll-received')`.execute(db);
}

/** Asks for the transfers of today if the bank has called about one, and books what is due. */
export async function pollReceived(deps: ReceivingDeps): Promise<void> {
  const calls = await runAs(deps, WORKER, unreadCalls);
  if (calls.length > 0 && (await runAs(deps, WORKER, claimPoll))) {
    await findReceived(deps, [null, today(deps)]);
    await runEach(deps.log, calls, (call) => runAs(deps, WORKER, (work) => assignCall(work, call)));
  }
  await bookDue(deps);
}

/** Records that the bank is asked now; otherwise, if it was less than a minute ago, has it asked later. */
async function claimPoll(work: WideWork): Promise<boolean> {
  const { db, at } = work;
  const claimed = await db
    .insertInto('received_polls')
    .values({ polled_at: at })
    .onConflict((conflict) =>
      conflict
        .column('only_row')
        .doUpdateSet({ polled_at: at })
        .where('received_polls.polled_at', '<=', new Date(at.getTime() - POLL_EVERY_MS)),
    )
    .returning('polled_at')
    .executeTakeFirst();
  if (claimed === undefined) await enqueuePoll(work);
  return claimed !== undefined;
}

/** Compares the bank's lists of the last days with ours. */
export async function reconcileReceived(deps: ReceivingDeps): Promise<void> {
  if ((await deps.payouts.payingAccount()) === null) return;
  const days = Array.from({ length: NIGHTLY_DAYS }, (_, ago) => addDays(today(deps), -ago));
  await findReceived(deps, [null, ...days]);
  await bookDue(deps);
}

async function findReceived(deps: ReceivingDeps, days: readonly (IsoDate | null)[]): Promise<void> {
  await runEach(deps.log, days, async (operationDay) => {
    const { transfers, unreadable } = await deps.payouts.reconciliation({ direction: 'received', operationDay });
    if (unreadable > 0) {
      const subject = `bank-list:received-${operationDay ?? today(deps)}`;
      const alert = { kind: 'transfer', subject, reason: 'unreadable', details: { rows: unreadable } } as const;
      await runAs(deps, WORKER, (work) => raiseAlert(work, alert));
    }
    await runEach(deps.log, transfers, (transfer) => runAs(deps, WORKER, (work) => takeReceived(work, transfer)));
  });
}

async function bookDue(deps: ReceivingDeps): Promise<void> {
  const due = await runAs(deps, WORKER, (work) => transfersToBook(work, work.today));
  await runEach(deps.log, due, (transferId) => runAs(deps, WORKER, (work) => bookReceived(work, transferId)));
}

/** Accepts both shapes. */
const news = z.union([
  z.object({ claveRastreo: z.string() }).transform((call) => call.claveRastreo),
  z.object({ ClaveRastreo: z.string() }).transform((call) => call.ClaveRastreo),
]);

/** Keeps a call with the transfer that was found at the bank; forgets one about nothing, after an hour. */
async function assignCall(
  { db, at }: WideWork,
  { digest, body, received_at }: { readonly digest: Buffer; readonly body: Buffer; readonly received_at: Date },
): Promise<void> {
  const trackingKey = news.safeParse(jsonOf({ body })).data?.replaceAll('\0', '');
  const found =
    trackingKey === undefined
      ? undefined
      : await db
          .selectFrom('received_transfers as transfer')
          .select((eb) =>
            eb
              .selectFrom('bank_calls')
              .select((calls) => calls.fn.countAll<number>().as('kept'))
              .whereRef('bank_calls.tracking_key', '=', 'transfer.tracking_key')
              .as('kept'),
          )
          .where('transfer.tracking_key', '=', trackingKey)
          .executeTakeFirst();
  const isUseless = found === undefined ? isOver(received_at, at) : Number(found.kept) >= MAX_CALLS;
  if (isUseless || trackingKey === undefined) await db.deleteFrom('bank_calls').where('digest', '=', digest).execute();
  else if (found !== undefined)
    await db.updateTable('bank_calls').set({ tracking_key: trackingKey }).where('digest', '=', digest).execute();
}

const isOver = (since: Date, now: Date): boolean => since.getTime() + CALL_WAITS_MS <= now.getTime();
