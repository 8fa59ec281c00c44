import { listInterest } from '@anticipa/contract/interest';
import { dateOf } from '@anticipa/domain/calendar';
import { done, refuse } from '@anticipa/domain/errors';
import { productCodes } from '@anticipa/domain/product';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http.ts';
import { sameAsSession } from '../../lib/session-context.ts';
import { readTenant } from '../../lib/transaction.ts';
import { interestRows } from './queries.ts';

export const interestRoutes = (deps: Deps): Served[] => [
  serve(listInterest, async ({ body, caller }) => {
    const { startDate, endDate, products = productCodes, clientIds = [] } = body;
    if (!clientIds.every((clientId) => sameAsSession(caller, { clientId }))) return refuse('NOT_FOUND');
    const today = deps.clock.today();
    const accrual = { from: dateOf(startDate), to: endDate < today ? dateOf(endDate) : today, products };
    const { clientId } = caller.actor;
    return done({
      data: { credits: await readTenant(deps, caller, (executor) => interestRows(executor, clientId, accrual)) },
    });
  }),
];
