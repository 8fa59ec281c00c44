import { z } from 'zod';
import { type ConservationPort, ConservationUnavailable } from '../../gateways/conservation/port.ts';
import type { JobDeps } from '../../lib/deps.ts';
import type { Jobs } from '../../lib/jobs/jobs.ts';
import { runEach } from '../../lib/jobs/run-each.ts';
import { provenClient } from '../../lib/session/context.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { narrowTo, type Work } from '../../lib/work.ts';
import { claimConstancia, postponeConstancia, storeConstancia } from './change.ts';
import { dueConstancias } from './queries.ts';

const aContract = z.object({ clientId: z.uuid(), termsHash: z.string() });
type Contract = z.output<typeof aContract>;

/** Has a contract certified, if its attempt is due. A hash that may have been sent is looked for first. */
async function conserve(deps: JobDeps, port: ConservationPort, { clientId, termsHash }: Contract): Promise<void> {
  const within = <T>(step: (work: Work) => Promise<T>): Promise<T> =>
    runAs(deps, WORKER, (work) => step(narrowTo(work, provenClient(clientId))));
  const claim = await within((work) => claimConstancia(work, termsHash));
  if (claim === null) return;
  const hash = Buffer.from(termsHash, 'hex');
  try {
    const constancia = (claim.wasSent ? await port.find(hash) : null) ?? (await port.conserve(hash));
    await within((work) => storeConstancia(work, termsHash, constancia));
  } catch (cause) {
    if (!(cause instanceof ConservationUnavailable)) throw cause;
    deps.log.warn({ err: cause, attempts: claim.attempts }, 'a contract is not certified yet; it is tried again');
    await within((work) => postponeConstancia(work, termsHash, claim.attempts, cause.message));
  }
}

export const conservationJobs = (deps: JobDeps): Jobs => {
  const { conservation: port } = deps;
  if (port === null) return [];
  return [
    { name: 'conserve-contract', run: async (payload) => conserve(deps, port, aContract.parse(payload)) },
    {
      name: 'conserve-contracts',
      cron: '* * * * *',
      run: async () => {
        const due = await runAs(deps, WORKER, dueConstancias);
        await runEach(deps.log, due, (contract) => conserve(deps, port, contract));
      },
    },
  ];
};
