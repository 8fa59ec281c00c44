/** Reminders of payment: the lender's switch and texts. */
import { operatorRoles } from '@anticipa/domain/operator';
import { reminderTexts } from '@anticipa/domain/reminder';
import { z } from 'zod';
import { deskRead, deskWrite, type ResponseOf } from './route.ts';
import { line, lines, reason } from './wire.ts';

const mailText = { subject: line.trim().min(1).max(150), paragraphs: lines.trim().min(1).max(2000) };

const reminders = z.strictObject({
  /** Off until the lender switches them on. */
  isOn: z.boolean(),
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
      z.strictObject({ kind: z.literal('switch'), isOn: z.boolean() }),
      z.strictObject({ kind: z.literal('text'), text: z.enum(reminderTexts), ...mailText }),
    ]),
    reason,
  }),
  response: reminders,
  errors: ['NOTHING_CHANGED', 'REMINDER_PLACEHOLDER_UNKNOWN'],
});
