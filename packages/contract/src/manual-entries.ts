/** Entries of accountants in the lender's own journal: proposed by one and approved by another. */
import { manualAccounts } from '@anticipa/domain/book-close';
import { z } from 'zod';
import { approval } from './approvals.ts';
import { MANUAL_LINES, manualEntryChange } from './manual-entry-change.ts';
import { deskRead, deskWrite, type ResponseOf } from './route.ts';
import { amount, amountInput, date, financedCurrency, id, line, reason, text } from './wire.ts';

export const MANUAL_LIMIT = 200;

const typedLine = z
  .strictObject({ debit: z.enum(manualAccounts), credit: z.enum(manualAccounts), amount: amountInput })
  .refine(({ debit, credit, amount: typed }) => debit !== credit && Number(typed) > 0, { path: ['amount'] });

const typedEntry = {
  /** A day of the open months, today at the latest. */
  valueDate: date,
  currency: financedCurrency,
  /** Each moves an amount from one account to another, so that an entry always balances. */
  lines: z.array(typedLine).min(1).max(MANUAL_LINES),
};

export const listManualEntries = deskRead({
  path: '/api/lender/books/manual',
  summary: `The newest ${MANUAL_LIMIT} entries of accountants, and how many wait for a second person.`,
  roles: ['contabilidad', 'auditor'],
  response: z.strictObject({
    /** The first day that is not closed. */
    openDay: date,
    /** Number of proposals that wait for a second person. */
    waiting: z.int(),
    data: z.array(
      z.strictObject({
        ...manualEntryChange.values.shape,
        manualId: id,
        /** Numbers of the movements in the lender's own journal. */
        entries: z.array(z.int()),
        reason: text,
        proposedBy: text,
        approvedBy: text,
        /** The day of its reversal; null while the entry is in force. */
        reversedOn: date.nullable(),
      }),
    ),
  }),
});
export type ManualEntries = ResponseOf<typeof listManualEntries>;

export const previewManualEntry = deskWrite({
  path: '/api/lender/books/manual/preview',
  summary: 'What an entry would book, with the balance of each account before it and after it. Nothing is booked.',
  roles: ['contabilidad', 'auditor'],
  body: z.strictObject(typedEntry),
  response: z.strictObject({
    accounts: z.array(
      z.strictObject({
        account: z.enum(manualAccounts),
        debit: amount,
        credit: amount,
        /** Debits less credits at the end of the day of the entry. */
        before: amount,
        after: amount,
      }),
    ),
  }),
  errors: ['BOOKS_DAY_CLOSED', 'VALUE_DATE_IN_FUTURE'],
});

export const proposeManualEntry = deskWrite({
  path: '/api/lender/books/manual',
  summary: 'Proposes an entry in the lender’s own journal; it is booked once a second person approves it.',
  roles: ['contabilidad'],
  body: z.strictObject({ ...typedEntry, evidence: line.trim().min(5).max(300), reason }),
  response: z.strictObject({ proposal: approval }),
  errors: ['BOOKS_DAY_CLOSED', 'VALUE_DATE_IN_FUTURE', 'ROLE_NEEDED'],
});

export const proposeManualReversal = deskWrite({
  path: '/api/lender/books/manual/:manualId/reversal',
  summary: 'Proposes to reverse an entry of an accountant, on a day of the open months.',
  roles: ['contabilidad'],
  params: z.strictObject({ manualId: id }),
  body: z.strictObject({ valueDate: date, reason }),
  response: z.strictObject({ proposal: approval }),
  errors: ['BOOKS_DAY_CLOSED', 'VALUE_DATE_IN_FUTURE', 'ALREADY_REVERSED', 'PROPOSAL_PENDING', 'ROLE_NEEDED'],
});
