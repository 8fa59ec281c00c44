import { type EvidenceResult, evidenceResults, isBlocked } from '@anticipa/domain/evidence';
import { type FinancedCurrency, type Money, moneyOf, sum, sumPerCurrency } from '@anticipa/domain/money';
import { type lenderMotives, taxMotives } from '@anticipa/domain/motives';
import { type SecondPersonNeed, secondPersonNeed } from '@anticipa/domain/second-person';
import type { Answer, SaleUnderReview } from '../api.ts';

export type Checks = SaleUnderReview['evidence'][number]['checks'];
export type Check = Checks[number];
export type CheckOf = { readonly [C in Check as C['rule']]: C };
export type Related = SaleUnderReview['evidence'][number]['related'];
export type Motive = (typeof lenderMotives)[number];
export type Item = SaleUnderReview['sale']['items'][number];

export type Mark =
  | { readonly authorised: true; readonly note: string }
  | { readonly authorised: false; readonly motive: Motive; readonly note: string };
export type Marks = ReadonlyMap<string, Mark>;

/** Decisions as marks. */
export const marksOf = (decisions: SaleUnderReview['sale']['decisions']): Marks =>
  new Map(
    decisions.map(({ documentId, authorised, motive, note }) => [
      documentId,
      authorised || motive === null
        ? { authorised: true, note: note ?? '' }
        : { authorised: false, motive, note: note ?? '' },
    ]),
  );

/** Failed first, passed last; the rules keep their order. */
export const inOrder = (checks: Checks): Check[] =>
  checks.toSorted((a, b) => evidenceResults.indexOf(a.result) - evidenceResults.indexOf(b.result));

export const countOf = (checks: Checks, result: EvidenceResult): number =>
  checks.filter((check) => check.result === result).length;

/** Whether the authorisation goes without a note, needs one, or is impossible. */
export function waysToAuthorise(checks: Checks): 'free' | 'with-note' | 'blocked' {
  if (isBlocked(checks)) return 'blocked';
  return checks.every(({ result }) => result === 'passed') ? 'free' : 'with-note';
}

const motivesByRule: Partial<Record<Check['rule'], Motive>> = {
  stamp: 'LENDER_DOCUMENTS',
  duplicate: 'LENDER_DOCUMENTS',
  related: 'LENDER_DOCUMENTS',
  'purchase-order': 'LENDER_DOCUMENTS',
};

/** The motive that the worst check suggests. */
export function suggestedMotive(checks: Checks): Motive {
  const [worst] = inOrder(checks);
  if (!worst || worst.result === 'passed') return 'LENDER_DOCUMENTS';
  if (worst.rule === 'tax-status')
    return taxMotives.find((motive) => motive === worst.objection) ?? 'UNKNOWN_AT_TAX_AUTHORITY';
  return motivesByRule[worst.rule] ?? 'LENDER_RISK_LIMIT';
}

/** The rules that did not pass, to find invoices with the same problem. */
export const problemsOf = (checks: Checks): string =>
  checks
    .filter(({ result }) => result === 'failed')
    .map(({ rule }) => rule)
    .join(' ');

/** The checks that did not pass. */
export const openOf = (checks: Checks): Check[] => checks.filter(({ result }) => result !== 'passed');

const verdictsOf = (checks: Checks): string => checks.map(({ rule, result }) => `${rule}:${result}`).join(' ');

/** The rules that are open with their results, whatever was found: one note can answer invoices that have the same. */
export const openRulesOf = (checks: Checks): string => verdictsOf(openOf(checks));

/** The open checks with what was found: seen on one invoice, they are seen on all. Empty if all passed. */
export const findingsOf = (checks: Checks): string =>
  openOf(checks)
    .map(({ at, ...found }) => JSON.stringify(found))
    .join(' ');

export interface Summary {
  readonly authorised: number;
  readonly rejected: number;
  readonly unmarked: number;
  readonly total: Money<FinancedCurrency>[];
  readonly deposit: Money<FinancedCurrency>[];
}

/** Counts and sums of the marks. */
export function summaryOf(items: readonly Item[], marks: Marks): Summary {
  const authorised = items.filter(({ documentId }) => marks.get(documentId)?.authorised === true);
  const rejected = items.filter(({ documentId }) => marks.get(documentId)?.authorised === false);
  return {
    authorised: authorised.length,
    rejected: rejected.length,
    unmarked: items.length - authorised.length - rejected.length,
    total: sumPerCurrency(authorised.map(({ total, currency }) => moneyOf(total, currency))),
    deposit: sumPerCurrency(authorised.map(({ initialDeposit, currency }) => moneyOf(initialDeposit, currency))),
  };
}

export type Need = SecondPersonNeed<FinancedCurrency>;

/** Why the answer of the marks would wait for a second person; null if it would not. */
export function needOf({ sale, approval }: SaleUnderReview, marks: Marks): Need | null {
  if (approval === null) return null;
  const { currency } = sale;
  const money = (text: string | null) => (text === null ? null : moneyOf(text, currency));
  const authorised = sale.items.filter(({ documentId }) => marks.get(documentId)?.authorised === true);
  return secondPersonNeed(
    sum(
      currency,
      authorised.map(({ total }) => moneyOf(total, currency)),
    ),
    moneyOf(approval.earlier, currency),
    { perSale: money(approval.perSale), perDay: money(approval.perDay) },
  );
}

/** The answer of the marks, on the picture seen. */
export const answerOf = ({ sale, seen }: SaleUnderReview, marks: Marks): Answer => ({
  seen,
  decisions: sale.items.flatMap(({ documentId }) => {
    const mark = marks.get(documentId);
    if (!mark) return [];
    const { authorised, note } = mark;
    return [{ documentId, authorised, motive: mark.authorised ? null : mark.motive, ...(note ? { note } : {}) }];
  }),
});

/** The invoices whose verdicts differ between two pictures of the sale. */
export function changedBetween(before: SaleUnderReview, after: SaleUnderReview): string[] {
  const known = new Map(before.evidence.map(({ documentId, checks }) => [documentId, verdictsOf(checks)]));
  return after.evidence
    .filter(({ documentId, checks }) => known.get(documentId) !== verdictsOf(checks))
    .map(({ documentId }) => documentId);
}
