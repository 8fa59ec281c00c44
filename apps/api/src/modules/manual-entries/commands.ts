/** Proposes, previews and books entries of accountants in the lender's own journal. */
import { randomUUID } from 'node:crypto';
import { approvalRoles, type Changes } from '@anticipa/contract/approvals';
import type { previewManualEntry, proposeManualEntry, proposeManualReversal } from '@anticipa/contract/manual-entries';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import type { ManualAccount } from '@anticipa/domain/book-close';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { add, decimalOf, type FinancedCurrency, type Money, moneyOf, subtract, zero } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { z } from 'zod';
import { decimal, rowsOf, text } from '../../platform/db/rows.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { type Submitted, submit } from '../approvals/submit.ts';
import { writeAudit } from '../log/audit.ts';
import { hasRoleNow } from '../operators/queries.ts';
import { manualEntryById, openDay } from './queries.ts';

type Proposed = Changes['manual-entry']['proposed'];
type Typed = BodyOf<typeof previewManualEntry>;

/** Why nothing can be booked on a day; null if it can. */
async function problemOfDay(work: OperatorWork, day: string) {
  if (day > work.today) return refuseEach('VALUE_DATE_IN_FUTURE', ['valueDate']);
  return day < (await openDay(work)) ? refuseEach('BOOKS_DAY_CLOSED', ['valueDate']) : null;
}

const linesOf = ({ lines, currency }: Typed): Proposed['lines'] =>
  lines.map(({ amount, ...accounts }) => ({ ...accounts, amount: decimalOf(moneyOf(amount, currency)) }));

const balanceRow = z.object({ account: text, balance: decimal });

/** Sums of the lines by account, with the balance of each in all books at the end of the day before and after them. */
export async function preview(
  work: OperatorWork,
  typed: Typed,
): Promise<Outcome<ResponseOf<typeof previewManualEntry>>> {
  const problem = await problemOfDay(work, typed.valueDate);
  if (problem) return problem;
  const { currency } = typed;
  const sides = new Map<ManualAccount, { debit: Money<FinancedCurrency>; credit: Money<FinancedCurrency> }>();
  const put = (account: ManualAccount, side: 'debit' | 'credit', amount: Money<FinancedCurrency>): void => {
    const known = sides.get(account) ?? { debit: zero(currency), credit: zero(currency) };
    sides.set(account, { ...known, [side]: add(known[side], amount) });
  };
  for (const { debit, credit, amount } of linesOf(typed)) {
    put(debit, 'debit', moneyOf(amount, currency));
    put(credit, 'credit', moneyOf(amount, currency));
  }
  const balances = await rowsOf(work.db, balanceRow)`
    select account, coalesce(sum(moved), 0)::numeric(18, 2) as balance from (
      select side.account, side.moved from lender_entries
      cross join lateral (values (debit, amount), (credit, -amount)) as side(account, moved)
      where currency = ${currency} and booked_on <= ${typed.valueDate}::date
    ) moves group by account`;
  const balanceOf = (account: string) =>
    moneyOf(balances.find((row) => row.account === account)?.balance ?? '0.00', currency);
  return done({
    accounts: [...sides].map(([account, { debit, credit }]) => ({
      account,
      debit: decimalOf(debit),
      credit: decimalOf(credit),
      before: decimalOf(balanceOf(account)),
      after: decimalOf(subtract(add(balanceOf(account), debit), credit)),
    })),
  });
}

export async function proposeEntry(
  work: OperatorWork,
  { evidence, reason, ...typed }: BodyOf<typeof proposeManualEntry>,
): Submitted {
  if (!(await hasRoleNow(work, approvalRoles['manual-entry']))) return refuse('ROLE_NEEDED');
  const problem = await problemOfDay(work, typed.valueDate);
  if (problem) return problem;
  const { valueDate, currency } = typed;
  const proposed = { valueDate, currency, lines: linesOf(typed), evidence, isReversal: false };
  const about = { manualId: randomUUID() };
  return submit(work, manualEntry, { kind: 'manual-entry', about, before: null, proposed }, reason);
}

export async function proposeReversal(
  work: OperatorWork,
  manualId: string,
  { valueDate, reason }: BodyOf<typeof proposeManualReversal>,
): Submitted {
  if (!(await hasRoleNow(work, approvalRoles['manual-entry']))) return refuse('ROLE_NEEDED');
  const found = await manualEntryById(work, manualId, 'read');
  if (found === undefined) return refuse('NOT_FOUND');
  if (found.isReversed) return refuse('ALREADY_REVERSED');
  const problem = await problemOfDay(work, valueDate);
  if (problem) return problem;
  const { isReversed: _, ...before } = found;
  const lines = before.lines.map(({ debit, credit, amount }) => ({ debit: credit, credit: debit, amount }));
  const { currency, evidence } = before;
  const proposed = { valueDate, currency, lines, evidence, isReversal: true };
  return submit(work, manualEntry, { kind: 'manual-entry', about: { manualId }, before, proposed }, reason);
}

export const manualEntry: Handler<'manual-entry'> = {
  standing: async (work, { about }, lock) => {
    const found = await manualEntryById(work, about.manualId, lock);
    if (found === undefined) return null;
    const { isReversed: _, ...values } = found;
    return values;
  },
  // The day is still open, and the entry to reverse is in force.
  isPossible: async (work, { about, proposed }) => {
    if ((await problemOfDay(work, proposed.valueDate)) !== null) return false;
    const found = await manualEntryById(work, about.manualId, 'update');
    return proposed.isReversal ? found?.isReversed === false : found === undefined;
  },
  apply: async (work, { about: { manualId }, proposed }, { approvalId }) => {
    if (approvalId === null) throw new Error('an entry of an accountant without a second person');
    const { db, at } = work;
    const { valueDate, currency, lines, evidence, isReversal } = proposed;
    if (isReversal) {
      await db
        .updateTable('manual_entries')
        .set({ reversal_id: approvalId })
        .where('manual_id', '=', manualId)
        .execute();
      await sql`
        select append_own_entry(manual_id, null, currency, credit, debit, amount, ${valueDate}::date, ${at}, entry_number)
        from (select * from lender_entries where manual_id = ${manualId} and reverses is null order by entry_number) booked`.execute(
        db,
      );
    } else {
      await db
        .insertInto('manual_entries')
        .values({ manual_id: manualId, approval_id: approvalId, evidence })
        .execute();
      for (const { debit, credit, amount } of lines)
        await sql`
          select append_own_entry(${manualId}, null, ${currency}, ${debit}, ${credit}, ${amount}::numeric, ${valueDate}::date, ${at})`.execute(
          db,
        );
    }
    const action = isReversal ? 'books.manual-reverse' : 'books.manual';
    await writeAudit(work, { action, subject: `manual-entry:${manualId}`, details: { valueDate, currency, lines } });
    return done(null);
  },
};
