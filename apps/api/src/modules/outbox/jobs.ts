import { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { storedClient } from '../../platform/work/caller.ts';
import { deliverMessage, type OutboxDeps, resumeOutbox } from './commands.ts';

/** Created by a database trigger on insert into the outbox. */
const payloadOf = z.object({ clientId: z.uuid().transform(storedClient), outboxId: z.uuid() });

const delivery = (deps: OutboxDeps) => async (payload: unknown) => {
  const { clientId, outboxId } = payloadOf.parse(payload);
  await deliverMessage(deps, clientId, outboxId);
};

export const outboxJobs = (deps: OutboxDeps): Jobs => [
  { name: 'deliver-outbox', slots: 'mails', run: delivery(deps) },
  // Users wait for links to set a password, even while a mail server hangs on all others.
  { name: 'deliver-link', slots: 'links', run: delivery(deps) },
  { name: 'resume-outbox', cron: '* * * * *', run: () => resumeOutbox(deps) },
];
