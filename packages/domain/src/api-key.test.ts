import { describe, expect, it } from 'vitest';
import { grantOfKey, isNetwork, type KeyScope, keyScopes, keyStateAt, mayKeyCall } from './api-key.ts';
import type { SaleGrant, SaleRight } from './sale-right.ts';

const now = new Date('2026-03-11T01:30:00Z');
const before = new Date('2026-03-11T01:29:59Z');
const fresh = { expiresAt: null, revokedAt: null, revokedBy: null, isOwnerActive: true };

describe('the state of a key', () => {
  it.each([
    ['live', {}],
    ['live', { expiresAt: new Date(now.getTime() + 1) }],
    ['expired', { expiresAt: now }],
    ['revoked', { revokedAt: before, revokedBy: 'somebody' }],
    ['revoked', { revokedAt: before, revokedBy: 'somebody', expiresAt: before, isOwnerActive: false }],
    ['ended', { revokedAt: before }],
    ['ended', { isOwnerActive: false }],
  ] as const)('[LLA-02] %s with %o', (state, facts) => {
    expect(keyStateAt({ ...fresh, ...facts }, now)).toBe(state);
  });
});

it('[LLA-03] a scope opens its own calls, and no call without a scope', () => {
  for (const scope of keyScopes) {
    expect(keyScopes.filter((needed) => mayKeyCall([scope], needed))).toEqual([scope]);
    expect(mayKeyCall([scope], undefined)).toBe(false);
  }
  const all: readonly KeyScope[] = keyScopes;
  expect(mayKeyCall(all, 'sell')).toBe(true);
});

describe('the right of a key', () => {
  const of = (saleRight: SaleRight, acceptUpTo: string | null = null): SaleGrant => ({ saleRight, acceptUpTo });
  const bound = '150000.00';
  it.each<[readonly KeyScope[], SaleGrant, SaleGrant]>([
    [[], of('accept'), of('consult')],
    [['read'], of('accept', bound), of('consult')],
    [['read'], of('consult'), of('consult')],
    [['upload'], of('accept', bound), of('prepare')],
    [['upload'], of('prepare'), of('prepare')],
    [['upload'], of('consult'), of('consult')],
    [['prepare'], of('accept'), of('prepare')],
    [['prepare'], of('accept', bound), of('prepare')],
    [['prepare'], of('prepare'), of('prepare')],
    [['prepare'], of('consult'), of('consult')],
    [['sell'], of('accept'), of('accept')],
    [['sell'], of('accept', bound), of('accept', bound)],
    [['sell'], of('prepare'), of('prepare')],
    [['sell'], of('consult'), of('consult')],
    [keyScopes, of('accept', bound), of('accept', bound)],
    [keyScopes, of('prepare'), of('prepare')],
    [keyScopes, of('consult'), of('consult')],
  ])('[LLA-07] scopes %o of an owner with %o have %o', (scopes, owner, grant) => {
    expect(grantOfKey(scopes, owner)).toEqual(grant);
  });
});

it.each([
  ['203.0.113.7', true],
  ['203.0.113.0/24', true],
  ['0.0.0.0/0', true],
  ['2001:db8::1', true],
  ['2001:db8::/32', true],
  ['::ffff:203.0.113.7', true],
  ['203.0.113.256', false],
  ['203.0.113', false],
  ['203.0.113.7.', false],
  ['203.0.113.07', false],
  ['203.0.113.0/33', false],
  ['203.0.113.0/', false],
  ['203.0.113.0/24/24', false],
  ['2001:db8::/129', false],
  ['2001:db8:::1', false],
  ['erp.example.com', false],
  ['', false],
])('[LLA-04] whether %s names a network: %s', (text, isOne) => {
  expect(isNetwork(text)).toBe(isOne);
});
