import {
  closeTransfer as closeRoute,
  listTransfers,
  listTroubledTransfers,
  orderTransfer as orderRoute,
  receivedWebhook,
  saleProof,
  transferWebhook,
} from '@anticipa/contract/transfers';
import { done } from '@anticipa/domain/errors';
import { read, type Served, serve, serveRaw } from '../../lib/http/http.ts';
import { runAs } from '../../lib/transaction.ts';
import { closeTransfer, orderTransfer } from './commands.ts';
import { keepCall } from './keep-call.ts';
import { downloadProof } from './proof.ts';
import { ordersOf, toTransfer, troubledOrders } from './queries.ts';

export const transfersRoutes: readonly Served[] = [
  serve(orderRoute, (deps, { caller, params }) => orderTransfer(deps, caller, params.saleId.toLowerCase())),
  serve(closeRoute, (deps, { caller, params, body }) =>
    closeTransfer(deps, caller, params.saleId.toLowerCase(), body.reason),
  ),
  read(listTransfers, async (work, { params }) =>
    done({ data: (await ordersOf(work, params.saleId.toLowerCase())).map(toTransfer) }),
  ),
  read(listTroubledTransfers, async (work) => done({ data: await troubledOrders(work) })),
  serve(saleProof, (deps, { caller, params, body }) =>
    downloadProof(deps, caller, { numberOfSale: params.numberOfSale, format: body.format }),
  ),
  serveRaw(transferWebhook, async (deps, { bytes, caller }, reply) => {
    await runAs(deps, { actor: null, requestId: caller.requestId, idempotency: null }, (work) =>
      keepCall(work, 'state', bytes),
    );
    return reply.type('application/json').send('{"mensaje":"recibido"}');
  }),
  // Never sent back: what cannot be identified waits for an operator.
  serveRaw(receivedWebhook, async (deps, { bytes, caller }, reply) => {
    await runAs(deps, { actor: null, requestId: caller.requestId, idempotency: null }, (work) =>
      keepCall(work, 'received', bytes),
    );
    return reply.type('application/json').send('{"mensaje":"confirmar"}');
  }),
];
