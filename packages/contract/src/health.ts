import { z } from 'zod';
import { route } from './route.ts';

export const live = route({
  method: 'GET',
  path: '/health/live',
  summary: 'The process is running.',
  audience: 'public',
  rate: 'read',
  idempotency: 'none',
  response: z.strictObject({ status: z.literal('ok') }),
  errors: [],
});

export const ready = route({
  method: 'GET',
  path: '/health/ready',
  summary: 'The process can serve requests: the database answers and its schema is current.',
  audience: 'public',
  rate: 'read',
  idempotency: 'none',
  response: z.strictObject({ status: z.literal('ok') }),
  errors: ['SERVICE_UNAVAILABLE'],
});
