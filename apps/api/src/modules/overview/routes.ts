import { getBoughtInvoice } from '@anticipa/contract/bought-invoice';
import { getOverview, listDepositedSales, listExposures } from '@anticipa/contract/lender-overview';
import { listClientPayments, listClientTransfers, listReceiverPayments } from '@anticipa/contract/party-transfers';
import { exportAgeing, listAgeing, listPortfolio } from '@anticipa/contract/portfolio';
import { exportSoldInvoices, listSoldInvoices } from '@anticipa/contract/sold-invoices';
import { getToday, listTodayRows } from '@anticipa/contract/today';
import { done, refuse } from '@anticipa/domain/errors';
import { ageingTable } from '@anticipa/texts/tables/ageing';
import { soldInvoiceTable } from '@anticipa/texts/tables/sold-invoices';
import { fileOf, sendFile, sheetOf } from '../../platform/documents/export-file.ts';
import { longRead, read, type Served, serve, serveRaw } from '../../platform/http/http.ts';
import { readLong, runAs } from '../../platform/work/transaction.ts';
import { readClient } from '../clients/reading.ts';
import type { Deps } from '../deps.ts';
import { countOfStopped } from '../systems/queries.ts';
import { agedRows, ageing } from './ageing-queries.ts';
import { boughtInvoice } from './bought-invoice-queries.ts';
import { clientPayments, clientTransfers, receiverPayments } from './party-transfers.ts';
import { portfolio } from './portfolio-queries.ts';
import { depositedSales, exposuresOf, overviewOf } from './queries.ts';
import { allSoldInvoices, soldInvoices } from './sold-queries.ts';
import { mayRead, todayOf, todayRows } from './today-queries.ts';

export const overviewRoutes: readonly Served<Deps>[] = [
  longRead(getOverview, async (work) => done(await overviewOf(work))),
  longRead(listExposures, async (work, { query }) => done({ data: await exposuresOf(work, query) })),
  longRead(listDepositedSales, async (work, { query }) => done({ data: await depositedSales(work, query) })),
  longRead(listAgeing, async (work, { query }) => done({ data: await ageing(work, query) })),
  serveRaw(exportAgeing, async (deps, { caller, query: { format, ...filter } }, reply) => {
    const name = 'Antigüedad de la cartera';
    const made = await readLong(deps, caller, (work) =>
      fileOf(sheetOf(name, ageingTable, agedRows(work, filter)), { format, to: filter.asOf, today: work.today }),
    );
    return sendFile(reply, made);
  }),
  longRead(listSoldInvoices, async (work, { query }) => done(await soldInvoices(work, query))),
  serveRaw(exportSoldInvoices, async (deps, { caller, query: { format, ...filter } }, reply) => {
    const made = await readLong(deps, caller, (work) =>
      fileOf(sheetOf('Facturas vendidas', soldInvoiceTable, allSoldInvoices(work, filter)), {
        format,
        today: work.today,
      }),
    );
    return sendFile(reply, made);
  }),
  longRead(listPortfolio, async (work, { query }) => done(await portfolio(work, query))),
  serve(listClientTransfers, (deps, { caller, params, query }) =>
    readClient(deps, caller, params.clientId, async (work) => done(await clientTransfers(work, query.after))),
  ),
  serve(listClientPayments, (deps, { caller, params, query }) =>
    readClient(deps, caller, params.clientId, async (work) => done(await clientPayments(work, query.after))),
  ),
  longRead(listReceiverPayments, async (work, { params, query }) =>
    done(await receiverPayments(work, params.companyId, query.after)),
  ),
  serve(getToday, (deps, { caller }) =>
    runAs(deps, caller, async (work) => {
      const stopped = await countOfStopped(work, deps.health.all());
      return done({ now: work.at.toISOString(), figures: await todayOf(work, stopped) });
    }),
  ),
  read(listTodayRows, async (work, { params: { figure } }) =>
    mayRead(work, figure) ? done({ data: await todayRows(work, figure) }) : refuse('ROLE_NEEDED'),
  ),
  read(getBoughtInvoice, async (work, { params }) => {
    const found = await boughtInvoice(work, params.documentId);
    return found ? done(found) : refuse('NOT_FOUND');
  }),
];
