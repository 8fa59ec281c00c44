import { getEstimate, listEstimated } from '@anticipa/contract/estimate';
import { done } from '@anticipa/domain/errors';
import { longRead, type Served } from '../../platform/http/http.ts';
import { estimatedInvoices, readEstimate } from './queries.ts';

export const estimateRoutes: readonly Served[] = [
  longRead(getEstimate, async (work, { query }) => done(await readEstimate(work, query))),
  longRead(listEstimated, async (work, { query }) => done(await estimatedInvoices(work, query))),
];
