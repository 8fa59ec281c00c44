import { deductionKinds } from '@anticipa/domain/deduction';
import { typedPaymentDoubtKinds } from '@anticipa/domain/typed-payment';
import { z } from 'zod';
import { amount, date, financedCurrency, id, rate, text } from './wire.ts';

const payer = z.enum(['debtor', 'client']);

/** The parts of a proposed payment. */
export const paymentChange = {
  about: z.strictObject({ trackingKey: text }),
  values: z.strictObject({ owed: amount, payer: payer.nullable() }),
  proposed: z.strictObject({
    amount,
    currency: financedCurrency,
    valueDate: date,
    /** Exactly one of them. */
    invoices: z.array(id).optional(),
    reference: text.optional(),
    trackingKey: text,
    source: z.enum(['STP', 'REFERENCIA']),
    bank: text,
    payer,
    /** Id of unidentified money, and the place of the part among those of its receipt. */
    paymentId: id.optional(),
    part: z.int().optional(),
    /** Amounts that the payer kept back. */
    deductions: z
      .array(
        z.strictObject({
          documentId: id,
          kind: z.enum(deductionKinds),
          amount,
          cfdiUuid: text.optional(),
        }),
      )
      .optional(),
    /** Why it needs a second person. */
    doubts: z.array(z.enum(typedPaymentDoubtKinds)).optional(),
    /** Tolerance, in per cent, by which the amount was measured. */
    surplusPercent: rate.optional(),
  }),
};
