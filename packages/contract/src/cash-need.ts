/** The invoices to sell for an amount that the client needs. */
import { cashAims } from '@anticipa/domain/cash-need';
import { z } from 'zod';
import { clientRead } from './route.ts';
import { amount, amountInput, date, financedCurrency, id } from './wire.ts';

/**
 * Causes that keep more money from being had. `INVOICES`: all that could be sold bring `amount` less than is needed. `LINE`: a line is short
 * by `amount`. `RECEIVER`: so many receivers are at the lender's limit. The others hold back `count` invoices with a total of `amount`:
 * `DAY` because their money arrives later, `ORDER` for lack of a purchase order, `DATE` of a valid payment date.
 */
const shortages = [
  'INVOICES',
  'LINE',
  'RECEIVER',
  'DAY',
  'NO_ACCOUNT',
  'NO_LINE',
  'NO_PRODUCT',
  'NO_RATE',
  'ORDER',
  'DATE',
] as const;
export type Shortage = (typeof shortages)[number];

const cashSet = z.strictObject({
  documentIds: z.array(id),
  deposit: amount,
  /** Interest, without IVA. */
  cost: amount,
  /** Last day of the promise of its deposits; null without invoices. */
  arrives: date.nullable(),
  /** Number of invoices priced without a known term of their receiver. */
  assumed: z.int(),
  /** Whether no set is better. */
  isExact: z.boolean(),
});

export const findCash = clientRead({
  path: '/api/client/cashNeed',
  summary: 'The cheapest and the fewest invoices whose deposits, if sold now, reach an amount by a day.',
  isHeavy: true,
  query: z.strictObject({
    amount: amountInput.refine((text) => Number(text) > 0 && Number(text) < 1e12),
    currency: financedCurrency,
    /** The day by which the money has to arrive; by default any. */
    day: date.optional(),
  }),
  response: z.strictObject({
    /** Invoices that are left out for lack of a purchase order, with their total in the currency; null if there are none. */
    withoutOrder: z.strictObject({ count: z.int(), amount }).nullable(),
    /** The cheapest set and then the one with the fewest invoices; empty if the amount cannot be reached. */
    sets: z.array(
      cashSet.extend({
        aim: z.enum(cashAims),
        /** No set costs less than this, or has fewer invoices. */
        leastCost: amount,
        leastCount: z.int(),
      }),
    ),
    /** The most that can be had, and what keeps more from it; null if the amount can be reached. */
    short: z
      .strictObject({
        most: cashSet,
        missing: z.array(
          z.strictObject({ why: z.enum(shortages), count: z.int(), amount, currency: financedCurrency }),
        ),
      })
      .nullable(),
  }),
});
