/** Figures for a credit analyst's decision besides the evidence, and the standing of an answered sale. */
import { saleItemStandings } from '@anticipa/domain/sale';
import { z } from 'zod';
import { amount, date, id, instant, text } from './wire.ts';

export const decisionFigures = {
  /** Account that receives the client's deposits of this product and currency; null without one. */
  account: z
    .strictObject({
      bank: text,
      ending: text,
      holder: text,
      /** End of the time in which a changed account receives nothing; null if it receives deposits. */
      coolingUntil: instant.nullable(),
    })
    .nullable(),
  /** The booked deposit; null before. */
  deposit: z.strictObject({ at: instant, trackingKey: text }).nullable(),
  /** The number of the client's other paid sales, and how its invoices ended in the last twelve months. */
  record: z.strictObject({
    sales: z.int(),
    /** Paid by their receivers. */
    onTime: z.int(),
    late: z.int(),
    /** Ended without a payment of their receivers. */
    writtenOff: z.int(),
    boughtBack: z.int(),
    /** Invoices in credit and past their due date today. */
    overdue: z.int(),
  }),
  /** In the order of the sale's items. */
  standings: z.array(
    z.strictObject({
      documentId: id,
      /** The receiver. */
      companyId: id,
      standing: z.enum(saleItemStandings),
      /** Debt today, with late charges; null unless it is in credit or overdue. */
      amountDue: amount.nullable(),
      /** The value date of the payment that settled it. */
      paidOn: date.nullable(),
    }),
  ),
};
