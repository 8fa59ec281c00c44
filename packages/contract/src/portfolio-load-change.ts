/** A file of invoices in credit as a second person sees it. */
import { z } from 'zod';
import { amount, date, financedCurrency, id, text } from './wire.ts';

/** Figures by which the books before are compared. */
export const loadSums = {
  currency: financedCurrency,
  /** Number of invoices. */
  count: z.int(),
  /** Owed by receivers. */
  owed: amount,
  aforo: amount,
  /** The part of the discounts that is not earned yet. */
  unearned: amount,
};
/** Sums of a file in one currency: CARTERA, AFORO_POR_DEVOLVER, INTERES_POR_DEVENGAR, CLIENTE and APERTURA. */
export const loadTotal = z.strictObject({ ...loadSums, clientOwes: amount, opening: amount });
export type LoadTotal = z.output<typeof loadTotal>;

export const loadStates = ['checked', 'booked', 'withdrawn'] as const;
export type LoadState = (typeof loadStates)[number];

export const loadChange = {
  about: z.strictObject({ loadId: id }),
  values: z.strictObject({ state: z.enum(loadStates), totals: z.array(loadTotal) }),
  proposed: z.strictObject({ state: z.enum(['booked', 'withdrawn']), fileName: text, cutOn: date }),
};
