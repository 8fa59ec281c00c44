/** Payment references: which invoices may share one, the texts of failures, and the payment instructions. */
import type { Invoice } from '@anticipa/contract/invoices';
import {
  type getPaymentInstructions,
  MAX_INVOICES_PER_REFERENCE,
  type PaymentReference,
} from '@anticipa/contract/references';
import type { ResponseOf } from '@anticipa/contract/route';
import { dateOf, type IsoDate } from '@anticipa/domain/calendar';
import type { ErrorCode } from '@anticipa/domain/errors';
import { statusName } from '@anticipa/domain/invoice';
import {
  type FinancedCurrency,
  financedCurrencies,
  type Money,
  moneyOf,
  subtract,
  sumPerCurrency,
} from '@anticipa/domain/money';
import { type ReferenceCandidate, referenceProblem } from '@anticipa/domain/reference';
import { formatFolio } from '@anticipa/texts/format';
import { errorTexts } from '@anticipa/texts/texts';
import { ApiRefusal, ServerUnreachable } from '../../lib/api-client.ts';
import type { Tone } from '../../ui/feedback/status-badge.tsx';
import { es } from './es.ts';

/** The fields of an invoice that a reference needs. */
export type ReferableInvoice = Pick<
  Invoice,
  | 'documentId'
  | 'uuid'
  | 'serie'
  | 'folio'
  | 'status'
  | 'currency'
  | 'total'
  | 'amountDue'
  | 'dueDate'
  | 'paymentReference'
  | 'paidAutomatically'
>;

const candidateOf = (invoice: ReferableInvoice): ReferenceCandidate => ({
  id: invoice.documentId,
  status: statusName(invoice.status),
  // Invoices in euros are rejected on entry, so any invoice in credit is in a financed currency.
  currency: invoice.currency === 'USD' ? 'USD' : 'MXN',
  // Tables offer invoices in credit only.
  hasBalanceDue: false,
  paymentReference: invoice.paymentReference,
  paidAutomatically: invoice.paidAutomatically,
});

/** [RPG-03] Why an invoice cannot be chosen for a new reference; null when it can. */
export function whyNotReferenced(invoice: ReferableInvoice): string | null {
  const problem = referenceProblem([candidateOf(invoice)]);
  return problem && errorTexts[problem.code];
}

/** A problem with a reference, the invoices concerned, and the selections that would solve it. */
export interface ReferenceProblem {
  readonly text: string;
  readonly named: readonly string[];
  /** Per remedy: the label of its button and the invoices that remain chosen. */
  readonly remedies: readonly { readonly label: string; readonly keep: readonly ReferableInvoice[] }[];
  readonly canRetry: boolean;
}

const asProblem = (text: string, part: Partial<ReferenceProblem> = {}): ReferenceProblem => ({
  text,
  named: [],
  remedies: [],
  canRetry: false,
  ...part,
});

/** [RPG-01] Checks a selection before the server does; null when nothing is wrong. */
export function problemBefore(chosen: readonly ReferableInvoice[]): ReferenceProblem | null {
  const problem = referenceProblem(chosen.map(candidateOf));
  if (problem?.code === 'REFERENCE_MIXED_CURRENCIES') {
    const remedies = financedCurrencies.map((currency) => ({
      label: es.keepOnly(currency),
      keep: chosen.filter((invoice) => invoice.currency === currency),
    }));
    return asProblem(errorTexts[problem.code], { remedies });
  }
  if (problem) return aboutInvoices(problem.code, new Set(problem.failures.map(({ path }) => path)), chosen);
  if (chosen.length <= MAX_INVOICES_PER_REFERENCE) return null;
  const keep = chosen.slice(0, MAX_INVOICES_PER_REFERENCE);
  return asProblem(es.tooMany, { remedies: [{ label: es.keepFirst, keep }] });
}

