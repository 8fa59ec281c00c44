/** Says what a movement of the bank will be booked as, and nothing where only a person can tell. */
import { createHash } from 'node:crypto';
import type { BankLine, BankPlan } from '@anticipa/contract/bank-files';
import { clabesIn, filedPaymentOf, inBooks, otherAmountOf, ownKeyOf } from '@anticipa/domain/bank-match';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { decimalOf, type FinancedCurrency, money } from '@anticipa/domain/money';
import { isDouble, paidBy, referenceWithin } from '@anticipa/domain/received-transfer';
import type { WideWork } from '../../platform/work/work.ts';
import type { Pays } from '../collections/match.ts';
import { debtBehind, justPaid } from '../received-transfers/queries.ts';
import { type Booked, unclaimed } from './books.ts';
import { type Filed, filedPayments } from './filed-queries.ts';
import { justCredited, type Line, plannedLines } from './line-queries.ts';

/** Values with which a receipt will be registered. */
export interface ReceiptPlan {
  readonly pays: Pays;
  readonly source: 'STP' | 'REFERENCIA';
  readonly payer?: 'client';
}

export type Plan =
  | { readonly as: 'match'; readonly movement: Booked }
  | { readonly as: 'receipt'; readonly receipt: ReceiptPlan; readonly shown: Omit<BankPlan, 'likely'> }
  | { readonly as: 'payment'; readonly filed: Filed }
  | {
      readonly as: 'look';
      readonly likely: readonly Booked[];
      readonly differs?: Pick<BankPlan, 'as' | 'of' | 'amount'>;
    };

/** The tracking key under which a movement is booked: its own, or one derived from its identity. */
export const keyOf = (line: Line): string => ownKeyOf(line) ?? madeKeyOf(line);

const madeKeyOf = ({ account, lineKey, ordinal }: Line): string => {
  const hash = createHash('sha256').update(`${account.accountId}|${lineKey}|${ordinal}`).digest('hex');
  return `BCO${hash.slice(0, 22).toUpperCase()}`;
};

/** Days around a movement in which the books are searched for it. */
const AROUND = 15;

/** Books and filed payments among which movements are looked for, read once for many. */
export interface Ground {
  readonly books: ReadonlyMap<FinancedCurrency, readonly Booked[]>;
  readonly filed: readonly Filed[];
  /** The CLABE of the account at STP, whose receipts STP reports. */
  readonly stp: string | null;
}

/** Reads the books and filed payments that can match some movements. `stp`: the CLABE of the account at STP. */
export async function groundOf(work: WideWork, lines: readonly Line[], stp: string | null): Promise<Ground> {
  const books = new Map<FinancedCurrency, readonly Booked[]>();
  for (const [currency, some] of Map.groupBy(lines, ({ account }) => account.currency)) {
    const days = some.map(({ date }) => date).toSorted();
    const [first] = days;
    const last = days.at(-1);
    if (first && last) books.set(currency, await unclaimed(work, currency, around(first, last)));
  }
  return { books, filed: lines.some(({ cents }) => cents < 0n) ? await filedPayments(work) : [], stp };
}

const around = (first: IsoDate, last: IsoDate) => ({ from: addDays(first, -AROUND), to: addDays(last, AROUND) });

/** Candidates for a movement: movements of the books in its currency. Those of STP match only the account at STP. */
export const booksOf = ({ account }: Line, { books, stp }: Ground): readonly Booked[] =>
  (books.get(account.currency) ?? []).filter(({ isStp }) => !isStp || account.number === stp);

/** How a movement will be booked: as a movement of the books, a filed payment or a receipt, or only after a person has looked. */
export async function planOf(work: WideWork, line: Line, ground: Ground): Promise<Plan> {
  const { filed, stp } = ground;
  const ofCurrency = booksOf(line, ground);
  const found = inBooks({ ...line, trackingKey: keyOf(line) }, ofCurrency);
  if (found?.kind === 'known') return { as: 'match', movement: found.movement };
  if (line.cents < 0n) return planCharge(line, filed, ofCurrency, found?.movements ?? []);
  // STP reports its receipts itself, so a receipt is not booked before STP has reported it.
  if (found || line.account.number === stp) return { as: 'look', likely: found?.movements ?? [] };
  return planCredit(work, line);
}

