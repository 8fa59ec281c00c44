import { evidenceRules } from '@anticipa/domain/evidence';
import { describe, expect, it } from 'vitest';
import { type Check, type Checks, inOrder, problemsOf, suggestedMotive, waysToAuthorise } from './review.ts';

const checks = (over: Partial<Record<Check['rule'], Partial<Check>>> = {}): Checks =>
  evidenceRules.map((rule) => ({
    rule,
    result: 'passed',
    value: null,
    limit: null,
    source: 'portal',
    at: null,
    ...over[rule],
  }));

describe('[OPE-03] the checks of an invoice', () => {
  it('checks come in the order of what needs attention', () => {
    const found = checks({ seal: { result: 'warning' }, receiver: { result: 'failed' }, stamp: { result: 'unknown' } });
    expect(inOrder(found).map(({ rule }) => rule)).toEqual([
      'receiver',
      'stamp',
      'seal',
      ...evidenceRules.filter((rule) => !['receiver', 'stamp', 'seal'].includes(rule)),
    ]);
    expect(problemsOf(found)).toBe('receiver');
  });

  it('the checks decide how an invoice can be authorised', () => {
    expect(waysToAuthorise(checks())).toBe('free');
    expect(waysToAuthorise(checks({ stamp: { result: 'unknown' } }))).toBe('with-note');
    expect(waysToAuthorise(checks({ concentration: { result: 'warning' } }))).toBe('with-note');
    expect(waysToAuthorise(checks({ receiver: { result: 'failed' } }))).toBe('blocked');
  });

  it.each([
    [{}, 'LENDER_DOCUMENTS'],
    [{ duplicate: { result: 'failed' } }, 'LENDER_DOCUMENTS'],
    [{ concentration: { result: 'warning' } }, 'LENDER_RISK_LIMIT'],
    [{ 'tax-status': { result: 'failed', value: 'CANCELLATION_IN_PROGRESS' } }, 'CANCELLATION_IN_PROGRESS'],
    [{ 'tax-status': { result: 'unknown' } }, 'UNKNOWN_AT_TAX_AUTHORITY'],
  ] as const)('checks with the results %j suggest %s', (over, motive) => {
    expect(suggestedMotive(checks(over))).toBe(motive);
  });
});
