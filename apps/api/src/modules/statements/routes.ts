import { getClientStatement, printClientStatement } from '@anticipa/contract/client-papers';
import { getCosts } from '@anticipa/contract/costs';
import type { QueryOf } from '@anticipa/contract/route';
import {
  balanceStatement,
  dispersions,
  getStatement,
  mailBalanceStatement,
  type Statement,
} from '@anticipa/contract/statements';
import { dateOf } from '@anticipa/domain/calendar';
import { costMonths } from '@anticipa/domain/costs';
import { done, type Outcome, refuseEach } from '@anticipa/domain/errors';
import { monthOf } from '@anticipa/domain/month';
import type { PdfBrand } from '../../platform/documents/pdf.ts';
import { Overloaded } from '../../platform/http/error-handler.ts';
import { longRead, type Served, serve } from '../../platform/http/http.ts';
import { keyedQueue } from '../../platform/load/keyed-queue.ts';
import { attemptAs, readLong } from '../../platform/work/transaction.ts';
import type { Work } from '../../platform/work/work.ts';
import { letterheadOf } from '../brand/queries.ts';
import { readClient } from '../clients/reading.ts';
import type { Deps } from '../deps.ts';
import { queueStatementMail } from './commands.ts';
import { costsOf } from './costs.ts';
import { printDispersions } from './dispersions.ts';
import { statementPdf } from './pdf.ts';
import { knownAtOf, statementOf } from './statement.ts';

/** A document ends today at the latest. */
const FUTURE = refuseEach('INVALID_REQUEST', ['endDate']);

/** One statement of a client at a time: years of movements take a thread for seconds. */
const drawing = keyedQueue(10);

type Asked = QueryOf<typeof getStatement>;

const shown = async (work: Work, { startDate, endDate, knownOn }: Asked) =>
  done({
    data: await statementOf(work, { from: dateOf(startDate), to: dateOf(endDate), knownAt: knownAtOf(work, knownOn) }),
  });

const toPrint = async (work: Work, { startDate, endDate }: Asked): Promise<Outcome<Printed>> =>
  endDate > work.today
    ? FUTURE
    : done({
        statement: await statementOf(work, { from: dateOf(startDate), to: dateOf(endDate), knownAt: work.at }),
        brand: await letterheadOf(work),
      });

interface Printed {
  readonly statement: Statement;
  readonly brand: PdfBrand;
}

async function printed(clientId: string, asked: Outcome<Printed>): Promise<Outcome<{ base64: string }>> {
  if (!asked.ok) return asked;
  const { statement, brand } = asked.value;
  const pdf = await drawing.run(clientId, () => statementPdf(statement, brand));
  if (pdf === null) throw new Overloaded('too many statements of one client wait');
  return done({ base64: pdf.toString('base64') });
}

export const statementRoutes: readonly Served<Deps>[] = [
  longRead(getStatement, (work, { query }) => shown(work, query)),
  longRead(getCosts, async (work, { query: { from, to } }) =>
    done({ data: await costsOf(work, costMonths(monthOf(dateOf(`${from}-01`)), monthOf(dateOf(`${to}-01`)))) }),
  ),
  serve(getClientStatement, (deps, { caller, params, query }) =>
    readClient(deps, caller, params.clientId, (work) => shown(work, query)),
  ),
  serve(
    balanceStatement,
    async (deps, { caller, body }) =>
      printed(caller.actor.clientId, await readLong(deps, caller, (work) => toPrint(work, body))),
    { claims: ({ body: { clientId } }) => ({ clientId }) },
  ),
  serve(printClientStatement, async (deps, { caller, params: { clientId }, query }) =>
    printed(clientId, await readClient(deps, caller, clientId, (work) => toPrint(work, query))),
  ),
  serve(
    mailBalanceStatement,
    (deps, { caller, body }) =>
      attemptAs(deps, caller, async (work) =>
        body.endDate > work.today ? FUTURE : queueStatementMail(work, deps.config, body),
      ),
    { claims: ({ body: { clientId, userId } }) => ({ clientId, userId }) },
  ),
  serve(dispersions, (deps, { caller, params: { creditLineId }, body: { dateSelected: month } }) =>
    printDispersions(deps, caller, { creditLineId, month }),
  ),
];
