/** Payments of a financed invoice: late charges, shortfalls and the release of its aforo. */
import { addDays, daysBetween, type IsoDate } from './calendar.ts';
import { dueDateInForce, type Extended, later, type MoratoryTerms, ratesUntil } from './extension.ts';
import { ivaOf, nearestIva } from './iva.ts';
import { type LedgerLine, linesOf, reversed, type Side } from './ledger.ts';
import {
  add,
  atLeastZero,
  type FinancedCurrency,
  lesserOf,
  type Money,
  money,
  multiply,
  subtract,
  sum,
  zero,
} from './money.ts';
import { accrualOf, lateChargesOf, type Price } from './price.ts';
import { ratio } from './ratio.ts';

/** Terms of a sale that determine what its payment costs. */
export interface PaymentTerms extends MoratoryTerms, Extended {
  readonly ivaRate: string;
}

/** A change of what is owed for an invoice, by value date: positive when it was bought, negative when it was paid. */
export interface OwedChange<C extends FinancedCurrency = FinancedCurrency> {
  readonly on: IsoDate;
  readonly change: Money<C>;
}

/** Balances of a financed invoice in the journal. */
export interface Position<C extends FinancedCurrency = FinancedCurrency> {
  /** CARTERA and RECOMPRA, with their changes by value date. */
  readonly owed: Money<C>;
  /** RECOMPRA: the part of it that the client must buy back. */
  readonly buyBack: Money<C>;
  readonly owedChanges: readonly OwedChange<C>[];
  readonly aforo: Money<C>;
  /** INTERES_POR_DEVENGAR. */
  readonly unearned: Money<C>;
  /** COMISIONES_POR_DEVENGAR, if the sale had a commission; no payment gives it back. */
  readonly unearnedCommission?: Money<C>;
  /** CLIENTE: above zero, the client owes it; below, it is owed to the client. */
  readonly client: Money<C>;
  readonly lateCharges: Money<C>;
  readonly lateChargesIva: Money<C>;
  /** IVA of the interest that is neither invoiced nor kept back from the aforo. Below zero, more was invoiced than is due. */
  readonly ivaToCome: Money<C>;
  /** IVA of the interest that is invoiced and waits to be collected; only of a sale that is taxed as it is paid. */
  readonly ivaUncollected?: Money<C>;
}

/**
 * Amount requested for one invoice by a reference created on a day: what the receiver owes plus any late charges since the due
 * date in force. The interest of an extension is the client's, as the IVA is.
 */
export function amountAsked<C extends FinancedCurrency>(
  invoice: { readonly owed: Money<C> } & Extended & MoratoryTerms,
  on: IsoDate,
): Money<C> {
  const { owed, moratoryRate: rate, daysInYear } = invoice;
  return add(owed, lateChargesOf(owed, daysBetween(dueDateInForce(invoice), on), { rate, daysInYear }));
}

/** Reduction of an invoice's debt, with the late charges until then and the balances afterwards. */
export interface Receipt<C extends FinancedCurrency = FinancedCurrency> {
  /** Below zero when a payment registered late lowers what was charged before. */
  readonly lateCharges: Money<C>;
  readonly lateChargesIva: Money<C>;
  readonly lines: readonly LedgerLine<C>[];
  readonly lateChargeLines: readonly LedgerLine<C>[];
  readonly position: Position<C>;
}

/**
 * A payment of a financed invoice: what is owed first, anything beyond it is the client's. A receiver pays its own debt before
 * what the client must buy back, and the client the other way round. Late charges run to the latest value date of its payments,
 * whatever the order of registration.
 */
