/** Rights of a client’s people towards sales, and the amount up to which each sells alone. */
import { exchange } from './credit.ts';
import { type FinancedCurrency, type Money, moneyOf, sum } from './money.ts';

/** Each right includes those before it. `consult` reads; `prepare` uploads, corrects and leaves sales to accept; `accept` sells. */
export const saleRights = ['consult', 'prepare', 'accept'] as const;
export type SaleRight = (typeof saleRights)[number];

export const hasSaleRight = (own: SaleRight, needed: SaleRight): boolean =>
  saleRights.indexOf(own) >= saleRights.indexOf(needed);

/** A person of a client, as far as it decides on which actions are open to it. */
export interface ActingPerson {
  readonly saleRight: SaleRight;
  readonly isAdmin: boolean;
  /** An operator sees the portal as this person. */
  readonly isView: boolean;
  /** The client is closed. */
  readonly isClosed: boolean;
}

/** Demands of the call that an action ends in. */
export interface ActionDemands {
  readonly needs: SaleRight;
  readonly isForAdmins: boolean;
  readonly isWrite: boolean;
  readonly isOwnAccess: boolean;
}

/** Whether the server admits the person to the call of an action. */
export function mayAct(person: ActingPerson, { needs, isForAdmins, isWrite, isOwnAccess }: ActionDemands): boolean {
  if (person.isView && isWrite) return false;
  if (person.isClosed && isWrite && !isOwnAccess) return false;
  return hasSaleRight(person.saleRight, needs) && (person.isAdmin || !isForAdmins);
}

export interface SaleGrant {
  readonly saleRight: SaleRight;
  /** The most pesos that a person who accepts may sell at once; null without a bound. */
  readonly acceptUpTo: string | null;
}

/** A bound belongs to a person who accepts. */
export const changeSaleGrant = (now: SaleGrant, change: Partial<SaleGrant>): SaleGrant => {
  const { saleRight, acceptUpTo } = { ...now, ...change };
  return { saleRight, acceptUpTo: saleRight === 'accept' ? acceptUpTo : null };
};

/**
 * The face value of what is accepted together, in pesos; null if there are dollars and no published rate. Sales are not
 * counted one by one: a person would sell above the bound in several products.
 */
export function pesosOf(
  totals: readonly Money<FinancedCurrency>[],
  pesosPerDollar: string | null,
): Money<'MXN'> | null {
  if (pesosPerDollar === null && totals.some(({ currency }) => currency !== 'MXN')) return null;
  return sum(
    'MXN',
    totals.map((total) => exchange(total, 'MXN', pesosPerDollar ?? '1')),
  );
}

/** Whether a person may sell this amount alone. An unknown amount needs a person without a bound. */
export function mayAccept({ saleRight, acceptUpTo }: SaleGrant, pesos: Money<'MXN'> | null): boolean {
  if (saleRight !== 'accept') return false;
  if (acceptUpTo === null) return true;
  return pesos !== null && pesos.cents <= moneyOf(acceptUpTo, 'MXN').cents;
}

/** A person of a client, as far as it matters for who can still sell. */
export interface Seller extends SaleGrant {
  readonly active: boolean;
}

const sellsAnything = ({ active, saleRight, acceptUpTo }: Seller): boolean =>
  active && saleRight === 'accept' && acceptUpTo === null;

/** Whether the change would leave the company without a person who sells any amount; `unbounded` counts those of now. */
export const losesLastSeller = (before: Seller, after: Seller, unbounded: number): boolean =>
  sellsAnything(before) && !sellsAnything(after) && unbounded < 2;

/** Whether a person may sell more after the change: nobody gives that to themselves. */
export function raises(before: SaleGrant, after: SaleGrant): boolean {
  if (before.saleRight !== after.saleRight) return hasSaleRight(after.saleRight, before.saleRight);
  if (before.acceptUpTo === null) return false;
  return after.acceptUpTo === null || moneyOf(after.acceptUpTo, 'MXN').cents > moneyOf(before.acceptUpTo, 'MXN').cents;
}
