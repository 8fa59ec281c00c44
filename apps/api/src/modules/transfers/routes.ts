import { listPayables } from '@anticipa/contract/payables';
import {
  closeTransfer as closeRoute,
  lenderSaleProof,
  listTransfers,
  listTroubledTransfers,
  receivedWebhook,
  saleProof,
  transferWebhook,
} from '@anticipa/contract/transfers';
import { done } from '@anticipa/domain/errors';
import { sendRefusal } from '../../platform/http/answers.ts';
import { subscriberOf } from '../../platform/http/device.ts';
import { read, type Served, serve, serveRaw } from '../../platform/http/http.ts';
import { runAs } from '../../platform/work/transaction.ts';
import type { Deps } from '../deps.ts';
import { closeTransfer } from './commands.ts';
import { type BankCall, keepCall } from './keep-call.ts';
import { payables } from './payables-queries.ts';
import { downloadProof, downloadProofForLender } from './proof.ts';
import { ordersOfSale, toTransfer, troubledOrders } from './queries.ts';

/** Answers 429 while too many calls wait: the bank does not repeat one that was answered as received. */
const bankCall = (
  route: typeof transferWebhook | typeof receivedWebhook,
  kind: BankCall['kind'],
  answer: string,
): Served =>
  serveRaw(route, async (deps, { bytes: body, caller }, reply) => {
    const sender = subscriberOf(caller.address);
    const isKept = await runAs(deps, { actor: null, requestId: caller.requestId, idempotency: null }, (work) =>
      keepCall(work, { kind, body, sender }),
    );
    return isKept ? reply.type('application/json').send(answer) : sendRefusal(reply, 'TOO_MANY_REQUESTS');
  });

export const transfersRoutes: readonly Served<Deps>[] = [
  serve(closeRoute, (deps, { caller, params, body }) => closeTransfer(deps, caller, params.orderId, body.reason)),
  read(listTransfers, async (work, { params }) =>
    done({ data: (await ordersOfSale(work, params.saleId)).map((order) => toTransfer(work, order)) }),
  ),
  read(listTroubledTransfers, async (work) => done({ data: await troubledOrders(work) })),
  serve(listPayables, async (deps, { caller }) => {
    const takesOrders = (await deps.payouts.payingAccount()) !== null;
    return done(await runAs(deps, caller, (work) => payables(work, takesOrders)));
  }),
  serve(saleProof, (deps, { caller, params, body }) =>
    downloadProof(deps, caller, { numberOfSale: params.numberOfSale, format: body.format }),
  ),
  serve(lenderSaleProof, (deps, { caller, params, body }) =>
    downloadProofForLender(deps, caller, { saleId: params.saleId, format: body.format }),
  ),
  bankCall(transferWebhook, 'state', '{"mensaje":"recibido"}'),
  // Never sent back: what cannot be identified waits for an operator.
  bankCall(receivedWebhook, 'received', '{"mensaje":"confirmar"}'),
];