function aboutInvoices(
  code: ErrorCode,
  ids: ReadonlySet<string>,
  chosen: readonly ReferableInvoice[],
): ReferenceProblem {
  const isNamed = ({ documentId, uuid }: ReferableInvoice): boolean => ids.has(documentId) || ids.has(uuid);
  const named = chosen.filter(isNamed);
  const keep = chosen.filter((invoice) => !isNamed(invoice));
  return asProblem(errorTexts[code], {
    named: named.map(formatFolio),
    remedies: named.length > 0 && keep.length > 0 ? [{ label: es.removeThese(named.length), keep }] : [],
  });
}

/** Refusals with their own text; any other failure is referred to the administrator. */
const EXPLAINED: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'REFERENCE_DAY_OUT_OF_RANGE',
  'REFERENCE_WITHOUT_INVOICES',
  'REFERENCE_MIXED_CURRENCIES',
  'INVOICE_NOT_IN_CREDIT',
  'INVOICE_ALREADY_REFERENCED',
  'INVOICE_PAID_AUTOMATICALLY',
  'ERROR_GENERATING_REFERENCE',
  'REQUEST_IN_PROGRESS',
  'TOO_MANY_REQUESTS',
  'NO_SESSION',
]);

/** Failures that another try can cure. */
const PASSING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ERROR_GENERATING_REFERENCE',
  'REQUEST_IN_PROGRESS',
  'TOO_MANY_REQUESTS',
  'NO_SESSION',
]);

/** The problem when the server did not make the reference. */
export function problemAfter(error: unknown, chosen: readonly ReferableInvoice[]): ReferenceProblem {
  if (error instanceof ServerUnreachable) return asProblem(es.unreachable, { canRetry: true });
  if (!(error instanceof ApiRefusal) || !EXPLAINED.has(error.code)) return asProblem(es.failed, { canRetry: true });
  const about = aboutInvoices(error.code, new Set(error.details.map(({ path }) => path)), chosen);
  return { ...about, canRetry: PASSING.has(error.code) };
}

/** Debt today for the chosen invoices with their late charges, per currency. */
export const amountsOf = (chosen: readonly ReferableInvoice[]): readonly Money<FinancedCurrency>[] =>
  sumPerCurrency(
    chosen.flatMap(({ currency, total, amountDue }) =>
      currency === 'EUR' ? [] : [moneyOf<FinancedCurrency>(amountDue ?? total, currency)],
    ),
  );

/** Number of chosen invoices with late charges, which the amount of their reference includes. */
export const overdueCount = (chosen: readonly ReferableInvoice[], today: string): number =>
  chosen.filter(({ dueDate }) => dueDate !== null && dueDate < today).length;

/** The parts of a reference's amount, and the last day whose late charges it includes. */
export interface AmountParts {
  readonly invoices: Money<FinancedCurrency>;
  readonly lateCharges: Money<FinancedCurrency>;
  readonly until: IsoDate;
}

export function partsOf({ amount, currency, lateCharges, validUntil }: PaymentReference): AmountParts {
  const charges = moneyOf<FinancedCurrency>(lateCharges, currency);
  return {
    invoices: subtract(moneyOf<FinancedCurrency>(amount, currency), charges),
    lateCharges: charges,
    until: dateOf(validUntil),
  };
}

/** Whether money or the aforo has paid a part of what a pending reference asked for. */
export const isPartlyPaid = ({ state, amount, left }: Pick<PaymentReference, 'state' | 'amount' | 'left'>): boolean =>
  state === 'pending' && left !== amount;

/** The tone of a reference's state. */
export const toneOf: Readonly<Record<PaymentReference['state'], Tone>> = {
  pending: 'warn',
  paid: 'good',
  cancelled: 'neutral',
  expired: 'bad',
};

type Instruction = ResponseOf<typeof getPaymentInstructions>['data'][number];

export interface InstructionCard extends Instruction {
  /** Whether the current reference is paid to this account. */
  readonly own: boolean;
}

/** [RPG-02] The instruction cards, the one of the reference's currency first. */
export const cardsOf = (instructions: readonly Instruction[], currency: FinancedCurrency): readonly InstructionCard[] =>
  instructions
    .map((instruction) => ({ ...instruction, own: instruction.currency === currency }))
    .toSorted((a, b) => Number(b.own) - Number(a.own) || a.currency.localeCompare(b.currency));
