/** Makes and revokes the keys of a client's programs. */
import { randomUUID } from 'node:crypto';
import type { createApiKey, revokeApiKey } from '@anticipa/contract/api-keys';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { MAX_KEYS, scopesOf } from '@anticipa/domain/api-key';
import { addDays, dateOf, MEXICO_CITY, startOfDate } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse, refuseEach } from '@anticipa/domain/errors';
import { putMessage } from '../../platform/jobs/outbox.ts';
import { newToken, tokenHash } from '../../platform/work/caller.ts';
import type { ClientWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';
import { requireFreshFactor } from '../session/fresh-factor.ts';
import { accessOf, administratorIds, lockAccess } from '../users/queries.ts';
import { clientKey, clientKeys } from './queries.ts';

/** `ak_live_` or `ak_test_` and four characters of the secret, which leave more than 230 bits of it unknown. */
const SHOWN = 12;

/** Whether the actor still is an administrator, asked in the transaction that relies on it. */
export const isAdministrator = async (work: ClientWork): Promise<boolean> =>
  (await accessOf(work, work.actor.userId))?.isAdmin === true;

/** Makes a key in the actor's name and tells every administrator. The key exists only in the answer. */
export async function makeKey(
  work: ClientWork,
  { name, scopes, addresses = [], mode = 'live', expiresOn = null }: BodyOf<typeof createApiKey>,
): Promise<Outcome<ResponseOf<typeof createApiKey>>> {
  const { db, tenant, actor, at } = work;
  await lockAccess(work);
  if (!(await isAdministrator(work))) return refuse('NOT_ALLOWED');
  const expiresAt = expiresOn === null ? null : startOfDate(addDays(dateOf(expiresOn), 1), MEXICO_CITY);
  if (expiresAt !== null && expiresAt <= at) return refuseEach('KEY_EXPIRY_PAST', ['expiresOn']);
  const live = (await clientKeys(work)).filter(({ state }) => state === 'live');
  if (live.length >= MAX_KEYS) return refuse('KEY_LIMIT_REACHED');
  const stale = requireFreshFactor(work);
  if (stale) return stale;
  const keyId = randomUUID();
  const token = `ak_${mode}_${newToken()}`;
  const granted = { scopes: scopesOf(scopes), addresses: [...new Set(addresses)] };
  await db
    .insertInto('api_keys')
    .values({
      client_id: tenant,
      key_id: keyId,
      owner_id: actor.userId,
      name,
      prefix: token.slice(0, SHOWN),
      key_hash: tokenHash(token),
      ...granted,
      created_at: at,
      expires_at: expiresAt,
    })
    .execute();
  await writeAudit(work, {
    action: 'key.created',
    subject: `key:${keyId}`,
    details: { name, mode, ...granted, expiresOn },
  });
  for (const userId of await administratorIds(work)) await putMessage(work, 'key-created', { keyId, userId });
  const key = await clientKey(work, keyId);
  if (key === undefined) throw new Error('a new key cannot be read');
  return done({ token, key });
}

/** Ends a key; its next call is refused. */
export async function revokeKey(work: ClientWork, keyId: string): Promise<Outcome<ResponseOf<typeof revokeApiKey>>> {
  if (!(await isAdministrator(work))) return refuse('NOT_ALLOWED');
  const ended = await work.db
    .updateTable('api_keys')
    .set({ revoked_at: work.at, revoked_by: work.actor.userId })
    .where('client_id', '=', work.tenant)
    .where('key_id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (ended) await writeAudit(work, { action: 'key.revoked', subject: `key:${keyId}`, details: { name: ended.name } });
  const key = await clientKey(work, keyId);
  return key ? done({ key }) : refuse('NOT_FOUND');
}
