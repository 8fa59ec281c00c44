/** The terms of a credit line, as a second person sees them. */
import { z } from 'zod';
import { amount, date, rate } from './wire.ts';

export const lineTerms = z.strictObject({
  limit: amount,
  interestRate: rate,
  advancePercent: rate,
  daysInYear: z.literal([360, 365]),
  moratoryRate: rate,
  multiCurrency: z.boolean(),
  /** The last day of new sales; null: without end. */
  validUntil: date.nullable(),
});
