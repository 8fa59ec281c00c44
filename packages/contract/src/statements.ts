import { parseDate } from '@anticipa/domain/calendar';
import { monthOf, parseMonth } from '@anticipa/domain/month';
import { paymentForms } from '@anticipa/domain/payment-complement';
import { FIRST_DISPERSION_MONTH } from '@anticipa/domain/statement';
import { z } from 'zod';
import { clientRead, clientWrite, route } from './route.ts';
import { statedTerms } from './sale-terms.ts';
import { amount, date, financedCurrency, fiscalUuid, id, instant, isInOrder, period, rfc, text } from './wire.ts';

/** Debt of receivers, aforo withheld for the client, and debt of the client beyond its invoices. */
export const statementAccounts = ['invoices', 'aforo', 'yours'] as const;
export type StatementAccount = (typeof statementAccounts)[number];

const movement = z.strictObject({
  /** The day from which the bank counts the money. */
  valueDate: date,
  /** The day under which it is listed: its value date, unless that month was closed when it was recorded. */
  bookedOn: date,
  concept: text,
  documentId: id,
  folio: text,
  /** Folio of the interest invoice that it charges. */
  cfdi: text.nullable(),
  /** One of charge and credit is zero. */
  charge: amount,
  credit: amount,
  /** Balance of the account after the movement. */
  balance: amount,
  currency: financedCurrency,
  account: z.enum(statementAccounts),
});
export type Movement = z.output<typeof movement>;

const cededInvoice = z.strictObject({
  documentId: id,
  uuid: fiscalUuid,
  folio: text,
  receiverName: text,
  receiverRFC: text,
  productName: text,
  cededOn: date,
  dueDate: date,
  total: amount,
  /** IVA that the invoice charges to its receiver; null if its CFDI does not state it. */
  invoiceIva: amount.nullable(),
  /** Both null until the deposit. */
  initialDeposit: amount.nullable(),
  comision: amount.nullable(),
  aforo: amount,
  /** Paid by the debtor until the end of the period; with `covered`, `unpaid` and `owed` it is the total. */
  collected: amount,
  /** Paid by the aforo or the client, in place of the debtor. */
  covered: amount,
  /** Credited to the debtor by its supplier, or written off. */
  unpaid: amount,
  /** Debt to the lender, of the debtor or of the client, which buys it back. */
  owed: amount,
  /** Counted at the end of the period; zero if nothing is owed or it is not due. */
  daysOverdue: z.int(),
  currency: financedCurrency,
});
export type CededInvoice = z.output<typeof cededInvoice>;

const received = z.strictObject({
  valueDate: date,
  uuid: fiscalUuid,
  folio: text,
  receiverName: text,
  amount,
  /** IVA of the invoice contained in it; null if its CFDI does not state any. */
  containedIva: amount.nullable(),
  source: text,
  trackingKey: text,
  currency: financedCurrency,
});
export type Received = z.output<typeof received>;

const transfer = z.strictObject({
  date,
  concept: text,
  /** The client's account; null if it is not known. */
  clabe: text.nullable(),
  trackingKey: text,
  amount,
  currency: financedCurrency,
});
export type Transfer = z.output<typeof transfer>;

const issued = z.strictObject({
  date,
  folio: text,
  uuid: fiscalUuid,
  concept: text,
  /** Amounts of a credit note are negative, and those of a cancellation have the opposite sign. */
  subTotal: amount,
  iva: amount,
  total: amount,
  /** Day on which all that credit notes left was paid; null before, and for credit notes. */
  paidOn: date.nullable(),
  /** Form of the last payment; null before. */
  form: z.enum(paymentForms).nullable(),
  /** Folios of the lender's payment complements. */
  complements: z.array(text),
  currency: financedCurrency,
});
export type Issued = z.output<typeof issued>;

const complement = z.strictObject({
  uuid: fiscalUuid,
  folio: text,
  paidOn: date,
  form: z.enum(paymentForms),
  instalment: z.int(),
  before: amount,
  paid: amount,
  left: amount,
  /** BaseDR and ImporteDR of its IVA; null if the CFDI does not have one rate of IVA for its whole total. */
  base: amount.nullable(),
  iva: amount.nullable(),
  /** The last day for the complement: the fifth of the next month. */
  issueBy: date,
  currency: financedCurrency,
});
export type Complement = z.output<typeof complement>;

