import { describe, expect, it } from 'vitest';
import {
  type AdvanceUse,
  advanceUseOf,
  type RelationFacts,
  relationObjection,
  remainingOf,
  takesEffect,
} from './invoice-relation.ts';
import { decimalOf, moneyOf } from './money.ts';
import type { RelationMotive } from './motives.ts';

const pesos = (amount: string) => moneyOf(amount, 'MXN');
const face = pesos('116000.00');
const alone: RelationFacts = {
  advanceUse: null,
  isReplaced: false,
  replacesSold: false,
  isAppliedElsewhere: false,
  credited: pesos('0.00'),
  isAdvanceProven: false,
  isCreditUnclear: false,
};

describe('[CAR-09] what related CFDI leave of an invoice', () => {
  it.each<[string, Partial<RelationFacts>, RelationMotive | null, string]>([
    ['nothing is known', {}, null, '116000.00'],
    ['another one substitutes it', { isReplaced: true }, 'REPLACED', '116000.00'],
    ['what it substitutes is sold', { replacesSold: true }, 'REPLACES_SOLD', '116000.00'],
    ['it is in the middle of a chain', { isReplaced: true, replacesSold: true }, 'REPLACED', '116000.00'],
    ['it is an advance payment', { advanceUse: 'received' }, 'ADVANCE_RECEIVED', '116000.00'],
    ['another one applies it as an advance payment', { isAppliedElsewhere: true }, 'ADVANCE_RECEIVED', '116000.00'],
    ['an advance payment paid it', { advanceUse: 'paid' }, 'PAID_BY_ADVANCE', '116000.00'],
    ['it applies an advance payment', { advanceUse: 'applied' }, 'ADVANCE_APPLIED', '116000.00'],
    [
      'a return leaves open what an advance payment paid',
      { advanceUse: 'applied', credited: pesos('16000.00') },
      'ADVANCE_APPLIED',
      '100000.00',
    ],
    [
      'a credit note says what the advance payment paid',
      { advanceUse: 'applied', isAdvanceProven: true, credited: pesos('58000.00') },
      null,
      '58000.00',
    ],
    ['credit notes reduce it', { credited: pesos('115999.99') }, null, '0.01'],
    ['credit notes reach its total', { credited: pesos('116000.00') }, 'CREDITED', '116000.00'],
    ['credit notes exceed its total', { credited: pesos('116000.01') }, 'CREDITED', '116000.00'],
    ['a credit note is in another currency', { isCreditUnclear: true }, 'CREDITED', '116000.00'],
  ])('%s', (_, facts, motive, remaining) => {
    const known = { ...alone, ...facts };
    expect([relationObjection(known, face), decimalOf(remainingOf(known, face))]).toEqual([motive, remaining]);
  });

  it.each<[string, string | null, string[], 'received' | 'remainder' | null, AdvanceUse | null]>([
    ['payment form 30', '30', [], null, 'paid'],
    ['payment form 30 of what remains', '30', ['07'], 'remainder', 'paid'],
    ['relation 07', '99', ['07'], null, 'applied'],
    ['relation 07 beside another', '99', ['02', '07'], null, 'applied'],
    ['relation 07 of what remains', '99', ['07'], 'remainder', null],
    ['an advance payment', '03', [], 'received', 'received'],
    ['another relation', '99', ['01', '02', '03', '04', '05', '06'], null, null],
    ['no payment form', null, [], null, null],
  ])('knows the part in an advance payment from %s', (_, paymentForm, kinds, advance, use) => {
    expect(advanceUseOf({ paymentForm, relations: kinds.map((kind) => ({ kind })), advance })).toBe(use);
  });

  it.each([
    ['I', ['04', '07']],
    ['E', ['01', '02', '03', '04', '05', '06', '07']],
  ] as const)('an invoice is concerned by type %s with the relations %j', (type, kinds) => {
    expect(['01', '02', '03', '04', '05', '06', '07'].filter((kind) => takesEffect({ kind, type }))).toEqual(kinds);
  });
});
