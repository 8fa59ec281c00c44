import {
  addPaymentReference,
  getPaymentInstructions,
  getPaymentReference,
  listPaymentReferences,
  paymentReferencePdf,
  setPaymentReference,
} from '@anticipa/contract/references';
import { done, refuse } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { sameAsSession } from '../../lib/session/context.ts';
import { readTenant } from '../../lib/transaction.ts';
import { findPaymentReference, makePaymentReference, printPaymentReference, showPaymentReference } from './commands.ts';
import { lenderAccounts, paymentReferences } from './queries.ts';

export const referencesRoutes = (deps: Deps): Served[] => [
  serve(setPaymentReference, ({ body, caller }) => makePaymentReference(deps, caller, body)),
  serve(addPaymentReference, ({ body, caller }) => findPaymentReference(deps, caller, body)),
  serve(listPaymentReferences, async ({ params, caller }) => {
    if (!sameAsSession(caller, params)) return refuse('NOT_FOUND');
    const { clientId } = caller.actor;
    return done({ data: await readTenant(deps, caller, (executor) => paymentReferences(executor, clientId)) });
  }),
  serve(getPaymentReference, ({ params, query, caller }) =>
    showPaymentReference(deps, caller, { referenceId: params.referenceId, rfc: query.rfc }),
  ),
  serve(paymentReferencePdf, ({ params, caller }) => printPaymentReference(deps, caller, params.id)),
  serve(getPaymentInstructions, async ({ caller }) => done({ data: await readTenant(deps, caller, lenderAccounts) })),
];
