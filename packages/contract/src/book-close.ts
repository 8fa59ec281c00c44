/** The close of a month of the lender's books, by a person. */
import { closeChecks } from '@anticipa/domain/book-close';
import { bookAccounts } from '@anticipa/domain/chart';
import { z } from 'zod';
import { deskRead, deskWrite, type ResponseOf } from './route.ts';
import { amount, date, financedCurrency, id, instant, month, reason, text } from './wire.ts';

const readers = ['contabilidad', 'auditor'] as const;

const check = z.strictObject({
  /** Kind of the check, with bank account or currency where there are several of it. */
  id: text,
  check: z.enum(closeChecks),
  /** Name of the bank account, or the currency, of a check that there is several times. */
  name: text.nullable(),
  isDone: z.boolean(),
  /** Number of what is missing, and its amount with the currency; the balance of a bank account. */
  count: z.int(),
  amount: amount.nullable(),
  currency: financedCurrency.nullable(),
  /** The last day of a bank account that its files have; null of other checks. */
  through: date.nullable(),
});
export type CheckOfClose = z.output<typeof check>;

const explained = check.extend({ reason: text.nullable() });

/** An amount that the end of a year moves from one account to another. */
const yearEndEntry = z.strictObject({
  debit: z.enum(bookAccounts),
  credit: z.enum(bookAccounts),
  currency: financedCurrency,
  amount,
});

export const getBookClose = deskRead({
  path: '/api/lender/books/close',
  summary: 'The next month to close with its checklist, and the months that are closed, the last one first.',
  roles: readers,
  isHeavy: true,
  response: z.strictObject({
    /** The month to close; null while the books have nothing. */
    next: z
      .strictObject({
        month,
        isOver: z.boolean(),
        checks: z.array(check),
        /** Entries that the close will book, if the month ends a year. */
        yearEnd: z.array(yearEndEntry),
        /** Ground of the close. */
        ground: text,
      })
      .nullable(),
    closed: z.array(z.strictObject({ month, closedAt: instant, closedBy: text, reasons: z.int() })),
  }),
});
export type BookClose = ResponseOf<typeof getBookClose>;

export const closeBooks = deskWrite({
  path: '/api/lender/books/close',
  summary: 'Closes a month of the books: nothing is booked in it any more. What is not as it should be needs a reason.',
  roles: ['contabilidad'],
  body: z.strictObject({
    month,
    ground: text,
    reasons: z.array(z.strictObject({ id: text, reason })).max(200),
  }),
  response: z.strictObject({ month }),
  errors: ['MONTH_NOT_OVER', 'MONTH_NOT_NEXT', 'CLOSE_CHECKS_OPEN', 'CLOSE_CHANGED'],
});

export const getClosedMonth = deskRead({
  path: '/api/lender/books/closes/:month',
  summary:
    'A closed month: who closed it, its checklist with the reasons, and the last entry of each chain with its hash.',
  roles: readers,
  params: z.strictObject({ month }),
  response: z.strictObject({
    month,
    closedAt: instant,
    closedBy: text,
    checks: z.array(explained),
    yearEnd: z.array(yearEndEntry),
    heads: z.array(
      z.strictObject({
        /** Null for the lender's own journal. */
        clientId: id.nullable(),
        entityName: text.nullable(),
        entryNumber: z.int(),
        hash: z.string().regex(/^[0-9a-f]{64}$/),
      }),
    ),
  }),
  errors: ['NOT_FOUND'],
});
export type ClosedMonth = ResponseOf<typeof getClosedMonth>;

export const printClosedMonth = deskRead({
  path: '/api/lender/books/closes/:month/pdf',
  summary: 'The same as PDF.',
  roles: readers,
  params: z.strictObject({ month }),
  produces: 'application/octet-stream',
  errors: ['NOT_FOUND'],
});
