/** Notices to the people of a client, and the channels by which each of them wants an event. */
import { chosenEvents, mailChoices, noticeEvents, noticeObjects } from '@anticipa/domain/notice-event';
import { z } from 'zod';
import { clientRead, route } from './route.ts';
import { amount, date, financedCurrency, id, instant, text } from './wire.ts';

/** Notices in a page of the list. */
export const NOTICES_PAGE = 30;

const notice = z.strictObject({
  noticeId: id,
  event: z.enum(noticeEvents),
  object: z.enum(noticeObjects),
  /** The number of the sale, the id of the invoice, or the month; null if the screen is enough. */
  objectId: text.nullable(),
  /** How people call it: a folio, a reference, a device. */
  label: text,
  /** Invoices that it is about. */
  count: z.int(),
  amount: amount.nullable(),
  currency: financedCurrency.nullable(),
  /** Owed after a payment that did not pay everything. */
  left: amount.nullable(),
  /** In the other currency, of invoices in two. */
  otherAmount: amount.nullable(),
  dueOn: date.nullable(),
  /** Days after the due date; below zero before it. */
  step: z.int().nullable(),
  trackingKey: text.nullable(),
  createdAt: instant,
  readAt: instant.nullable(),
});
export type Notice = z.output<typeof notice>;

export const listNotices = clientRead({
  path: '/api/notices',
  summary:
    'Lists the signed-in user’s notices, newest first, optionally of one event or unread only, with the number of unread ones.',
  query: z.strictObject({
    event: z.enum(noticeEvents).optional(),
    unread: z.literal('true').optional(),
    /** Id of the last notice of the page before. */
    after: id.optional(),
  }),
  response: z.strictObject({ data: z.array(notice), unread: z.int(), next: id.nullable() }),
});

export const readNotices = route({
  method: 'POST',
  path: '/api/notices/read',
  summary: 'Marks notices of the signed-in user as read: those with these ids, or all.',
  audience: 'client',
  right: 'consult',
  body: z.strictObject({ noticeIds: z.array(id).max(1000).nullable() }),
  response: z.strictObject({ unread: z.int() }),
});

const channels = {
  portal: z.boolean(),
  mail: z.enum(mailChoices),
  whatsapp: z.boolean(),
  push: z.boolean(),
};

const noticeChoice = z.strictObject({
  event: z.enum(chosenEvents),
  ...channels,
  /** Portal and mail cannot be switched off. */
  isLocked: z.boolean(),
});
export type NoticeChoiceRow = z.output<typeof noticeChoice>;

const choices = z.strictObject({
  data: z.array(noticeChoice),
  /** The lender sends no reminders: `due` and `overdue` are shown in the portal only. */
  areRemindersOff: z.boolean(),
  /** Null if the lender has no WhatsApp. `confirmed`: the last digits of the person's number; null without one. */
  whatsapp: z.strictObject({ confirmed: text.nullable() }).nullable(),
  /** The key with which a browser registers; null if the lender pushes nothing. */
  pushKey: text.nullable(),
});
export type NoticeChoices = z.output<typeof choices>;

export const getNoticeChoices = clientRead({
  path: '/api/notices/choices',
  summary: 'The channels by which the signed-in user wants each event, of the events that can reach the user.',
  response: choices,
});

export const changeNoticeChoices = route({
  method: 'PUT',
  path: '/api/notices/choices',
  summary: 'Changes the channels of some events for the signed-in user.',
  audience: 'client',
  right: 'consult',
  body: z.strictObject({
    choices: z
      .array(z.strictObject({ event: z.enum(chosenEvents), ...channels }))
      .min(1)
      .max(chosenEvents.length),
  }),
  response: choices,
  errors: ['NOTICE_LOCKED'],
});

export const confirmWhatsApp = route({
  method: 'POST',
  path: '/api/notices/whatsapp',
  summary:
    'A code for the signed-in user to send by WhatsApp to the lender, which confirms the number and the consent.',
  audience: 'client',
  right: 'consult',
  body: z.strictObject({}).optional(),
  /** `chat`: the address at which the person writes to the lender. */
  response: z.strictObject({ code: text, chat: z.url(), until: instant }),
  errors: ['WHATSAPP_OFF'],
});

export const endWhatsApp = route({
  method: 'POST',
  path: '/api/notices/whatsapp/end',
  summary: 'Ends the messages to the signed-in user’s WhatsApp.',
  audience: 'client',
  right: 'consult',
  body: z.strictObject({}).optional(),
  response: z.strictObject({ status: z.literal('success') }),
});

const endpoint = z.url({ protocol: /^https?$/ }).max(1000);
const browserKey = z.string().regex(/^[A-Za-z0-9_-]{16,100}$/);

export const addPushBrowser = route({
  method: 'POST',
  path: '/api/notices/push',
  summary: 'Registers a browser of the signed-in user, to which notices are pushed.',
  audience: 'client',
  right: 'consult',
  body: z.strictObject({ endpoint, p256dh: browserKey, auth: browserKey }),
  response: z.strictObject({ status: z.literal('success') }),
  errors: ['PUSH_OFF'],
});

export const removePushBrowser = route({
  method: 'POST',
  path: '/api/notices/push/end',
  summary: 'Ends the notices to a browser of the signed-in user.',
  audience: 'client',
  right: 'consult',
  body: z.strictObject({ endpoint }),
  response: z.strictObject({ status: z.literal('success') }),
});

/** Meta asks once whether the address is ours. */
export const verifyWhatsAppWebhook = route({
  method: 'GET',
  path: '/api/webhooks/whatsapp',
  summary: 'Answers the challenge of a caller that knows the token of the webhook.',
  audience: 'public',
  query: z.strictObject({
    'hub.mode': z.literal('subscribe'),
    'hub.verify_token': z.string().max(200),
    'hub.challenge': z.string().max(200),
  }),
  produces: 'text/plain',
});

/** Signed with the app's secret. */
export const whatsAppWebhook = route({
  method: 'POST',
  path: '/api/webhooks/whatsapp',
  summary: 'States of messages, and texts that people have sent.',
  audience: 'public',
  consumes: 'application/octet-stream',
  produces: 'application/octet-stream',
});
