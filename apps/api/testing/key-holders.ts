/** The keys of the authorisation matrix, and what each is refused. */

import { createApiKey, revokeApiKey } from '@anticipa/contract/api-keys';
import type { RouteName } from '@anticipa/contract/routes';
import { updateUser } from '@anticipa/contract/users';
import { type KeyScope, keyScopes } from '@anticipa/domain/api-key';
import type { SaleRight } from '@anticipa/domain/sale-right';
import { aUser } from './builders.ts';
import { signInFresh } from './fresh-factor.ts';
import type { Portal } from './portal.ts';
import { scopesOfCalls } from './program-calls.ts';
import type { Session } from './session.ts';

type Refusal = readonly [status: number, code: string];

interface KeyHolder {
  readonly scopes: readonly KeyScope[];
  /** Right of the key's owner towards sales. */
  readonly ownerRight?: SaleRight;
  readonly end?: 'revoked' | 'expired' | 'its owner left';
}

/** Keys of a company, by the words for them. */
const keyHolders = {
  'a key to read': { scopes: ['read'] },
  'a key to upload': { scopes: ['upload'] },
  'a key to prepare': { scopes: ['prepare'] },
  'a key to sell': { scopes: ['sell'] },
  'a key with every scope': { scopes: keyScopes },
  'a key with every scope whose owner prepares': { scopes: keyScopes, ownerRight: 'prepare' },
  'a key with every scope whose owner consults': { scopes: keyScopes, ownerRight: 'consult' },
  'a revoked key': { scopes: keyScopes, end: 'revoked' },
  'an expired key': { scopes: keyScopes, end: 'expired' },
  'a key whose owner left': { scopes: keyScopes, end: 'its owner left' },
} as const satisfies Record<string, KeyHolder>;
type KeyHolderName = keyof typeof keyHolders;

const SCOPE = [403, 'KEY_SCOPE_MISSING'] as const;
const RIGHT = [403, 'RIGHT_NEEDED'] as const;
const ENDED = [401, 'KEY_INVALID'] as const;

/** The refusals of a key, by hand: at the calls of each scope, in the order of `keyScopes`; null where it is admitted. */
const refusalsOfKeys: Readonly<Record<KeyHolderName, readonly (Refusal | null)[]>> = {
  'a key to read': [null, SCOPE, SCOPE, SCOPE],
  'a key to upload': [SCOPE, null, SCOPE, SCOPE],
  'a key to prepare': [SCOPE, SCOPE, null, SCOPE],
  'a key to sell': [SCOPE, SCOPE, SCOPE, null],
  'a key with every scope': [null, null, null, null],
  'a key with every scope whose owner prepares': [null, null, null, RIGHT],
  'a key with every scope whose owner consults': [null, RIGHT, RIGHT, RIGHT],
  'a revoked key': [ENDED, ENDED, ENDED, ENDED],
  'an expired key': [ENDED, ENDED, ENDED, ENDED],
  'a key whose owner left': [ENDED, ENDED, ENDED, ENDED],
};

/** Refusal of a key at a call that needs a session or a key; no key is admitted to a call without a scope. */
const refusalOf = (holder: KeyHolderName, call: RouteName): Refusal | null => {
  const scope = scopesOfCalls.get(call);
  if (scope !== undefined) return refusalsOfKeys[holder][keyScopes.indexOf(scope)] ?? null;
  return 'end' in keyHolders[holder] ? ENDED : SCOPE;
};

/** A key of a company, by a person of its own. */
async function aKey(
  portal: Portal,
  { clientId, admin }: { readonly clientId: string; readonly admin: Session },
  { scopes, ownerRight = 'accept', end }: KeyHolder,
): Promise<Session> {
  const owner = await aUser(portal, { client: { clientId }, isAdmin: true, saleRight: ownerRight });
  const boss = await signInFresh(portal, owner.email);
  const { token, key } = await boss.call(createApiKey, { body: { name: 'ERP', scopes } });
  if (end === 'revoked') await boss.call(revokeApiKey, { params: { keyId: key.keyId }, body: {} });
  if (end === 'its owner left') {
    const body = { firstName: 'Ana', lastName: 'Prueba', active: false };
    await admin.call(updateUser, { params: { userId: owner.userId }, body });
  }
  if (end === 'expired')
    await portal.db.owner.query(
      `update api_keys set created_at = created_at - interval '1 day', expires_at = created_at where key_id = $1`,
      [key.keyId],
    );
  return portal.visitor.by(token);
}

export interface MatrixKey {
  readonly holder: string;
  readonly program: Session;
  refusalOf(call: RouteName): Refusal | null;
}

/** A key of each kind, and one of another company for everything. */
export async function matrixKeys(
  portal: Portal,
  own: { readonly clientId: string; readonly admin: Session },
  other: { readonly clientId: string; readonly admin: Session },
): Promise<{ readonly keys: readonly MatrixKey[]; readonly foreign: MatrixKey }> {
  const keys: MatrixKey[] = [];
  for (const holder of Object.keys(keyHolders) as KeyHolderName[])
    keys.push({
      holder,
      program: await aKey(portal, own, keyHolders[holder]),
      refusalOf: (call) => refusalOf(holder, call),
    });
  const program = await aKey(portal, other, { scopes: keyScopes });
  return { keys, foreign: { holder: 'a key of another company', program, refusalOf: () => null } };
}
