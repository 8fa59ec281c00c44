import { type Outcome, refuse } from '@anticipa/domain/errors';
import type { OperatorActor } from '../../platform/work/caller.ts';
import { type Opener, type Opening, readLong, runAs } from '../../platform/work/transaction.ts';
import { narrowTo, type Work } from '../../platform/work/work.ts';
import { noteClientReading } from '../log/audit.ts';
import { clientById } from '../session/client-by-id.ts';

/**
 * Runs a long read about the client that an operator names; NOT_FOUND if there is none. The reading is logged before, in a
 * transaction of its own, because a standby cannot write.
 */
export async function readClient<R>(
  deps: Opening,
  operator: Opener<OperatorActor>,
  clientId: string,
  read: (work: Work<OperatorActor>) => Promise<Outcome<R>>,
): Promise<Outcome<R>> {
  const tenant = await runAs(deps, operator, async (wide) => {
    const named = await clientById(wide, clientId);
    if (named !== undefined) await noteClientReading(narrowTo(wide, named));
    return named;
  });
  return tenant === undefined ? refuse('NOT_FOUND') : readLong(deps, operator, (wide) => read(narrowTo(wide, tenant)));
}
