/** One invoice with its history, as its own page shows it. */
import { adjustmentKinds } from '@anticipa/domain/adjustment';
import { z } from 'zod';
import { invoice, orderSource, statusValue } from './invoices.ts';
import { clientRead } from './route.ts';
import { amount, currency, date, fiscalUuid, id, instant, text } from './wire.ts';

/** Events of an invoice; `upload`, `sync` and `flagCancelled` do not move it between statuses. */
export const invoiceSteps = [
  'upload',
  'sync',
  'approveReceiver',
  'failCheck',
  'flagCancelled',
  'hold',
  'release',
  'reject',
  'disburse',
  'load',
  'unload',
  'settle',
  'deleteByUser',
  'restoreByUser',
] as const;
export type InvoiceStep = (typeof invoiceSteps)[number];

const step = z.strictObject({
  /** Null if a newer version of the portal wrote it. */
  step: z.enum(invoiceSteps).nullable(),
  at: instant,
  by: z.enum(['client', 'lender', 'portal']),
  /** First and last name of the client's person. */
  person: text.nullable(),
  /** Why, in words. */
  motive: text.nullable(),
});
export type TakenStep = z.output<typeof step>;

/** Another CFDI of the issuer that the invoice names, or that names it. */
export const relatedCfdi = z.strictObject({
  /** A code of c_TipoRelacion. */
  kind: text,
  /** Type of the CFDI that states the relation: invoice or credit note. */
  type: z.enum(['I', 'E']),
  /** It names the invoice; otherwise the invoice names it. */
  isNewer: z.boolean(),
  uuid: text,
  /** This and what follows are null of a CFDI that the portal does not have. */
  documentId: id.nullable(),
  serie: text.nullable(),
  folio: text.nullable(),
  total: amount.nullable(),
  currency: currency.nullable(),
  /** Null of a credit note. */
  status: statusValue.nullable(),
  isCancelled: z.boolean(),
});
export type RelatedCfdi = z.output<typeof relatedCfdi>;

/** The open dispute about an invoice, without what is the lender's own. */
export const dispute = z.strictObject({ since: date, raisedBy: text, reason: text });
export type Dispute = z.output<typeof dispute>;

/** A change of what is owed for an invoice that no transfer made, and that stands. */
const adjusted = z.strictObject({
  kind: z.enum(adjustmentKinds),
  amount,
  on: date,
  /** The last day of a buy-back. */
  payBy: date.nullable(),
});
export type AdjustedInvoice = z.output<typeof adjusted>;

export const getInvoice = clientRead({
  path: '/api/invoices/:id',
  summary: 'One invoice of the client by its id or fiscal UUID, with its history, oldest step first.',
  params: z.strictObject({ id: fiscalUuid }),
  response: z.strictObject({
    data: z.strictObject({
      invoice,
      steps: z.array(step),
      /** The bank's key of the deposit. */
      trackingKey: text.nullable(),
      related: z.array(relatedCfdi),
      /** Place where the purchase order was read, if no person has typed it. */
      orderSource: orderSource.nullable(),
      /** Total of the CFDI, before its credit notes. */
      face: amount,
      /** The open dispute, which stops the reminders. */
      dispute: dispute.nullable(),
      /** Oldest first. */
      adjustments: z.array(adjusted),
    }),
  }),
});
