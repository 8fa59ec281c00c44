import { z } from 'zod';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { storedClient } from '../../platform/work/caller.ts';
import type { JobDeps } from '../deps.ts';
import { takeSteps } from './preparing.ts';
import { stepTestCompany } from './queries.ts';

const payloadOf = z.object({ clientId: z.uuid().transform(storedClient) });

export const testCompanyJobs = (deps: JobDeps): Jobs => [
  {
    name: 'step-test-company',
    run: async (payload) => {
      await stepTestCompany(deps, payloadOf.parse(payload).clientId, takeSteps);
    },
  },
];
