import { findCash } from '@anticipa/contract/cash-need';
import {
  cancelPreSell,
  getOpenSales,
  presell,
  processPreSells,
  requestAuthorization,
  sendSummary,
  setAsPreSell,
} from '@anticipa/contract/sales';
import { getSale, listSales, resendSale, saleConstancia, saleContract } from '@anticipa/contract/sent-sales';
import { done, refuse, refuseEach } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../../platform/http/http.ts';
import { attemptAs } from '../../../platform/work/transaction.ts';
import { archiveEvidence } from '../../conservation/evidence.ts';
import { END_CONSTRAINT, LIMIT_CONSTRAINT } from '../../credit/commands.ts';
import type { Deps } from '../../deps.ts';
import { resendToLender } from '../desk/return.ts';
import { cancelSales } from '../end.ts';
import { salesOfHold } from '../queries.ts';
import { sentSale, sentSales } from '../sent-queries.ts';
import { cashFor } from './cash-need.ts';
import { printContract } from './contract-pdf.ts';
import { holdInvoices } from './hold.ts';
import { quoteInvoices } from './quote.ts';
import { fixTerms, requestSales } from './request.ts';
import { summariseSales } from './summarise.ts';

export const salesRoutes: readonly Served<Deps>[] = [
  read(presell, (work, { body }) => quoteInvoices(work, body.documents), { claims: ({ body }) => body }),
  read(findCash, async (work, { query }) => done(await cashFor(work, query))),
  serve(setAsPreSell, (deps, { caller, body }) => holdInvoices(deps, caller, body.documents), {
    claims: ({ body: { rfc, documents } }) => [{ rfc }, ...documents.map(({ soldBy }) => ({ userId: soldBy }))],
    broken: {
      [LIMIT_CONSTRAINT]: refuse('CREDIT_EXCEEDED'),
      [END_CONSTRAINT]: refuse('CREDIT_LINE_ENDED'),
      receivers_within_limit: refuse('RECEIVER_LIMIT_EXCEEDED'),
      receivers_accepted: refuse('INVOICE_REJECTED'),
      sales_of_open_clients: refuse('CLIENT_CLOSED'),
      sale_items_live: refuse('INVOICE_ALREADY_IN_SALE'),
    },
  }),
  serve(
    processPreSells,
    async (deps, { caller, body: { numberOfSales } }) =>
      numberOfSales === undefined
        ? refuseEach('NO_SALE_NAMED', ['numberOfSales'])
        : fixTerms(deps, caller, numberOfSales),
    { claims: ({ body: { rfc } }) => ({ rfc }) },
  ),
  serve(requestAuthorization, (deps, { caller, body }) => requestSales(deps, caller, body), {
    claims: ({ body }) => [body, ...body.invoices].map(({ clientId }) => ({ clientId })),
  }),
  serve(cancelPreSell, (deps, { caller, body }) => cancelSales(deps, caller, body)),
  read(getOpenSales, (work, { query }) => salesOfHold(work, query.key)),
  read(listSales, async (work, { query }) => done(await sentSales(work, query.before))),
  read(getSale, (work, { params }) => sentSale(work, params.numberOfSale)),
  write(resendSale, (work, { params, body }) => resendToLender(work, params.numberOfSale, body)),
  serve(saleContract, (deps, { caller, params }) => printContract(deps, caller, params.numberOfSale)),
  read(saleConstancia, (work, { params }) => archiveEvidence(work, params.numberOfSale)),
  serve(
    sendSummary,
    (deps, { caller, body }) => attemptAs(deps, caller, (work) => summariseSales(work, deps.config, body)),
    { claims: ({ body }) => body },
  ),
];
