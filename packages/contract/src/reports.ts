import { z } from 'zod';
import { route } from './route.ts';

/** Sent by the browser's error boundary. Only the lender's staff read reports; the portal never displays them. */
export const notifyError = route({
  method: 'POST',
  path: '/api/notify-error',
  summary: 'Reports an error in the browser.',
  audience: 'public',
  rate: 'report',
  body: z.strictObject({
    errorId: z.string().max(100),
    error: z.string().max(2000),
    component: z.string().max(200),
    uri: z.string().max(500),
  }),
  response: z.strictObject({ status: z.literal('success') }),
});
