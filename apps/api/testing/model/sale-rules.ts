/** The life of a sale in the model. */
import { businessDayFrom, daysAfter, halfUp, plusDays } from './arithmetic.ts';
import {
  type Bill,
  creditOf,
  type Item,
  isDeleted,
  isReceiverRefused,
  isRejectedToday,
  type Price,
  type Refusal,
  receiverStatus,
  refusal,
  type Sale,
  type State,
  terms,
  todayOf,
} from './state.ts';

const HOLD_MS = 30 * 60_000;
const MAX_TERM = 180;
const FB_TERM = 45;

export interface Choice {
  readonly bill: Bill;
  readonly due: string | null;
}

function priceOf(total: bigint, days: number): Price {
  const interest = halfUp(total * BigInt(days) * terms.interest, 100n * terms.daysInYear);
  const withheld = halfUp(total * terms.withheld, 100n);
  const advance = total - withheld;
  return { days, interest, withheld, advance, iva: halfUp(interest * terms.iva, 100n), deposit: advance - interest };
}

/** The only payment date of the confirmed product. */
export const programmeDate = (state: State): string => businessDayFrom(plusDays(todayOf(state), FB_TERM));

/** Why an invoice cannot be sold as chosen, without regard to credit. */
function unsellable(state: State, { bill, due }: Choice): string | null {
  const { status } = bill.standing;
  if (status === 'PREVENTA') return 'INVOICE_ALREADY_IN_SALE';
  if (status === 'CREDITO' || status === 'LIQUIDADO') return 'INVOICE_NOT_SELLABLE';
  if (status === 'RECHAZADA' && (isDeleted(bill) || !isRejectedToday(state, bill))) return 'INVOICE_NOT_SELLABLE';
  if (isReceiverRefused(bill)) return 'INVOICE_REJECTED';
  if (due === null) return 'PAYMENT_DATE_MISSING';
  if (due <= todayOf(state)) return 'PAYMENT_DATE_NOT_AFTER_TODAY';
  if (daysAfter(bill.emittedOn, due) > MAX_TERM) return 'TERM_OVER_180_DAYS';
  return bill.product === 'FB' && due !== programmeDate(state) ? 'PAYMENT_DATE_MISSING' : null;
}

/** Each choice with its price or the reason against it; credit goes to the first that fit. */
export function quote(state: State, choices: readonly Choice[]) {
  const left = new Map(state.lines.map((line) => [line, creditOf(state, line).available]));
  return {
    left,
    quoted: choices.map((choice) => {
      const { bill, due } = choice;
      const problem = unsellable(state, choice);
      if (problem !== null || due === null) return { bill, problem, due: '', price: priceOf(0n, 0) };
      const price = priceOf(bill.total, daysAfter(todayOf(state), due));
      const line = state.lines.find(({ product, currency }) => product === bill.product && currency === bill.currency);
      const available = line && left.get(line);
      if (line === undefined || available === undefined) return { bill, due, price, problem: 'CREDIT_LINE_MISSING' };
      if (available < price.advance) return { bill, due, price, problem: 'CREDIT_EXCEEDED' };
      left.set(line, available - price.advance);
      return { bill, due, price, problem: null };
    }),
  };
}

