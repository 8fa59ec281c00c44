import { countInvoices, listInvoices as listRoute } from '@anticipa/contract/invoices';
import { done, refuse } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { sameAsSession } from '../../lib/session/context.ts';
import { readTenant } from '../../lib/transaction.ts';
import { listInvoices, statusCounts } from './queries.ts';

export const invoicesRoutes = (deps: Deps): Served[] => [
  serve(listRoute, async ({ query, caller }) => {
    if (!sameAsSession(caller, query)) return refuse('NOT_FOUND');
    const { clientId } = caller.actor;
    return done({
      data: await readTenant(deps, caller, (executor) =>
        listInvoices(executor, clientId, {
          statuses: query.status ?? null,
          paidFrom: query.fechaPagoInicial,
          paidUntil: query.fechaPagoFinal,
        }),
      ),
    });
  }),
  serve(countInvoices, async ({ caller }) =>
    done({
      data: await readTenant(deps, caller, (executor) =>
        statusCounts(executor, caller.actor.clientId, deps.clock.today()),
      ),
    }),
  ),
];