const ofCurrency = z.strictObject({
  currency: financedCurrency,
  /** Interest and late charges booked in the period, with the IVA of each. */
  cost: z.strictObject({
    interest: amount,
    iva: amount,
    recargos: amount,
    ivaRecargos: amount,
    /** Opening commissions of the deposits of the period, and their IVA; absent without any. */
    commission: amount.optional(),
    ivaCommission: amount.optional(),
  }),
  /** Late charges without IVA, of what is overdue at the end of the period, that its payment will charge. */
  recargosToCome: amount,
  accounts: z.array(
    z.strictObject({
      account: z.enum(statementAccounts),
      opening: amount,
      movements: z.array(movement),
      closing: amount,
    }),
  ),
  invoices: z.array(cededInvoice),
  collections: z.array(received),
  transfers: z.array(transfer),
  interestInvoices: z.array(issued),
  /** Data of the client's payment complements for the payments it received in the period. */
  complements: z.array(complement),
});

const statement = z.strictObject({
  from: date,
  to: date,
  /** Entries recorded later are left out. */
  knownAt: instant,
  entityName: text,
  rfc,
  /** Code from the tax authority's catalogue. */
  fiscalRegime: text.nullable(),
  postalCode: text.nullable(),
  /** Receiver of the payment complements; null if its data are unknown. */
  lender: z.strictObject({ rfc, name: text, fiscalRegime: text, postalCode: text }).nullable(),
  /** Terms of sales at the end of the period; absent if nothing was decided until then. */
  terms: statedTerms.optional(),
  currencies: z.array(ofCurrency),
});
export type Statement = z.output<typeof statement>;
export type CurrencyStatement = z.output<typeof ofCurrency>;

/** Lists movements by the day of booking; `knownOn` gives the statement as it was at the end of that day. */
export const getStatement = clientRead({
  path: '/api/statements',
  summary: 'The client’s account statement of a period, per currency.',
  isHeavy: true,
  query: z.strictObject({ ...period, knownOn: date.optional() }).refine(isInOrder, { path: ['endDate'] }),
  response: z.strictObject({ data: statement }),
});

export const balanceStatement = route({
  method: 'POST',
  path: '/api/credits/balanceStatement',
  summary: 'The account statement of a period as PDF, in base64.',
  audience: 'client',
  right: 'consult',
  rate: 'read',
  isHeavy: true,
  body: z.strictObject({ ...period, clientId: id.optional() }).refine(isInOrder, { path: ['endDate'] }),
  response: z.strictObject({ base64: z.base64() }),
});

/** The mail goes to the user of the session. */
export const mailBalanceStatement = clientWrite({
  right: 'consult',
  path: '/api/credits/balanceStatement/email',
  summary: 'Sends the account statement of a period to the user, as an attached PDF.',
  body: z
    .strictObject({ ...period, clientId: id.optional(), userId: id.optional() })
    .refine(isInOrder, { path: ['endDate'] }),
  response: z.strictObject({ status: z.literal('success') }),
  errors: ['DAILY_LIMIT_REACHED'],
});

/** A month since the first one, as `YYYY-MM` or by any of its days. */
const dispersionMonth = z
  .string()
  .max(10)
  .transform((text, context) => {
    const day = parseDate(text);
    const month = day === null ? parseMonth(text) : monthOf(day);
    if (month !== null && month >= FIRST_DISPERSION_MONTH) return month;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  });

/** Refuses a month to come. */
export const dispersions = route({
  method: 'POST',
  path: '/api/credits/:creditLineId/dispersions',
  summary: 'Deposits and devoluciones of a credit line that were transferred in a month, as PDF, in base64.',
  audience: 'client',
  right: 'consult',
  rate: 'read',
  isHeavy: true,
  params: z.strictObject({ creditLineId: id }),
  body: z.strictObject({ dateSelected: dispersionMonth }),
  response: z.strictObject({ base64: z.base64(), fileName: text }),
});
