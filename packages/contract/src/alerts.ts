import { alertCauses } from '@anticipa/domain/alert';
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { approval } from './approvals.ts';
import { deskRead, deskWrite } from './route.ts';
import { id, instant, reason, text } from './wire.ts';

/**
 * `tax-objection`: the tax authority objects to a sold invoice; the reason is the motive.
 * `listed-taxpayer`: a client or receiver is on the list of article 69-B; the reason is its situation there.
 * `invoicing-refused`: the invoicing provider refuses to issue or cancel an invoice; the reason is in its words.
 * `transfer`: a transfer of a sale's deposit needs a decision; the reason is what happened to it.
 * `certificate-expiry`: the lender's sealing certificate expires; the reason is `60-days`, `30-days` or `7-days`.
 * `related-invoice`: another CFDI takes from a sold invoice; the reason is its fiscal UUID, the details say what it is.
 * `list-refused`: a downloaded list of article 69-B was not taken in; the one before stays in use.
 * `books-altered`: the nightly check found an entry that was altered, a chain without a kept head, or a broken invariant; the details say which.
 * `receiver-answer`: a receiver objects to an invoice, or says that it pays it on another day; the reason is which.
 * `client-message`: a client wrote about an invoice and waits for an answer, which closes it.
 */
const alertKinds = [
  'certificate-expiry',
  'tax-objection',
  'listed-taxpayer',
  'invoicing-refused',
  'list-refused',
  'transfer',
  'related-invoice',
  'books-altered',
  'receiver-answer',
  'client-message',
] as const;
export const alertStates = ['open', 'closed'] as const;

const alert = z.strictObject({
  id,
  kind: z.enum(alertKinds),
  /** Null if it concerns no single client. */
  clientId: id.nullable(),
  entityName: text.nullable(),
  /** `noun:id`, such as `invoice:0198…` or `taxpayer:AAA010101AAA`. */
  subject: text,
  /** Invoice of a `tax-objection`, `related-invoice`, `receiver-answer` or `client-message`, or whose interest a provider refuses, with its sale. */
  invoice: z
    .strictObject({
      documentId: id,
      serie: text.nullable(),
      folio: text.nullable(),
      saleId: id.nullable(),
      /** It was deposited and is not settled. */
      isInCredit: z.boolean(),
    })
    .nullable(),
  reason: text,
  details: z.record(z.string(), z.union([z.string(), z.number()]).nullable()),
  raisedAt: instant,
  closedAt: instant.nullable(),
  /** Cause that closed it, or the person and, with a second person, the reason; null while it is open. */
  closure: z
    .strictObject({ cause: z.enum(alertCauses).nullable(), by: text.nullable(), reason: text.nullable() })
    .nullable(),
  /** Whether it is about money: without its cause it closes with a reason and a second person. */
  needsSecond: z.boolean(),
  /** Whether its closing waits for the second person. */
  waits: z.boolean(),
});
export type Alert = z.output<typeof alert>;

/** Limit of closed alerts in a list. */
export const CLOSED_ALERTS_LIMIT = 1000;

export const listAlerts = deskRead({
  path: '/api/lender/alerts',
  summary: `Lists alerts for the lender, newest first: all open ones, the newest ${CLOSED_ALERTS_LIMIT} closed ones, or both.`,
  roles: operatorRoles,
  query: z.strictObject({ state: z.enum(alertStates).optional() }),
  response: z.strictObject({ data: z.array(alert) }),
});

export const closeAlert = deskWrite({
  path: '/api/lender/alerts/:alertId/close',
  summary: 'Closes an alert that needs no more attention, one about money by proposal; repeating it changes nothing.',
  roles: ['riesgo', 'tesoreria', 'cobranza', 'contabilidad', 'soporte', 'administrador'],
  params: z.strictObject({ alertId: id }),
  /** The reason is needed for an alert about money. */
  body: z.strictObject({ reason: reason.optional() }),
  /** A proposal if a second person decides. */
  response: z.strictObject({ data: alert, proposal: approval.nullable() }),
  errors: ['ROLE_NEEDED', 'SECOND_PERSON_NEEDED', 'PROPOSAL_PENDING'],
});
