import { type EvidenceRule, evidenceResults, evidenceRules } from '@anticipa/domain/evidence';
import { listedSituations } from '@anticipa/domain/listed-taxpayer';
import { lenderMotives, rejectionMotives, relationMotives } from '@anticipa/domain/motives';
import { companyStatus } from '@anticipa/domain/receiver';
import { secondPersonRules } from '@anticipa/domain/second-person';
import { z } from 'zod';
import { decisionFigures } from './decision-figures.ts';
import { relatedCfdi } from './invoice-sheet.ts';
import { deskRead, deskWrite } from './route.ts';
import { areDistinct, sale, saleState } from './sales.ts';
import { saleReturn } from './sent-sales.ts';
import { amount, date, financedCurrency, id, instant, line, reason, rfc, text } from './wire.ts';

const decision = z.strictObject({
  documentId: id,
  authorised: z.boolean(),
  motive: z.enum(lenderMotives).nullable(),
  note: text.nullable(),
});

/** The totals are those of the invoices that the lender has not rejected, as in `sentSale`. */
const lenderSale = sale.extend({
  clientId: id,
  clientRFC: rfc,
  entityName: text,
  requestedAt: instant.nullable(),
  /** Whether its answer is above an approval amount and waits for a second person. */
  waitsForSecond: z.boolean(),
  /** Invoices not yet confirmed by the tax authority; they cannot be disbursed. */
  pendingVerification: z.array(id),
  /** Invoices whose stamp carries a certificate that is not pinned: «sello del SAT sin comprobar». */
  unverifiedStamps: z.array(id),
  decisions: z.array(decision),
});
export type LenderSale = z.output<typeof lenderSale>;

export const listLenderSales = deskRead({
  path: '/api/lender/sales',
  summary: 'Lists the sales of every client in a state, oldest first.',
  roles: ['riesgo', 'tesoreria', 'soporte', 'auditor'],
  query: z.strictObject({ state: saleState }),
  response: z.strictObject({ data: z.array(lenderSale) }),
});

/** A check of some rules, with what they find. `measured` values move with every sale. */
const check = <const R extends readonly EvidenceRule[], F extends z.ZodRawShape>(rules: R, found: F) =>
  z.strictObject({
    rule: z.enum(rules),
    /** An invoice with a `failed` one cannot be authorised. */
    result: z.enum(evidenceResults),
    /** Time of the check; null if it was never made. */
    at: instant.nullable(),
    ...found,
  });

const evidence = z.discriminatedUnion('rule', [
  check(['seal', 'certificate', 'stamp', 'duplicate', 'product'], {}),
  check(['tax-status'], { objection: z.enum(rejectionMotives).nullable() }),
  check(['issuer-listed', 'receiver-listed'], { situation: z.enum(listedSituations).nullable() }),
  check(['related'], {
    motive: z.enum(relationMotives).nullable(),
    /** Amount left if credit notes reduce the invoice. */
    measured: z.strictObject({ left: amount.nullable() }),
  }),
  check(['receiver'], { status: z.literal(Object.values(companyStatus)) }),
  check(['credit-line', 'receiver-limit', 'pair-limit'], {
    /** Null without a limit. */
    measured: z.strictObject({ taken: amount, limit: amount }).nullable(),
  }),
  check(['purchase-order'], { order: text.nullable() }),
  /** The receiver's share of the portfolio, in per cent. */
  check(['concentration'], { measured: z.strictObject({ share: z.number(), limit: z.number() }) }),
  /** Average days of delay; null without a paid invoice. */
  check(['late-payment'], { measured: z.strictObject({ days: z.number().nullable(), limit: z.number() }) }),
]);

/** The picture on which an answer rests: the sale's version, and a hash of its evidence. */
export const seen = z.strictObject({ version: z.int(), evidence: z.string().regex(/^[0-9a-f]{64}$/) });

