import { z } from 'zod';
import { route } from './route.ts';
import { text } from './wire.ts';

export const live = route({
  method: 'GET',
  path: '/health/live',
  summary: 'The process is running.',
  audience: 'public',
  response: z.strictObject({ status: z.literal('ok') }),
});

export const ready = route({
  method: 'GET',
  path: '/health/ready',
  summary:
    'The process can serve requests: the database answers and commits, and its schema is current. The ages of jobs, which belong to the worker, and a full disk change nothing about it.',
  audience: 'public',
  response: z.strictObject({
    status: z.literal('ok'),
    // The version of the portal that answers.
    version: text,
    // False while less space is free than MIN_FREE_MEGABYTES; everything but uploads continues.
    acceptsUploads: z.boolean(),
    jobs: z.strictObject({
      // Whether a worker is missing or stuck: a job has been due for a minute, or nothing was scheduled for three.
      areLate: z.boolean(),
      // Seconds that the oldest due job has waited.
      oldestDue: z.number().nonnegative(),
      // Seconds since scheduled jobs were last queued, which happens every minute; null before the first time.
      lastScheduled: z.number().nullable(),
    }),
  }),
  errors: ['SERVICE_UNAVAILABLE'],
});
