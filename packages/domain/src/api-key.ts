/** Keys by which programs of a client call the portal. */
import { changeSaleGrant, hasSaleRight, type SaleGrant, type SaleRight } from './sale-right.ts';

/** Rights of a key, from the least to the most: each is granted by itself. */
export const keyScopes = ['read', 'upload', 'prepare', 'sell'] as const;
export type KeyScope = (typeof keyScopes)[number];

/** A test key acts on the test company of its client, and touches nothing of the lender. */
export const keyModes = ['live', 'test'] as const;
export type KeyMode = (typeof keyModes)[number];

/** The mode of a key by how it begins, which its hash covers. */
export const modeOfKey = (beginning: string): KeyMode => (beginning.startsWith('ak_test_') ? 'test' : 'live');

/** The scopes in a stored list, in their order. */
export const scopesOf = (stored: readonly string[]): KeyScope[] => keyScopes.filter((scope) => stored.includes(scope));

/** Keys of one client that may be in use at a time. */
export const MAX_KEYS = 20;

export const keyStates = ['live', 'expired', 'revoked', 'ended'] as const;
export type KeyState = (typeof keyStates)[number];

interface KeyFacts {
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
  /** Whether its owner still has access. */
  readonly isOwnerActive: boolean;
}

/** `revoked`: a person ended it; `ended`: its owner lost access, which ends a key for good. */
export function keyStateAt({ expiresAt, revokedAt, revokedBy, isOwnerActive }: KeyFacts, at: Date): KeyState {
  if (revokedAt !== null) return revokedBy === null ? 'ended' : 'revoked';
  if (!isOwnerActive) return 'ended';
  return expiresAt !== null && expiresAt <= at ? 'expired' : 'live';
}

const PREFIX = /^(?:\d|[1-9]\d{1,2})$/;
const V4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const isV6 = (text: string): boolean => /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]/`);

/** An address from which a key may be used, or a network in CIDR notation. */
export function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/');
  const most = V4.test(address) ? 32 : isV6(address) ? 128 : null;
  if (most === null || rest.length > 0) return false;
  return prefix === undefined || (PREFIX.test(prefix) && Number(prefix) <= most);
}

const rightOfScopes = (scopes: readonly KeyScope[]): SaleRight => {
  if (scopes.includes('sell')) return 'accept';
  return scopes.includes('prepare') || scopes.includes('upload') ? 'prepare' : 'consult';
};

/** Right of a key towards sales: that of its scopes, but never above its owner's, with the owner's bound. */
export function grantOfKey(scopes: readonly KeyScope[], owner: SaleGrant): SaleGrant {
  const ofScopes = rightOfScopes(scopes);
  return changeSaleGrant(owner, hasSaleRight(owner.saleRight, ofScopes) ? { saleRight: ofScopes } : {});
}

/**
 * Whether a key may make a call. The calls for programs name their scope; no key makes any other call. What its owner may do is
 * asked by the commands themselves, since a key acts in its owner's name.
 */
export const mayKeyCall = (scopes: readonly KeyScope[], needed: KeyScope | undefined): boolean =>
  needed !== undefined && scopes.includes(needed);
