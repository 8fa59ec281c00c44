/** Checks made before the lender answers a sale: one result per rule and invoice, from the facts at hand. */
import { receiverObjection } from './invoice-entry.ts';
import { blocksFinancing, type ListedSituation } from './listed-taxpayer.ts';
import type { RejectionMotive, RelationMotive } from './motives.ts';
import type { ProductCode } from './product.ts';
import { type CompanyStatus, companyStatus } from './receiver.ts';

export const evidenceRules = [
  'seal',
  'certificate',
  'stamp',
  'tax-status',
  'issuer-listed',
  'receiver-listed',
  'duplicate',
  'related',
  'receiver',
  'product',
  'credit-line',
  'receiver-limit',
  'pair-limit',
  'purchase-order',
  'concentration',
  'late-payment',
] as const;
export type EvidenceRule = (typeof evidenceRules)[number];

/** `failed` forbids to authorise the invoice; `unknown`: not checked or not answered, which is never a pass. */
export const evidenceResults = ['failed', 'unknown', 'warning', 'passed'] as const;
export type EvidenceResult = (typeof evidenceResults)[number];

/** A receiver's share of all that receivers owe, in per cent, from which the lender is warned. */
const CONCENTRATION_LIMIT = 30;
/** A receiver's average days of delay from which the lender is warned. */
const DELAY_LIMIT = 5;

/** The facts of one invoice of a sale. Amounts are decimals of one currency. */
export interface EvidenceFacts {
  readonly enteredAt: Date;
  readonly now: Date;
  readonly isStampVerified: boolean;
  readonly isConfirmed: boolean;
  /** The tax authority's objection since the sale, if it still holds. */
  readonly objection: RejectionMotive | null;
  readonly checkedAt: Date | null;
  readonly issuerSituation: ListedSituation | null;
  readonly receiverSituation: ListedSituation | null;
  /** Time at which the list in use was taken in; null if there is no list. */
  readonly listedAt: Date | null;
  /** Whether it is claimed system-wide by UUID, seal and fingerprint; null once rejected, when it claims nothing. */
  readonly isClaimed: boolean | null;
  /** Why other CFDI of the issuer leave no receivable. */
  readonly relationMotive: RelationMotive | null;
  /** Amount left of the invoice if other CFDI reduce it below its amount in the sale. */
  readonly reducedTo: string | null;
  readonly receiverStatus: CompanyStatus;
  readonly product: ProductCode;
  readonly isProductOn: boolean;
  /** Credit taken from the line, this sale included; holds in another currency are converted at the rate in force. */
  readonly lineTaken: string;
  readonly lineLimit: string;
  /** Null if there is no such rate. */
  readonly isWithinLine: boolean | null;
  /** Exposure to the receiver, this sale included: with all clients, and with this one. A limit is null without one. */
  readonly receiverTaken: string;
  readonly receiverLimit: string | null;
  readonly isWithinReceiverLimit: boolean;
  readonly pairTaken: string;
  readonly pairLimit: string | null;
  readonly isWithinPairLimit: boolean;
  readonly purchaseOrder: string | null;
  /** The receiver's share of the portfolio in per cent, as if the whole sale were paid out. */
  readonly concentration: number;
  /** Weighted average days of delay of the receiver; null without a paid invoice. */
  readonly delayDays: number | null;
}

/** One check for each rule, in their order; `at`: the time of the check, null if it was never made. */
type OnePerRule<Rules extends readonly EvidenceRule[]> = {
  [I in keyof Rules]: { rule: Rules[I]; result: EvidenceResult; at: Date | null; [found: string]: unknown };
};

const verdict = (isGood: boolean | null, otherwise: EvidenceResult): EvidenceResult =>
  isGood === null ? 'unknown' : isGood ? 'passed' : otherwise;

const listedResult = (situation: ListedSituation | null): EvidenceResult =>
  blocksFinancing(situation) ? 'failed' : verdict(situation !== 'presunto', 'warning');

/** Every check of an invoice, with what was found. */
export function evidenceOf(facts: EvidenceFacts) {
  const { now, enteredAt, checkedAt, listedAt, objection, relationMotive: motive, reducedTo: left } = facts;
  const { receiverStatus: status, purchaseOrder: order, concentration: share, delayDays: days } = facts;
  const listed = (situation: ListedSituation | null) => ({
    at: listedAt,
    result: listedAt === null ? 'unknown' : listedResult(situation),
    situation,
  });
  // Without a limit there is nothing to measure, and an answer does not rest on the exposure.
  const exposure = (taken: string, limit: string | null, isWithin: boolean | null) => ({
    at: now,
    result: verdict(isWithin, 'warning'),
    measured: limit === null ? null : { taken, limit },
  });
  return [
    // Without them the file would not have become an invoice.
    { rule: 'seal', at: enteredAt, result: 'passed' },
    { rule: 'certificate', at: enteredAt, result: 'passed' },
    { rule: 'stamp', at: enteredAt, result: verdict(facts.isStampVerified, 'unknown') },
    // A financed invoice stays confirmed for its deposit, whatever was found later.
    {
      rule: 'tax-status',
      at: checkedAt,
      result: objection ? 'failed' : verdict(facts.isConfirmed, 'unknown'),
      objection,
    },
    { rule: 'issuer-listed', ...listed(facts.issuerSituation) },
    { rule: 'receiver-listed', ...listed(facts.receiverSituation) },
    { rule: 'duplicate', at: now, result: verdict(facts.isClaimed, 'failed') },
    { rule: 'related', at: now, result: verdict(!motive && left === null, 'failed'), motive, measured: { left } },
    {
      rule: 'receiver',
      at: now,
      result: receiverObjection(status) ? 'failed' : verdict(status === companyStatus.APPROVED, 'unknown'),
      status,
    },
    { rule: 'product', at: now, result: verdict(facts.isProductOn, 'warning') },
    { rule: 'credit-line', ...exposure(facts.lineTaken, facts.lineLimit, facts.isWithinLine) },
    { rule: 'receiver-limit', ...exposure(facts.receiverTaken, facts.receiverLimit, facts.isWithinReceiverLimit) },
    { rule: 'pair-limit', ...exposure(facts.pairTaken, facts.pairLimit, facts.isWithinPairLimit) },
    { rule: 'purchase-order', at: now, result: verdict(facts.product !== 'FB' || order !== null, 'failed'), order },
    {
      rule: 'concentration',
      at: now,
      result: verdict(share <= CONCENTRATION_LIMIT, 'warning'),
      measured: { share, limit: CONCENTRATION_LIMIT },
    },
    {
      rule: 'late-payment',
      at: now,
      // Without a record there is nothing to warn of: every receiver is new once.
      result: verdict(days === null || days <= DELAY_LIMIT, 'warning'),
      measured: { days, limit: DELAY_LIMIT },
    },
  ] satisfies OnePerRule<typeof evidenceRules>;
}

/**
 * Evidence on which an answer rests. For a measured value only the verdict counts: balances move with every sale, and
 * one answer must not make another void.
 */
export const groundOf = ({ at, measured, ...verdict }: { at: Date | null; measured?: unknown }): string =>
  JSON.stringify([verdict, measured === null]);

export const isBlocked = (evidence: readonly { readonly result: EvidenceResult }[]): boolean =>
  evidence.some(({ result }) => result === 'failed');
