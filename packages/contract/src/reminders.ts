/** Reminders of payment: the lender's switch and texts. */
import { operatorRoles } from '@anticipa/domain/operator';
import { reminderReaders, reminderTexts } from '@anticipa/domain/reminder';
import { z } from 'zod';
import { deskRead, deskWrite, type ResponseOf } from './route.ts';
import { id, line, lines, reason, text } from './wire.ts';

const mailText = { subject: line.trim().min(1).max(150), paragraphs: lines.trim().min(1).max(2000) };

const reminders = z.strictObject({
  /** Off until the lender switches them on. */
  isOn: z.boolean(),
  /** The lender has switched them, or decided to leave them off. */
  isDecided: z.boolean(),
  /** Those to receivers. */
  isOnForReceivers: z.boolean(),
  texts: z.array(
    z.strictObject({ text: z.enum(reminderTexts), subject: z.string(), paragraphs: z.string(), isOwn: z.boolean() }),
  ),
});

export const getReminders = deskRead({
  path: '/api/lender/reminders',
  summary: 'Whether reminders of payment go out, and their texts.',
  roles: operatorRoles,
  response: reminders,
});
export type Reminders = ResponseOf<typeof getReminders>;

/** A text has words in braces of a closed list only. */
export const changeReminders = deskWrite({
  path: '/api/lender/reminders',
  summary: 'Switches reminders of payment on or off, or replaces one of their texts.',
  roles: ['administrador', 'cobranza'],
  body: z.strictObject({
    change: z.discriminatedUnion('kind', [
      z.strictObject({
        kind: z.literal('switch'),
        reader: z.enum(reminderReaders),
        isOn: z.boolean(),
      }),
      z.strictObject({ kind: z.literal('text'), text: z.enum(reminderTexts), ...mailText }),
    ]),
    reason,
  }),
  response: reminders,
  errors: ['NOTHING_CHANGED', 'REMINDER_PLACEHOLDER_UNKNOWN'],
});

const todaysMail = z.strictObject({
  reader: z.enum(reminderReaders),
  to: text,
  /** The company of the addressee. */
  company: text,
  /** The switch that is off, so that it does not go out; null if it does. */
  stoppedBy: z.enum(['lender', 'receiver']).nullable(),
  subject: z.string(),
  paragraphs: z.array(z.string()),
  tables: z.array(z.strictObject({ title: text, head: z.array(text), rows: z.array(z.array(text)) })),
});

/** Reasons why a receiver with invoices that are due soon or overdue gets no mail. */
export const withheldCauses = ['no-notice', 'no-contact', 'no-account'] as const;

export const TODAYS_MAILS = 50;

/** The mails are made as the worker makes them, whether the switches are on or off. */
export const getTodaysReminders = deskRead({
  path: '/api/lender/reminders/today',
  summary: `The reminders that go out today, or would if they were switched on: at most ${TODAYS_MAILS} to clients and ${TODAYS_MAILS} to receivers.`,
  roles: operatorRoles,
  response: z.strictObject({
    /** None goes out on other days. */
    isBusinessDay: z.boolean(),
    /** Mails of today, also those beyond the list. */
    count: z.int(),
    mails: z.array(todaysMail),
    withheld: z.array(
      z.strictObject({ companyId: id, company: text, cause: z.enum(withheldCauses), invoices: z.int() }),
    ),
  }),
});
export type TodaysReminders = ResponseOf<typeof getTodaysReminders>;
