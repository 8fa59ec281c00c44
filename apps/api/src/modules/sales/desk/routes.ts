import {
  answerSale,
  decideAnswer as decideRoute,
  getLenderSale,
  listLenderSales,
  returnSale,
  withdrawAuthorisation,
} from '@anticipa/contract/lender';
import { listInbox } from '@anticipa/contract/lender-inbox';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../../platform/http/http.ts';
import { LIMIT_CONSTRAINT } from '../../credit/commands.ts';
import { salesInState } from '../queries.ts';
import { answer, withdraw } from './answer.ts';
import { decideAnswer } from './decide-answer.ts';
import { inbox } from './inbox-queries.ts';
import { INBOX_LIMIT, lenderSales } from './lender-queries.ts';
import { lenderSale } from './lender-sale.ts';
import { returnToClient } from './return.ts';

/** The exchange rate has moved since the client sold. */
const overLine = { [LIMIT_CONSTRAINT]: refuse('SALE_OVER_LINE') };

export const lenderRoutes: readonly Served[] = [
  read(listLenderSales, async (work, { query }) =>
    done({ data: await lenderSales(work, await salesInState(work, query.state, INBOX_LIMIT)) }),
  ),
  read(listInbox, async (work, { query }) => done(await inbox(work, query))),
  read(getLenderSale, (work, { params }) => lenderSale(work, params.saleId)),
  write(answerSale, (work, { params, body }) => answer(work, params.saleId, body), {
    // The approval amounts were lowered at the same time.
    broken: { sales_second_person: refuse('SALE_STATE_CONFLICT'), ...overLine },
  }),
  write(decideRoute, (work, { params, body }) => decideAnswer(work, params.saleId, body), {
    broken: overLine,
  }),
  write(returnSale, (work, { params, body }) => returnToClient(work, params.saleId, body)),
  write(withdrawAuthorisation, (work, { params, body }) => withdraw(work, params.saleId, body.rejections)),
];