const proposedAnswer = z.strictObject({
  by: text,
  /** Whether the caller proposed it. */
  isOwn: z.boolean(),
  at: instant,
  rule: z.enum(secondPersonRules),
  /** Amount under the rule, in the sale's currency; above `limit`. */
  authorised: amount,
  limit: amount,
  decisions: z.array(decision),
  /** Checks with another result than the proposer saw, while it waits. */
  changes: z.array(
    z.strictObject({
      documentId: id,
      rule: z.enum(evidenceRules satisfies readonly z.output<typeof evidence>['rule'][]),
      past: z.enum(evidenceResults),
      now: z.enum(evidenceResults),
    }),
  ),
  /** Null while it waits, and if the sale ended before. */
  outcome: z
    .strictObject({
      decision: z.enum(['confirmed', 'returned', 'withdrawn']),
      by: text,
      at: instant,
      /** Motive of one that was returned. */
      motive: text.nullable(),
    })
    .nullable(),
});

export const getLenderSale = deskRead({
  path: '/api/lender/sales/:saleId',
  summary: 'A sale of any client with the evidence of each invoice, as of now.',
  roles: ['riesgo', 'tesoreria', 'soporte', 'auditor'],
  params: z.strictObject({ saleId: id }),
  response: z.strictObject({
    now: instant,
    sale: lenderSale,
    seen,
    promisedAt: instant.nullable(),
    /** Its returns to the client, the newest first. */
    returns: z.array(
      saleReturn.extend({
        by: text,
        /** The client's note with the correction; null until then. */
        answer: z.strictObject({ note: text.nullable(), at: instant }).nullable(),
      }),
    ),
    /** Other operators who have read it within the last 45 seconds, by name. */
    viewers: z.array(text),
    /** Limits above which the caller needs a second person, and the sum authorised today for this client; null: no limits. */
    approval: z.strictObject({ perSale: amount.nullable(), perDay: amount.nullable(), earlier: amount }).nullable(),
    /** The latest answer that needed a second person; null without one. */
    proposedAnswer: proposedAnswer.nullable(),
    line: z.strictObject({ currency: financedCurrency, limit: amount, used: amount, held: amount }),
    ...decisionFigures,
    /** The accepted text, by whom, when and from where; null before. */
    acceptance: z
      .strictObject({
        text: z.string(),
        version: text,
        hash: text,
        by: text,
        /** The person who prepared the sale for the other one; null without preparation. */
        preparedBy: text.nullable(),
        at: instant,
        address: text,
      })
      .nullable(),
    /** In the order of the sale's items. */
    evidence: z.array(
      z.strictObject({ documentId: id, uuid: text, checks: z.array(evidence), related: z.array(relatedCfdi) }),
    ),
  }),
});

export const downloadSoldFile = deskRead({
  path: '/api/lender/sales/:saleId/invoices/:documentId/file',
  summary: 'The original bytes of an invoice of a sale, as an attachment.',
  roles: ['riesgo', 'tesoreria', 'soporte', 'auditor'],
  params: z.strictObject({ saleId: id, documentId: id }),
  produces: 'application/octet-stream',
});

export const answeredInvoice = z.strictObject({
  documentId: id,
  authorised: z.boolean(),
  motive: z.enum(lenderMotives).nullable(),
  /** For the lender only. */
  note: line.max(300).optional(),
});

export const answerSale = deskWrite({
  path: '/api/lender/sales/:saleId/answer',
  summary:
    'Authorises or rejects each invoice of a requested sale. Above an approval amount the answer waits for a second person, and nothing is booked before.',
  roles: ['riesgo'],
  params: z.strictObject({ saleId: id }),
  body: z.strictObject({
    /** Nothing is booked once the sale or the evidence differs; the details of the refusal have the new picture. */
    seen,
    decisions: z.array(answeredInvoice).min(1).max(1000),
  }),
  response: z.strictObject({ sale: lenderSale }),
  errors: [
    'SALE_STATE_CONFLICT',
    'MOTIVE_MISSING',
    'EVIDENCE_CHANGED',
    'INVOICE_BLOCKED',
    'SALE_OVER_LINE',
    'PAYMENT_FILED',
  ],
});

