import { z } from 'zod';
import { route } from './route.ts';

/** What changed, by noun; the browser refetches what it shows of it. No figures travel here. */
export const portalEvent = z.strictObject({
  noun: z.enum(['invoices', 'credit', 'sales', 'references', 'session']),
  ids: z.array(z.string()).max(1000),
});
export type PortalEvent = z.output<typeof portalEvent>;

export const streamEvents = route({
  method: 'GET',
  path: '/api/events',
  summary: 'Server-sent events: ids of what changed for this client.',
  audience: 'client',
  rate: 'stream',
  idempotency: 'none',
  produces: 'text/event-stream',
  errors: [],
});
