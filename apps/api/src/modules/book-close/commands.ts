/** Closes a month of the books. */
import type { closeBooks } from '@anticipa/contract/book-close';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { endsYear, openChecks } from '@anticipa/domain/book-close';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { firstDayOf, lastDayOf } from '@anticipa/domain/month';
import { sql } from 'kysely';
import type { OperatorWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { nextClose } from './queries.ts';

/**
 * Closes a month on the checklist that was shown. A transaction that books at the same time either commits first or books in the open month. The close of
 * December also ends the year. `stp`: the CLABE of the account at STP.
 */
export async function closeMonth(
  work: OperatorWork,
  { month, ground, reasons }: BodyOf<typeof closeBooks>,
  stp: string | null,
): Promise<Outcome<ResponseOf<typeof closeBooks>>> {
  const { db, actor, at } = work;
  // Writers of the lender's journal take its lock before that of the close.
  if (month.endsWith('-12'))
    await sql`select pg_advisory_xact_lock(hashtextextended('ledger of the lender', 0))`.execute(db);
  await sql`select pg_advisory_xact_lock(hashtextextended('close of a month', 0))`.execute(db);
  const next = await nextClose(work, stp);
  if (next === null || next.month !== month) return refuse('MONTH_NOT_NEXT');
  if (!next.isOver) return refuse('MONTH_NOT_OVER');
  if (next.ground !== ground) return refuse('CLOSE_CHANGED');
  const reasonOf = new Map(reasons.map(({ id, reason }) => [id, reason]));
  if (openChecks(next.checks, new Set(reasonOf.keys())).length > 0) return refuse('CLOSE_CHECKS_OPEN');
  const first = firstDayOf(next.month);
  if (endsYear(next.month))
    for (const { debit, credit, currency, amount } of next.yearEnd)
      await sql`
        select append_own_entry(null, ${first}::date, ${currency}, ${debit}, ${credit}, ${amount}::numeric, ${lastDayOf(next.month)}::date, ${at})`.execute(
        db,
      );
  const checks = next.checks.map((check) => ({
    ...check,
    reason: check.isDone ? null : (reasonOf.get(check.id) ?? null),
  }));
  await db
    .insertInto('closed_months')
    .values({ month: first, closed_by: actor.operatorId, closed_at: at, checks: JSON.stringify(checks) })
    .execute();
  await sql`
    insert into closed_heads (month, client_id, entry_number, hash)
    select ${first}::date, client_id, entry_number, hash from clients cross join lateral (
      select entry_number, hash from ledger_entries entry where entry.client_id = clients.client_id order by entry_number desc limit 1
    ) last
    union all
    (select ${first}::date, null, entry_number, hash from lender_entries order by entry_number desc limit 1)`.execute(
    db,
  );
  const explained = checks.filter(({ reason }) => reason !== null).map(({ id, reason }) => ({ id, reason }));
  await writeAudit(work, { action: 'books.close', subject: `books:${month}`, details: { month, explained } });
  return done({ month });
}
