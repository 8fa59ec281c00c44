/** Promises to pay an invoice in credit, as a collector records them, and disputes about one. */
import type { IsoDate } from './calendar.ts';
import type { FinancedCurrency, Money } from './money.ts';

export const promiseStates = ['open', 'kept', 'broken', 'replaced'] as const;
export type PromiseState = (typeof promiseStates)[number];

/**
 * A promise is kept by the money whose value date is between the day it was recorded and the promised day, also if that money is
 * booked later. It is broken from the day after the promised one, unless it was replaced by then.
 */
export function promiseState<C extends FinancedCurrency>(
  promise: { readonly amount: Money<C>; readonly payOn: IsoDate; readonly replacedOn: IsoDate | null },
  received: Money<NoInfer<C>>,
  today: IsoDate,
): PromiseState {
  const { amount, payOn, replacedOn } = promise;
  if (received.cents >= amount.cents) return 'kept';
  if ((replacedOn ?? today) > payOn) return 'broken';
  return replacedOn === null ? 'open' : 'replaced';
}

/** How a dispute about an invoice ends: it is owed after all, reduced, bought back, or it was recorded by mistake. */
export const disputeOutcomes = ['owed', 'credit-note', 'recourse', 'mistaken'] as const;
export type DisputeOutcome = (typeof disputeOutcomes)[number];