export function payInvoice<C extends FinancedCurrency>(
  documentId: string,
  before: Position<C>,
  received: {
    readonly amount: Money<C>;
    readonly valueDate: IsoDate;
    /** The bank, or the lender's own journal for money that waited there to be identified. */
    readonly from: 'BANCOS' | 'ENTRE_DIARIOS';
    readonly payer: 'debtor' | 'client';
  },
  terms: PaymentTerms,
): Receipt<C> {
  const { amount, valueDate, from, payer } = received;
  const applied = lesserOf(amount, before.owed);
  const beyond = subtract(amount, applied);
  const boughtBack =
    payer === 'client'
      ? lesserOf(applied, before.buyBack)
      : subtract(applied, lesserOf(applied, owedByReceiver(before)));
  const reduced = reduce(
    { ...before, client: subtract(before.client, beyond), buyBack: subtract(before.buyBack, boughtBack) },
    applied,
    valueDate,
  );
  const lines = linesOf<C>(documentId, [
    ['debit', from, amount],
    ['credit', 'CARTERA', subtract(applied, boughtBack)],
    ['credit', 'RECOMPRA', boughtBack],
    ['credit', 'CLIENTE', beyond],
  ]);
  return { lines, ...chargeLate(documentId, reduced, terms) };
}

/** CARTERA. */
export const owedByReceiver = <C extends FinancedCurrency>({
  owed,
  buyBack,
}: Pick<Position<C>, 'owed' | 'buyBack'>): Money<C> => subtract(owed, buyBack);

/** The client pays what a settled invoice left it to pay, or money comes for one that was written off. */
export const balanceLines = <C extends FinancedCurrency>(
  documentId: string,
  paid: {
    readonly from: 'BANCOS' | 'ENTRE_DIARIOS';
    readonly amount: Money<C>;
    readonly to: 'CLIENTE' | 'RECUPERACIONES';
  },
): LedgerLine<C>[] =>
  linesOf<C>(documentId, [
    ['debit', paid.from, paid.amount],
    ['credit', paid.to, paid.amount],
  ]);

/** An operator closes what the receiver did not pay: the aforo covers as much of it as it can. */
export function closeShortfall<C extends FinancedCurrency>(
  documentId: string,
  before: Position<C>,
  on: IsoDate,
  terms: PaymentTerms,
): Receipt<C> & { readonly covered: Money<C> } {
  const covered = lesserOf(owedByReceiver(before), before.aforo);
  const reduced = reduce({ ...before, aforo: subtract(before.aforo, covered) }, covered, on);
  const lines = linesOf<C>(documentId, [
    ['debit', 'AFORO_POR_DEVOLVER', covered],
    ['credit', 'CARTERA', covered],
  ]);
  return { covered, lines, ...chargeLate(documentId, reduced, terms) };
}

/** The position once a part of the debt is gone. */
export const reduce = <C extends FinancedCurrency>(position: Position<C>, by: Money<C>, on: IsoDate): Position<C> => ({
  ...position,
  owed: subtract(position.owed, by),
  owedChanges: [...position.owedChanges, { on, change: money(-by.cents, by.currency) }],
});

/** Charges what is not yet charged up to the latest change; cumulative, so several payments round once. */
export function chargeLate<C extends FinancedCurrency>(
  documentId: string,
  before: Position<C>,
  terms: PaymentTerms,
): Omit<Receipt<C>, 'lines'> {
  const accrued = lateChargesOn(before, terms);
  const lateCharges = subtract(accrued, before.lateCharges);
  const lateChargesIva = subtract(lateIvaOf(before, accrued, terms), before.lateChargesIva);
  const charged = add(lateCharges, lateChargesIva);
  const lines = linesOf<C>(documentId, [
    ['debit', 'CLIENTE', absolute(charged)],
    ['credit', 'RECARGOS', absolute(lateCharges)],
    ['credit', 'IVA_COBRADO', absolute(lateChargesIva)],
  ]);
  return {
    lateCharges,
    lateChargesIva,
    lateChargeLines: charged.cents < 0n ? reversed(lines) : lines,
    position: {
      ...before,
      client: add(before.client, charged),
      lateCharges: accrued,
      lateChargesIva: add(before.lateChargesIva, lateChargesIva),
    },
  };
}

/**
 * IVA of the late charges so far, once more or less is charged. That of each change is rounded on its own, and together they stay
 * what the one document that bills them may state.
 */
