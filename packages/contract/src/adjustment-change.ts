/** The adjustment of an invoice in credit as a second person sees it. */
import { adjustmentKinds } from '@anticipa/domain/adjustment';
import { z } from 'zod';
import { amount, date, financedCurrency, id, text } from './wire.ts';

export const adjustmentChange = {
  about: z.strictObject({ documentId: id }),
  values: z.strictObject({ currency: financedCurrency, receiver: amount, buyBack: amount, aforo: amount }),
  proposed: z.strictObject({
    invoices: z.array(id),
    adjustment: z.enum([...adjustmentKinds, 'withdrawal']),
    /** Its amount when it was proposed. */
    effect: amount,
    currency: financedCurrency,
    amount: amount.optional(),
    cfdiUuid: text.optional(),
    paidOn: date.optional(),
    withdraws: id.optional(),
  }),
};
