import { feeTaxes } from '@anticipa/domain/bank-fee';
import { paymentRules } from '@anticipa/domain/payment-limits';
import { paymentOutcomes } from '@anticipa/domain/payment-outcome';
import { transferPurposes } from '@anticipa/domain/transfer-order';
import { USUAL_SURPLUS_PERCENT } from '@anticipa/domain/typed-payment';
import { z } from 'zod';
import { accountWarnings } from './payables.ts';
import { amount, date, financedCurrency, id, rate, text } from './wire.ts';

/** The lender's account, which pays and to which receivers and clients pay. */
export const lenderAccountShape = {
  bank: text,
  beneficiary: text,
  clabe: text,
  account: text,
  swift: text.nullable(),
} as const;

/**
 * Amounts above which a second person confirms a sale or a payment; null means no limit. Proposals of earlier versions have no amounts
 * for payments, and the usual tolerance of a surplus.
 */
export const approvalAmountsShape = {
  perSale: amount.nullable(),
  perDay: amount.nullable(),
  perPayment: amount.nullable().default(null),
  paymentsPerDay: amount.nullable().default(null),
  surplusPercent: rate.default(USUAL_SURPLUS_PERCENT),
} as const;

/** A charge of the bank that is to be booked as a commission. */
export const bankFeeChange = {
  about: z.strictObject({ lineId: id }),
  values: z.strictObject({ account: text, date, amount, text }),
  proposed: z.strictObject({ currency: financedCurrency, tax: z.enum(feeTaxes), fee: amount, iva: amount }),
} as const;

/** Payments of the lender as they were locked and shown to the second person: they are made so, or not at all. */
export const lenderPaymentChange = {
  about: z.strictObject({ batch: id }),
  values: z.strictObject({}),
  proposed: z.strictObject({
    way: z.enum(['order', 'file', 'hand']),
    currency: financedCurrency,
    total: amount,
    rule: z.enum(paymentRules),
    /** Null for a rule without an amount. */
    limit: amount.nullable(),
    payments: z.array(
      z.strictObject({
        purpose: z.enum(transferPurposes),
        /** A sale, a client that gets its devoluciones, or unidentified money. */
        subject: id,
        /** Null if the money goes back to its payer, who is then the holder of the account. */
        clientId: id.nullable(),
        /** The number of the sale or the tracking key of the money; empty for devoluciones. */
        label: text,
        holder: text.nullable(),
        amount,
        /** Null if the person at the bank chose the account. */
        clabe: text.nullable(),
        warnings: z.array(z.enum(accountWarnings)),
      }),
    ),
    /** The account that pays an order. */
    payer: text.optional(),
    /** The layout of a file. */
    layoutId: id.optional(),
    /** The key of a payment made at the bank. */
    trackingKey: text.optional(),
    /** The day from which the bank counts it. */
    paidOn: date.optional(),
  }),
} as const;

/** Outcome of a payment that did not arrive. `reference`: the bank's key of the money that came back; null if none did. */
export const paymentReturnChange = {
  about: z.strictObject({ purpose: z.enum(transferPurposes), id, trackingKey: text }),
  values: z.strictObject({ amount, currency: financedCurrency, clabe: text.nullable() }),
  proposed: z.strictObject({
    outcome: z.enum(paymentOutcomes),
    reference: text.nullable(),
    /** The amount that the bank moved in place of its own. */
    moved: amount.optional(),
    clientId: id.nullable(),
    label: text,
  }),
} as const;

/** Reasons for which approved payments are not made. */
export const lenderPaymentErrors = [
  'PAYMENTS_CHANGED',
  'ACCOUNT_COOLING',
  'VERIFICATION_PENDING',
  'INVOICE_BLOCKED',
  'SALE_STATE_CONFLICT',
  'NOTHING_TO_PAY',
  'PAYMENT_NOT_DUE',
  'PAID_BEFORE_DUE',
  'PAYMENT_FILED',
  'PAYOUT_AMOUNT_DIFFERS',
  'TRANSFER_BY_HAND',
  'TRANSFER_OPEN',
  'BANK_ACCOUNT_MISSING',
  'LENDER_ACCOUNT_MISSING',
  'LAYOUT_DOES_NOT_FIT',
] as const;