export const lateIvaOf = <C extends FinancedCurrency>(
  { lateCharges, lateChargesIva }: Pick<Position<C>, 'lateCharges' | 'lateChargesIva'>,
  accrued: Money<NoInfer<C>>,
  { ivaRate }: Pick<PaymentTerms, 'ivaRate'>,
): Money<C> => nearestIva(accrued, add(lateChargesIva, ivaOf(subtract(accrued, lateCharges), ivaRate)), ivaRate);

/**
 * Late charges from the day after the due date to a day, by default the latest change, on what was owed on each day. Each rate
 * is rounded once.
 */
export function lateChargesOn<C extends FinancedCurrency>(
  { owedChanges, owed: { currency } }: Pick<Position<C>, 'owedChanges' | 'owed'>,
  terms: Extended & MoratoryTerms,
  on = lastChangeOf({ owedChanges }, terms),
): Money<C> {
  const owedDays = new Map<string, bigint>();
  for (const { rate, after, through } of ratesUntil(terms, on)) {
    let days = 0n;
    for (const { on: changedOn, change } of owedChanges) {
      const from = later(changedOn, after);
      if (from < through) days += change.cents * BigInt(daysBetween(from, through));
    }
    owedDays.set(rate, (owedDays.get(rate) ?? 0n) + days);
  }
  const { daysInYear } = terms;
  return sum(
    currency,
    [...owedDays].map(([rate, days]) => lateChargesOf(money(days, currency), 1, { rate, daysInYear })),
  );
}

/** Interest given back for early payment, and the IVA that is not charged on it. */
export interface Rebate<C extends FinancedCurrency = FinancedCurrency> {
  readonly interest: Money<C>;
  readonly iva: Money<C>;
}

/** The latest value date on which the debt of an invoice changed. */
export const lastChangeOf = (
  { owedChanges }: Pick<Position, 'owedChanges'>,
  { dueDate }: Pick<PaymentTerms, 'dueDate'>,
): IsoDate =>
  owedChanges
    .map(({ on }) => on)
    .toSorted()
    .at(-1) ?? dueDate;

/** Interest, with its IVA, of the days from the end of interest to the due date, which the lender gives back. */
export function rebateOf<C extends FinancedCurrency>(
  price: Price<C>,
  end: IsoDate,
  { ivaRate, dueDate }: Pick<PaymentTerms, 'ivaRate' | 'dueDate'>,
): Rebate<C> {
  const earned = accrualOf(price, price.days - daysBetween(end, dueDate), zero(price.total.currency));
  return { interest: subtract(price.interest, earned), iva: subtract(price.iva, ivaOf(earned, ivaRate)) };
}

/**
 * The last day for which an invoice owes interest: the day of its last payment if the sale grants a rebate, or else its due date. Days
 * that the client waited for the deposit through no fault of its own are deducted.
 */
export const interestEnd = (
  {
    hasRebate,
    daysLost,
    dueDate,
  }: { readonly hasRebate: boolean; readonly daysLost: number; readonly dueDate: IsoDate },
  paidOn: IsoDate,
): IsoDate => addDays(hasRebate && (daysLost === 0 || paidOn < dueDate) ? paidOn : dueDate, -daysLost);

/** Interest given back for each day of early payment if the sale grants a rebate, rounded once. */
export const rebatePerDay = <C extends FinancedCurrency>({
  interest,
  days,
}: Pick<Price<C>, 'interest' | 'days'>): Money<C> => multiply(interest, ratio(1, days));

/** The rest of the commission is earned at the end. */
export const commissionSides = <C extends FinancedCurrency>({
  owed,
  unearnedCommission = zero(owed.currency),
}: Pick<Position<C>, 'owed' | 'unearnedCommission'>): readonly Side<C>[] => [
  ['debit', 'COMISIONES_POR_DEVENGAR', unearnedCommission],
  ['credit', 'COMISIONES', unearnedCommission],
];

/** The end of an invoice of which nothing is owed any more. */
export interface Settlement<C extends FinancedCurrency = FinancedCurrency> {
  /** Interest not yet earned is earned at once, unless the sale grants a rebate. */
  readonly earlyLines: readonly LedgerLine<C>[];
  readonly rebateLines: readonly LedgerLine<C>[];
  readonly releaseLines: readonly LedgerLine<C>[];
  /** Devolución, to be paid to the client; never below 0. */
  readonly finalDeposit: Money<C>;
  /** Debt of the client beyond the aforo; either this or the devolución is 0. */
  readonly balanceDue: Money<C>;
  readonly rebate: Rebate<C>;
}

