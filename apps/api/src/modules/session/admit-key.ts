/** Authenticates a program by its key. */
import { rateOf } from '@anticipa/contract/rate';
import type { Route } from '@anticipa/contract/route';
import { grantOfKey, keyStateAt, mayKeyCall, modeOfKey, scopesOf } from '@anticipa/domain/api-key';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { SaleRight } from '@anticipa/domain/sale-right';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import { subscriberOf } from '../../platform/http/device.ts';
import { sharedReads } from '../../platform/load/shared-reads.ts';
import { type ClientActor, type ClientId, tokenHash } from '../../platform/work/caller.ts';
import type { Deps } from '../deps.ts';

const KEY = /^[Bb][Ee][Aa][Rr][Ee][Rr] (ak_(?:live|test)_[A-Za-z0-9_-]{43})$/;

/** The use of a key is noted at most once per interval. */
const TOUCH_MS = 60_000;

/** The key that a request carries; null without one. */
export const keyIn = ({ headers }: FastifyRequest): string | null => KEY.exec(headers.authorization ?? '')?.[1] ?? null;

interface KeyRow {
  readonly key_id: string;
  readonly client_id: ClientId;
  readonly owner_id: string;
  readonly name: string;
  readonly scopes: string[];
  readonly addresses: string[];
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly last_used_at: Date | null;
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly is_admin: boolean;
  readonly active: boolean;
  readonly sale_right: SaleRight;
  readonly accept_up_to: string | null;
  readonly account_id: string;
  readonly rfc: string;
  readonly entity_name: string;
  readonly reads_until: Date | null;
}

/** Whether an address is in one of the networks; an IPv4 address in an IPv6 one counts as itself. */
const isIn = (address: string, networks: readonly string[]): boolean => {
  if (!ipaddr.isValid(address)) return false;
  const caller = ipaddr.process(address);
  return networks.some((network) => {
    const [net, bits] = network.includes('/') ? ipaddr.parseCIDR(network) : [ipaddr.process(network), null];
    if (net.kind() !== caller.kind()) return false;
    return bits === null ? net.toString() === caller.toString() : caller.match(net, bits);
  });
};

const isLive = (row: KeyRow, at: Date): boolean => {
  const state = keyStateAt(
    { expiresAt: row.expires_at, revokedAt: row.revoked_at, revokedBy: null, isOwnerActive: row.active },
    at,
  );
  return state === 'live' && (row.reads_until === null || row.reads_until > at);
};

/** Never above the owner's right, and no more than the scopes need. */
const actorOf = (row: KeyRow, token: string): ClientActor => ({
  kind: 'client',
  sessionId: row.key_id,
  clientId: row.client_id,
  userId: row.owner_id,
  accountId: row.account_id,
  factorAt: null,
  ...grantOfKey(scopesOf(row.scopes), { saleRight: row.sale_right, acceptUpTo: row.accept_up_to }),
  email: row.email,
  firstName: row.first_name,
  lastName: row.last_name,
  // Administration is a matter of people.
  isAdmin: false,
  rfc: row.rfc,
  entityName: row.entity_name,
  isReadOnly: row.reads_until !== null,
  key: { keyId: row.key_id, name: row.name, mode: modeOfKey(token), scopes: scopesOf(row.scopes) },
});

/** A program sends several requests at once. */
const keyReads = sharedReads<KeyRow[]>();

/** Admits a key to a call that its scopes open. Its limits are its own, and every answer states what is left of them. */
export async function admitKey(
  deps: Deps,
  route: Route,
  { request, reply, token }: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly token: string },
): Promise<Outcome<ClientActor>> {
  const at = deps.clock.now();
  const hash = tokenHash(token);
  const [row] = await keyReads.read(hash.toString('hex'), () =>
    deps.db.runOnce({ as: 'auth' }, sql<KeyRow>`select * from key_of_hash(${hash})`),
  );
  if (row === undefined || !isLive(row, at))
    return refuse(deps.limits.admit('read', subscriberOf(request.ip)) ? 'KEY_INVALID' : 'TOO_MANY_REQUESTS');
  const use = deps.limits.use(rateOf(route), row.key_id);
  void reply.header('ratelimit-policy', `"${rateOf(route)}";q=${use.limit};w=60`);
  void reply.header('ratelimit', `"${rateOf(route)}";r=${Math.max(0, use.left)};t=${use.seconds}`);
  if (use.left < 0) {
    void reply.header('retry-after', String(use.seconds));
    return refuse('TOO_MANY_REQUESTS');
  }
  if (row.addresses.length > 0 && !isIn(request.ip, row.addresses)) return refuse('KEY_ADDRESS_REFUSED');
  const actor = actorOf(row, token);
  if (!mayKeyCall(actor.key?.scopes ?? [], route.scope)) return refuse('KEY_SCOPE_MISSING');
  if (row.last_used_at === null || Math.abs(at.getTime() - row.last_used_at.getTime()) >= TOUCH_MS)
    await deps.db.runOnce(
      { as: 'auth' },
      sql`update api_keys set last_used_at = ${at}, last_used_address = ${request.ip}
          where client_id = ${row.client_id} and key_id = ${row.key_id}`,
      { isLossy: true },
    );
  return done(actor);
}
