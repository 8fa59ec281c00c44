import { expect, it } from 'vitest';
import { hasExpenses, regimesOf } from './fiscal-regime.ts';

it.each([
  ['601', true, false],
  ['612', false, true],
  ['626', true, true],
  ['609', false, false],
])('[OPE-23] the regime %s is of companies: %s, of people: %s', (regime, ofCompanies, ofPeople) => {
  expect([regimesOf('XNE150401AB9').includes(regime), regimesOf('XEXA800101AB1').includes(regime)]).toEqual([
    ofCompanies,
    ofPeople,
  ]);
});

it('[LIB-11] some regimes of natural persons, and residents abroad, have no expenses', () => {
  const all = new Set([...regimesOf('XNE150401AB9'), ...regimesOf('XEXA800101AB1')]);
  expect([...all].filter((regime) => !hasExpenses(regime)).toSorted()).toEqual([
    ...['605', '607', '608', '610', '611', '614', '615', '616'],
  ]);
});