/** Holds the choices in one sale per product and currency, or nothing; returns the new sales. */
export function hold(state: State, choices: readonly Choice[]): Refusal | Sale[] {
  expireOverdue(state);
  const { quoted } = quote(state, choices);
  const failed = quoted.filter(({ problem }) => problem !== null);
  const [first] = failed;
  if (first?.problem)
    return { code: first.problem, failures: failed.map(({ bill, problem }) => `${bill.id} ${problem}`) };
  const groups = Map.groupBy(quoted, ({ bill: { product, currency } }) => `${product} ${currency}`);
  const sales = [...groups.values()].map((group): Sale => {
    const items = group.map(({ bill, due, price }): Item => {
      // The check at the sale confirms it, and its receiver may have been approved since it was entered.
      if (bill.standing.status === 'REGISTRADO' && bill.receiver.status === receiverStatus.approved)
        bill.standing = { status: 'AUTORIZADA', motive: null, rejectedOn: null };
      return { bill, due, price, before: bill.standing, state: 'held', motive: null };
    });
    const [{ bill }] = items as [Item];
    const sale: Sale = {
      number: state.sales.length + 1,
      saleId: '',
      product: bill.product,
      currency: bill.currency,
      items,
      state: 'held',
      expiresAt: state.now + HOLD_MS,
      isAnswered: false,
      contract: null,
      trackingKey: null,
    };
    for (const item of items) {
      item.bill.standing = { status: 'PREVENTA', motive: null, rejectedOn: null };
      item.bill.sold = { sale, item };
    }
    state.sales.push(sale);
    return sale;
  });
  return sales;
}

const isOpen = ({ state }: Sale): boolean => state === 'held' || state === 'quoted';

const isOverdue = (state: State, sale: Sale): boolean =>
  isOpen(sale) && sale.expiresAt !== null && sale.expiresAt <= state.now;

export function expireOverdue(state: State): void {
  for (const sale of state.sales) if (isOverdue(state, sale)) end(sale, 'expired');
}

/** A call on a sale whose hold has expired ends every such sale first. */
function meet(state: State, sales: readonly Sale[]): void {
  if (sales.some((sale) => isOverdue(state, sale))) expireOverdue(state);
}

function end(sale: Sale, how: 'cancelled' | 'expired'): void {
  sale.state = how;
  for (const item of sale.items) {
    item.state = 'released';
    item.bill.standing = item.before;
    item.bill.sold = null;
  }
}

const passed = (state: State, sales: readonly Sale[]): string[] =>
  sales.flatMap(({ items }) => items.filter(({ due }) => due <= todayOf(state)).map(({ bill }) => bill.id));

/** Fixes the terms of sales together. */
export function fixTerms(state: State, sales: readonly Sale[]): Refusal | null {
  meet(state, sales);
  if (sales.some((sale) => sale.state === 'expired')) return refusal('SALE_EXPIRED');
  const [first] = sales;
  const isFixed = sales.every((sale) => sale.state === 'quoted' && sale.contract === first?.contract);
  if (isFixed) return null;
  if (sales.some((sale) => sale.state !== 'held')) return refusal('SALE_STATE_CONFLICT');
  const late = passed(state, sales);
  if (late.length > 0) return refusal('PAYMENT_DATE_NOT_AFTER_TODAY', late);
  const contract = { sales, accepted: null };
  for (const sale of sales) Object.assign(sale, { state: 'quoted', contract });
  return null;
}

const isLive = ({ state }: Item): boolean => state === 'held' || state === 'authorised' || state === 'disbursed';

/** Sends the sales that hold these invoices to the lender, under the terms that the client has read, if any. */
export function accept(state: State, bills: readonly Bill[], read: Sale['contract']): Refusal | null {
  const live = () => state.sales.filter(({ items }) => items.some((item) => isLive(item) && bills.includes(item.bill)));
  meet(state, live());
  const sales = live();
  const covered = sales.flatMap(({ items }) => items.map(({ bill }) => bill));
  const unsold = bills.filter((bill) => !covered.includes(bill));
  if (unsold.length > 0) {
    const last = state.sales.findLast(({ items }) => items.some(({ bill }) => unsold.includes(bill)));
    return refusal(last?.state === 'expired' ? 'SALE_EXPIRED' : 'SALE_STATE_CONFLICT');
  }
  const left = covered.filter((bill) => !bills.includes(bill));
  if (left.length > 0)
    return refusal(
      'SALE_STATE_CONFLICT',
      left.map(({ id }) => id),
    );
  const isSent = sales.every((sale) => ['requested', 'answered', 'disbursed'].includes(sale.state));
  if (!isSent && sales.some((sale) => sale.state !== 'quoted')) return refusal('SALE_STATE_CONFLICT');
  if (read === null || sales.some(({ contract }) => contract !== read)) return refusal('TERMS_NOT_ACCEPTED');
  if (isSent) return null;
  if (sales.length !== read.sales.length) return refusal('SALE_STATE_CONFLICT');
  const late = passed(state, sales);
  if (late.length > 0) return refusal('PAYMENT_DATE_NOT_AFTER_TODAY', late);
  for (const sale of sales) Object.assign(sale, { state: 'requested', expiresAt: null });
  return null;
}

