import { z } from 'zod';
import { route } from './route.ts';
import { id, instant, text } from './wire.ts';

const messageKinds = ['sale-summary', 'sale-deposit', 'recovery-link', 'password-changed', 'new-device'] as const;

/** `dropped`: when its turn came there was no longer a reason to send it. `given-up`: tried for 72 hours in vain. */
export const messageStates = ['waiting', 'retrying', 'delivered', 'dropped', 'given-up'] as const;

const message = z.strictObject({
  id,
  clientId: id,
  entityName: text,
  kind: z.enum(messageKinds),
  state: z.enum(messageStates),
  createdAt: instant,
  deliveredAt: instant.nullable(),
  attempts: z.int(),
  /** Addresses whose mail server took it. */
  sentTo: z.array(text),
  lastError: z.string().nullable(),
});
export type Message = z.output<typeof message>;

export const listMessages = route({
  method: 'GET',
  path: '/api/lender/messages',
  summary: 'Every e-mail that the portal sends, and how it stands: the newest 1,000, or those of one state.',
  audience: 'operator',
  rate: 'read',
  idempotency: 'none',
  query: z.strictObject({ state: z.enum(messageStates).optional() }),
  response: z.strictObject({ data: z.array(message) }),
  errors: [],
});