function planCharge(line: Line, filed: readonly Filed[], books: readonly Booked[], likely: readonly Booked[]): Plan {
  const ofCurrency = filed.filter(({ currency }) => currency === line.account.currency);
  const payment = filedPaymentOf(
    line,
    ofCurrency.filter(({ state }) => state === 'filed'),
  );
  if (payment) return { as: 'payment', filed: payment };
  // The payment may have been registered under a key from another document of the bank.
  const paid = filedPaymentOf(
    line,
    ofCurrency.filter(({ state }) => state === 'paid'),
  );
  const movement = books.find(({ key }) => key === paid?.trackingKey);
  if (movement) return { as: 'match', movement };
  const other = otherAmountOf({ ...line, trackingKey: keyOf(line) }, books, ofCurrency);
  return { as: 'look', likely, ...(other && { differs: differing(line, other) }) };
}

function differing(
  { account: { currency } }: Line,
  other: NonNullable<ReturnType<typeof otherAmountOf<Booked, Filed>>>,
): Pick<BankPlan, 'as' | 'of' | 'amount'> {
  const amount = (cents: bigint): string => decimalOf(money(cents, currency));
  return 'booked' in other
    ? { as: 'differs', of: other.booked.key, amount: amount(-other.booked.cents) }
    : { as: 'filed-differs', of: other.filed.concept, amount: amount(other.filed.cents) };
}

/** The receipt of a credit: for the invoices of the CLABE or the reference that it names, or else unidentified. */
export async function planCredit(work: WideWork, line: Line): Promise<Extract<Plan, { as: 'receipt' }>> {
  const { account, date: valueDate, lineId: transferId } = line;
  const paid = { cents: line.cents, currency: account.currency };
  for (const clabe of account.currency === 'MXN' ? clabesIn(line) : []) {
    const debt = await debtBehind(work, clabe);
    if (debt === undefined || debt.invoices.length === 0) continue;
    // A probable double payment is left to be identified.
    const earlier = [
      ...(await justPaid(work, { transferId, clabe, valueDate })),
      ...(await justCredited(work, line, clabe)),
    ];
    const isAgain = isDouble(paid, debt.invoices, earlier);
    const pays = isAgain ? { reference: clabe } : { documentIds: [...paidBy(paid, debt.invoices)] };
    const shown = { as: isAgain ? ('unidentified' as const) : ('clabe' as const), of: clabe };
    return { as: 'receipt', receipt: { pays, source: 'STP' }, shown };
  }
  const reference = referenceWithin(`${line.reference} ${line.text}`);
  const named = reference ?? ((line.reference || line.text).slice(0, 40).trim() || 'Sin texto del banco');
  const shown = { as: reference ? ('reference' as const) : ('unidentified' as const), of: named };
  return { as: 'receipt', receipt: { pays: { reference: named }, source: 'REFERENCIA' }, shown };
}

/** A plan as the desk shows it. */
function shownPlan(plan: Plan): BankPlan {
  switch (plan.as) {
    case 'match':
      return { as: 'match', of: plan.movement.key, likely: [] };
    case 'receipt':
      return { ...plan.shown, likely: [] };
    case 'payment':
      return { as: plan.filed.kind, of: plan.filed.concept, likely: [] };
    case 'look':
      return { as: 'look', of: '', ...plan.differs, likely: plan.likely.map(({ key }) => key) };
  }
}

/** Open movements, each with the effect of booking it. */
export async function withPlans(work: WideWork, open: readonly BankLine[], stp: string | null): Promise<BankLine[]> {
  const planned = new Map(
    (
      await plannedLines(
        work,
        open.map(({ lineId }) => lineId),
      )
    ).map((line) => [line.lineId, line]),
  );
  const ground = await groundOf(work, [...planned.values()], stp);
  const shown: BankLine[] = [];
  for (const each of open) {
    const line = planned.get(each.lineId);
    shown.push({ ...each, plan: line ? shownPlan(await planOf(work, line, ground)) : null });
  }
  return shown;
}
