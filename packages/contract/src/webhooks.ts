/** Endpoints to which the portal sends the events of a client. Administrators keep them. */
import { deliveryStates, eventTypes } from '@anticipa/domain/webhook';
import { z } from 'zod';
import { keyMode } from './api-keys.ts';
import { clientRead, clientWrite, route } from './route.ts';
import { id, instant, text } from './wire.ts';

const eventType = z.enum(eventTypes);
/** Events that are sent; none: all of them. */
const types = z.array(eventType).max(eventTypes.length);

const webhook = z.strictObject({
  webhookId: id,
  url: text,
  /** `test`: it gets the events of the test company on which test keys act, and no others. */
  mode: keyMode,
  types,
  isOn: z.boolean(),
  /** Whether the portal has turned it off because it did not answer for days. */
  isGivenUp: z.boolean(),
  createdAt: instant,
  /** Failures in a row; while there are some, it is tried again at `retryAt`. */
  failures: z.int(),
  retryAt: instant.nullable(),
  waiting: z.int(),
});
export type Webhook = z.output<typeof webhook>;

const delivery = z.strictObject({
  deliveryId: id,
  eventId: id,
  type: eventType,
  /** Object that the event is about. */
  object: text,
  state: z.enum(deliveryStates),
  createdAt: instant,
  attempts: z.int(),
  nextAt: instant.nullable(),
  /** HTTP status of the last answer. */
  status: z.int().nullable(),
  /** Why the last attempt had no answer. */
  error: text.nullable(),
  /** The beginning of the last answer. */
  answer: z.string().nullable(),
  tookMs: z.int().nullable(),
  isReplay: z.boolean(),
});
export type Delivery = z.output<typeof delivery>;

const params = z.strictObject({ webhookId: id });
const secretAnswer = z.strictObject({ secret: z.string(), webhook });

export const listWebhooks = clientRead({
  path: '/api/client/webhooks',
  summary: 'Lists the client’s endpoints for events. Administrators only.',
  response: z.strictObject({ data: z.array(webhook) }),
  errors: ['NOT_ALLOWED'],
});

/** The secret is answered once, so no answer is kept for a retry. */
export const createWebhook = route({
  method: 'POST',
  path: '/api/client/webhooks',
  summary: 'Adds an endpoint to which events are sent, and answers the secret that signs them.',
  right: 'consult',
  audience: 'client',
  body: z.strictObject({
    url: z.url().max(500),
    types,
    /** `live` unless it is given; it does not change. */
    mode: keyMode.optional(),
  }),
  response: secretAnswer,
  errors: ['NOT_ALLOWED', 'WEBHOOK_URL_REFUSED', 'WEBHOOK_LIMIT_REACHED', 'FRESH_FACTOR_NEEDED'],
});

export const changeWebhook = clientWrite({
  path: '/api/client/webhooks/:webhookId',
  summary: 'Changes which events an endpoint gets, turns it on or off, or removes it.',
  right: 'consult',
  params,
  body: z.strictObject({
    types: types.optional(),
    isOn: z.boolean().optional(),
    isRemoved: z.literal(true).optional(),
  }),
  response: z.strictObject({ webhook }),
  errors: ['NOT_ALLOWED'],
});

export const rotateWebhookSecret = route({
  method: 'POST',
  path: '/api/client/webhooks/:webhookId/secret',
  summary: 'Makes a new secret of an endpoint; the old one also signs for 24 hours more.',
  right: 'consult',
  audience: 'client',
  params,
  body: z.strictObject({}).optional(),
  response: secretAnswer,
  errors: ['NOT_ALLOWED', 'FRESH_FACTOR_NEEDED'],
});

export const testWebhook = clientWrite({
  path: '/api/client/webhooks/:webhookId/test',
  summary: 'Sends an event `webhook.test` to an endpoint.',
  right: 'consult',
  params,
  body: z.strictObject({}).optional(),
  response: z.strictObject({ deliveryId: id }),
  errors: ['NOT_ALLOWED', 'WEBHOOK_OFF'],
});

export const DELIVERIES_PER_PAGE = 50;

export const listDeliveries = clientRead({
  path: '/api/client/webhooks/:webhookId/deliveries',
  summary: 'What was sent to an endpoint, newest first, in pages. Administrators only.',
  params,
  query: z.strictObject({ before: id.optional() }),
  response: z.strictObject({
    data: z.array(delivery),
    /** `before` of the next page; null on the last one. */
    next: id.nullable(),
  }),
  errors: ['NOT_ALLOWED'],
});

export const replayDelivery = clientWrite({
  path: '/api/client/webhooks/:webhookId/deliveries/:deliveryId/replay',
  summary: 'Sends an event again, under the same event id.',
  right: 'consult',
  params: z.strictObject({ webhookId: id, deliveryId: id }),
  body: z.strictObject({}).optional(),
  response: z.strictObject({ deliveryId: id }),
  errors: ['NOT_ALLOWED', 'WEBHOOK_OFF'],
});
