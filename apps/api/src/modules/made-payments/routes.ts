import {
  endRecall as endRoute,
  listMadePayments,
  paymentProof,
  proposeReturn as proposeRoute,
  recallPayment,
} from '@anticipa/contract/made-payments';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../platform/http/http.ts';
import { oneAtATime } from '../approvals/submit.ts';
import type { Deps } from '../deps.ts';
import { downloadPaymentProof } from '../transfers/proof.ts';
import { endRecall, proposeReturn, recall } from './commands.ts';
import { madePayments } from './queries.ts';

export const madePaymentsRoutes: readonly Served<Deps>[] = [
  read(listMadePayments, async (work) => done({ data: await madePayments(work) })),
  write(proposeRoute, (work, { body }) => proposeReturn(work, body), { broken: oneAtATime }),
  write(recallPayment, (work, { body }) => recall(work, body), {
    broken: { payment_recalls_open: refuse('PAYMENT_RECALLED') },
  }),
  write(endRoute, (work, { body }) => endRecall(work, body)),
  serve(paymentProof, (deps, { caller, params, body }) =>
    downloadPaymentProof(deps, caller, { orderId: params.orderId, format: body.format }),
  ),
];
