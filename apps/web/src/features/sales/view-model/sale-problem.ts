/** A failed step of a sale in words: the problem, the remedy, and the button for it. */
import { type ErrorCode, errorCatalogue } from '@anticipa/domain/errors';
import { ApiRefusal, ServerUnreachable } from '../../../lib/api-client.ts';
import { isUnanswered } from '../../../lib/once.ts';
import { es } from '../es.ts';
import { UnexpectedAnswer } from './answers.ts';
import { folioOf, type Offer } from './offer.ts';
import { noErrors, type SaleErrors, serverErrors } from './validation.ts';

/** Repeat the step, remove invoices, return to the invoices, reread the terms, or correct the fields. */
export type NextStep = 'retry' | 'remove' | 'invoices' | 'terms' | 'fix';

export interface SaleProblem {
  readonly text: string;
  /** The invoices concerned, by name, each with the server's reason. */
  readonly named: readonly { readonly id: string; readonly text: string }[];
  readonly nextStep: NextStep;
  /** Whether the step may have taken effect: then exactly the same must be sent again. */
  readonly unanswered: boolean;
  /** The same reasons, beside the rows. */
  readonly rows: SaleErrors;
}

const fixable: ReadonlySet<string> = new Set<ErrorCode>([
  'PAYMENT_DATE_MISSING',
  'PAYMENT_DATE_NOT_AFTER_TODAY',
  'TERM_OVER_180_DAYS',
  'PAYMENT_DATE_NOT_BUSINESS_DAY',
  'PURCHASE_ORDER_MISSING',
  'DEPOSIT_NOT_POSITIVE',
  'QUOTE_CHANGED',
]);

const nextSteps: Partial<Record<ErrorCode, NextStep>> = {
  SALE_EXPIRED: 'invoices',
  SALE_STATE_CONFLICT: 'invoices',
  TERMS_NOT_ACCEPTED: 'terms',
  NO_INVOICE_SELECTED: 'invoices',
  QUOTE_CHANGED: 'retry',
  NO_SESSION: 'retry',
};

/** The problem to show for an error of a step that sent `offers`. */
export function problemOf(error: unknown, offers: readonly Offer[]): SaleProblem {
  if (error instanceof ServerUnreachable)
    return { text: es.problem.unreachable, named: [], nextStep: 'retry', unanswered: true, rows: noErrors };
  if (error instanceof UnexpectedAnswer)
    return {
      text: error.maybeSent ? es.problem.mismatchSent : es.problem.mismatch,
      named: [],
      nextStep: 'retry',
      unanswered: error.maybeSent,
      rows: noErrors,
    };
  const unanswered = isUnanswered(error);
  if (!(error instanceof ApiRefusal))
    return { text: es.problem.unexpected, named: [], nextStep: 'retry', unanswered, rows: noErrors };
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  const failures = error.details.filter(({ path }) => byId.has(path));
  const named = failures.map(({ path, message }) => {
    const offer = byId.get(path);
    return { id: path, text: offer ? `${folioOf(offer)}, ${offer.invoice.receiverName}: ${message}` : message };
  });
  return {
    text: error.message,
    named,
    nextStep: nextStepAfter(error, failures),
    unanswered,
    rows: serverErrors(failures),
  };
}

function nextStepAfter({ code }: ApiRefusal, failures: readonly { code: string }[]): NextStep {
  const known = nextSteps[code];
  if (known) return known;
  if (failures.length > 0) return failures.every((failure) => fixable.has(failure.code)) ? 'fix' : 'remove';
  return errorCatalogue[code]?.retry ? 'retry' : 'invoices';
}
