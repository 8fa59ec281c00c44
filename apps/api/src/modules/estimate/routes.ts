import { getEstimate, listEstimated } from '@anticipa/contract/estimate';
import { done } from '@anticipa/domain/errors';
import { type Served, serve } from '../../platform/http/http.ts';
import { readLong } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { estimatedInvoices, readEstimate } from './queries.ts';

export const estimateRoutes: readonly Served<Deps>[] = [
  serve(getEstimate, async (deps, { caller, query }) =>
    done(await readLong(deps, caller, (work) => readEstimate(work, query))),
  ),
  serve(listEstimated, async (deps, { caller, query }) =>
    done(await readLong(deps, caller, (work) => estimatedInvoices(work, query))),
  ),
];
