import { z } from 'zod';
import { deskRead, deskWrite } from './route.ts';
import { id, instant, text } from './wire.ts';

const messageKinds = [
  'sale-summary',
  'sale-deposit',
  'sale-deposit-returned',
  'sale-returned',
  'sale-sent',
  'sale-prepared',
  'sale-prepared-returned',
  'reference-cancelled',
  'recovery-link',
  'password-changed',
  'new-device',
  'key-created',
  'webhook-off',
  'webhook-maker-left',
  'factor-changed',
  'invitation-declined',
  'invoice-objection',
  'invoice-adjusted',
  'statement',
  'desync',
  'account-changed',
  'invoice-extended',
  'payment-reminder',
  'receiver-reminder',
  'client-closed',
  'client-reopened',
  'payer-clabe',
  'invoice-confirmation',
  'invoice-message',
  'confirmation-answered',
  'notice',
  'notice-digest',
  'whatsapp',
  'push',
] as const;

/**
 * `sent`: taken by the mail server, by Meta or by a push service, which tells nothing more. `arrived` and `read`: on the phone, says Meta.
 * `unheard`: the answer of Meta was lost, and it may have been sent. `dropped`: obsolete before it was sent. `bounced`: the address was
 * refused for good. `refused`: the message was, by Meta or by every browser. `given-up`: failed for 72 hours, to a browser for 15 minutes.
 */
export const messageStates = [
  'waiting',
  'retrying',
  'sent',
  'arrived',
  'read',
  'unheard',
  'dropped',
  'bounced',
  'refused',
  'given-up',
] as const;

export const message = z.strictObject({
  id,
  clientId: id,
  entityName: text,
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  createdAt: instant,
  deliveredAt: instant.nullable(),
  attempts: z.int(),
  /** The address whose mail server accepted or refused it, the phone, or the push services. */
  sentTo: text.nullable(),
  lastError: z.string().nullable(),
  /** The notice of a message to WhatsApp went by mail too, or instead. */
  isMailed: z.boolean(),
  /** An operator has sent it again, as another message. */
  isRepeated: z.boolean(),
});
export type Message = z.output<typeof message>;

export const listMessages = deskRead({
  path: '/api/lender/messages',
  summary:
    'Lists the newest 1,000 messages of the portal, by mail and to phones, with their state, optionally of one state.',
  roles: ['soporte', 'administrador', 'auditor'],
  query: z.strictObject({ state: z.enum(messageStates).optional() }),
  response: z.strictObject({ data: z.array(message) }),
});

export const repeatMessage = deskWrite({
  path: '/api/lender/clients/:clientId/messages/:messageId/repeat',
  summary:
    'Sends an e-mail again that bounced, was given up or has been delivered: once, to the current address, marked as a copy.',
  roles: ['soporte', 'administrador'],
  params: z.strictObject({ clientId: id, messageId: id }),
  body: z.strictObject({}),
  response: z.strictObject({ message }),
  errors: ['MESSAGE_REPEATED', 'MESSAGE_NOT_ENDED', 'MESSAGE_HAS_LINK', 'MESSAGE_TO_PHONE'],
});
