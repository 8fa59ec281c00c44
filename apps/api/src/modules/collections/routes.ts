import { adjustInvoice, listAdjustments, previewAdjustment } from '@anticipa/contract/adjustments';
import {
  closeShortfall,
  identifyPayment,
  keepPayment,
  listDuePayouts,
  listDueReferences,
  listUnidentifiedPayments,
  registerCollection,
  sendBackPayment,
} from '@anticipa/contract/collections';
import { forwardPayment, listForwardable } from '@anticipa/contract/forwarding';
import {
  listAppliedReceipts,
  listPayableInvoices,
  listWaitingReceipts,
  previewCollection,
  previewIdentification,
  refuseProposal,
} from '@anticipa/contract/receipts';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, write } from '../../platform/http/http.ts';
import { oneAtATime } from '../approvals/submit.ts';
import { adjust, listed, preview } from './adjustments.ts';
import { appliedReceipts } from './applied-queries.ts';
import { forward, listed as listedForwardable } from './forwarding.ts';
import { payableBySearch } from './payable-queries.ts';
import { duePayouts } from './payouts.ts';
import { waitingReceipts } from './proposal-queries.ts';
import { previewOf, previewOfTyped, refuseProposed } from './proposals.ts';
import { dueReferences } from './queries.ts';
import { closeTyped } from './shortfalls.ts';
import { identifyTyped, registerTyped } from './typed-payment.ts';
import { keepSentBack, sendBack } from './unidentified.ts';
import { unidentifiedPayments } from './unidentified-queries.ts';

export const collectionsRoutes: readonly Served[] = [
  read(listDueReferences, async (work) => done({ today: work.today, data: await dueReferences(work) })),
  read(listUnidentifiedPayments, async (work, { query }) =>
    done({ data: await unidentifiedPayments(work, query.state) }),
  ),
  read(listWaitingReceipts, async (work) => done({ today: work.today, data: await waitingReceipts(work) })),
  read(listAppliedReceipts, async (work, { query: { day = work.today } }) =>
    done({ today: work.today, ...(await appliedReceipts(work, day)) }),
  ),
  read(listPayableInvoices, async (work, { query }) => done({ data: await payableBySearch(work, query) })),
  write(previewCollection, (work, { body }) => previewOfTyped(work, body)),
  write(previewIdentification, (work, { params, body }) => previewOf(work, params.paymentId, body)),
  write(refuseProposal, (work, { params, body }) => refuseProposed(work, params.paymentId, body)),
  write(registerCollection, (work, { body }) => registerTyped(work, body), { broken: oneAtATime }),
  write(identifyPayment, (work, { params, body }) => identifyTyped(work, params.paymentId, body), {
    broken: oneAtATime,
  }),
  write(closeShortfall, (work, { body }) => closeTyped(work, body.documentId, body.reason), {
    broken: oneAtATime,
  }),
  read(listAdjustments, (work, { params }) => listed(work, params.documentId)),
  read(previewAdjustment, (work, { params, query }) => preview(work, params.documentId, query)),
  write(adjustInvoice, (work, { params, body }) => adjust(work, params.documentId, body), {
    broken: {
      ...oneAtATime,
      // A withdrawal may need more credit than its line or its receiver has left.
      credit_lines_within_limit: refuse('CREDIT_EXCEEDED'),
      receivers_within_limit: refuse('RECEIVER_LIMIT_EXCEEDED'),
    },
  }),
  write(sendBackPayment, (work, { params, body }) => sendBack(work, params.paymentId, body?.reason)),
  write(keepPayment, (work, { params, body }) => keepSentBack(work, params.paymentId, body)),
  read(listForwardable, (work, { params }) => listedForwardable(work, params.documentId)),
  write(forwardPayment, (work, { params, body }) => forward(work, params.documentId, body)),
  read(listDuePayouts, async (work) => done({ data: await duePayouts(work) })),
];
