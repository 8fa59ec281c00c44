/** A month of the lender's books in files for its accountant: of the tax authority, of accounting programs, and all of it in one archive. */
import { bookProblems, isRequestNumber, requestTypes } from '@anticipa/domain/accounting-books';
import { parseAccountingMonth } from '@anticipa/domain/accounting-month';
import { parseMonth } from '@anticipa/domain/month';
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { clientRead, deskRead } from './route.ts';
import { bankPart } from './setting-change.ts';
import { date, id, text } from './wire.ts';

const roles = ['contabilidad', 'auditor'] as const;

const month = z.string().transform((typed, context) => {
  const parsed = parseAccountingMonth(typed);
  if (parsed !== null) return parsed;
  context.addIssue({ code: 'custom' });
  return z.NEVER;
});

/** Chart and trial balance for the tax authority; entries, CFDI and accounts at its request; and entries for accounting programs. */
export const bookFiles = ['catalogue', 'balance', 'entries', 'folios', 'accounts', 'contpaqi', 'coi'] as const;
export type BookFileKind = (typeof bookFiles)[number];
/** Files that the tax authority gets only at its request. */
export const requestedFiles: readonly BookFileKind[] = ['entries', 'folios', 'accounts'];

/** A problem that keeps a file from being written. `at`: the account, entry, document or day that has it. */
const bookProblem = z.strictObject({ code: z.enum(bookProblems), at: z.string() });

/** Problems of a file that are listed; the others are counted. */
export const LISTED_PROBLEMS = 20;

export const getBookMonth = deskRead({
  path: '/api/lender/books/months/:month',
  summary:
    'Which files of a month of the books can be written, and what keeps the others from it. Month 13 closes a year.',
  roles,
  isHeavy: true,
  params: z.strictObject({ month }),
  response: z.strictObject({
    files: z.array(
      z.strictObject({ file: z.enum(bookFiles), problems: z.array(bookProblem).max(LISTED_PROBLEMS), more: z.int() }),
    ),
    entries: z.int(),
    /** Movements of bank accounts that a request gets without the data of their transfer. */
    withoutTransfer: z.int(),
  }),
});

export const downloadBookFile = deskRead({
  path: '/api/lender/books/months/:month/:file',
  summary:
    'A file of a month of the books. A corrected trial balance says the day of its change, and a request its number.',
  roles,
  isHeavy: true,
  params: z.strictObject({ month, file: z.enum(bookFiles) }),
  query: z
    .strictObject({ changed: date.optional(), request: z.enum(requestTypes).optional(), number: text.optional() })
    .refine(
      ({ request, number }) => request === undefined || isRequestNumber({ type: request, number: number ?? '' }),
      { path: ['number'] },
    ),
  produces: 'application/octet-stream',
  errors: ['BOOKS_INCOMPLETE'],
});

/** Bank accounts of the lender that may have a number of their own; the last one is what no bank account is known of. */
export const listBankParts = deskRead({
  path: '/api/lender/books/banks',
  summary:
    'The parts of the banks’ account that may have a number in the lender’s chart: bank accounts, and what is of none.',
  roles: operatorRoles,
  response: z.strictObject({ data: z.array(z.strictObject({ account: bankPart, name: text })) }),
});

const civil = z.strictObject({
  month: z.string().transform((typed, context) => {
    const parsed = parseMonth(typed);
    if (parsed !== null) return parsed;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }),
});

export const downloadBookPackage = deskRead({
  path: '/api/lender/books/packages/:month',
  summary:
    'A month of the lender in one ZIP: trial balance, journal, the files for its accountant, and each CFDI as XML and PDF.',
  roles,
  isHeavy: true,
  params: civil,
  produces: 'application/octet-stream',
});

/** A client's month in one ZIP: statement, its tables, the lender's entries of the client, and each CFDI as XML and PDF. */
export const downloadClientPackage = deskRead({
  path: '/api/lender/clients/:clientId/packages/:month',
  summary: 'A month of a client in one ZIP, as the client itself gets it.',
  roles: operatorRoles,
  isHeavy: true,
  params: z.strictObject({ clientId: id, ...civil.shape }),
  produces: 'application/octet-stream',
});

export const downloadOwnPackage = clientRead({
  path: '/api/statements/packages/:month',
  summary:
    'A month of the client in one ZIP: statement, data of payment complements, entries, and each CFDI as XML and PDF.',
  isHeavy: true,
  params: civil,
  produces: 'application/octet-stream',
});
