import {
  cutMonth as cutRoute,
  interestInvoiceFile,
  listInterest,
  listInterestInvoices,
} from '@anticipa/contract/interest';
import { dateOf } from '@anticipa/domain/calendar';
import { done, refuse } from '@anticipa/domain/errors';
import { parseMonth } from '@anticipa/domain/month';
import { productCodes } from '@anticipa/domain/product';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { sameAsSession } from '../../lib/session/context.ts';
import { readTenant } from '../../lib/transaction.ts';
import { cutMonth, readInvoice } from './commands.ts';
import { interestInvoices, interestRows } from './queries.ts';

export const interestRoutes = (deps: Deps): Served[] => [
  serve(listInterest, async ({ body, caller }) => {
    const { startDate, endDate, products = productCodes, clientIds = [] } = body;
    if (!clientIds.every((clientId) => sameAsSession(caller, { clientId }))) return refuse('NOT_FOUND');
    const today = deps.clock.today();
    const accrual = { from: dateOf(startDate), to: endDate < today ? dateOf(endDate) : today, products };
    const { clientId } = caller.actor;
    return done({
      data: { credits: await readTenant(deps, caller, (executor) => interestRows(executor, clientId, accrual)) },
    });
  }),
  serve(listInterestInvoices, async ({ body: { search }, caller }) => {
    if (!sameAsSession(caller, { clientId: search.clientId })) return refuse('NOT_FOUND');
    const emitted = { from: dateOf(search.startDate), to: dateOf(search.endDate), active: search.active };
    const { clientId } = caller.actor;
    return done({ data: await readTenant(deps, caller, (executor) => interestInvoices(executor, clientId, emitted)) });
  }),
  serve(interestInvoiceFile, ({ params, caller }) => readInvoice(deps, caller, params)),
  serve(cutRoute, async ({ body, caller }) => {
    const month = parseMonth(body.month);
    if (month === null) return refuse('INVALID_REQUEST');
    const cut = await cutMonth(deps, caller, { clientId: body.clientId.toLowerCase(), month });
    return cut.ok ? done({ data: cut.value }) : cut;
  }),
];
