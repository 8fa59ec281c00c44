import { manualAccounts } from '@anticipa/domain/book-close';
import { z } from 'zod';
import { amount, date, financedCurrency, id, text } from './wire.ts';

export const MANUAL_LINES = 40;

const entry = {
  valueDate: date,
  currency: financedCurrency,
  lines: z
    .array(z.strictObject({ debit: z.enum(manualAccounts), credit: z.enum(manualAccounts), amount }))
    .min(1)
    .max(MANUAL_LINES),
  evidence: text,
};

/** An entry of an accountant in the lender's own journal; its values are those that stand once it is booked. */
export const manualEntryChange = {
  about: z.strictObject({ manualId: id }),
  values: z.strictObject(entry),
  /** A reversal has the sides of what it reverses exchanged. */
  proposed: z.strictObject({ ...entry, isReversal: z.boolean() }),
} as const;
