/** References and payments in the model. */
import { daysAfter, greater, halfUp, latest, lesser, plusDays, sumOf } from './arithmetic.ts';
import {
  atLeastZero,
  type Bill,
  lateCharges,
  lateOf,
  owedOf,
  type Reference,
  type Refusal,
  refusal,
  type State,
  settlementOf,
  terms,
  todayOf,
} from './state.ts';

const dueOf = ({ sold }: Bill): string => sold?.item.due ?? '';

/** Charges that a reference asks for on the debt, from the due date to the last day of its amount. */
export const askedLate = (bill: Bill, until: string): bigint =>
  lateOf(owedOf(bill) * BigInt(daysAfter(dueOf(bill), until)));

/** One reference for invoices in credit of one currency, at the amount of the day on which it will be paid. */
export function refer(bills: readonly Bill[], payOn: string, today: string): Refusal | Reference {
  const breach = (code: string, isBroken: (bill: Bill) => boolean): Refusal | null => {
    const broken = bills.filter(isBroken).map(({ id }) => id);
    return broken.length > 0 ? refusal(code, broken) : null;
  };
  const refused =
    breach('INVOICE_NOT_IN_CREDIT', ({ standing }) => standing.status !== 'CREDITO') ??
    breach('INVOICE_ALREADY_REFERENCED', ({ reference }) => reference !== null && reference.validUntil >= today);
  if (refused) return refused;
  const ordered = bills.toSorted(byDue);
  const [{ currency }] = ordered as [Bill];
  const mixed = breach('REFERENCE_MIXED_CURRENCIES', (bill) => bill.currency !== currency);
  if (mixed) return mixed;
  const [first = payOn] = ordered.map(dueOf);
  const late = sumOf(bills.map((bill) => askedLate(bill, payOn)));
  endExpired(bills, today);
  return {
    id: '',
    text: '',
    currency,
    bills,
    late,
    amount: late + sumOf(bills.map(owedOf)),
    validUntil: latest(first, payOn),
    isCancelled: false,
    isEnded: false,
    hasMoney: false,
  };
}

/** References that had expired by a day free their invoices before these are referenced or paid again. */
function endExpired(bills: readonly Bill[], by: string, kept: Reference | null = null): void {
  for (const { reference } of bills) {
    if (reference === null || reference === kept || reference.validUntil >= by) continue;
    reference.isEnded = true;
    free(reference);
  }
}

function free(reference: Reference): void {
  for (const bill of reference.bills)
    if (bill.reference === reference && bill.standing.status === 'CREDITO') bill.reference = null;
}

/** Whether every invoice of a reference is settled. */
const isPaid = ({ bills }: Reference): boolean => bills.every(({ standing }) => standing.status === 'LIQUIDADO');

export function referenceState(state: State, reference: Reference): 'pending' | 'paid' | 'cancelled' | 'expired' {
  if (reference.isCancelled) return 'cancelled';
  if (reference.isEnded) return 'expired';
  if (isPaid(reference)) return 'paid';
  return reference.validUntil < todayOf(state) ? 'expired' : 'pending';
}

/** Until money arrives for it, the client may cancel a reference, which frees its invoices. */
export function cancelReference(reference: Reference): Refusal | null {
  if (reference.isCancelled) return null;
  if ((!reference.isEnded && isPaid(reference)) || reference.hasMoney) return refusal('REFERENCE_NOT_CANCELLABLE');
  reference.isCancelled = true;
  free(reference);
  return null;
}

const byDue = (a: Bill, b: Bill): number => (dueOf(a) + a.id < dueOf(b) + b.id ? -1 : 1);

export interface Payment {
  readonly amount: bigint;
  readonly valueDate: string;
  readonly reference: Reference | null;
}

/** An invoice's share of a payment and what it costs, as on the wire. */
export interface Share {
  readonly bill: Bill;
  readonly paid: bigint;
  readonly late: bigint;
  readonly lateIva: bigint;
  readonly finalDeposit: bigint;
  readonly balanceDue: bigint;
}

/** Payment that settles all of these invoices. */
export const amountDue = (bills: readonly Bill[], reference: Reference | null): bigint =>
  sumOf(bills.map((bill) => owedOf(bill) + (reference === null ? 0n : askedLate(bill, reference.validUntil))));

/** First what is owed in order of due date, then the charges asked for; the rest belongs to the last invoice. */
export function pay(bills: readonly Bill[], { amount, valueDate, reference }: Payment, today: string): Share[] {
  const ordered = bills.toSorted(byDue);
  let left = amount;
  const take = (wanted: bigint): bigint => {
    const taken = lesser(wanted, left);
    left -= taken;
    return taken;
  };
  const owed = ordered.map((bill) => take(owedOf(bill)));
  const late = ordered.map((bill) => take(reference === null ? 0n : askedLate(bill, reference.validUntil)));
  if (reference) reference.hasMoney = true;
  endExpired(bills, valueDate, reference);
  return ordered.flatMap((bill, index) => {
    const surplus = index === ordered.length - 1 ? left : 0n;
    const share = (owed[index] ?? 0n) + (late[index] ?? 0n) + surplus;
    return share > 0n ? [receive(bill, share, valueDate, today)] : [];
  });
}

/** The nearest IVA that the document of some late charges may state. */
function statable(base: bigint, wanted: bigint): bigint {
  if (base === 0n) return 0n;
  const low = ((2n * base - 1n) * terms.iva) / 200n;
  return lesser(greater(wanted, low), ((2n * base + 1n) * terms.iva + 199n) / 200n);
}

/**
 * The IVA of a document for each month: what was earned in it until today, from the deposit, and the rest on the day of the
 * payment. No month is cut in a sequence.
 */
function documentsIva({ sold, debt }: Bill, today: string, paidOn: string): bigint {
  if (!sold || !debt?.depositedOn) return 0n;
  const { due, price } = sold.item;
  const months = new Map<string, bigint>();
  let booked = 0n;
  const earn = (day: string, until: bigint): void => {
    const month = day.slice(0, 7);
    months.set(month, (months.get(month) ?? 0n) + until - booked);
    booked = until;
  };
  for (let day = debt.depositedOn; day <= today; day = plusDays(day, 1)) {
    const elapsed = BigInt(Math.max(0, price.days - daysAfter(day, due)));
    earn(day, halfUp(price.interest * elapsed, BigInt(price.days)));
  }
  earn(paidOn, price.interest);
  return sumOf([...months.values()].map((interest) => halfUp(interest * terms.iva, 100n)));
}

function receive(bill: Bill, paid: bigint, on: string, today: string): Share {
  const { debt } = bill;
  if (!debt) throw new Error('a payment of an invoice that was not bought');
  debt.applied.push({ on, amount: lesser(paid, owedOf(bill)) });
  debt.received += paid;
  const accrued = lateCharges(bill);
  const late = accrued - debt.late;
  const lateIva = statable(accrued, debt.lateIva + halfUp(late * terms.iva, 100n)) - debt.lateIva;
  debt.late = accrued;
  debt.lateIva += lateIva;
  const isSettled = owedOf(bill) === 0n;
  if (isSettled) debt.documentsIva = documentsIva(bill, today, on);
  if (isSettled) bill.standing = { status: 'LIQUIDADO', motive: null, rejectedOn: null };
  const end = isSettled ? settlementOf(bill) : 0n;
  return { bill, paid, late, lateIva, finalDeposit: atLeastZero(end), balanceDue: atLeastZero(-end) };
}
