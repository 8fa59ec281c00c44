import { getOverview, listDepositedSales, listExposures } from '@anticipa/contract/lender-overview';
import { done } from '@anticipa/domain/errors';
import { read, type Served } from '../../platform/http/http.ts';
import { depositedSales, exposuresOf, overviewOf } from './queries.ts';

export const overviewRoutes: readonly Served[] = [
  read(getOverview, async (work) => done(await overviewOf(work))),
  read(listExposures, async (work, { query }) => done({ data: await exposuresOf(work, query) })),
  read(listDepositedSales, async (work, { query }) => done({ data: await depositedSales(work, query) })),
];
