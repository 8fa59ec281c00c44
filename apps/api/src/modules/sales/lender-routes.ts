import { answerSale, disburseSale, listLenderSales, withdrawAuthorisation } from '@anticipa/contract/lender';
import { done } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { readLender } from '../../lib/transaction.ts';
import { answer, disburse, withdraw } from './answer.ts';
import { INBOX_LIMIT, lenderSales } from './lender-queries.ts';
import { salesInState } from './queries.ts';

export const lenderRoutes = (deps: Deps): Served[] => [
  serve(listLenderSales, async ({ query }) => {
    const data = await readLender(deps, async (executor) =>
      lenderSales(executor, await salesInState(executor, query.state, INBOX_LIMIT)),
    );
    return done({ data });
  }),
  serve(answerSale, ({ params, body, caller }) =>
    answer(deps, caller, { saleId: params.saleId.toLowerCase(), decisions: body.decisions }),
  ),
  serve(withdrawAuthorisation, ({ params, body, caller }) =>
    withdraw(deps, caller, { saleId: params.saleId.toLowerCase(), rejections: body.rejections }),
  ),
  serve(disburseSale, ({ params, body, caller }) =>
    disburse(deps, caller, { saleId: params.saleId.toLowerCase(), trackingKey: body.trackingKey }),
  ),
];
