import { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { storedClient } from '../../platform/work/caller.ts';
import type { JobDeps } from '../deps.ts';
import { deliverWebhooks, resumeWebhooks } from './deliver.ts';

/** Created by a database trigger on each delivery. */
const payloadOf = z.object({ clientId: z.uuid().transform(storedClient), endpointId: z.uuid() });

export const webhookJobs = (deps: JobDeps): Jobs => [
  {
    name: 'deliver-webhooks',
    // Slots of their own: an address that hangs delays nothing of the portal.
    slots: 'webhooks',
    run: async (payload) => {
      const { clientId, endpointId } = payloadOf.parse(payload);
      await deliverWebhooks(deps, clientId, endpointId);
    },
  },
  { name: 'resume-webhooks', cron: '* * * * *', run: () => resumeWebhooks(deps) },
];
