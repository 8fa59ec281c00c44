import {
  cancelPreSell,
  getSaleStates,
  presell,
  processPreSells,
  requestAuthorization,
  sendSummary,
  setAsPreSell,
} from '@anticipa/contract/sales';
import { refuse } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../lib/http/http.ts';
import { LIMIT_CONSTRAINT } from '../credit/commands.ts';
import { cancelSales } from './end.ts';
import { holdInvoices } from './hold.ts';
import { saleStates } from './queries.ts';
import { quoteInvoices } from './quote.ts';
import { fixTerms, requestSales, summariseSales } from './request.ts';

export const salesRoutes: readonly Served[] = [
  read(presell, (work, { body }) => quoteInvoices(work, body.documents), { claims: ({ body }) => body }),
  serve(setAsPreSell, (deps, { caller, body }) => holdInvoices(deps, caller, body.documents), {
    claims: ({ body: { rfc, documents } }) => [{ rfc }, ...documents.map(({ soldBy }) => ({ userId: soldBy }))],
    broken: {
      [LIMIT_CONSTRAINT]: refuse('CREDIT_EXCEEDED'),
      sale_items_live: refuse('INVOICE_ALREADY_IN_SALE'),
    },
  }),
  serve(processPreSells, (deps, { caller, body }) => fixTerms(deps, caller, body.numberOfSales), {
    claims: ({ body }) => body,
  }),
  serve(requestAuthorization, (deps, { caller, body }) => requestSales(deps, caller, body), {
    claims: ({ body }) => [body, ...body.invoices].map(({ clientId }) => ({ clientId })),
  }),
  serve(cancelPreSell, (deps, { caller, body }) => cancelSales(deps, caller, body)),
  read(getSaleStates, (work, { query }) => saleStates(work, query.numberOfSales)),
  write(sendSummary, (work, { body }) => summariseSales(work, body), { claims: ({ body }) => body }),
];
