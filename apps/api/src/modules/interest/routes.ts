import { clientCfdiFile, listClientCfdi } from '@anticipa/contract/client-papers';
import {
  cancelInterestInvoice,
  cutMonth as cutRoute,
  getCfdiCancellation,
  getMonthCut,
  interestInvoiceFile,
  listInterest,
  listInterestInvoices,
} from '@anticipa/contract/interest';
import { getTaxData, reissueCfdi } from '@anticipa/contract/tax-data';
import { dateOf } from '@anticipa/domain/calendar';
import { done, refuse } from '@anticipa/domain/errors';
import { parseMonth } from '@anticipa/domain/month';
import { productCodes } from '@anticipa/domain/product';
import { longRead, read, type Served, serve } from '../../platform/http/http.ts';
import { runAs } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import { taxDataOf } from '../approvals/tax-data.ts';
import { readClient } from '../clients/reading.ts';
import type { Deps } from '../deps.ts';
import { clientById } from '../session/client-by-id.ts';
import { cancelInvoice } from './cancel.ts';
import { cancellationOf } from './cancellation-steps.ts';
import { cutMonth, readInvoice } from './commands.ts';
import { interestRows } from './earned-queries.ts';
import { monthCutOf } from './month-queries.ts';
import { interestInvoices, storedCfdi } from './queries.ts';
import { reissue, unissuedOf } from './reissue.ts';

export const interestRoutes: readonly Served<Deps>[] = [
  longRead(
    listInterest,
    async (work, { body: { startDate, endDate, products = productCodes } }) => {
      const to = endDate < work.today ? dateOf(endDate) : work.today;
      return done({ data: { credits: await interestRows(work, { from: dateOf(startDate), to, products }) } });
    },
    { claims: ({ body: { clientIds = [] } }) => clientIds.map((clientId) => ({ clientId })) },
  ),
  longRead(
    listInterestInvoices,
    async (work, { body: { search } }) => {
      const { startDate, endDate, created = true, active } = search;
      const wanted = { from: dateOf(startDate), to: dateOf(endDate), isEmission: created, active };
      return done({ data: await interestInvoices(work, wanted) });
    },
    { claims: ({ body: { search } }) => ({ clientId: search.clientId }) },
  ),
  serve(listClientCfdi, (deps, { caller, params, query: { startDate, endDate } }) =>
    readClient(deps, caller, params.clientId, async (work) => {
      const wanted = { from: dateOf(startDate), to: dateOf(endDate), isEmission: true, active: undefined };
      return done({ data: await interestInvoices(work, wanted) });
    }),
  ),
  serve(interestInvoiceFile, async (deps, { caller, params }) =>
    readInvoice(deps, await runAs(deps, caller, (work) => storedCfdi(work, params.id)), params.fileType),
  ),
  serve(clientCfdiFile, async (deps, { caller, params }) => {
    const stored = await readClient(deps, caller, params.clientId, (work) => storedCfdi(work, params.id));
    return readInvoice(deps, stored, params.fileType);
  }),
  longRead(getMonthCut, async (work, { params }) => {
    const month = parseMonth(params.month);
    return month === null ? refuse('INVALID_REQUEST') : done(await monthCutOf(work, month));
  }),
  serve(cutRoute, async (deps, { caller, body }) => {
    const month = parseMonth(body.month);
    if (month === null) return refuse('INVALID_REQUEST');
    const cut = await cutMonth(deps, caller, body.clientId, month);
    return cut.ok ? done({ data: cut.value }) : cut;
  }),
  read(getTaxData, async (wide, { params }) => {
    const tenant = await clientById(wide, params.clientId);
    if (tenant === undefined) return refuse('NOT_FOUND');
    const work = narrowTo(wide, tenant);
    return done({ today: wide.today, data: await taxDataOf(work), unissued: await unissuedOf(work) });
  }),
  serve(reissueCfdi, (deps, { caller, params }) => reissue(deps, caller, params.clientId)),
  read(getCfdiCancellation, (work, { params, query }) => cancellationOf(work, params.invoiceId, query.motive)),
  serve(cancelInterestInvoice, async (deps, { caller, params, body }) => {
    const cancelled = await cancelInvoice(deps, caller, params.invoiceId, body.motive);
    return cancelled.ok ? done({ invoice: cancelled.value }) : cancelled;
  }),
];
