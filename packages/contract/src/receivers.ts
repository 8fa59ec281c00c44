/** The receivers of a client's invoices, and when they pay. */
import { companyStatus } from '@anticipa/domain/receiver';
import { z } from 'zod';
import { clientRead, clientWrite } from './route.ts';
import { id, rfc, text, typedName, typedRfc } from './wire.ts';

export const weekDays = z.strictObject({
  monday: z.boolean(),
  tuesday: z.boolean(),
  wednesday: z.boolean(),
  thursday: z.boolean(),
  friday: z.boolean(),
});

/** A receiver's payment habit as the client last saved it. */
const paymentHabit = z.strictObject({
  rfc,
  razonSocial: text,
  /** Days from emission. */
  paymentDays: z.int(),
  weekDays,
  clientId: id,
});

const company = z.strictObject({
  companyId: id,
  rfc,
  razonSocial: text,
  /** Null: the lender keeps no trade names. */
  nombreComercial: text.nullable(),
  statusId: z.literal(Object.values(companyStatus)),
  /** The saved habit, if there is one. */
  paymentDays: z.array(paymentHabit),
});
export type ReceiverCompany = z.output<typeof company>;

/** Finds only the client's own receivers; others would reveal another client's business. */
export const findCompanies = clientRead({
  path: '/api/factoringCompanyByRFC',
  summary:
    'Lists the client’s receiver companies, all or by tax id, and by name if the tax id is the generic foreign one.',
  query: z.strictObject({ rfc: typedRfc.optional(), name: typedName.optional(), clientId: id.optional() }),
  response: z.strictObject({ data: z.array(company) }),
});

/** A company that the client already has is returned as it is. */
export const createCompany = clientWrite({
  right: 'prepare',
  path: '/api/factoringCompany',
  summary: 'Registers a receiver company of the client, for the lender to review.',
  body: z.strictObject({ rfc: typedRfc, razonSocial: typedName.optional(), clientId: id.optional() }),
  response: z.strictObject({ data: company }),
  errors: [
    'RFC_REQUIRED',
    'RFC_FOREIGN',
    'RFC_TOO_SHORT',
    'RFC_TOO_LONG',
    'RFC_INVALID',
    'RAZON_SOCIAL_REQUIRED',
    'DAILY_LIMIT_REACHED',
  ],
});

/** Term and weekdays, to be offered at the next sale to the receiver. */
export const savePaymentHabit = clientWrite({
  right: 'prepare',
  path: '/api/client/paymentDays',
  summary: 'Saves when a receiver of the client pays.',
  body: z.strictObject({
    rfc: typedRfc,
    razonSocial: typedName.optional(),
    paymentDays: z.int(),
    weekDays,
    clientId: id.optional(),
  }),
  response: z.strictObject({ data: paymentHabit }),
  errors: ['TERM_NOT_A_NUMBER', 'TERM_TOO_SHORT', 'TERM_TOO_LONG', 'NO_WEEKDAY', 'RAZON_SOCIAL_REQUIRED'],
});
