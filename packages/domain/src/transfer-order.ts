/** Orders to the bank: to pay a sale's deposit, a client's devoluciones, or money back to its payer. */
import { addDays, daysBetween, type IsoDate } from './calendar.ts';

/** 'return': money of unknown purpose goes back to the account that sent it. */
export const transferPurposes = ['deposit', 'payout', 'return'] as const;
export type TransferPurpose = (typeof transferPurposes)[number];

/**
 * 'ordered': recorded here, and perhaps known to the bank. 'sent': accepted by the bank. 'returned': came back after it was
 * paid. 'closed': never appeared at the bank, so an operator ended it.
 */
export const transferStates = ['ordered', 'sent', 'paid', 'failed', 'returned', 'closed'] as const;
export type TransferOrderState = (typeof transferStates)[number];

export const transferSteps = {
  accept: { from: ['ordered'], to: 'sent' },
  /** A bank that has failed an order can still pay it. */
  settle: { from: ['ordered', 'sent', 'failed', 'closed'], to: 'paid' },
  fail: { from: ['ordered', 'sent'], to: 'failed' },
  return: { from: ['paid'], to: 'returned' },
  /** The return did not stand. */
  restore: { from: ['returned'], to: 'paid' },
  close: { from: ['ordered', 'sent'], to: 'closed' },
} as const satisfies Readonly<
  Record<string, { readonly from: readonly TransferOrderState[]; readonly to: TransferOrderState }>
>;
export type TransferStep = keyof typeof transferSteps;

/** The money may be on its way: nothing else may pay the same. */
export const isTransferOpen = (state: TransferOrderState): boolean => state === 'ordered' || state === 'sent';

/** The last attempt of an order must be so old before an operator can close it. */
const MISSING_MS = 24 * 3_600_000;

/** Whether an operator can close an order if the bank does not have it: it was never seen there, and its day is over. */
export const canBeClosed = (
  order: { readonly state: TransferOrderState; readonly resentAt: Date | null; readonly bankState: string | null },
  now: Date,
): boolean =>
  isTransferOpen(order.state) &&
  order.bankState === null &&
  order.resentAt !== null &&
  order.resentAt.getTime() + MISSING_MS <= now.getTime();

/**
 * Trouble with the last order of a payment that is still to be made: the bank refused it or gave it back, its outcome is
 * 'unknown', it takes too long ('late'), or it is 'lost', so that an operator can close it; a closed one must be
 * ordered again.
 */
export const transferTroubles = ['failed', 'returned', 'unknown', 'late', 'lost', 'closed'] as const;
export type TransferTrouble = (typeof transferTroubles)[number];

/** Null for an order that is paid or takes its course. */
export function troubleOf(
  order: Parameters<typeof canBeClosed>[0] & { readonly sentAt: Date | null },
  now: Date,
): TransferTrouble | null {
  const { state, sentAt } = order;
  if (state === 'failed' || state === 'returned' || state === 'closed') return state;
  if (state === 'paid' || sentAt === null) return null;
  if (canBeClosed(order, now)) return 'lost';
  if (state === 'ordered') return 'unknown';
  return sentAt.getTime() + MISSING_MS <= now.getTime() ? 'late' : null;
}

/** Days for which the bank's queries are asked and believed. */
export const ASKED_DAYS = 5;
/** An order belongs to the operation day of its calendar day or, in the evening and around holidays, to one up to so much later. */
export const LATEST_OPERATION_DAYS = 5;

/** The first and the last calendar day on which an order was sent. */
export interface SentDays {
  readonly first: IsoDate;
  readonly last: IsoDate;
}

/** The operation days to which an order can belong, up to today. The current one, null, can be after today. */
export function operationDaysOf({ first, last }: SentDays, today: IsoDate): readonly (IsoDate | null)[] {
  const end = addDays(last, LATEST_OPERATION_DAYS);
  const count = daysBetween(first, end < today ? end : today) + 1;
  const days = Array.from({ length: Math.max(count, 0) }, (_, offset) => addDays(first, offset));
  return end < today ? days : [null, ...days];
}

/** Whether the bank can still prove that it does not have an order: it answers about each day since the first attempt. */
export const canBeProvenMissing = ({ first }: SentDays, today: IsoDate): boolean =>
  daysBetween(first, today) < ASKED_DAYS;
