import { describe, expect, it } from 'vitest';
import {
  isCover,
  isHolder,
  MAX_COVER_BYTES,
  requestStates,
  requestSteps,
  stateOfRequest,
  stepOfProposal,
} from './client-request.ts';

describe('[EFE-11] requests of a client', () => {
  it.each([
    ['propose', 'open'],
    ['decline', 'open'],
    ['withdraw', 'open'],
    ['approve', 'proposed'],
    ['reopen', 'proposed'],
  ] as const)('the step %s is made from %s alone', (step, from) => {
    expect(requestStates.filter((state) => (requestSteps[step].from as readonly string[]).includes(state))).toEqual([
      from,
    ]);
  });

  it.each([
    ['approved', 'approve'],
    ['rejected', 'reopen'],
    ['withdrawn', 'reopen'],
    ['outdated', 'reopen'],
    ['expired', 'reopen'],
  ] as const)('a proposal that ends %s makes it %s', (state, step) => {
    expect(stepOfProposal(state)).toBe(step);
  });

  it.each([
    ['proposed', '12:01', 'proposed'],
    ['proposed', '12:00', 'open'],
    ['proposed', null, 'proposed'],
    ['approved', '11:00', 'approved'],
  ] as const)('at noon a request that is %s, with a proposal until %s, is %s', (state, until, now) => {
    const day = (time: string) => new Date(`2026-03-10T${time}:00Z`);
    expect(stateOfRequest({ state, proposedUntil: until && day(until) }, day('12:00'))).toBe(now);
  });

  it.each([
    ['MNO150401AB9', true],
    [' mno-150401 ab9', true],
    ['MNO150401AB8', false],
    ['', false],
  ])('the holder %s has the account of MNO150401AB9: %s', (typed, expected) => {
    expect(isHolder(typed, 'MNO150401AB9')).toBe(expected);
  });

  it('a cover page is a PDF of at most a megabyte', () => {
    const pdf = (length: number) => Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(length - 8)]);
    expect(isCover(pdf(MAX_COVER_BYTES))).toBe(true);
    expect(isCover(pdf(MAX_COVER_BYTES + 1))).toBe(false);
    expect(isCover(Buffer.from('<html>%PDF-'))).toBe(false);
    expect(isCover(new Uint8Array())).toBe(false);
  });
});
