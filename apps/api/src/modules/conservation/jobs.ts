import { z } from 'zod';
import { type ConservationPort, ConservationUnavailable, type Receipt } from '../../gateways/conservation/port.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { runEach } from '../../platform/jobs/run-each.ts';
import { storedClient } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo, type Work } from '../../platform/work/work.ts';
import type { JobDeps } from '../deps.ts';
import { type Claim, claimConstancia, postponeConstancia, recordOrder, storeReceipt } from './change.ts';
import { dueConstancias } from './queries.ts';

const aContract = z.object({ clientId: z.uuid().transform(storedClient), termsHash: z.string() });
type Contract = z.output<typeof aContract>;

/**
 * Has a contract certified, if its attempt is due. A certificate that may have been bought is looked for before another is
 * ordered.
 */
async function conserve(deps: JobDeps, port: ConservationPort, { clientId, termsHash }: Contract): Promise<void> {
  const within = <T>(step: (work: Work) => Promise<T>): Promise<T> =>
    runAs(deps, WORKER, (work) => step(narrowTo(work, clientId)));
  const claim = await within((work) => claimConstancia(work, termsHash));
  if (claim === null) return;
  const postpone = async (cause: ConservationUnavailable): Promise<void> => {
    deps.log.warn({ err: cause, attempts: claim.attempts }, 'a contract is not certified yet; it is tried again');
    await within((work) => postponeConstancia(work, termsHash, claim.attempts, cause.message));
  };
  try {
    const mayOrder = () => within((work) => recordOrder(work, termsHash));
    const receipt = await receiptFrom(port, { hash: Buffer.from(termsHash, 'hex'), claim, mayOrder });
    await within((work) => storeReceipt(work, termsHash, receipt));
    if (receipt.stamp === null) await postpone(new ConservationUnavailable(receipt.verdict));
  } catch (cause) {
    if (!(cause instanceof ConservationUnavailable)) throw cause;
    await postpone(cause);
  }
}

interface Attempt {
  readonly hash: Buffer;
  readonly claim: Claim;
  readonly mayOrder: () => Promise<boolean>;
}

/** Earlier receipt if it is valid now; else the one that the provider has; else a new one. */
async function receiptFrom(port: ConservationPort, { hash, claim, mayOrder }: Attempt): Promise<Receipt> {
  const kept = claim.received && (await port.verify(claim.received, hash));
  if (kept && kept.stamp !== null) return kept;
  const found = claim.orders > 0 ? await port.find(hash) : null;
  // Two that are not valid: the first is kept.
  if (found && (kept === null || found.stamp !== null)) return found;
  if (kept) return kept;
  if (await mayOrder()) return port.conserve(hash);
  throw new ConservationUnavailable('the orders of a constancia stayed unanswered, and the provider has none');
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
