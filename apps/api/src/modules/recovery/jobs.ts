import { z } from 'zod';
import type { JobDeps } from '../../lib/deps.ts';
import type { Jobs } from '../../lib/jobs/jobs.ts';
import { processRecoveryRequest } from './commands.ts';

const payloadOf = z.object({ askId: z.uuid() });

export const recoveryJobs = (deps: JobDeps): Jobs => [
  { name: 'answer-recovery', run: (payload) => processRecoveryRequest(deps, payloadOf.parse(payload).askId) },
];
