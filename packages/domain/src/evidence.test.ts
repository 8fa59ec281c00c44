import { describe, expect, it } from 'vitest';
import {
  type EvidenceFacts,
  type EvidenceResult,
  type EvidenceRule,
  evidenceOf,
  evidenceRules,
  groundOf,
  isBlocked,
} from './evidence.ts';
import { companyStatus } from './receiver.ts';

const enteredAt = new Date('2026-03-01T12:00:00Z');
const now = new Date('2026-03-10T12:00:00Z');
const sound: EvidenceFacts = {
  enteredAt,
  now,
  isStampVerified: true,
  isConfirmed: true,
  objection: null,
  checkedAt: now,
  issuerSituation: null,
  receiverSituation: null,
  listedAt: enteredAt,
  isClaimed: true,
  relationMotive: null,
  reducedTo: null,
  receiverStatus: companyStatus.APPROVED,
  product: 'BI',
  isProductOn: true,
  lineTaken: '104400.00',
  lineLimit: '5000000.00',
  isWithinLine: true,
  receiverTaken: '116000.00',
  receiverLimit: '200000.00',
  isWithinReceiverLimit: true,
  pairTaken: '116000.00',
  pairLimit: null,
  isWithinPairLimit: true,
  purchaseOrder: null,
  concentration: 30,
  delayDays: 5,
};
const problemsOf = (facts: Partial<EvidenceFacts>) =>
  evidenceOf({ ...sound, ...facts })
    .filter(({ result }) => result !== 'passed')
    .map(({ rule, result, at, ...found }) => [rule, result, found]);

describe('[OPE-03] the evidence of an invoice', () => {
  it('has each rule once, all passed for a sound invoice', () => {
    expect(evidenceOf(sound).map(({ rule }) => rule)).toEqual(evidenceRules);
    expect(problemsOf({})).toEqual([]);
    expect(isBlocked(evidenceOf(sound))).toBe(false);
  });

  it.each<[Partial<EvidenceFacts>, EvidenceRule, EvidenceResult, object]>([
    [{ isStampVerified: false }, 'stamp', 'unknown', {}],
    [{ isConfirmed: false }, 'tax-status', 'unknown', { objection: null }],
    [
      { isConfirmed: false, objection: 'CANCELLATION_IN_PROGRESS' },
      'tax-status',
      'failed',
      { objection: 'CANCELLATION_IN_PROGRESS' },
    ],
    [{ objection: 'CANCELLED_AT_TAX_AUTHORITY' }, 'tax-status', 'failed', { objection: 'CANCELLED_AT_TAX_AUTHORITY' }],
    [{ issuerSituation: 'definitivo' }, 'issuer-listed', 'failed', { situation: 'definitivo' }],
    [{ receiverSituation: 'presunto' }, 'receiver-listed', 'warning', { situation: 'presunto' }],
    [{ isClaimed: false }, 'duplicate', 'failed', {}],
    [{ isClaimed: null }, 'duplicate', 'unknown', {}],
    [{ relationMotive: 'REPLACED' }, 'related', 'failed', { motive: 'REPLACED', measured: { left: null } }],
    [{ reducedTo: '58000.00' }, 'related', 'failed', { motive: null, measured: { left: '58000.00' } }],
    [{ receiverStatus: companyStatus.PENDING }, 'receiver', 'unknown', { status: 10 }],
    [{ receiverStatus: companyStatus.DISABLED }, 'receiver', 'failed', { status: 30 }],
    [{ receiverStatus: companyStatus.REJECTED_FOR_PLD }, 'receiver', 'failed', { status: 2 }],
    [{ isProductOn: false }, 'product', 'warning', {}],
    [{ isWithinLine: false }, 'credit-line', 'warning', { measured: { taken: '104400.00', limit: '5000000.00' } }],
    [{ isWithinLine: null }, 'credit-line', 'unknown', { measured: { taken: '104400.00', limit: '5000000.00' } }],
    [
      { isWithinReceiverLimit: false },
      'receiver-limit',
      'warning',
      { measured: { taken: '116000.00', limit: '200000.00' } },
    ],
    [
      { pairLimit: '0.00', isWithinPairLimit: false },
      'pair-limit',
      'warning',
      { measured: { taken: '116000.00', limit: '0.00' } },
    ],
    [{ product: 'FB' }, 'purchase-order', 'failed', { order: null }],
    [{ concentration: 30.1 }, 'concentration', 'warning', { measured: { share: 30.1, limit: 30 } }],
    [{ delayDays: 5.1 }, 'late-payment', 'warning', { measured: { days: 5.1, limit: 5 } }],
  ])('the evidence for %j is %s: %s, %j', (facts, ...problem) => {
    expect(problemsOf(facts)).toEqual([problem]);
  });

  it('a receiver that has paid nothing yet is no warning', () => {
    expect(problemsOf({ delayDays: null })).toEqual([]);
  });

  it('a missing list of article 69-B leaves the check unknown, and only a failed check blocks', () => {
    expect(problemsOf({ listedAt: null }).map(([rule, result]) => [rule, result])).toEqual([
      ['issuer-listed', 'unknown'],
      ['receiver-listed', 'unknown'],
    ]);
    expect(isBlocked(evidenceOf({ ...sound, listedAt: null, concentration: 90 }))).toBe(false);
    expect(isBlocked(evidenceOf({ ...sound, isClaimed: false }))).toBe(true);
  });

  it('rests on the verdict of a balance, and on the value of everything else', () => {
    const grounds = (facts: Partial<EvidenceFacts>) => evidenceOf({ ...sound, ...facts }).map(groundOf);
    expect(grounds({ concentration: 12, lineTaken: '1.00', checkedAt: enteredAt })).toEqual(grounds({}));
    expect(grounds({ pairTaken: '1.00' })).toEqual(grounds({}));
    expect(grounds({ pairLimit: '200000.00' })).not.toEqual(grounds({}));
    expect(grounds({ concentration: 31 })).not.toEqual(grounds({}));
    expect(grounds({ purchaseOrder: 'OC1' })).not.toEqual(grounds({}));
  });
});
