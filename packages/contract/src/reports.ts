import { z } from 'zod';
import { route } from './route.ts';

/** What the browser's error boundary caught. It is read by people of the lender only, never shown again by the portal. */
export const notifyError = route({
  method: 'POST',
  path: '/api/notify-error',
  summary: 'Reports a fault of the screens.',
  audience: 'public',
  rate: 'report',
  idempotency: 'none',
  body: z.strictObject({
    errorId: z.string().max(100),
    error: z.string().max(2000),
    component: z.string().max(200),
    uri: z.string().max(500),
  }),
  response: z.strictObject({ status: z.literal('success') }),
  errors: [],
});
