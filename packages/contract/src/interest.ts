import { parseMonth } from '@anticipa/domain/month';
import { z } from 'zod';
import { route } from './route.ts';
import { amount, date, financedCurrency, id, product, text } from './wire.ts';

/** A civil month, `YYYY-MM`. */
const month = z
  .string()
  .max(7)
  .refine((written) => parseMonth(written) !== null);

/** What one financed invoice earned in one month of accrual, IVA apart. */
const interestRow = z.strictObject({
  documentId: id,
  periodo: month,
  folioInvoice: text,
  interest: amount,
  iva: amount,
  currency: financedCurrency,
  productName: text,
});
export type InterestRow = z.output<typeof interestRow>;

/** The interest query. Dates are inclusive; what is not earned yet is not in the answer, and neither is a row of nothing. */
export const listInterest = route({
  method: 'POST',
  path: '/api/credits/interest',
  summary: 'The interest that the client’s financed invoices earned between two dates, by month of accrual.',
  audience: 'client',
  rate: 'read',
  idempotency: 'none',
  body: z
    .strictObject({
      startDate: date,
      endDate: date,
      products: z.array(product).max(2).optional(),
      clientIds: z.array(id).max(20).optional(),
    })
    .refine(({ startDate, endDate }) => startDate <= endDate, { path: ['endDate'] }),
  response: z.strictObject({ data: z.strictObject({ credits: z.array(interestRow) }) }),
  errors: [],
});
