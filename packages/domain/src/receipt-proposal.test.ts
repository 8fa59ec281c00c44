import { expect, it } from 'vitest';
import { moneyOf } from './money.ts';
import { proposalFor } from './receipt-proposal.ts';

const left = moneyOf('116000.00', 'MXN');
const owing = (documentId: string, owed: string, over: { isNamed?: boolean; isPayers?: boolean } = {}) => ({
  documentId,
  owed: moneyOf(owed, 'MXN'),
  isNamed: false,
  isPayers: false,
  ...over,
});
const named = { isNamed: true };
const payers = { isPayers: true };
type Candidates = readonly ReturnType<typeof owing>[];

const rows: readonly [what: string, candidates: Candidates, proposed: string | null][] = [
  ['nothing', [], null],
  ['an open invoice of exactly its amount', [owing('a', '116000.00')], 'amount: a'],
  ['two open invoices of its amount', [owing('a', '116000.00'), owing('b', '116000.00')], null],
  ['a known payer', [owing('a', '50000.00', payers), owing('b', '60000.00', payers)], 'payer: a b'],
  [
    'a known payer with one of its amount',
    [owing('a', '50000.00', payers), owing('b', '116000.00', payers)],
    'amount payer: b',
  ],
  [
    'a known payer, and an invoice of its amount of another',
    [owing('a', '50000.00', payers), owing('b', '116000.00')],
    'payer: a',
  ],
  ['an invoice that it names', [owing('a', '116000.00'), owing('b', '90000.00', named)], 'named: b'],
  ['all that it names', [owing('a', '56000.00', named), owing('b', '60000.00', named)], 'named amount: a b'],
];
it.each(rows)('[DIN-24] money with %s is proposed for it, or for nothing', (_, candidates, proposed) => {
  const found = proposalFor({ left, toReturn: null }, candidates, []);
  expect(found && `${found.why.join(' ')}: ${found.documentIds.join(' ')}`).toBe(proposed);
});

it('[DIN-24] a probable double is proposed to go back, and what was refused is not proposed again', () => {
  const candidates = [owing('a', '50000.00', payers), owing('b', '116000.00', payers)];
  const next = (...refused: string[][]) => proposalFor({ left, toReturn: 'double' }, candidates, refused);
  expect(next()).toEqual({ use: 'send-back', why: ['double'], documentIds: [] });
  expect(proposalFor({ left, toReturn: 'paid' }, [], [])?.why).toEqual(['paid']);
  expect(next([])?.documentIds).toEqual(['b']);
  expect(next([], ['b'])?.documentIds).toEqual(['a', 'b']);
  expect(next([], ['b'], ['b', 'a'])).toBeNull();
});
