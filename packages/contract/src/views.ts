/** The portal as an operator sees it in the place of a client's user: read only, for minutes, and logged. */
import { z } from 'zod';
import { clientRead, deskWrite } from './route.ts';
import { id, instant, reason, text } from './wire.ts';

/** `getSession` with this id and the cookie of the operator's session gives the bearer. */
export const viewClient = deskWrite({
  path: '/api/lender/clients/:clientId/view',
  summary: 'Opens the portal as the client sees it, read only, for 15 minutes; the client sees the reason.',
  roles: ['soporte'],
  params: z.strictObject({ clientId: id }),
  body: z.strictObject({ reason }),
  response: z.strictObject({ viewId: id, endsAt: instant }),
});

export const clientView = z.strictObject({
  viewId: id,
  startedAt: instant,
  /** Time at which it ended or will end by itself. */
  endsAt: instant,
  reason: text,
});
export type ClientView = z.output<typeof clientView>;

export const listViews = clientRead({
  path: '/api/client/views',
  summary: 'The last 50 times that the lender has opened the client’s portal, newest first.',
  response: z.strictObject({ data: z.array(clientView) }),
});
