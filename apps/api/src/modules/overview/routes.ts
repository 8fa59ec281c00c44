import { getBoughtInvoice } from '@anticipa/contract/bought-invoice';
import { getOverview, listDepositedSales, listExposures } from '@anticipa/contract/lender-overview';
import { listPortfolio } from '@anticipa/contract/portfolio';
import { done, refuse } from '@anticipa/domain/errors';
import { longRead, read, type Served } from '../../platform/http/http.ts';
import { boughtInvoice } from './bought-invoice-queries.ts';
import { portfolio } from './portfolio-queries.ts';
import { depositedSales, exposuresOf, overviewOf } from './queries.ts';

export const overviewRoutes: readonly Served[] = [
  longRead(getOverview, async (work) => done(await overviewOf(work))),
  longRead(listExposures, async (work, { query }) => done({ data: await exposuresOf(work, query) })),
  longRead(listDepositedSales, async (work, { query }) => done({ data: await depositedSales(work, query) })),
  longRead(listPortfolio, async (work, { query }) => done(await portfolio(work, query))),
  read(getBoughtInvoice, async (work, { params }) => {
    const found = await boughtInvoice(work, params.documentId);
    return found ? done(found) : refuse('NOT_FOUND');
  }),
];
