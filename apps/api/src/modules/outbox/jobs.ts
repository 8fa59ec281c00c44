import { z } from 'zod';
import type { Jobs } from '../../lib/jobs/jobs.ts';
import { provenClient } from '../../lib/session/context.ts';
import { deliverMessage, type OutboxDeps, resumeOutbox } from './commands.ts';

/** Created by a database trigger on insert into the outbox. */
const payloadOf = z.object({ clientId: z.uuid(), outboxId: z.uuid() });

export const outboxJobs = (deps: OutboxDeps): Jobs => [
  {
    name: 'deliver-outbox',
    isMail: true,
    run: async (payload) => {
      const { clientId, outboxId } = payloadOf.parse(payload);
      await deliverMessage(deps, provenClient(clientId), outboxId);
    },
  },
  { name: 'resume-outbox', cron: '* * * * *', run: () => resumeOutbox(deps) },
];
