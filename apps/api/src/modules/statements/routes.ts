import { balanceStatement, dispersions, getStatement, mailBalanceStatement } from '@anticipa/contract/statements';
import { dateOf } from '@anticipa/domain/calendar';
import { done, refuseEach } from '@anticipa/domain/errors';
import { Overloaded } from '../../platform/http/error-handler.ts';
import { longRead, type Served, serve } from '../../platform/http/http.ts';
import { keyedQueue } from '../../platform/load/keyed-queue.ts';
import { attemptAs, readLong } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { queueStatementMail } from './commands.ts';
import { printDispersions } from './dispersions.ts';
import { statementPdf } from './pdf.ts';
import { knownAtOf, statementOf } from './statement.ts';

/** A document ends today at the latest. */
const FUTURE = refuseEach('INVALID_REQUEST', ['endDate']);

/** One statement of a client at a time: years of movements take a thread for seconds. */
const drawing = keyedQueue(10);

export const statementRoutes: readonly Served<Deps>[] = [
  longRead(getStatement, async (work, { query: { startDate, endDate, knownOn } }) => {
    const period = { from: dateOf(startDate), to: dateOf(endDate), knownAt: knownAtOf(work, knownOn) };
    return done({ data: await statementOf(work, period) });
  }),
  serve(
    balanceStatement,
    async (deps, { caller, body: { startDate, endDate } }) => {
      const statement = await readLong(deps, caller, async (work) =>
        endDate > work.today
          ? null
          : statementOf(work, { from: dateOf(startDate), to: dateOf(endDate), knownAt: work.at }),
      );
      if (statement === null) return FUTURE;
      const pdf = await drawing.run(caller.actor.clientId, () => statementPdf(statement));
      if (pdf === null) throw new Overloaded('too many statements of one client wait');
      return done({ base64: pdf.toString('base64') });
    },
    { claims: ({ body: { clientId } }) => ({ clientId }) },
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
