import { consequenceKinds, moneyFates, reversibleKinds } from '@anticipa/domain/reversal';
import { z } from 'zod';
import { amount, date, financedCurrency, id, month, text } from './wire.ts';

/** An effect of a reversal; `folio`: of the invoice or the CFDI. */
export const consequence = z.strictObject({
  kind: z.enum(consequenceKinds),
  folio: text.nullable(),
  amount: amount.nullable(),
  date: date.nullable(),
});
export type Consequence = z.output<typeof consequence>;

/** The parts of the proposed reversal of a month cut of one client: its CFDI are cancelled, to be issued again. */
export const cutReversalChange = {
  about: z.strictObject({ clientId: id, month }),
  values: z.strictObject({ consequences: z.array(consequence) }),
  proposed: z.strictObject({ cfdi: z.array(text) }),
};

/** The parts of a proposed reversal. */
export const reversalChange = {
  about: z.strictObject({ clientId: id, kind: z.enum(reversibleKinds), id }),
  values: z.strictObject({ currency: financedCurrency, consequences: z.array(consequence) }),
  proposed: z.strictObject({
    money: z.enum(moneyFates).nullable(),
    trackingKey: text.nullable(),
    invoices: z.array(id),
    /** Invoices that the money of a receipt pays instead, in the same step. */
    to: z.array(id).optional(),
  }),
};
