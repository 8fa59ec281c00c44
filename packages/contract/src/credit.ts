import { documentType, guaranteeOwnership } from '@anticipa/domain/credit';
import { obstacles } from '@anticipa/domain/receiving';
import { z } from 'zod';
import { clientRead } from './route.ts';
import {
  amount,
  currency,
  date,
  days,
  financedCurrency,
  fiscalUuid,
  id,
  instant,
  listed,
  product,
  rate,
  rfc,
  text,
} from './wire.ts';

/** A credit line: current figures, and the terms of the next sale. */
const creditInformation = z.strictObject({
  creditLineId: id,
  product,
  productId: id,
  displayName: text,
  moneda: financedCurrency,
  limiteCredito: amount,
  saldoCreditos: amount,
  creditLimit: amount,
  creditCurrency: financedCurrency,
  creditUsed: amount,
  /** Advances of invoices in PREVENTA. */
  creditHeld: amount,
  available: amount,
  availableMXN: amount.nullable(),
  availableUSD: amount.nullable(),
  multimoneda: z.boolean(),
  diasBase: days,
  interestRate: rate,
  porcentajeAdelanto: rate,
  ivaRate: rate,
  moratoryRate: rate,
  /** Whether an early payment gives back the interest of the days that are left. */
  earlyRebate: z.boolean(),
  /** The commission of the deposit; absent without one. */
  opening: z.strictObject({ rate, amounts: z.strictObject({ MXN: amount, USD: amount }), ivaRate: rate }).optional(),
  /** The last day of new sales; null: without end. */
  validUntil: date.nullable(),
  hasBankAccount: z.boolean(),
  autorizado: z.boolean(),
  active: z.boolean(),
  /** The same for all lines. */
  tipoCambio: rate,
});
export type CreditInformation = z.output<typeof creditInformation>;

export const getCreditInformation = clientRead({
  path: '/api/credits/information',
  summary: 'The client’s products, credit lines and the exchange rate of the day.',
  /** Limits the answer to these products and their lines. */
  query: z.strictObject({
    product: product.optional(),
    products: listed(product, 2).optional(),
    clientId: id.optional(),
    rfc: rfc.optional(),
  }),
  response: z.strictObject({
    today: date,
    now: instant,
    /** Pesos per dollar; if `tipoCambioPublished` is false, the reference rate, for display only. */
    tipoCambio: rate,
    tipoCambioPublished: z.boolean(),
    tipoCambioDate: date.nullable(),
    tipoCambioSource: text.nullable(),
    holidays: z.array(z.strictObject({ date, name: text })),
    products: z.array(
      z.strictObject({
        product,
        productId: id,
        displayName: text,
        autorizado: z.boolean(),
        active: z.boolean(),
        /** The lender buys only invoices with the payment method PPD. */
        requiresPpd: z.boolean(),
        hasBankAccountMXN: z.boolean(),
        hasBankAccountUSD: z.boolean(),
        /** Accounts that receive the deposits: the bank and the last four digits of the CLABE. */
        accounts: z.array(
          z.strictObject({ currency: financedCurrency, bank: text, ending: z.string().regex(/^\d{4}$/) }),
        ),
      }),
    ),
    lines: z.array(creditInformation),
    /** Why nothing can be received today for a product and currency; those without an obstacle are left out. */
    obstacles: z.array(
      z.strictObject({
        product,
        currency: financedCurrency,
        why: z.enum(obstacles),
        /** Instant at which it ends by itself, if known. */
        until: instant.nullable(),
      }),
    ),
  }),
});

/** An invoice in credit and what it uses of its line. */
const credit = z.strictObject({
  creditLineId: id,
  product,
  moneda: financedCurrency,
  /** Amount in `moneda`. */
  adelanto: amount,
  documentId: id,
  documentType: z.literal(Object.values(documentType)),
  guaranteeOwnership: z.literal(Object.values(guaranteeOwnership)),
  uuid: fiscalUuid,
  folio: text.nullable(),
  receiverRFC: rfc,
  receiverName: text,
  total: amount,
  currency,
  fechaDeposito: date.nullable(),
  dueDate: date.nullable(),
});
export type Credit = z.output<typeof credit>;

export const listCredits = clientRead({
  path: '/api/credits/client/:clientId',
  summary: 'Lists the client’s invoices in credit with what each uses of its line, earliest due first.',
  isHeavy: true,
  params: z.strictObject({ clientId: id }),
  response: z.strictObject({ data: z.array(credit) }),
});
