import { deductionKinds } from '@anticipa/domain/deduction';
import { unidentifiedStates, unmatchedReasons } from '@anticipa/domain/unidentified';
import { z } from 'zod';
import { approval } from './approvals.ts';
import { MAX_INVOICES_PER_REFERENCE } from './references.ts';
import { deskRead, deskWrite } from './route.ts';
import {
  amount,
  amountInput,
  date,
  financedCurrency,
  fiscalUuid,
  id,
  instant,
  limitAmount,
  line,
  reason,
  rfc,
  text,
} from './wire.ts';

/** A payment to a payer's CLABE, or with a payment reference. */
const source = z.enum(['STP', 'REFERENCIA']);

/** A payment by the client in place of its debtor is no collection from the debtor. */
const payer = z.enum(['debtor', 'client']);

const receivedMoney = {
  trackingKey: text,
  currency: financedCurrency,
  amount,
  valueDate: date,
  source,
  /** The bank that sent it; empty if that is unknown, as for money from a bank’s file. */
  bank: text,
};

const collection = z.strictObject({
  collectionId: id,
  clientId: id,
  ...receivedMoney,
  payer,
  /** The payment reference, if the payment carried one. */
  reference: text.nullable(),
  invoices: z.array(
    z.strictObject({
      documentId: id,
      paidAmount: amount,
      /** Charged with this payment; negative if it was registered after a later one, which was charged too much. */
      recargos: amount,
      ivaRecargos: amount,
      /** Zero while something is owed. */
      finalDeposit: amount,
      /** Debt of the client beyond the aforo. */
      balanceDue: amount,
    }),
  ),
});
export type Collection = z.output<typeof collection>;

/** Received money in the lender's journal: it belongs to no client until it is identified, whole or in parts. */
export const unidentifiedPayment = z.strictObject({
  paymentId: id,
  ...receivedMoney,
  /** The holder of the account that sent it, as the bank states it; null if it was typed or came in a file. */
  senderName: text.nullable(),
  /** Not identified and not sent back. */
  left: amount,
  /** Sent back to its payer, or to be. */
  returned: amount,
  /** Copied as the payment carried it; empty if it named invoices. */
  reference: text,
  /** The invoices that it named. */
  named: z.array(z.strictObject({ documentId: id, folio: text, clientRFC: rfc })),
  /** Its parts, in order. */
  applications: z.array(z.strictObject({ collectionId: id, clientId: id, clientRFC: rfc, amount, valueDate: date })),
  /** The place of its next part, which `identifyPayment` names so that nobody books another one instead. */
  nextPart: z.int(),
  reason: z.enum(unmatchedReasons),
  /** Invoices whose deposit it waits for, before it applies itself. */
  waitsFor: z
    .array(
      z.strictObject({
        documentId: id,
        folio: text,
        entityName: text,
        saleId: id.nullable(),
        numberOfSale: z.int().nullable(),
      }),
    )
    .nullable(),
  /** The client of a cancelled or paid reference. */
  clientRFC: rfc.nullable(),
  state: z.enum(unidentifiedStates),
  registeredAt: instant,
  /** Tracking key of the transfer back to the payer. */
  returnKey: text.nullable(),
});
export type UnidentifiedPayment = z.output<typeof unidentifiedPayment>;

/** The invoices that a payment pays, by ids or by payment reference. */
const pays = z.union([
  z.strictObject({ documentIds: z.array(id).min(1).max(MAX_INVOICES_PER_REFERENCE) }),
  z.strictObject({ reference: line.min(1).max(40) }),
]);

/** An amount, less than the debt, that the payer kept back from an invoice in credit. A credit note is booked and names its CFDI. */
const deduction = z
  .strictObject({
    documentId: id,
    kind: z.enum(deductionKinds),
    amount: limitAmount.refine((value) => Number(value) > 0),
    cfdiUuid: fiscalUuid.optional(),
  })
  .refine(({ kind, cfdiUuid }) => (kind === 'credit-note') === (cfdiUuid !== undefined));
export type Deduction = z.output<typeof deduction>;

const trackingKey = z.string().regex(/^[A-Za-z0-9]{1,30}$/);

export const listDueReferences = deskRead({
  path: '/api/lender/references',
  summary: 'Lists the outstanding payment references of every client, oldest first.',
  roles: ['cobranza', 'tesoreria', 'contabilidad', 'auditor'],
  response: z.strictObject({
    /** The lender's date: the latest value date allowed. */
    today: date,
    data: z.array(
      z.strictObject({
        reference: text,
        clientId: id,
        clientRFC: rfc,
        currency: financedCurrency,
        /** Outstanding, to be paid in one sum. */
        amount,
        count: z.int(),
        /** Those in credit, of which the payer may have kept something back; `owed` is without late charges. */
        invoices: z.array(z.strictObject({ documentId: id, folio: text, owed: amount })),
        date: instant,
      }),
    ),
  }),
});

