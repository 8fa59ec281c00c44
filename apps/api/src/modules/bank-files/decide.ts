/** Decisions of people about movements that are not booked. */
import type { decideBankLine } from '@anticipa/contract/bank-files';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { OperatorWork } from '../../platform/work/work.ts';
import { registerTyped } from '../collections/typed-payment.ts';
import { writeAudit } from '../log/audit.ts';
import { end, mayBook, pay, paymentOf, wait } from './book.ts';
import { bookFee, reverseFee } from './fees.ts';
import { type Line, lineToDecide } from './line-queries.ts';
import { booksOf, groundOf, keyOf, planCredit, planOf } from './plan.ts';
import { lineById } from './queries.ts';

type Decision = BodyOf<typeof decideBankLine>['decision'];
type Found = NonNullable<Awaited<ReturnType<typeof lineToDecide>>>;
type Decided = Promise<Outcome<ResponseOf<typeof decideBankLine>>>;

/** `stp`: the CLABE of the account at STP. */
export async function decide(work: OperatorWork, lineId: string, decision: Decision, stp: string | null): Decided {
  const found = await lineToDecide(work, lineId);
  if (!found) return refuse('NOT_FOUND');
  const { line, state, cause } = found;
  if (decision.kind === 'reverse') return reverse(work, found, decision.reason);
  const isOpen = state === 'due' || state === 'waiting';
  // A movement that resembles another one must first be another one.
  const isAllowed = decision.kind === 'ignore' || (cause === 'resembles') === (decision.kind === 'other');
  if (!isOpen || !isAllowed) return refuse('BANK_LINE_DECIDED');
  switch (decision.kind) {
    case 'other':
      await work.db
        .updateTable('bank_lines')
        .set({ state: 'due', cause: null })
        .where('line_id', '=', lineId)
        .execute();
      await writeAudit(work, {
        action: 'bank-line.other',
        subject: `bank-line:${lineId}`,
        details: { reason: decision.reason },
      });
      return decided(work, lineId);
    case 'ignore':
      return ignore(work, lineId, decision.reason);
    case 'fee':
      return bookCharge(work, line, decision);
    case 'match':
      return match(work, line, decision.key, stp);
    case 'book':
      return bookMoney(work, line, decision.reason, stp);
  }
}

const decided = async (work: OperatorWork, lineId: string, isProposed = false): Decided =>
  done({ line: await lineById(work, lineId), isProposed });

async function ignore(work: OperatorWork, lineId: string, reason: string): Decided {
  const { db, actor, at } = work;
  await db
    .updateTable('bank_lines')
    .set({ state: 'ignored', cause: null, refusal: null, reason, ended_by: actor.operatorId, ended_at: at })
    .where('line_id', '=', lineId)
    .execute();
  await writeAudit(work, { action: 'bank-line.ignore', subject: `bank-line:${lineId}`, details: { reason } });
  return decided(work, lineId);
}

/** Books a charge that a person calls a commission of the bank, or proposes it to a second person. */
async function bookCharge(
  work: OperatorWork,
  line: Line,
  { tax, reason }: Extract<Decision, { kind: 'fee' }>,
): Decided {
  if (!mayBook(work.actor, line)) return refuse('ROLE_NEEDED');
  const booked = await bookFee(work, line, { tax, reason });
  return booked.ok ? decided(work, line.lineId, booked.value === null) : booked;
}

async function reverse(work: OperatorWork, { line, state, booked_as }: Found, reason: string): Decided {
  if (!mayBook(work.actor, line)) return refuse('ROLE_NEEDED');
  if (state !== 'booked' || booked_as !== 'fee') return refuse('BANK_LINE_DECIDED');
  await reverseFee(work, line, reason);
  return decided(work, line.lineId);
}

/** Matches a movement with one of the books that has its amount and that a person chose. */
async function match(work: OperatorWork, line: Line, key: string, stp: string | null): Decided {
  if (!mayBook(work.actor, line)) return refuse('ROLE_NEEDED');
  const books = booksOf(line, await groundOf(work, [line], stp));
  const movement = books.find((each) => each.key === key && each.cents === line.cents);
  if (!movement) return refuse('BANK_LINE_UNMATCHED');
  await end(work, line, { as: movement.as, key, wasBooked: true });
  return decided(work, line.lineId);
}

/**
 * Books a credit that is not in the books, or the payment of a file that a charge names. If it needs a second person, it is proposed like
 * a typed one.
 */
async function bookMoney(work: OperatorWork, line: Line, reason: string | undefined, stp: string | null): Decided {
  if (!mayBook(work.actor, line)) return refuse('ROLE_NEEDED');
  // An approved proposal has booked it under its key.
  const known = await planOf(work, line, await groundOf(work, [line], stp));
  if (known.as === 'match') {
    await end(work, line, { as: known.movement.as, key: known.movement.key, wasBooked: true });
    return decided(work, line.lineId);
  }
  if (known.as === 'payment') {
    const paid = await pay(work, line, known.filed, reason);
    if (!paid.ok) return paid;
    if (paid.value.proposalId !== null) {
      await wait(work, line, 'second-person');
      return decided(work, line.lineId, true);
    }
    await end(work, line, { as: known.filed.kind, key: keyOf(line), wasBooked: false });
    return decided(work, line.lineId);
  }
  if (line.cents < 0n || line.account.number === stp) return refuse('BANK_LINE_UNMATCHED');
  const { receipt } = await planCredit(work, line);
  const typed = { ...paymentOf(line, receipt), ...(reason !== undefined && { reason }) };
  const registered = await registerTyped(work, typed);
  if (!registered.ok) return registered;
  if (registered.value.proposal !== null) {
    await wait(work, line, 'second-person');
    return decided(work, line.lineId, true);
  }
  await end(work, line, { as: 'receipt', key: keyOf(line), wasBooked: false });
  return decided(work, line.lineId);
}
