import { findCash } from '@anticipa/contract/cash-need';
import {
  getPreparedSale,
  prepareSale,
  returnPreparedSale,
  withdrawPreparedSale,
} from '@anticipa/contract/prepared-sales';
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
import { listPreparedSales } from '@anticipa/contract/to-accept';
import { done, refuseEach } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../../platform/http/http.ts';
import { attemptAs } from '../../../platform/work/transaction.ts';
import { archiveEvidence } from '../../conservation/evidence.ts';
import type { Deps } from '../../deps.ts';
import { resendToLender } from '../desk/return.ts';
import { cancelSales } from '../end.ts';
import { salesOfHold } from '../queries.ts';
import { sentSale, sentSales } from '../sent-queries.ts';
import { cashFor } from './cash-need.ts';
import { printContract } from './contract-pdf.ts';
import { holdInvoices, holdRefusals } from './hold.ts';
import { prepare, preparedRefusals, returnPrepared, withdrawPrepared } from './prepared.ts';
import { preparedSale, preparedSales } from './prepared-queries.ts';
import { quoteInvoices } from './quote.ts';
import { fixTerms, requestSales } from './request.ts';
import { summariseSales } from './summarise.ts';

export const salesRoutes: readonly Served<Deps>[] = [
  read(presell, (work, { body }) => quoteInvoices(work, body.documents), { claims: ({ body }) => body }),
  read(findCash, async (work, { query }) => done(await cashFor(work, query))),
  serve(setAsPreSell, (deps, { caller, body }) => holdInvoices(deps, caller, body), {
    claims: ({ body: { rfc, documents } }) => [{ rfc }, ...documents.map(({ soldBy }) => ({ userId: soldBy }))],
    broken: holdRefusals,
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
  read(listPreparedSales, async (work) => done(await preparedSales(work))),
  read(getPreparedSale, (work, { params }) => preparedSale(work, params.preparedId)),
  write(prepareSale, (work, { body }) => prepare(work, body), {
    claims: ({ body: { rfc, documents } }) => [{ rfc }, ...documents.map(({ soldBy }) => ({ userId: soldBy }))],
    broken: preparedRefusals,
  }),
  write(returnPreparedSale, (work, { params, body }) => returnPrepared(work, params.preparedId, body)),
  write(withdrawPreparedSale, (work, { params }) => withdrawPrepared(work, params.preparedId)),
  serve(
    sendSummary,
    (deps, { caller, body }) => attemptAs(deps, caller, (work) => summariseSales(work, deps.config, body)),
    { claims: ({ body }) => body },
  ),
];
