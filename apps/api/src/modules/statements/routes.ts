import { balanceStatement, dispersions, getStatement, mailBalanceStatement } from '@anticipa/contract/statements';
import { dateOf } from '@anticipa/domain/calendar';
import { done, refuseEach } from '@anticipa/domain/errors';
import { read, type Served, serve } from '../../lib/http/http.ts';
import { attemptAs, runAs } from '../../lib/transaction.ts';
import { queueStatementMail } from './commands.ts';
import { lineOf, printDispersions } from './dispersions.ts';
import { statementPdf } from './pdf.ts';
import { knownAtOf, statementOf } from './statement.ts';

/** A document ends today at the latest. */
const FUTURE = refuseEach('INVALID_REQUEST', ['endDate']);

export const statementRoutes: readonly Served[] = [
  read(getStatement, async (work, { query: { startDate, endDate, knownOn } }) => {
    const period = { from: dateOf(startDate), to: dateOf(endDate), knownAt: knownAtOf(work, knownOn) };
    return done({ data: await statementOf(work, period) });
  }),
  serve(
    balanceStatement,
    async (deps, { caller, body: { startDate, endDate } }) => {
      const statement = await runAs(deps, caller, async (work) =>
        endDate > work.today
          ? null
          : statementOf(work, { from: dateOf(startDate), to: dateOf(endDate), knownAt: work.at }),
      );
      return statement === null ? FUTURE : done({ base64: (await statementPdf(statement)).toString('base64') });
    },
    { claims: ({ body: { clientId } }) => ({ clientId }), remote: 'dispersions' },
  ),
  serve(
    mailBalanceStatement,
    (deps, { caller, body }) =>
      attemptAs(deps, caller, async (work) =>
        body.endDate > work.today ? FUTURE : queueStatementMail(work, deps.config, body),
      ),
    { claims: ({ body: { clientId, userId } }) => ({ clientId, userId }), remote: 'dispersions' },
  ),
  serve(
    dispersions,
    (deps, { caller, params: { creditLineId }, body: { dateSelected: month } }) =>
      printDispersions(deps, caller, { creditLineId, month }),
    { remote: 'credits', isOwn: async (work, { params }) => (await lineOf(work, params.creditLineId)) !== undefined },
  ),
];
