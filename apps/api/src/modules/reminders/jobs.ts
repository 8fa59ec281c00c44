import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { JobDeps } from '../deps.ts';
import { sendReminders } from './send.ts';

/** From 9:00 to 17:00 in Mexico City. */
export const reminderJobs = (deps: JobDeps): Jobs => [
  { name: 'send-reminders', cron: '0 15-23 * * *', run: () => sendReminders(deps) },
];
