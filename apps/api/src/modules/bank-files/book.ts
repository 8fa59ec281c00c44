/** Books movements of the bank, one per transaction, by the commands that book typed and received money. */
import type { BankLine, bookBankLines } from '@anticipa/contract/bank-files';
import { confirmPayout, registerCollection } from '@anticipa/contract/collections';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { done, type ErrorCode, type Outcome, refuse } from '@anticipa/domain/errors';
import { brokenConstraint } from '../../platform/db/errors.ts';
import type { Caller, OperatorActor } from '../../platform/work/caller.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import { register } from '../collections/commands.ts';
import { doubtsAbout, tolerances } from '../collections/doubts.ts';
import type { Deps } from '../deps.ts';
import { writeAudit } from '../log/audit.ts';
import { bookByHand, payOrPropose } from '../paying/commands.ts';
import { type Line, lockLine, plannedLines } from './line-queries.ts';
import { type Ground, groundOf, keyOf, type Plan, planOf, type ReceiptPlan } from './plan.ts';
import { lineById } from './queries.ts';
import { decimal } from './read.ts';

type Cause = NonNullable<BankLine['cause']>;
type Booked = { readonly as: NonNullable<BankLine['bookedAs']>; readonly key: string; readonly wasBooked: boolean };

/** Books the movements that the roles of the operator allow. The other movements stay due. */
export async function bookLines(
  deps: Deps,
  caller: Caller<OperatorActor>,
  { lineIds }: BodyOf<typeof bookBankLines>,
): Promise<Outcome<ResponseOf<typeof bookBankLines>>> {
  const stp = await deps.payouts.payingAccount();
  const opener = { ...caller, idempotency: null };
  const { lines, ground } = await runAs(deps, opener, async (work) => {
    const found = (await plannedLines(work, lineIds)).filter((line) => mayBook(caller.actor, line));
    return { lines: found, ground: await groundOf(work, found, stp) };
  });
  // The movements are booked one after the other, because each one must find what the earlier ones booked.
  const claimed = new Set<string>();
  for (const line of lines) {
    const rest = withoutClaimed(ground, claimed);
    const booked = await attempt(() => attemptAs(deps, opener, (work) => bookLine(work, line, rest)));
    if (!booked.ok) await runAs(deps, opener, (work) => wait(work, line, causeOf(booked.code), booked.code));
    else if (booked.value !== null) claimed.add(claimOf({ ...booked.value, cents: line.cents }));
  }
  return done({
    lines: await runAs(deps, opener, (work) => Promise.all(lines.map(({ lineId }) => lineById(work, lineId)))),
  });
}

/** Whether the roles of an operator book a movement: credits need those of registering payments, charges those of confirming them. */
export const mayBook = ({ roles }: OperatorActor, { cents }: Line): boolean =>
  (cents > 0n ? registerCollection.roles : confirmPayout.roles).some((role) => roles.has(role));

/** A transfer that came back is two movements under one key, one on each side. */
const claimOf = ({ as, key, cents }: Pick<Booked & Line, 'as' | 'key' | 'cents'>): string =>
  `${as}|${key}|${cents > 0n}`;

const withoutClaimed = ({ books, ...ground }: Ground, claimed: ReadonlySet<string>): Ground => ({
  ...ground,
  books: new Map(
    [...books].map(([currency, some]) => [currency, some.filter((movement) => !claimed.has(claimOf(movement)))]),
  ),
});

/** Turns the violation of a unique key into a refusal, where the command itself did not find the other payment. */
async function attempt<T>(booking: () => Promise<Outcome<T>>): Promise<Outcome<T>> {
  try {
    return await booking();
  } catch (cause) {
    if (KEYS.has(brokenConstraint(cause) ?? '')) return refuse('TRACKING_KEY_REUSED');
    throw cause;
  }
}
const KEYS = new Set([
  'sales_tracking_key_key',
  'payouts_by_key',
  'unidentified_payments_return_key_key',
  'bank_lines_book_key',
]);

const causeOf = (code: ErrorCode): Cause =>
  code === 'SECOND_PERSON_NEEDED' ? 'second-person' : code === 'BANK_LINE_UNMATCHED' ? 'unmatched' : 'refused';

/** Null if somebody else has decided about the movement. */
async function bookLine(work: OperatorWork, line: Line, ground: Ground): Promise<Outcome<Booked | null>> {
  if (!(await lockLine(work, line.lineId))) return done(null);
  const booked = await carryOut(work, line, await planOf(work, line, ground));
  if (!booked.ok) return booked;
  await end(work, line, booked.value);
  return booked;
}

/** Records where the books have a locked movement. */
export async function end(work: OperatorWork, line: Line, { as, key, wasBooked }: Booked): Promise<void> {
  await work.db
    .updateTable('bank_lines')
    .set({
      ...{ state: 'booked', cause: null, refusal: null, booked_as: as, book_key: key, was_booked: wasBooked },
      ...{ ended_by: work.actor.operatorId, ended_at: work.at },
    })
    .where('line_id', '=', line.lineId)
    .execute();
  const details = { trackingKey: key, amount: decimal(line.cents), kind: as };
  const action = wasBooked ? 'bank-line.match' : 'bank-line.book';
  await writeAudit(work, { action, subject: `bank-line:${line.lineId}`, details });
}

async function carryOut(work: OperatorWork, line: Line, plan: Plan): Promise<Outcome<Booked>> {
  const key = keyOf(line);
  switch (plan.as) {
    case 'match':
      return done({ as: plan.movement.as, key: plan.movement.key, wasBooked: true });
    case 'receipt': {
      const registered = await register(work, paymentOf(line, plan.receipt), doubtsAbout(await tolerances(work)));
      return registered.ok ? done({ as: 'receipt', key, wasBooked: false }) : registered;
    }
    case 'payment': {
      const paid = await pay(work, line, plan.filed);
      return paid.ok ? done({ as: plan.filed.kind, key, wasBooked: false }) : paid;
    }
    case 'look':
      return refuse('BANK_LINE_UNMATCHED');
  }
}

/** The money as it would be typed. */
export const paymentOf = (line: Line, receipt: ReceiptPlan) => ({
  ...receipt,
  amount: decimal(line.cents),
  currency: line.account.currency,
  valueDate: line.date,
  trackingKey: keyOf(line),
  // The file does not say which bank sent it.
  bank: '',
});

/**
 * Books a payment of a file on the day of the bank. Its file was put to a second person if it needed one; a day long ago needs one too,
 * and the reason proposes it.
 */
export function pay(
  work: OperatorWork,
  line: Line,
  { kind: purpose, ...filed }: Extract<Plan, { as: 'payment' }>['filed'],
  reason?: string,
) {
  const made = { trackingKey: keyOf(line), paidOn: line.date };
  return payOrPropose(work, { way: 'hand', ...made, reason }, (objecting) =>
    bookByHand(work, { ...filed, purpose, ...made }, objecting),
  );
}

/** Leaves a movement to a person, unless somebody has decided about it. A refused one keeps the code of its refusal. */
export async function wait(work: OperatorWork, { lineId }: Line, cause: Cause, code?: ErrorCode): Promise<void> {
  const refusal = cause === 'refused' ? (code ?? null) : null;
  if (await lockLine(work, lineId))
    await work.db
      .updateTable('bank_lines')
      .set({ state: 'waiting', cause, refusal })
      .where('line_id', '=', lineId)
      .execute();
}
