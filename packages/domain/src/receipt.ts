/** Receipts: what one transfer pays, and what is left of it. */
import type { IsoDate } from './calendar.ts';
import type { Extended, MoratoryTerms } from './extension.ts';
import { type FinancedCurrency, lesserOf, type Money, subtract, sum } from './money.ts';
import { allocate, amountAsked } from './settlement.ts';

export interface Claim<C extends FinancedCurrency> extends Extended, MoratoryTerms {
  readonly documentId: string;
  readonly owed: Money<C>;
}

/** Invoices of one client that are paid on one day. */
export interface ClaimGroup<C extends FinancedCurrency> {
  /** The value date of the money, or the deposit of the invoices if that is later: before it nothing was owed to the lender. */
  readonly on: IsoDate;
  readonly invoices: readonly Claim<C>[];
}

/** Invoices by the day on which money of a value date pays them, in order. */
export function byPaidDay<I extends { readonly depositedOn: IsoDate }>(
  valueDate: IsoDate,
  invoices: readonly I[],
): { readonly on: IsoDate; readonly invoices: readonly I[] }[] {
  const dayOf = ({ depositedOn }: I): IsoDate => (depositedOn > valueDate ? depositedOn : valueDate);
  const days = [...new Set(invoices.map(dayOf))].toSorted();
  return days.map((on) => ({ on, invoices: invoices.filter((invoice) => dayOf(invoice) === on) }));
}

/**
 * Divides money among groups: all invoices in order of due date, whoever's they are, up to what is owed, then up to their late
 * charges. Returns the amount of each group, and the rest.
 */
export function divide<C extends FinancedCurrency>(
  amount: Money<C>,
  groups: readonly ClaimGroup<C>[],
): { readonly amounts: readonly Money<C>[]; readonly rest: Money<C> } {
  const { currency } = amount;
  const claims = groups
    .flatMap(({ on, invoices }, group) =>
      invoices.map((invoice) => ({ ...invoice, group, asked: amountAsked(invoice, on) })),
    )
    .toSorted((a, b) => compare(a.dueDate, b.dueDate) || compare(a.documentId, b.documentId));
  const asked = sum(
    currency,
    claims.map((claim) => claim.asked),
  );
  const applied = lesserOf(amount, asked);
  const shares = allocate(applied, claims);
  const amounts = groups.map((_, group) =>
    sum(
      currency,
      shares.flatMap((share) => (share.invoice.group === group ? [share.amount] : [])),
    ),
  );
  return { amounts, rest: subtract(amount, applied) };
}

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