/**
 * A payment of invoices, by ids or by payment reference. It pays them in order of due date: an invoice that is paid
 * in full is settled, a short payment leaves the rest owed, and a surplus is returned with the devolución. A payment with a
 * reference that is unknown, cancelled or already paid is kept as unidentified. A settled invoice that leaves the client a
 * balance due can be named alone, and is paid up to that balance. A payment of invoices of several clients is kept as a receipt
 * with a part for each; more than they owe is left of it. Money for invoices that are sold and not deposited waits and applies
 * itself on the day of the deposit; money for invoices that are paid is kept as unidentified. The bank's tracking key is unique: repeating the same payment
 * repeats the answer, a different payment with it is refused.
 */
export const registerCollection = deskWrite({
  path: '/api/lender/collections',
  summary: 'Books a received payment and settles the invoices it pays in full.',
  roles: ['cobranza'],
  body: z.strictObject({
    pays,
    amount: limitAmount.refine((value) => Number(value) > 0),
    currency: financedCurrency,
    /** The day from which the bank counts the money: not after today. Before the deposit of an invoice, it pays on that day. */
    valueDate: date,
    trackingKey,
    source,
    bank: line.min(1).max(100),
    /** Defaults to the debtor; a balance due is always the client's. */
    payer: payer.optional(),
    /** Deductions, at most one per invoice. */
    deductions: z.array(deduction).max(100).optional(),
    /**
     * Reason for the second person, who must confirm an amount above what is owed, a value date more than three days ago, or a credit
     * note above 1 % of its invoice.
     */
    reason: reason.optional(),
  }),
  /** Exactly one of them is not null. */
  response: z.strictObject({
    collection: collection.nullable(),
    unidentified: unidentifiedPayment.nullable(),
    proposal: approval.nullable(),
  }),
  errors: [
    'SECOND_PERSON_NEEDED',
    'PROPOSAL_PENDING',
    'INVOICE_NOT_IN_CREDIT',
    'BALANCE_DUE_EXCEEDED',
    'COLLECTION_CURRENCY_DIFFERS',
    'VALUE_DATE_IN_FUTURE',
    'TRACKING_KEY_REUSED',
    'ADJUSTMENT_EXCEEDS_DEBT',
    'CREDIT_NOTE_USED',
  ],
});

/**
 * The aforo pays what the receiver still owes, as far as it reaches; the invoice is settled if it covers everything. Above 1 %
 * of the invoice a second person confirms it.
 */
export const closeShortfall = deskWrite({
  path: '/api/lender/shortfalls',
  summary: 'Closes the shortfall of a partly paid invoice with its aforo.',
  roles: ['cobranza'],
  body: z.strictObject({ documentId: id, reason }),
  /** Exactly one of them is not null. */
  response: z.strictObject({
    shortfall: z
      .strictObject({
        documentId: id,
        covered: amount,
        /** Amount not covered, which the client must pay. */
        owed: amount,
        /** Zero while something is owed. */
        finalDeposit: amount,
        balanceDue: amount,
      })
      .nullable(),
    proposal: approval.nullable(),
  }),
  errors: ['NOT_FOUND', 'PROPOSAL_PENDING', 'INVOICE_NOT_IN_CREDIT', 'INVOICE_WITHOUT_PAYMENT', 'SHORTFALL_CLOSED'],
});

/** Devoluciones of a client in one currency, not yet transferred. */
const duePayout = z.strictObject({
  clientId: id,
  clientRFC: rfc,
  currency: financedCurrency,
  amount,
  count: z.int(),
});

export const listDuePayouts = deskRead({
  path: '/api/lender/payouts',
  summary: 'Lists the devoluciones to transfer, by client and currency.',
  roles: ['tesoreria', 'contabilidad', 'auditor'],
  response: z.strictObject({ data: z.array(duePayout) }),
});

/** The amount must be all that is due. Repeating a tracking key with the same payout repeats the answer. */
export const confirmPayout = deskWrite({
  path: '/api/lender/payouts',
  summary: 'Books the transfer of a client’s devoluciones, as confirmed by the bank.',
  roles: ['tesoreria'],
  body: z.strictObject({
    clientId: id,
    currency: financedCurrency,
    amount: amountInput,
    trackingKey,
    /** The day from which the bank counts the transfer; today without it. */
    paidOn: date.optional(),
    /** Proposes a payment that needs a second person. */
    reason: reason.optional(),
  }),
  /** Exactly one of them. */
  response: z.strictObject({
    payout: z.strictObject({ payoutId: id, ...duePayout.shape, trackingKey: text, date }).nullable(),
    proposalId: id.nullable(),
  }),
  errors: [
    'NOT_FOUND',
    'PAYOUT_AMOUNT_DIFFERS',
    'VALUE_DATE_IN_FUTURE',
    'PAID_BEFORE_DUE',
    'ACCOUNT_COOLING',
    'TRANSFER_OPEN',
    'TRACKING_KEY_REUSED',
    'SECOND_PERSON_NEEDED',
    'PROPOSAL_PENDING',
  ],
});

