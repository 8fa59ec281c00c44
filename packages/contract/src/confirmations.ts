/** Confirmations of invoices by their receivers: asked for by either side, given through a link without a session. */
import { CONFIRMATION_DAYS, confirmationVerdicts } from '@anticipa/domain/confirmation';
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { clientRead, clientWrite, deskRead, deskWrite, type ResponseOf, route } from './route.ts';
import { date, id, instant, line, lines, text } from './wire.ts';

const verdict = z.enum(confirmationVerdicts);

const confirmation = z.strictObject({
  confirmationId: id,
  askedAt: instant,
  askedBy: z.enum(['client', 'lender']),
  /** Name and mail, masked, of the person who got the link; null before the answer, and of old questions. */
  asked: text.nullable(),
  /** `replaced`: a later question took its place. */
  state: z.enum(['waiting', 'answered', 'expired', 'replaced']),
  expiresAt: instant,
  answer: z
    .strictObject({
      verdict,
      person: text,
      position: text,
      reason: text.nullable(),
      dueOn: date.nullable(),
      at: instant,
      address: text.nullable(),
      /** The answer with the text that the receiver was shown. */
      evidence: z.string(),
      /** The hash of `evidence`, in hex. */
      sha256: z.string(),
    })
    .nullable(),
});
export type Confirmation = z.output<typeof confirmation>;

const params = z.strictObject({ documentId: id });
const listed = z.strictObject({
  /** The newest first. */
  data: z.array(confirmation),
  /** Why no receiver can be asked now; null if one can. */
  obstacle: z.enum(['CONFIRMATION_ASKED', 'CONFIRMATION_NO_CONTACT', 'CONFIRMATION_NOT_OPEN']).nullable(),
});
export type Confirmations = z.output<typeof listed>;

export const listConfirmations = clientRead({
  path: '/api/invoices/:documentId/confirmations',
  summary: 'The questions to the receiver of an invoice whether it owes it, with their answers.',
  params,
  response: listed,
});

const asking = {
  params,
  body: z.strictObject({}),
  response: z.strictObject({ confirmationId: id }),
  errors: ['CONFIRMATION_ASKED', 'CONFIRMATION_NO_CONTACT', 'CONFIRMATION_NOT_OPEN'],
} as const;

export const askConfirmation = clientWrite({
  ...asking,
  path: '/api/invoices/:documentId/confirmations',
  summary: `Mails a link to a person of the receiver, who can confirm the invoice for ${CONFIRMATION_DAYS} days; it replaces an earlier one.`,
  right: 'prepare',
  errors: [...asking.errors, 'DAILY_LIMIT_REACHED'],
});

export const listLenderConfirmations = deskRead({
  path: '/api/lender/invoices/:documentId/confirmations',
  summary: 'The questions to the receiver of an invoice of any client, with their answers.',
  roles: operatorRoles,
  params,
  response: listed,
});

export const askLenderConfirmation = deskWrite({
  ...asking,
  path: '/api/lender/invoices/:documentId/confirmations',
  summary: 'Mails a link to a person of the receiver, as its supplier can.',
  roles: ['riesgo', 'cobranza'],
});

const key = z.string().max(100);

/** Opening changes nothing: programs that check mails follow links too. */
export const openConfirmation = route({
  method: 'POST',
  path: '/api/confirmation/open',
  summary: 'What a receiver confirms with the key of its link, and whether it has answered.',
  audience: 'public',
  rate: 'login',
  body: z.strictObject({ key }),
  response: z.strictObject({
    /** Null once it is answered: a link can be passed on. */
    shown: z.string().nullable(),
    answered: verdict.nullable(),
    today: date,
    /** The first and the last day of payment that an answer may name. */
    earliest: date,
    latest: date,
  }),
  errors: ['CONFIRMATION_LINK_INVALID'],
});
export type OpenedConfirmation = ResponseOf<typeof openConfirmation>;

export const answerConfirmation = route({
  method: 'POST',
  path: '/api/confirmation/answer',
  summary: 'Stores the answer of a receiver, once for each link.',
  audience: 'public',
  rate: 'login',
  body: z
    .strictObject({
      key,
      verdict,
      person: line.trim().min(2).max(120),
      position: line.trim().min(2).max(120),
      /** Only of an objection. */
      reason: lines.trim().min(5).max(500).nullable(),
      /** Only of a corrected day. */
      dueOn: date.nullable(),
    })
    .refine(
      ({ verdict: given, reason, dueOn }) =>
        (given === 'objected') === (reason !== null) && (given === 'due-corrected') === (dueOn !== null),
    ),
  response: z.strictObject({ answered: verdict }),
  errors: ['CONFIRMATION_LINK_INVALID', 'CONFIRMATION_ANSWERED', 'CONFIRMATION_DAY_REFUSED'],
});
