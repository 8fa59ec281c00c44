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

export const evidenceSources = ['cfdi', 'tax-authority', 'list-69b', 'portal'] as const;

export interface Evidence {
  readonly rule: EvidenceRule;
  readonly result: EvidenceResult;
  /** Finding: a code, an amount, a percentage or a number of days; null if there is nothing to name. */
  readonly value: string | null;
  /** Limit for the value; null for a rule without a limit. */
  readonly limit: string | null;
  readonly source: (typeof evidenceSources)[number];
  /** Time of the check; null if it was never made. */
  readonly at: Date | null;
}

/** A receiver's share of all that receivers owe, in per cent, from which the lender is warned. */
const CONCENTRATION_LIMIT = 30;
/** A receiver's average days of delay from which the lender is warned. */
const DELAY_LIMIT = 5;

/** An exposure beside its limit; null: no limit. */
export interface LimitedExposure {
  readonly taken: string;
  readonly limit: string | null;
  readonly isOver: boolean;
}

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
  /** Amount left of the invoice if other CFDI reduce it below `total`, its amount in the sale. */
  readonly reducedTo: string | null;
  readonly total: string;
  readonly receiverStatus: CompanyStatus;
  readonly product: ProductCode;
  readonly isProductOn: boolean;
  /** Credit taken from the line, this sale included; holds in another currency are converted at the rate in force. */
  readonly taken: string;
  readonly limit: string;
  /** Null if there is no such rate. */
  readonly isOverLimit: boolean | null;
  /** Exposure to the receiver, this sale included: with all clients, and with this one. */
  readonly ofReceiver: LimitedExposure;
  readonly ofPair: LimitedExposure;
  readonly purchaseOrder: string | null;
  /** The receiver's share of the portfolio in per cent, as if the whole sale were paid out. */
  readonly concentration: number;
  /** Weighted average days of delay of the receiver; null without a paid invoice. */
  readonly delayDays: number | null;
}

/** Every check of an invoice, in the order of the rules. */
export function evidenceOf(facts: EvidenceFacts): Evidence[] {
  const { enteredAt, now, listedAt } = facts;
  const found = (rule: EvidenceRule, result: EvidenceResult, more: Partial<Evidence> = {}): Evidence => ({
    rule,
    result,
    value: null,
    limit: null,
    source: 'portal',
    at: now,
    ...more,
  });
  const listed = (rule: 'issuer-listed' | 'receiver-listed', situation: ListedSituation | null): Evidence => {
    const result = blocksFinancing(situation) ? 'failed' : situation === 'presunto' ? 'warning' : 'passed';
    return found(rule, listedAt === null ? 'unknown' : result, { value: situation, source: 'list-69b', at: listedAt });
  };
  // Without a limit there is nothing to measure, and an answer does not rest on the exposure.
  const limited = (rule: 'receiver-limit' | 'pair-limit', { taken, limit, isOver }: LimitedExposure): Evidence =>
    found(rule, isOver ? 'warning' : 'passed', { value: limit === null ? null : taken, limit });
  const objection = receiverObjection(facts.receiverStatus);
  return [
    // Without them the file would not have become an invoice.
    found('seal', 'passed', { source: 'cfdi', at: enteredAt }),
    found('certificate', 'passed', { source: 'cfdi', at: enteredAt }),
    found('stamp', facts.isStampVerified ? 'passed' : 'unknown', { source: 'cfdi', at: enteredAt }),
    // A financed invoice stays confirmed for its deposit, whatever was found later.
    found('tax-status', facts.objection !== null ? 'failed' : facts.isConfirmed ? 'passed' : 'unknown', {
      value: facts.objection ?? (facts.isConfirmed ? 'VIGENTE' : null),
      source: 'tax-authority',
      at: facts.checkedAt,
    }),
    listed('issuer-listed', facts.issuerSituation),
    listed('receiver-listed', facts.receiverSituation),
    found('duplicate', facts.isClaimed === null ? 'unknown' : facts.isClaimed ? 'passed' : 'failed'),
    related(facts, found),
    found('receiver', objection ? 'failed' : facts.receiverStatus === companyStatus.APPROVED ? 'passed' : 'unknown', {
      value: String(facts.receiverStatus),
    }),
    found('product', facts.isProductOn ? 'passed' : 'warning', { value: facts.product }),
    found('credit-line', facts.isOverLimit === null ? 'unknown' : facts.isOverLimit ? 'warning' : 'passed', {
      value: facts.taken,
      limit: facts.limit,
    }),
    limited('receiver-limit', facts.ofReceiver),
    limited('pair-limit', facts.ofPair),
    found('purchase-order', facts.product === 'FB' && facts.purchaseOrder === null ? 'failed' : 'passed', {
      value: facts.purchaseOrder,
    }),
    found('concentration', facts.concentration > CONCENTRATION_LIMIT ? 'warning' : 'passed', {
      value: facts.concentration.toFixed(1),
      limit: String(CONCENTRATION_LIMIT),
    }),
    found('late-payment', delayResult(facts.delayDays), {
      value: facts.delayDays === null ? null : facts.delayDays.toFixed(1),
      limit: String(DELAY_LIMIT),
    }),
  ];
}

/** An amount beside the amount of the sale if credit notes came in since. */
function related(
  { relationMotive, reducedTo, total }: EvidenceFacts,
  found: (rule: 'related', result: EvidenceResult, more?: Partial<Evidence>) => Evidence,
): Evidence {
  if (relationMotive) return found('related', 'failed', { value: relationMotive });
  return reducedTo === null
    ? found('related', 'passed')
    : found('related', 'failed', { value: reducedTo, limit: total });
}

const delayResult = (days: number | null): EvidenceResult => {
  // Without a record there is nothing to warn of: every receiver is new once.
  return days !== null && days > DELAY_LIMIT ? 'warning' : 'passed';
};

/**
 * Evidence on which an answer rests. For a measured value only the verdict counts: balances move with every sale, and
 * one answer must not make another void.
 */
export const groundOf = ({ rule, result, value, limit }: Evidence): string =>
  JSON.stringify(limit === null ? [rule, result, value] : [rule, result]);

export const isBlocked = (evidence: readonly Pick<Evidence, 'result'>[]): boolean =>
  evidence.some(({ result }) => result === 'failed');
