import { describe, expect, it } from 'vitest';
import { type KeyScope, keyScopes, keyStateAt, mayKeyCall } from './api-key.ts';

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
