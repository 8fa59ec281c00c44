import { getOverview, listDepositedSales, listExposures } from '@anticipa/contract/lender-overview';
import { listPortfolio } from '@anticipa/contract/portfolio';
import { done } from '@anticipa/domain/errors';
import { longRead, type Served } from '../../platform/http/http.ts';
import { portfolio } from './portfolio-queries.ts';
import { depositedSales, exposuresOf, overviewOf } from './queries.ts';

export const overviewRoutes: readonly Served[] = [
  longRead(getOverview, async (work) => done(await overviewOf(work))),
  longRead(listExposures, async (work, { query }) => done({ data: await exposuresOf(work, query) })),
  longRead(listDepositedSales, async (work, { query }) => done({ data: await depositedSales(work, query) })),
  longRead(listPortfolio, async (work, { query }) => done(await portfolio(work, query))),
];
