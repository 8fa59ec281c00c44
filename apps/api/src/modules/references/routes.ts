import {
  addPaymentReference,
  cancelPaymentReference,
  getPaymentInstructions,
  getPaymentReference,
  getPaymentReferencePdf,
  listPaymentReferences,
  paymentReferencePdf,
  quotePaymentReference,
  setPaymentReference,
} from '@anticipa/contract/references';
import { done, refuse } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../platform/http/http.ts';
import type { Deps } from '../deps.ts';
import { cancelReference } from './cancel.ts';
import {
  createPaymentReference,
  findOrCreateReference,
  printPaymentReference,
  quoteReference,
  showPaymentReference,
} from './commands.ts';
import { lenderAccounts, paymentReferences } from './queries.ts';

export const referencesRoutes: readonly Served<Deps>[] = [
  write(setPaymentReference, (work, { body }) => createPaymentReference(work, body)),
  read(quotePaymentReference, (work, { body }) => quoteReference(work, body)),
  write(cancelPaymentReference, (work, { params }) => cancelReference(work, params.id)),
  write(addPaymentReference, (work, { body }) => findOrCreateReference(work, body), {
    claims: ({ body: { clientId } }) => ({ clientId }),
  }),
  read(listPaymentReferences, async (work) => done({ data: await paymentReferences(work) }), {
    claims: ({ params }) => params,
  }),
  read(
    getPaymentReference,
    async (work, { params: { referenceId }, query }) =>
      (query.referenceId ?? referenceId) === referenceId
        ? showPaymentReference(work, referenceId)
        : refuse('PAYMENT_REFERENCE_RECORD_NOT_FOUND'),
    { claims: ({ query: { rfc } }) => ({ rfc }) },
  ),
  serve(paymentReferencePdf, (deps, { caller, params }) => printPaymentReference(deps, caller, params.id)),
  serve(getPaymentReferencePdf, (deps, { caller, params }) => printPaymentReference(deps, caller, params.id)),
  read(getPaymentInstructions, async (work) => done({ data: await lenderAccounts(work) })),
];
