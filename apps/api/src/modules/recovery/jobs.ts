import { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import type { JobDeps } from '../deps.ts';
import { processRecoveryRequest, resumeRecovery } from './commands.ts';

const payloadOf = z.object({ entryId: z.uuid() });

export const recoveryJobs = (deps: JobDeps): Jobs => [
  { name: 'process-recovery', run: (payload) => processRecoveryRequest(deps, payloadOf.parse(payload).entryId) },
  { name: 'resume-recovery', cron: '* * * * *', run: () => resumeRecovery(deps) },
];
