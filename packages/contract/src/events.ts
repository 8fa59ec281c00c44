import { z } from 'zod';
import { clientRead } from './route.ts';

export const nouns = ['invoices', 'credit', 'sales', 'references', 'payers', 'notices', 'session'] as const;

/** Records that changed; the browser refetches them. Events carry no figures. */
export const portalEvent = z.strictObject({
  noun: z.enum(nouns),
  ids: z.array(z.string()).max(1000),
});
export type PortalEvent = z.output<typeof portalEvent>;

export const streamEvents = clientRead({
  path: '/api/events',
  summary:
    'Server-sent events with the ids of whatever changed for this client. With a Last-Event-ID after which events were missed, one event without ids per noun comes first.',
  rate: 'stream',
  produces: 'text/event-stream',
});
