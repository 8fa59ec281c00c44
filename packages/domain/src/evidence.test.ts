import { describe, expect, it } from 'vitest';
import { type EvidenceFacts, evidenceOf, evidenceRules, groundOf, isBlocked } from './evidence.ts';
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
  total: '116000.00',
  receiverStatus: companyStatus.APPROVED,
  product: 'BI',
  isProductOn: true,
  taken: '104400.00',
  limit: '5000000.00',
  isOverLimit: false,
  ofReceiver: { taken: '116000.00', limit: '200000.00', isOver: false },
  ofPair: { taken: '116000.00', limit: null, isOver: false },
  purchaseOrder: null,
  concentration: 30,
  delayDays: 5,
};
const problemsOf = (facts: Partial<EvidenceFacts>) =>
  evidenceOf({ ...sound, ...facts })
    .filter(({ result }) => result !== 'passed')
    .map(({ rule, result, value }) => [rule, result, value]);

describe('[OPE-03] the evidence of an invoice', () => {
  it('has each rule once, all passed for a sound invoice', () => {
    expect(evidenceOf(sound).map(({ rule }) => rule)).toEqual(evidenceRules);
    expect(problemsOf({})).toEqual([]);
    expect(isBlocked(evidenceOf(sound))).toBe(false);
  });

  it.each<[Partial<EvidenceFacts>, unknown[]]>([
    [{ isStampVerified: false }, ['stamp', 'unknown', null]],
    [{ isConfirmed: false }, ['tax-status', 'unknown', null]],
    [
      { isConfirmed: false, objection: 'CANCELLATION_IN_PROGRESS' },
      ['tax-status', 'failed', 'CANCELLATION_IN_PROGRESS'],
    ],
    [{ objection: 'CANCELLED_AT_TAX_AUTHORITY' }, ['tax-status', 'failed', 'CANCELLED_AT_TAX_AUTHORITY']],
    [{ issuerSituation: 'definitivo' }, ['issuer-listed', 'failed', 'definitivo']],
    [{ receiverSituation: 'presunto' }, ['receiver-listed', 'warning', 'presunto']],
    [{ isClaimed: false }, ['duplicate', 'failed', null]],
    [{ isClaimed: null }, ['duplicate', 'unknown', null]],
    [{ relationMotive: 'REPLACED' }, ['related', 'failed', 'REPLACED']],
    [{ reducedTo: '58000.00' }, ['related', 'failed', '58000.00']],
    [{ receiverStatus: companyStatus.PENDING }, ['receiver', 'unknown', '10']],
    [{ receiverStatus: companyStatus.DISABLED }, ['receiver', 'failed', '30']],
    [{ receiverStatus: companyStatus.REJECTED_FOR_PLD }, ['receiver', 'failed', '2']],
    [{ isProductOn: false }, ['product', 'warning', 'BI']],
    [{ isOverLimit: true }, ['credit-line', 'warning', '104400.00']],
    [
      { ofReceiver: { taken: '116000.00', limit: '100000.00', isOver: true } },
      ['receiver-limit', 'warning', '116000.00'],
    ],
    [{ ofPair: { taken: '116000.00', limit: '0.00', isOver: true } }, ['pair-limit', 'warning', '116000.00']],
    [{ product: 'FB' }, ['purchase-order', 'failed', null]],
    [{ concentration: 30.1 }, ['concentration', 'warning', '30.1']],
    [{ delayDays: 5.1 }, ['late-payment', 'warning', '5.1']],
  ])('the evidence for %j is %j', (facts, problem) => {
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
    expect(grounds({ concentration: 12, taken: '1.00', checkedAt: enteredAt })).toEqual(grounds({}));
    expect(grounds({ ofPair: { taken: '1.00', limit: null, isOver: false } })).toEqual(grounds({}));
    expect(grounds({ ofPair: { taken: '1.00', limit: '2.00', isOver: false } })).not.toEqual(grounds({}));
    expect(grounds({ concentration: 31 })).not.toEqual(grounds({}));
    expect(grounds({ purchaseOrder: 'OC1' })).not.toEqual(grounds({}));
  });
});
