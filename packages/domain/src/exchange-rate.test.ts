import { describe, expect, it } from 'vitest';
import { isPlausibleRate, needsSecondPerson } from './exchange-rate.ts';

describe('[OPE-07] a typed exchange rate', () => {
  it.each([
    ['18.5', '18.5', null, false],
    ['19.055', '18.5', null, false],
    ['19.055001', '18.5', null, true],
    ['17.945', '18.5', null, false],
    ['17.944999', '18.5', null, true],
    ['185.432', '18.5432', null, true],
    ['18.5', '18.5', '19.2', true],
    ['20', '18.5', '20', true],
    ['18.6', null, '18.5', false],
    ['18.5', null, null, true],
  ])('a rate of %s beside the last %s and Banxico’s %s needs a second person: %s', (rate, last, official, expected) => {
    expect(needsSecondPerson(rate, { last, official })).toBe(expected);
  });

  it.each([
    ['0.000001', false],
    ['1.84713', false],
    ['5', true],
    ['100', true],
    ['185.432', false],
  ])('%s can be a rate: %s', (rate, expected) => {
    expect(isPlausibleRate(rate)).toBe(expected);
  });
});
