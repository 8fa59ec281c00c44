/** Commissions of the bank in the lender's own journal, and their reversal. */
import type { Changes } from '@anticipa/contract/approvals';
import { type BankFee, type FeeTax, feeOf } from '@anticipa/domain/bank-fee';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { decimalOf, type FinancedCurrency, isPositive, type Money, money } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { decimal, valuesOf } from '../../platform/db/rows.ts';
import type { OperatorWork } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { submit } from '../approvals/submit.ts';
import { isLenderEntryInForce } from '../ledger/queries.ts';
import { writeAudit } from '../log/audit.ts';
import { end, wait } from './book.ts';
import { type Line, lineToDecide } from './line-queries.ts';
import { keyOf } from './plan.ts';

const chargeOf = ({ cents, account }: Line): Money<FinancedCurrency> =>
  money<FinancedCurrency>(-cents, account.currency);

/**
 * Books a charge as a commission and returns its parts. Returns null if the charge is above the lender's amount per payment, so that
 * a second person must confirm it. Refuses a credit, and a large charge without a reason.
 */
export async function bookFee(
  work: OperatorWork,
  line: Line,
  { tax, reason }: { readonly tax: FeeTax; readonly reason: string | undefined },
): Promise<Outcome<BankFee<FinancedCurrency> | null>> {
  if (line.cents >= 0n) return refuse('BANK_LINE_UNMATCHED');
  if (line.date > work.today) return refuse('VALUE_DATE_IN_FUTURE');
  if (!(await isLarge(work, line))) return done(await append(work, line, tax));
  if (reason === undefined) return refuse('SECOND_PERSON_NEEDED');
  const { fee, iva } = feeOf(chargeOf(line), tax);
  const { currency } = line.account;
  const proposed = { currency, tax, fee: decimalOf(fee), iva: decimalOf(iva) };
  const change = { kind: 'bank-fee', about: { lineId: line.lineId }, before: shown(line), proposed } as const;
  const submitted = await submit(work, bankFee, change, reason);
  if (!submitted.ok) return submitted;
  await wait(work, line, 'second-person');
  return done(null);
}

async function isLarge({ db }: OperatorWork, line: Line): Promise<boolean> {
  const [limit] = await valuesOf(db, decimal)`
    select per_payment from approval_amounts where currency = ${line.account.currency} and per_payment is not null`;
  return limit !== undefined && Number(decimalOf(chargeOf(line))) > Number(limit);
}

/** Values of a locked movement that the second person sees. */
const shown = (line: Line): Changes['bank-fee']['before'] => ({
  account: line.account.name,
  date: line.date,
  amount: decimalOf(chargeOf(line)),
  text: [line.text, line.reference].filter((each) => each !== '').join(' · '),
});

export const bankFee: Handler<'bank-fee'> = {
  standing: async (work, { about }) => {
    const found = await lineToDecide(work, about.lineId);
    return found ? shown(found.line) : null;
  },
  isPossible: async (work, { about }) => {
    const found = await lineToDecide(work, about.lineId);
    return found !== undefined && (found.state === 'due' || found.state === 'waiting');
  },
  apply: async (work, { about, proposed }) => {
    const found = await lineToDecide(work, about.lineId);
    if (!found) return refuse('NOT_FOUND');
    await append(work, found.line, proposed.tax);
    return done(null);
  },
};

async function append(work: OperatorWork, line: Line, tax: FeeTax): Promise<BankFee<FinancedCurrency>> {
  const { db, today, at } = work;
  const parts = feeOf(chargeOf(line), tax);
  for (const [event, account, amount] of [
    ['bank-fee', 'GASTOS_BANCARIOS', parts.fee],
    ['bank-fee-iva', 'IVA_ACREDITABLE', parts.iva],
  ] as const) {
    if (!isPositive(amount)) continue;
    await sql`
      select append_bank_fee(${line.lineId}, ${event}, ${account}, 'BANCOS', ${decimalOf(amount)}::numeric, ${today}::date, ${at})`.execute(
      db,
    );
  }
  await end(work, line, { as: 'fee', key: keyOf(line), wasBooked: false });
  return parts;
}

/** Reverses the entries of a booked commission. Its movement then waits for a person again. */
export async function reverseFee(work: OperatorWork, { lineId }: Line, reason: string): Promise<void> {
  const { db, today, at } = work;
  await sql`
    select append_bank_fee(line_id, event, credit, debit, amount, ${today}::date, ${at}, entry_number)
    from (
      select * from lender_entries entry
      where line_id = ${lineId} and ${isLenderEntryInForce}
      order by entry_number
    ) booked`.execute(db);
  await db
    .updateTable('bank_lines')
    .set({
      ...{ state: 'waiting', cause: 'unmatched', booked_as: null, book_key: null, was_booked: null },
      ...{ ended_by: null, ended_at: null },
    })
    .where('line_id', '=', lineId)
    .execute();
  await writeAudit(work, { action: 'bank-line.reverse', subject: `bank-line:${lineId}`, details: { reason } });
}