/** Ends sales that the lender has not answered; `onlyHeld` leaves an acceptance as it is. */
export function cancel(state: State, sales: readonly Sale[], onlyHeld: boolean): Refusal | null {
  meet(state, sales);
  const wanted = sales.filter((sale) => (onlyHeld ? isOpen(sale) : sale.state !== 'cancelled'));
  if (!wanted.every((sale) => isOpen(sale) || sale.state === 'requested')) return refusal('SALE_STATE_CONFLICT');
  for (const sale of wanted) end(sale, 'cancelled');
  return null;
}

export interface Decision {
  readonly item: Item;
  /** Null authorises the invoice. */
  readonly motive: string | null;
}

const isAsDecided = ({ item, motive }: Decision): boolean =>
  motive === null ? item.state !== 'rejected' : item.state === 'rejected' && item.motive === motive;

const wasAnswered = (sale: Sale, decisions: readonly Decision[]): boolean =>
  sale.isAnswered && decisions.every(isAsDecided);

function reject(state: State, { item, motive }: Decision): void {
  Object.assign(item, { state: 'rejected', motive });
  item.bill.standing = { status: 'RECHAZADA', motive, rejectedOn: todayOf(state) };
  item.bill.sold = null;
  item.bill.debt = null;
}

/** The lender authorises or rejects every invoice of a sale. */
export function answer(state: State, sale: Sale, decisions: readonly Decision[]): Refusal | null {
  if (wasAnswered(sale, decisions)) return null;
  if (sale.state !== 'requested') return refusal('SALE_STATE_CONFLICT');
  const blocked = decisions.filter(({ item, motive }) => motive === null && isReceiverRefused(item.bill));
  if (blocked.length > 0)
    return refusal(
      'INVOICE_BLOCKED',
      blocked.map(({ item }) => item.bill.id),
    );
  sale.isAnswered = true;
  sale.state = decisions.some(({ motive }) => motive === null) ? 'answered' : 'cancelled';
  for (const decision of decisions) {
    if (decision.motive !== null) reject(state, decision);
    else {
      decision.item.state = 'authorised';
      decision.item.bill.debt = {
        boughtOn: todayOf(state),
        depositedOn: null,
        applied: [],
        received: 0n,
        late: 0n,
        lateIva: 0n,
        documentsIva: null,
      };
    }
  }
  return null;
}

/** Before the deposit the lender rejects invoices that it had authorised. */
export function withdraw(state: State, sale: Sale, decisions: readonly Decision[]): Refusal | null {
  if (wasAnswered(sale, decisions)) return null;
  if (sale.state !== 'answered' || decisions.some(({ item }) => item.state !== 'authorised'))
    return refusal('SALE_STATE_CONFLICT');
  for (const decision of decisions) reject(state, decision);
  if (!sale.items.some((item) => item.state === 'authorised')) sale.state = 'cancelled';
  return null;
}

/** The bank has paid the client. */
export function deposit(state: State, sale: Sale, trackingKey: string): Refusal | null {
  if (sale.state === 'disbursed' && sale.trackingKey === trackingKey) return null;
  if (sale.state !== 'answered') return refusal('SALE_STATE_CONFLICT');
  Object.assign(sale, { state: 'disbursed', trackingKey });
  for (const item of sale.items.filter((each) => each.state === 'authorised')) {
    item.state = 'disbursed';
    item.bill.standing = { status: 'CREDITO', motive: null, rejectedOn: null };
    if (item.bill.debt) item.bill.debt.depositedOn = todayOf(state);
  }
  return null;
}
