/** The figures of the home screen. */
import { z } from 'zod';
import { clientRead } from './route.ts';
import { sentSale } from './sent-sales.ts';
import { amount, date, financedCurrency, product, text } from './wire.ts';

/** Days ahead in which a due date needs attention. */
export const DUE_SOON_DAYS = 7;

const overdue = z.strictObject({
  currency: financedCurrency,
  /** Due today or earlier, and how many of them today. */
  count: z.int(),
  dueToday: z.int(),
  firstDue: date,
  total: amount,
  lateCharges: amount,
  /** Total and late charges. */
  amount,
  /** Number of invoices that can be part of a new payment reference. */
  referable: z.int(),
  /** The live payment references of the others. */
  references: z.array(text),
  /** Number of invoices in none because their payers pay to a CLABE of their own. */
  byClabe: z.int(),
});

export const getHome = clientRead({
  path: '/api/home',
  summary: 'What is due and what is on its way.',
  isHeavy: true,
  response: z.strictObject({
    today: date,
    /** Whether the client has ever uploaded an invoice. */
    hasInvoices: z.boolean(),
    /** Invoices in credit, by currency. */
    overdue: z.array(overdue),
    /** Invoices in credit that are due after today; `total` is what is owed for them. */
    dueSoon: z.array(
      z.strictObject({ product, currency: financedCurrency, count: z.int(), firstDue: date, total: amount }),
    ),
    rejectedToday: z.array(z.strictObject({ product, count: z.int() })),
    /** Sales that wait for an answer or a deposit, and those deposited today; newest first. */
    sales: z.array(
      sentSale.pick({
        numberOfSale: true,
        currency: true,
        state: true,
        count: true,
        isReturned: true,
        initialDeposit: true,
      }),
    ),
    /** The next due dates after today, with what is owed and the devolución of each if it is paid by then. */
    nextDue: z.array(
      z.strictObject({ date, currency: financedCurrency, count: z.int(), total: amount, finalDeposit: amount }),
    ),
  }),
});
