/** The lender's books: both journals together, by the day on which they book. */
import { bookAccounts, lenderEvents } from '@anticipa/domain/chart';
import { ledgerEvents } from '@anticipa/domain/ledger';
import { z } from 'zod';
import { exportFormats } from './exports.ts';
import { deskRead } from './route.ts';
import { amount, date, financedCurrency, id, instant, isInOrder, period, text } from './wire.ts';

const roles = ['contabilidad', 'auditor'] as const;

/** Entries that book on a day of the period, and only if they were recorded by the end of `knownOn`; by default, all. */
const booksPeriod = { ...period, knownOn: date.optional(), currency: financedCurrency.optional() };

/** Without the entries that end a year on the last day of the period. */
const balanceOnly = { beforeYearEnd: z.literal('true').optional() };

/** The account of the lender's that the bank moved, where it is known. */
const bankAccount = z.strictObject({ id: text, name: text, number: text });
/** A filter by bank account: its id, `stp`, or `none` for movements whose bank account is not known. */
const bankAccountId = z.string().regex(/^(stp|none|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})$/);

const balance = {
  /** Debits less credits before the period. */
  opening: amount,
  debit: amount,
  credit: amount,
  /** Debits less credits at its end. */
  closing: amount,
};

const balanceRow = z.strictObject({
  currency: financedCurrency,
  account: z.enum(bookAccounts),
  /** Bank account of a part of BANCOS, whose own row comes first. `id`: `none` where the bank account is not known. */
  bank: bankAccount.nullable(),
  ...balance,
});
export type BalanceRow = z.output<typeof balanceRow>;

export const getTrialBalance = deskRead({
  path: '/api/lender/books/balance',
  summary: 'The trial balance of a period, per currency, as the books are or as they were known on a day.',
  roles,
  isHeavy: true,
  query: z.strictObject({ ...booksPeriod, ...balanceOnly }).refine(isInOrder),
  response: z.strictObject({ data: z.array(balanceRow) }),
});

export const exportTrialBalance = deskRead({
  path: '/api/lender/books/balance/export',
  summary: 'The trial balance as a spreadsheet or as CSV.',
  roles,
  isHeavy: true,
  query: z.strictObject({ format: z.enum(exportFormats), ...booksPeriod, ...balanceOnly }).refine(isInOrder),
  produces: 'application/octet-stream',
  errors: ['NOTHING_TO_EXPORT'],
});

/** Number of lines on a page. */
export const BOOKS_PAGE = 100;

export const bookEvents = [...ledgerEvents, ...lenderEvents] as const;

const bookLine = z.strictObject({
  /** The client whose journal it is; null in the lender's own. */
  clientId: id.nullable(),
  entityName: text.nullable(),
  entryNumber: z.int(),
  lineNumber: z.int(),
  event: z.enum(bookEvents),
  currency: financedCurrency,
  bookedOn: date,
  valueDate: date,
  recordedAt: instant,
  /** Number of the entry of the same journal that it reverses. */
  reverses: z.int().nullable(),
  account: z.enum(bookAccounts),
  /** Name of the lender's bank account that moved; null where it is not known, and of other accounts. */
  bank: text.nullable(),
  documentId: id.nullable(),
  folio: text.nullable(),
  saleId: id.nullable(),
  numberOfSale: z.int().nullable(),
  /** Series and folio of the CFDI of interest or late charges that the entry books. */
  cfdi: text.nullable(),
  /** The fiscal UUID of that CFDI, or else of the invoice. */
  uuid: text.nullable(),
  trackingKey: text.nullable(),
  /** Why an accountant booked it, and by what evidence; null for what the portal books. */
  reason: text.nullable(),
  debit: amount,
  credit: amount,
  /** Debits less credits of the account with this line, if the query names an account and a currency. */
  balance: amount.nullable(),
});
export type BookLine = z.output<typeof bookLine>;

const linesFilter = {
  ...booksPeriod,
  account: z.enum(bookAccounts).optional(),
  bank: bankAccountId.optional(),
  clientId: id.optional(),
};

export const listBookLines = deskRead({
  path: '/api/lender/books/lines',
  summary: `The lines of the journals in the order of their days, in pages of ${BOOKS_PAGE}; of one account, with its balance.`,
  roles,
  isHeavy: true,
  query: z
    .strictObject({
      ...linesFilter,
      /** `next` of the previous page. */
      after: z
        .string()
        .regex(/^(lender|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})\.\d{1,12}\.\d{1,6}$/)
        .optional(),
    })
    .refine(isInOrder),
  response: z.strictObject({
    /** Balance of the account before the period, if the query names an account and a currency. */
    opening: amount.nullable(),
    data: z.array(bookLine),
    next: z.string().nullable(),
  }),
});

export const exportBookLines = deskRead({
  path: '/api/lender/books/lines/export',
  summary: 'The same lines as a spreadsheet or as CSV.',
  roles,
  isHeavy: true,
  query: z.strictObject({ format: z.enum(exportFormats), ...linesFilter }).refine(isInOrder),
  produces: 'application/octet-stream',
  errors: ['NOTHING_TO_EXPORT'],
});

export const getBookEntry = deskRead({
  path: '/api/lender/books/entries/:journal/:entryNumber',
  summary: 'The lines of one entry. The journal is the id of a client, or `lender`.',
  roles,
  params: z.strictObject({
    journal: z.union([z.literal('lender'), id]),
    entryNumber: z.string().regex(/^\d{1,12}$/),
  }),
  response: z.strictObject({ data: z.array(bookLine) }),
  errors: ['NOT_FOUND'],
});
