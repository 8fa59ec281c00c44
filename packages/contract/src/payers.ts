import { isClabe } from '@anticipa/domain/clabe';
import { MAX_EMAIL } from '@anticipa/domain/user';
import { z } from 'zod';
import { clientRead, clientWrite } from './route.ts';
import { amount, date, financedCurrency, id, rfc, text, typedName, typedRfc } from './wire.ts';

const costCentre = z.strictObject({
  /** RFC of the payer; of the client itself in the main entry. */
  rfcPayer: rfc,
  stpName: text,
  clabe: z.string().refine(isClabe),
  active: z.boolean(),
  isMain: z.boolean(),
  stpCompany: text,
  /** The client's own. */
  rfc,
});
export type CostCentre = z.output<typeof costCentre>;

export const listPayers = clientRead({
  path: '/api/payers/:rfc',
  summary: 'Lists the client’s payers with the CLABE each pays to, the main entry first.',
  params: z.strictObject({ rfc }),
  // Without a payment-order company the feature is not activated for the client.
  response: z.strictObject({ stpCompany: text.nullable(), data: z.array(costCentre) }),
});

/** The payer is a receiver of the client. `stpName` defaults to its name; a payer that has a CLABE keeps it. */
export const createCostCentre = clientWrite({
  right: 'prepare',
  path: '/api/payers',
  summary: 'Gives a payer of the client its own CLABE.',
  body: z.strictObject({
    stpCompany: text.optional(),
    rfcPayer: typedRfc,
    stpName: typedName.optional(),
    clientId: id.optional(),
  }),
  response: z.strictObject({ data: costCentre }),
  errors: [
    'RFC_REQUIRED',
    'RFC_FOREIGN',
    'RFC_TOO_SHORT',
    'RFC_TOO_LONG',
    'RFC_INVALID',
    'PAYER_REJECTED',
    'PAYERS_NOT_ACTIVATED',
    'DAILY_LIMIT_REACHED',
  ],
});

/** Invoices of one mail. */
export const MAX_CLABE_INVOICES = 1000;

const clabeDebt = z.strictObject({
  rfcPayer: rfc,
  stpName: text,
  clabe: z.string().refine(isClabe),
  currency: financedCurrency,
  /** Debt of the payer for the invoices, without late charges. */
  total: amount,
  /** Today's late charges, which the client owes. */
  lateCharges: amount,
  firstDue: date,
  /** Earliest due first. */
  invoices: z.array(
    z.strictObject({ documentId: id, serie: text.nullable(), folio: text.nullable(), dueDate: date, total: amount }),
  ),
});
export type ClabeDebt = z.output<typeof clabeDebt>;

/** One invoice in credit, or those of a currency that are due by today and in no payment reference. */
export const listClabeDebts = clientRead({
  path: '/api/client/clabeDebts',
  summary: 'What payers with a CLABE of their own owe today, by payer and currency.',
  query: z
    .strictObject({ overdue: financedCurrency.optional(), documentId: id.optional() })
    .refine(({ overdue, documentId }) => (overdue === undefined) !== (documentId === undefined)),
  response: z.strictObject({ data: z.array(clabeDebt) }),
});

export const mailClabe = clientWrite({
  right: 'prepare',
  path: '/api/client/clabeDebts/mail',
  summary: 'Mails a payer the CLABE, the amount and the concept of invoices that it pays to its CLABE.',
  /** All of one payer and one currency. */
  body: z.strictObject({
    documentIds: z.array(id).min(1).max(MAX_CLABE_INVOICES),
    email: z.string().max(MAX_EMAIL),
  }),
  response: z.strictObject({ status: z.literal('success') }),
  errors: ['INVALID_EMAIL', 'DAILY_LIMIT_REACHED'],
});
