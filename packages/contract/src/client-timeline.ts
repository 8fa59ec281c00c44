/** The history of a client, from the log and its messages. */
import { operatorRoles } from '@anticipa/domain/operator';
import { z } from 'zod';
import { logEntry, logNumber } from './log.ts';
import { message } from './outbox.ts';
import { deskRead } from './route.ts';
import { id } from './wire.ts';

const timelineEntry = logEntry.pick({
  id: true,
  at: true,
  actor: true,
  action: true,
  subject: true,
  changes: true,
  reason: true,
});
const timelineMessage = message.pick({
  id: true,
  kind: true,
  state: true,
  createdAt: true,
  sentTo: true,
  lastError: true,
  isMailed: true,
});

const event = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('entry'), entry: timelineEntry }),
  z.strictObject({ kind: z.literal('message'), message: timelineMessage }),
]);
export type TimelineEvent = z.output<typeof event>;

/** The last entry and the last message of the page before; neither for the first page. */
const position = z.strictObject({ entry: logNumber.optional(), message: id.optional() });
export type TimelinePosition = z.output<typeof position>;

/** Number of events on a page. */
export const TIMELINE_PAGE = 50;

export const listTimeline = deskRead({
  path: '/api/lender/clients/:clientId/timeline',
  summary: 'What has happened to a client, the newest on top, in pages: changes, sales, refusals and messages.',
  roles: operatorRoles,
  params: z.strictObject({ clientId: id }),
  query: position,
  // `next`: the query of the next page; null on the last one.
  response: z.strictObject({ data: z.array(event), next: position.nullable() }),
});