export const decideAnswer = deskWrite({
  path: '/api/lender/sales/:saleId/answer/decision',
  summary:
    'Confirms and books an answer that waits for a second person, returns it to its proposer, or as its proposer withdraws it.',
  roles: ['riesgo'],
  params: z.strictObject({ saleId: id }),
  body: z.strictObject({
    decision: z.discriminatedUnion('kind', [
      /** Nothing is booked once the sale or the evidence differs from what was seen. */
      z.strictObject({ kind: z.literal('confirm'), seen }),
      z.strictObject({ kind: z.literal('return'), motive: reason }),
      z.strictObject({ kind: z.literal('withdraw') }),
    ]),
  }),
  response: z.strictObject({ sale: lenderSale }),
  errors: [
    'ROLE_NEEDED',
    'OWN_PROPOSAL',
    'NOT_YOUR_PROPOSAL',
    'SALE_STATE_CONFLICT',
    'EVIDENCE_CHANGED',
    'INVOICE_BLOCKED',
    'SALE_OVER_LINE',
  ],
});

/** The client corrects it and sends it back; until then nothing of it can be authorised. */
export const returnSale = deskWrite({
  path: '/api/lender/sales/:saleId/return',
  summary: 'Returns a requested sale to its client with a message; it keeps its place in the queue.',
  roles: ['riesgo'],
  params: z.strictObject({ saleId: id }),
  body: z.strictObject({
    /** Version of the sale as it was seen. */
    version: z.int(),
    message: reason,
    /** The invoices that the message is about; all if empty. */
    documentIds: z.array(id).max(1000),
  }),
  response: z.strictObject({ sale: lenderSale }),
  errors: ['SALE_STATE_CONFLICT', 'EVIDENCE_CHANGED'],
});

/** An invoice to which the tax authority objects after the answer can never be paid out; withdrawing it unblocks its sale. */
export const withdrawAuthorisation = deskWrite({
  path: '/api/lender/sales/:saleId/withdraw',
  summary: 'Withdraws the authorisation of invoices that have not been disbursed.',
  roles: ['riesgo'],
  params: z.strictObject({ saleId: id }),
  body: z.strictObject({
    rejections: z
      .array(
        z.strictObject({
          documentId: id,
          motive: z.enum(lenderMotives),
          /** For the lender only. */
          note: line.max(300).optional(),
        }),
      )
      .min(1)
      .max(1000)
      .refine(areDistinct),
  }),
  response: z.strictObject({ sale: lenderSale }),
  errors: ['SALE_STATE_CONFLICT', 'PAYMENT_FILED'],
});

/** The bank confirmed the transfer of the sale's deposit; its tracking key is unique. */
export const disburseSale = deskWrite({
  path: '/api/lender/sales/:saleId/disburse',
  summary: 'Books the confirmed deposit of an answered sale.',
  roles: ['tesoreria'],
  params: z.strictObject({ saleId: id }),
  body: z.strictObject({
    trackingKey: z.string().regex(/^[A-Za-z0-9]{1,30}$/),
    /** The day from which the bank counts the deposit; today without it. */
    paidOn: date.optional(),
    /** Proposes a payment that needs a second person. */
    reason: reason.optional(),
  }),
  /** `proposalId`: the deposit waits for a second person. */
  response: z.strictObject({ sale: lenderSale, proposalId: id.nullable() }),
  errors: [
    'ACCOUNT_COOLING',
    'SALE_STATE_CONFLICT',
    'VERIFICATION_PENDING',
    'INVOICE_BLOCKED',
    'TRACKING_KEY_REUSED',
    'VALUE_DATE_IN_FUTURE',
    'PAID_BEFORE_DUE',
    'SECOND_PERSON_NEEDED',
    'PROPOSAL_PENDING',
  ],
});
