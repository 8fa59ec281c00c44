import { closeShortfall, identifyPayment, registerCollection } from '@anticipa/contract/collections';
import { refuse } from '@anticipa/domain/errors';
import { type Served, write } from '../../platform/http/http.ts';
import { closeTyped, identifyTyped, registerTyped } from './commands.ts';

const broken = { proposals_pending: refuse('PROPOSAL_PENDING') };

export const typedPaymentRoutes: readonly Served[] = [
  write(registerCollection, (work, { body }) => registerTyped(work, body), { broken }),
  write(identifyPayment, (work, { params, body }) => identifyTyped(work, params.paymentId.toLowerCase(), body), {
    broken,
  }),
  write(closeShortfall, (work, { body }) => closeTyped(work, body.documentId.toLowerCase(), body.reason), { broken }),
];