export const listUnidentifiedPayments = deskRead({
  path: '/api/lender/unidentifiedPayments',
  summary:
    'Lists received money of unknown purpose: all that waits in a state, oldest first, or the newest 200 that ended in it.',
  roles: ['cobranza', 'tesoreria', 'contabilidad', 'auditor'],
  query: z.strictObject({ state: z.enum(unidentifiedStates) }),
  response: z.strictObject({ data: z.array(unidentifiedPayment) }),
});

/** Works like `registerCollection`, with the value date of the money, or of the deposit if that is later. */
export const identifyPayment = deskWrite({
  path: '/api/lender/unidentifiedPayments/:paymentId/identify',
  summary: 'Books unidentified money, or a part of it, as the payment of invoices.',
  roles: ['cobranza'],
  params: z.strictObject({ paymentId: id }),
  body: z.strictObject({
    pays,
    /** By default all that is left. */
    amount: limitAmount.refine((value) => Number(value) > 0).optional(),
    /** `nextPart` of the receipt as it was shown; by default its first. */
    part: z.int().min(1).optional(),
    payer: payer.optional(),
    /** Deductions, at most one per invoice. */
    deductions: z.array(deduction).max(100).optional(),
    /** Reason for the second person, who must confirm more money than is owed, or a credit note above 1 % of its invoice. */
    reason: reason.optional(),
  }),
  /** The first payment that was booked and what has become of the receipt, or the proposal. */
  response: z.strictObject({
    collection: collection.nullable(),
    payment: unidentifiedPayment.nullable(),
    proposal: approval.nullable(),
  }),
  errors: [
    'PAYMENT_CHANGED',
    'PAYMENT_LEFT_EXCEEDED',
    'SECOND_PERSON_NEEDED',
    'PROPOSAL_PENDING',
    'PAYMENT_NOT_WAITING',
    'PAYMENT_REFERENCE_RECORD_NOT_FOUND',
    'ADJUSTMENT_EXCEEDS_DEBT',
    'CREDIT_NOTE_USED',
    'INVOICE_NOT_IN_CREDIT',
    'BALANCE_DUE_EXCEEDED',
    'COLLECTION_CURRENCY_DIFFERS',
  ],
});

/** All that is left of the receipt, which can no longer be identified unless it is kept after all. */
export const sendBackPayment = deskWrite({
  path: '/api/lender/unidentifiedPayments/:paymentId/sendBack',
  summary: 'Decides to send unidentified money back to its payer.',
  roles: ['cobranza'],
  params: z.strictObject({ paymentId: id }),
  body: z.strictObject({ reason: reason.optional() }).optional(),
  response: z.strictObject({ payment: unidentifiedPayment }),
  errors: ['PAYMENT_NOT_WAITING'],
});

/** The money waits to be identified again, as before the decision to send it back. */
export const keepPayment = deskWrite({
  path: '/api/lender/unidentifiedPayments/:paymentId/keep',
  summary: 'Keeps unidentified money that was to be sent back, before anything has been transferred.',
  roles: ['cobranza', 'tesoreria'],
  params: z.strictObject({ paymentId: id }),
  body: z.strictObject({ reason }),
  response: z.strictObject({ payment: unidentifiedPayment }),
  errors: ['PAYMENT_NOT_WAITING', 'TRANSFER_OPEN', 'PAYMENT_FILED'],
});

export const confirmReturn = deskWrite({
  path: '/api/lender/unidentifiedPayments/:paymentId/return',
  summary: 'Books the transfer of unidentified money back to its payer, as confirmed by the bank.',
  roles: ['tesoreria'],
  params: z.strictObject({ paymentId: id }),
  /** `paidOn`: the day from which the bank counts it; today without it. A reason proposes a payment that needs a second person. */
  body: z.strictObject({ trackingKey, paidOn: date.optional(), reason: reason.optional() }),
  /** `proposalId`: the transfer waits for a second person. */
  response: z.strictObject({ payment: unidentifiedPayment, proposalId: id.nullable() }),
  errors: [
    'PAYMENT_NOT_WAITING',
    'TRANSFER_OPEN',
    'TRACKING_KEY_REUSED',
    'VALUE_DATE_IN_FUTURE',
    'PAID_BEFORE_DUE',
    'SECOND_PERSON_NEEDED',
    'PROPOSAL_PENDING',
  ],
});
