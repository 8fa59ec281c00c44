/** Payables of the lender: deposits of sales, devoluciones, and money that goes back to its payer. */
import { z } from 'zod';
import { deskRead, type ResponseOf } from './route.ts';
import { amount, date, financedCurrency, id, instant, product, rfc, text } from './wire.ts';

export const accountWarnings = ['first', 'changed'] as const;

/** The account that receives a transfer. */
const account = z.strictObject({
  bank: text,
  clabe: text,
  /** End of the 24 hours in which a changed account receives nothing; null if they are over. A blocked account has a date in the far future. */
  coolingUntil: instant.nullable(),
  /** 'first': it has received nothing yet. 'changed': it became the account of its client in the last seven days. */
  warnings: z.array(z.enum(accountWarnings)),
});

/**
 * First obstacle to a payment: invoices wait for the tax authority, no account is approved, a payment to the account came back, or
 * the account was changed within the last 24 hours.
 */
export const depositObstacles = ['unconfirmed', 'no-account', 'blocked', 'cooling'] as const;

/**
 * How a payment goes: `order` at the bank by the portal, `hand` at the bank by a person. `ordered`: the bank has it. `filed`: it
 * is in a file for the bank. `proposed`: it waits for a second person.
 */
export const depositWays = ['order', 'hand', 'ordered', 'filed', 'proposed'] as const;

/** The account, what stands in the way, and how it goes, of each payment. */
const payment = {
  account: account.nullable(),
  obstacle: z.enum(depositObstacles).nullable(),
  way: z.enum(depositWays),
};

export const listPayables = deskRead({
  path: '/api/lender/payables',
  summary: 'Lists all that the lender must transfer: deposits by promised time, devoluciones, and money to send back.',
  roles: ['tesoreria', 'contabilidad', 'auditor'],
  response: z.strictObject({
    now: instant,
    /** Sums of all deposits that wait, also of those beyond the listed ones. */
    totals: z.array(z.strictObject({ currency: financedCurrency, count: z.int(), amount })),
    deposits: z.array(
      z.strictObject({
        saleId: id,
        numberOfSale: z.int(),
        clientId: id,
        entityName: text,
        product,
        currency: financedCurrency,
        /** The sum of the deposits of its authorised invoices. */
        amount,
        count: z.int(),
        promisedAt: instant,
        ...payment,
      }),
    ),
    payouts: z.array(
      z.strictObject({
        clientId: id,
        clientRFC: rfc,
        entityName: text,
        currency: financedCurrency,
        amount,
        count: z.int(),
        /** The part of it that receivers paid after the client had bought their invoices back. */
        forwarded: amount,
        /** Its account is null if the client has none in this currency, or several. */
        ...payment,
      }),
    ),
    returns: z.array(
      z.strictObject({
        paymentId: id,
        currency: financedCurrency,
        amount,
        valueDate: date,
        bank: text,
        /** The key under which the money came. */
        trackingKey: text,
        reference: text,
        /** Its account is null if the bank did not name the one that sent it. */
        ...payment,
      }),
    ),
  }),
});
export type Payables = ResponseOf<typeof listPayables>;
export type PayableDeposit = Payables['deposits'][number];
export type PayablePayout = Payables['payouts'][number];
export type PayableReturn = Payables['returns'][number];
