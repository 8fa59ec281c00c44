import { referenceStates } from '@anticipa/domain/reference';
import { z } from 'zod';
import { invoice } from './invoices.ts';
import { clientRead, clientWrite, route } from './route.ts';
import { amount, date, financedCurrency, fiscalUuid, id, instant, rfc, text } from './wire.ts';

const paymentReference = z.strictObject({
  id,
  reference: text,
  date: instant,
  count: z.int(),
  currency: financedCurrency,
  amount,
  /** Included in the amount. */
  lateCharges: amount,
  /** Rest of the amount to pay; 0.00 unless it is pending. */
  left: amount,
  /** Last day for which the amount is right: its late charges run until then. */
  validUntil: date,
  state: z.enum(referenceStates),
  clientId: id,
  userId: id,
  ClientUser: z.strictObject({ firstName: text, lastName: text }),
});
export type PaymentReference = z.output<typeof paymentReference>;

export const MAX_INVOICES_PER_REFERENCE = 1000;

const quoteErrors = [
  'REFERENCE_DAY_OUT_OF_RANGE',
  'REFERENCE_WITHOUT_INVOICES',
  'REFERENCE_MIXED_CURRENCIES',
  'INVOICE_NOT_IN_CREDIT',
  'INVOICE_ALREADY_REFERENCED',
  'INVOICE_PAID_AUTOMATICALLY',
] as const;
const creationErrors = [...quoteErrors, 'ERROR_GENERATING_REFERENCE'] as const;

export const setPaymentReference = clientWrite({
  right: 'prepare',
  path: '/api/factoringDocument/setPaymentReference',
  summary: 'Creates one payment reference for invoices in credit, or for the balance due of a settled one.',
  body: z.strictObject({
    invoices: z.array(fiscalUuid).max(MAX_INVOICES_PER_REFERENCE),
    /** The day of the payment; today by default. */
    payOn: date.optional(),
  }),
  response: z.strictObject({ paymentReference: text, rowsUpdated: z.int(), id }),
  errors: creationErrors,
});

/** The invoices by UUID, or all overdue ones of a currency that can be part of a reference, earliest due first. */
export const quotePaymentReference = route({
  method: 'POST',
  path: '/api/client/paymentReferences/quote',
  summary: 'The amount of a new payment reference if it is paid on a day; changes nothing.',
  audience: 'client',
  right: 'consult',
  rate: 'read',
  /** Either `invoices` or `overdue`. */
  body: z
    .strictObject({
      invoices: z.array(fiscalUuid).max(MAX_INVOICES_PER_REFERENCE).optional(),
      overdue: financedCurrency.optional(),
      payOn: date.optional(),
    })
    .refine(({ invoices, overdue }) => (invoices === undefined) !== (overdue === undefined)),
  response: z.strictObject({
    data: z.strictObject({
      payOn: date,
      lastPayOn: date,
      validUntil: date,
      currency: financedCurrency,
      /** Owed for the invoices, without late charges. */
      total: amount,
      lateCharges: amount,
      amount,
      invoices: z.array(
        z.strictObject({
          uuid: fiscalUuid,
          serie: text.nullable(),
          folio: text.nullable(),
          receiverName: text,
          dueDate: date,
          total: amount,
          lateCharges: amount,
        }),
      ),
    }),
  }),
  errors: quoteErrors,
});

/** Finds the record of a `reference`, or creates one for `invoices`. Count and client must match it; the user is who made it or who asks. */
export const addPaymentReference = clientWrite({
  right: 'prepare',
  path: '/api/client/addPaymentReference',
  summary: 'Returns the id of a payment reference’s record, an existing or a new one.',
  body: z
    .strictObject({
      reference: z.string().max(40).optional(),
      invoices: z.array(fiscalUuid).max(MAX_INVOICES_PER_REFERENCE).optional(),
      /** Payment day of a new reference, as in `setPaymentReference`. */
      payOn: date.optional(),
      count: z.int().min(1).max(MAX_INVOICES_PER_REFERENCE).optional(),
      userId: id.optional(),
      clientId: id.optional(),
    })
    .refine(({ reference, invoices }) => reference !== undefined || invoices !== undefined),
  response: z.strictObject({ id }),
  errors: ['ERROR_CREATING_OR_GETTING_RECORD', ...creationErrors],
});

export const listPaymentReferences = clientRead({
  path: '/api/client/getPaymentReferences/:clientId',
  summary: 'Lists the client’s payment references, newest first.',
  isHeavy: true,
  params: z.strictObject({ clientId: id }),
  response: z.strictObject({ data: z.array(paymentReference) }),
});

export const getPaymentReference = clientRead({
  path: '/api/client/getPaymentReferenceByID/:referenceId',
  summary: 'One payment reference with its invoices.',
  params: z.strictObject({ referenceId: z.string().max(40) }),
  /** `referenceId` repeats the path's. */
  query: z.strictObject({ referenceId: z.string().max(40).optional(), rfc: rfc.optional() }),
  response: z.strictObject({ paymentReference: paymentReference.extend({ invoices: z.array(invoice) }) }),
  errors: ['NO_PAYMENT_REFERENCE_ID', 'PAYMENT_REFERENCE_RECORD_NOT_FOUND'],
});

/** Cancelling a cancelled one again changes nothing. */
export const cancelPaymentReference = clientWrite({
  right: 'prepare',
  path: '/api/client/paymentReferences/:id/cancel',
  summary: 'Cancels a payment reference for which no money has arrived; its invoices can be part of another one.',
  params: z.strictObject({ id: z.string().max(40) }),
  body: z.strictObject({}).optional(),
  response: z.strictObject({ paymentReference }),
  errors: ['NO_PAYMENT_REFERENCE_ID', 'PAYMENT_REFERENCE_RECORD_NOT_FOUND', 'REFERENCE_NOT_CANCELLABLE'],
});

const printed = {
  summary: 'The PDF of a payment reference, in base64.',
  audience: 'client',
  right: 'consult',
  rate: 'read',
  params: z.strictObject({ id: z.string().max(40) }),
  response: z.strictObject({ base64: z.base64(), fileName: text }),
  errors: ['NO_PAYMENT_REFERENCE_ID', 'PAYMENT_REFERENCE_RECORD_NOT_FOUND', 'ERROR_GENERATING_PAYMENT_REFERENCE'],
} as const;

export const paymentReferencePdf = route({
  ...printed,
  method: 'PUT',
  path: '/api/client/payment-reference/:id/base64',
  body: z.strictObject({}).optional(),
});

/** The specification's other path to the same PDF. */
export const getPaymentReferencePdf = route({
  ...printed,
  method: 'GET',
  path: '/client/payment-reference/:id/base64',
});

export const getPaymentInstructions = clientRead({
  path: '/api/client/paymentInstructions',
  summary: 'The lender’s bank accounts for payments, one per currency.',
  response: z.strictObject({
    data: z.array(
      z.strictObject({
        currency: financedCurrency,
        bank: text,
        beneficiary: text,
        clabe: text,
        account: text,
        swift: text.nullable(),
      }),
    ),
  }),
});