/**
 * Releases the aforo of an invoice, with any credit of the client: first what the client owes, then the IVA of the interest
 * that is still to be invoiced; the rest is returned. A rebate is the client's; `position` may have earned none of its
 * interest. Throws RangeError while something is owed.
 */
export function settle<C extends FinancedCurrency>(
  documentId: string,
  position: Position<C>,
  rebate: Rebate<C> = noRebate(position.owed.currency),
): Settlement<C> {
  if (position.owed.cents !== 0n) throw new RangeError('an invoice on which something is owed cannot be settled');
  const { aforo, unearned } = position;
  const client = subtract(position.client, rebate.interest);
  const ivaToCome = subtract(position.ivaToCome, rebate.iva);
  const [clientOwes, clientHas] = [atLeastZero(client), atLeastZero(negated(client))];
  const [ivaDue, ivaBack] = [atLeastZero(ivaToCome), atLeastZero(negated(ivaToCome))];
  const available = add(add(aforo, clientHas), ivaBack);
  const taken = lesserOf(available, clientOwes);
  const kept = lesserOf(subtract(available, taken), ivaDue);
  const finalDeposit = subtract(subtract(available, taken), kept);
  const rest = subtract(unearned, rebate.interest);
  return {
    earlyLines: linesOf<C>(documentId, [
      ['debit', 'INTERES_POR_DEVENGAR', rest],
      ['credit', 'INGRESO_INTERES', rest],
      ...commissionSides(position),
    ]),
    rebateLines: linesOf<C>(documentId, [
      ['debit', 'INTERES_POR_DEVENGAR', rebate.interest],
      ['credit', 'CLIENTE', rebate.interest],
    ]),
    releaseLines: linesOf<C>(documentId, [
      ['debit', 'AFORO_POR_DEVOLVER', aforo],
      ['debit', 'CLIENTE', clientHas],
      ['debit', 'IVA_POR_FACTURAR', ivaBack],
      ['credit', 'CLIENTE', taken],
      ['credit', 'IVA_POR_FACTURAR', kept],
      ['credit', 'POR_DEPOSITAR', finalDeposit],
    ]),
    finalDeposit,
    balanceDue: add(subtract(clientOwes, taken), subtract(ivaDue, kept)),
    rebate,
  };
}

const noRebate = <C extends FinancedCurrency>(currency: C): Rebate<C> => ({
  interest: zero(currency),
  iva: zero(currency),
});

/**
 * Divides a payment among its invoices: in their order up to what is owed, then up to what was asked with late charges;
 * anything left is the last one's. Invoices that get nothing are absent.
 */
export function allocate<C extends FinancedCurrency, I extends { readonly owed: Money<C>; readonly asked: Money<C> }>(
  amount: Money<C>,
  invoices: readonly I[],
): { readonly invoice: I; readonly amount: Money<C> }[] {
  let left = amount.cents;
  const take = (wanted: bigint): bigint => {
    const taken = wanted < left ? wanted : left;
    left -= taken;
    return taken;
  };
  const owed = invoices.map((invoice) => take(invoice.owed.cents));
  const charges = invoices.map((invoice) => take(atLeastZero(subtract(invoice.asked, invoice.owed)).cents));
  return invoices.flatMap((invoice, index) => {
    const surplus = index === invoices.length - 1 ? left : 0n;
    const cents = (owed[index] ?? 0n) + (charges[index] ?? 0n) + surplus;
    return cents > 0n ? [{ invoice, amount: money(cents, amount.currency) }] : [];
  });
}

const negated = <C extends FinancedCurrency>(amount: Money<C>): Money<C> => money(-amount.cents, amount.currency);

const absolute = <C extends FinancedCurrency>(amount: Money<C>): Money<C> =>
  amount.cents < 0n ? negated(amount) : amount;
