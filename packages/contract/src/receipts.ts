/** Money that the lender received: the payments that it made, and the proposals for the rest. */
import { deductionKinds } from '@anticipa/domain/deduction';
import { operatorRoles } from '@anticipa/domain/operator';
import { moneyUses, proposalGrounds } from '@anticipa/domain/receipt-proposal';
import { typedPaymentDoubtKinds } from '@anticipa/domain/typed-payment';
import { z } from 'zod';
import { identifyPayment, listUnidentifiedPayments, registerCollection, unidentifiedPayment } from './collections.ts';
import { deskRead, deskWrite, type ResponseOf } from './route.ts';
import { amount, date, financedCurrency, id, instant, line, reason, text } from './wire.ts';

const receivable = {
  documentId: id,
  folio: text,
  clientId: id,
  entityName: text,
  receiverName: text,
};

const proposal = z.strictObject({
  use: z.enum(moneyUses),
  why: z.array(z.enum(proposalGrounds)),
  /** The invoices that it would pay, those due first before the others; none if the money would go back. */
  invoices: z.array(z.strictObject({ ...receivable, owed: amount, dueDate: date })),
});
export type Proposal = z.output<typeof proposal>;

/** A proposal that an operator refused. */
const refusal = z.strictObject({
  /** Folios of the invoices that the proposal named; empty if it would have sent the money back. */
  folios: z.array(text),
  /** Null for refusals of earlier versions. */
  reason: text.nullable(),
  by: text,
  at: instant,
});
export type Refusal = z.output<typeof refusal>;

const waitingReceipt = unidentifiedPayment.extend({
  proposal: proposal.nullable(),
  /** Refused proposals, oldest first. */
  refusals: z.array(refusal),
  /** The movement of a bank's file that it is: the lender's account that received it, and the bank's text. Null without one. */
  bankLine: z.strictObject({ account: text, text }).nullable(),
});
export type WaitingReceipt = z.output<typeof waitingReceipt>;

export const listWaitingReceipts = deskRead({
  path: '/api/lender/receipts',
  summary: 'Lists all money that waits to be identified with what is proposed for it, oldest first.',
  roles: listUnidentifiedPayments.roles,
  response: z.strictObject({ today: date, data: z.array(waitingReceipt) }),
});

const paidInvoice = z.strictObject({
  ...receivable,
  paid: amount,
  recargos: amount,
  ivaRecargos: amount,
  /** Owed for it afterwards. */
  owed: amount,
  finalDeposit: amount,
  /** Debt of the client beyond the aforo. */
  balanceDue: amount,
  isSettled: z.boolean(),
  deductions: z.array(z.strictObject({ kind: z.enum(deductionKinds), amount })),
});

/** A part of a receipt. */
const part = z.strictObject({
  collectionId: id,
  payer: z.enum(['debtor', 'client']),
  amount,
  valueDate: date,
  invoices: z.array(paidInvoice),
});
export type ReceiptPart = z.output<typeof part>;

export const listAppliedReceipts = deskRead({
  path: '/api/lender/receipts/applied',
  summary: 'Lists the receipts that were applied on a day with what each paid, the latest first, and their sums.',
  roles: listUnidentifiedPayments.roles,
  query: z.strictObject({ day: date.optional() }),
  response: z.strictObject({
    /** The lender's date. */
    today: date,
    /** Sums of all receipts of the day. */
    sums: z.array(z.strictObject({ currency: financedCurrency, count: z.int(), amount })),
    data: z.array(
      z.strictObject({
        trackingKey: text,
        currency: financedCurrency,
        /** Applied on this day; the receipt may be larger. */
        amount,
        valueDate: date,
        bank: text,
        source: z.enum(['STP', 'REFERENCIA']),
        /** The operator who registered or identified it; null if it applied itself. */
        by: text.nullable(),
        parts: z.array(part),
      }),
    ),
  }),
});
export type AppliedReceipt = ResponseOf<typeof listAppliedReceipts>['data'][number];

const payableInvoice = z.strictObject({
  ...receivable,
  currency: financedCurrency,
  /** Pays it today, with its late charges; of an invoice that is not deposited, its total. */
  owed: amount,
  dueDate: date,
  /** Sold, and not deposited yet: money for it waits. */
  isSold: z.boolean(),
});
export type PayableInvoice = z.output<typeof payableInvoice>;

/** Most invoices that a search finds. */
export const MAX_PAYABLE = 20;

export const listPayableInvoices = deskRead({
  path: '/api/lender/receipts/payable',
  summary: `Finds invoices that money can pay, in credit or sold, by client, receiver, folio or amount, at most ${MAX_PAYABLE}, those due first.`,
  roles: operatorRoles,
  query: z.strictObject({ currency: financedCurrency, search: line.max(100).optional() }),
  response: z.strictObject({ data: z.array(payableInvoice) }),
});

/** Preview of the effect of money on invoices. */
const effect = z.strictObject({
  parts: z.array(part),
  /** Amount that would stay unidentified. */
  left: amount,
  /** Why a second person must confirm it; none if one may book it. */
  doubts: z.array(z.enum(typedPaymentDoubtKinds)),
  /** Invoices for whose deposit the money would wait. */
  waitsFor: unidentifiedPayment.shape.waitsFor,
});
export type MoneyEffect = z.output<typeof effect>;

export const previewCollection = deskWrite({
  path: '/api/lender/collections/preview',
  summary: 'Shows what a typed payment would book, and books nothing.',
  roles: operatorRoles,
  body: registerCollection.body.omit({ trackingKey: true, bank: true, reason: true }),
  response: effect,
  errors: registerCollection.errors,
});

/** Nothing is booked. */
export const previewIdentification = deskWrite({
  path: '/api/lender/unidentifiedPayments/:paymentId/preview',
  summary: 'Shows what the identification of unidentified money, or of a part of it, would book.',
  roles: operatorRoles,
  params: identifyPayment.params,
  body: identifyPayment.body.omit({ reason: true }),
  response: effect,
  errors: identifyPayment.errors,
});

/** It is not made again; another one may be. */
export const refuseProposal = deskWrite({
  path: '/api/lender/unidentifiedPayments/:paymentId/refuseProposal',
  summary: 'Refuses what is proposed for unidentified money.',
  roles: registerCollection.roles,
  params: identifyPayment.params,
  /** The invoices of the proposal; none if the money would go back. */
  body: z.strictObject({ documentIds: z.array(id).max(500), reason }),
  response: z.strictObject({}),
  errors: ['PAYMENT_NOT_WAITING'],
});
