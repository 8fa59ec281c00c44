/** People of a receiver, and the notices by which it learned of the assignment of what it owes. */
import { noticeWays } from '@anticipa/domain/notice';
import { emailProblem } from '@anticipa/domain/user';
import { z } from 'zod';
import { messageStates } from './outbox.ts';
import { deskRead, deskWrite, type ResponseOf } from './route.ts';
import { date, id, instant, line, reason, text } from './wire.ts';

const contact = z.strictObject({
  contactId: id,
  name: text,
  email: text,
  phone: text.nullable(),
  /** The part of the receiver in which the person works, such as its accounts payable. */
  area: text.nullable(),
  /** The last reminder to the person; null before the first. */
  lastMail: z.strictObject({ state: z.enum(messageStates), at: instant, error: z.string().nullable() }).nullable(),
});
export type ReceiverContact = z.output<typeof contact>;

const notice = z.strictObject({
  number: z.int(),
  /** Null: the notice before it was taken back. `evidence`: the name of its file. */
  given: z.strictObject({ on: date, way: z.enum(noticeWays), evidence: text }).nullable(),
  /** Why it was corrected or taken back. */
  reason: text.nullable(),
  by: text,
  at: instant,
});

const notified = z.strictObject({
  clientId: id,
  entityName: text,
  /** The newest first: the one that counts. */
  notices: z.array(notice),
});
export type NotifiedPair = z.output<typeof notified>;

const params = z.strictObject({ companyId: id });
const pair = z.strictObject({ companyId: id, clientId: id });

export const getReceiverContacts = deskRead({
  path: '/api/lender/receivers/:companyId/contacts',
  summary: 'The people of a receiver, and the notices of assignment of each of its clients.',
  roles: ['riesgo', 'tesoreria', 'cobranza', 'soporte', 'auditor'],
  params,
  response: z.strictObject({
    /** The lender's date. */
    today: date,
    /** Its people are reminded, once the lender's reminders to receivers are on. */
    isReminded: z.boolean(),
    contacts: z.array(contact),
    clients: z.array(notified),
  }),
});
export type ReceiverContacts = ResponseOf<typeof getReceiverContacts>;

export const saveReceiverContact = deskWrite({
  path: '/api/lender/receivers/:companyId/contacts',
  summary: 'Adds a person of a receiver, or corrects one.',
  roles: ['cobranza', 'riesgo'],
  params,
  body: z.strictObject({
    /** Null: another person. */
    contactId: id.nullable(),
    name: line.trim().min(2).max(120),
    email: z.string().refine((typed) => emailProblem(typed) === null),
    phone: line.trim().min(7).max(30).nullable(),
    area: line.trim().min(2).max(80).nullable(),
  }),
  response: z.strictObject({ contactId: id }),
  errors: ['CONTACT_KNOWN', 'RECEIVER_IS_ALIAS'],
});

export const removeReceiverContact = deskWrite({
  path: '/api/lender/receivers/:companyId/contacts/:contactId/remove',
  summary: 'Deletes a person of a receiver.',
  roles: ['cobranza', 'riesgo'],
  params: params.extend({ contactId: id }),
  body: z.strictObject({}),
  response: z.strictObject({}),
});

/** A receiver is reminded of invoices whose assignment it was notified of, and of no others. */
export const setReceiverReminders = deskWrite({
  path: '/api/lender/receivers/:companyId/reminders',
  summary: 'Switches the reminders to the people of a receiver on or off.',
  roles: ['cobranza', 'riesgo'],
  params,
  body: z.strictObject({ isOn: z.boolean(), reason }),
  response: z.strictObject({}),
  errors: ['NOTHING_CHANGED', 'RECEIVER_IS_ALIAS'],
});

/** A later notice replaces the one before it, which stays in the history. */
export const recordNotice = deskWrite({
  path: '/api/lender/receivers/:companyId/clients/:clientId/notices',
  summary:
    'Records when and how a receiver was notified of the assignment of a client’s invoices, corrects it or takes it back.',
  roles: ['cobranza', 'riesgo'],
  rate: 'upload',
  params: pair,
  body: z
    .strictObject({
      /** Null takes the notice back. */
      given: z
        .strictObject({
          on: date,
          way: z.enum(noticeWays),
          /** A PDF, PNG or JPEG in base64; null keeps that of the notice before. */
          evidence: z
            .strictObject({ fileName: line.trim().min(1).max(255), data: z.base64().max(2_700_000) })
            .nullable(),
        })
        .nullable(),
      /** Needed unless it is the first notice. */
      reason: reason.nullable(),
    })
    .refine(({ given, reason: why }) => given !== null || why !== null),
  response: z.strictObject({ number: z.int() }),
  errors: [
    'NOTICE_IN_FUTURE',
    'NOTICE_MISSING',
    'NOTICE_REASON_NEEDED',
    'EVIDENCE_NEEDED',
    'EVIDENCE_UNREADABLE',
    'RECEIVER_IS_ALIAS',
    'SERVICE_UNAVAILABLE',
  ],
});

export const downloadNoticeEvidence = deskRead({
  path: '/api/lender/receivers/:companyId/clients/:clientId/notices/:number/evidence',
  summary: 'The file that proves a notice of assignment.',
  roles: ['riesgo', 'tesoreria', 'cobranza', 'soporte', 'auditor'],
  params: pair.extend({
    number: z
      .string()
      .regex(/^[1-9]\d{0,5}$/)
      .transform(Number),
  }),
  response: z.strictObject({ fileName: text, base64: z.base64() }),
  errors: ['SERVICE_UNAVAILABLE'],
});
