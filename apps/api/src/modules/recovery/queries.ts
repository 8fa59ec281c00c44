import { sql } from 'kysely';
import { z } from 'zod';
import { rowsOf } from '../../platform/db/rows.ts';
import { type ClientId, tokenHash } from '../../platform/work/caller.ts';
import { CLOCK_SKEW_MS } from '../../platform/work/clock.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { isKeyValid, type LinksAsked } from './policy.ts';

/** A valid key with its user. */
interface KeyHolder {
  readonly kind: 'client';
  readonly clientId: ClientId;
  readonly userId: string;
  readonly accountId: string;
  readonly requestId: string;
  readonly passwordHash: string | null;
}

/** The user of a valid key; undefined if it is used, expired, replaced, or belongs to another e-mail. */
export const holderOfKey = async ({ db, at }: WideWork, key: string, email: string): Promise<KeyHolder | undefined> => {
  const row = await db
    .selectFrom('recovery_keys')
    .innerJoin('recovery_requests', (join) =>
      join
        .onRef('recovery_requests.client_id', '=', 'recovery_keys.client_id')
        .onRef('recovery_requests.request_id', '=', 'recovery_keys.request_id'),
    )
    .innerJoin('users', (join) =>
      join
        .onRef('users.client_id', '=', 'recovery_requests.client_id')
        .onRef('users.user_id', '=', 'recovery_requests.user_id'),
    )
    .innerJoin('accounts', 'accounts.account_id', 'users.account_id')
    .select(['users.client_id', 'users.user_id', 'accounts.account_id', 'accounts.password_hash'])
    .select('recovery_requests.request_id')
    .select(['recovery_requests.purpose', 'recovery_keys.expires_at'])
    .where('recovery_keys.key_hash', '=', tokenHash(key))
    .where('recovery_requests.ended_at', 'is', null)
    .where(sql`lower(users.email)`, '=', email)
    .executeTakeFirst();
  if (row === undefined || !isKeyValid({ purpose: row.purpose, expiresAt: row.expires_at }, at)) return undefined;
  return {
    kind: 'client',
    clientId: row.client_id,
    userId: row.user_id,
    accountId: row.account_id,
    requestId: row.request_id,
    passwordHash: row.password_hash,
  };
};

/** Requests of a minute ago and older, oldest first. */
export const waitingRequests = async ({ db, at }: WideWork, limit: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('recovery_inbox')
    .select('entry_id')
    .where('received_at', '<=', new Date(at.getTime() - 60_000))
    .orderBy('received_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.entry_id);
};

/** The active user with a normalised e-mail; of those of several clients the one whose client was used last. */
export const activeUserByEmail = async ({ db }: WideWork, email: string) => {
  const row = await db
    .selectFrom('users')
    .select(['client_id', 'user_id'])
    .where(sql`lower(email)`, '=', email)
    .where('active', '=', true)
    .orderBy(sql`joined_at is null`)
    .orderBy('entered_at', (order) => order.desc().nullsLast())
    .orderBy('created_at', 'desc')
    .orderBy('user_id')
    .limit(1)
    .executeTakeFirst();
  return row && { clientId: row.client_id, userId: row.user_id };
};

const linksAsked = z.object({ recently: z.int(), inKeyLife: z.int(), today: z.int() });

/** Number of links requested by a user since each of three instants, after the last one that was used. */
export const linksAskedFor = async (
  { db, tenant, at }: Work,
  userId: string,
  since: Readonly<Record<keyof LinksAsked, Date>>,
): Promise<LinksAsked> => {
  const [asked = { recently: 0, inKeyLife: 0, today: 0 }] = await rowsOf(db, linksAsked)`
    select count(*) filter (where requested_at > ${since.recently})::int as recently,
      count(*) filter (where requested_at > ${since.inKeyLife})::int as "inKeyLife", count(*)::int as today
    from recovery_requests
    where client_id = ${tenant} and user_id = ${userId} and purpose = 'recovery'
      and requested_at > coalesce((select max(used_at) from recovery_requests
        where client_id = ${tenant} and user_id = ${userId}), '-infinity')
      and requested_at > ${since.today} and requested_at <= ${new Date(at.getTime() + CLOCK_SKEW_MS)}`;
  return asked;
};

/** An open request with its user. */
export const openRequest = ({ db, tenant }: Work, requestId: string) =>
  db
    .selectFrom('recovery_requests')
    .innerJoin('users', (join) =>
      join
        .onRef('users.client_id', '=', 'recovery_requests.client_id')
        .onRef('users.user_id', '=', 'recovery_requests.user_id'),
    )
    .innerJoin('clients', 'clients.client_id', 'users.client_id')
    .innerJoin('accounts', 'accounts.account_id', 'users.account_id')
    .select(['recovery_requests.purpose', 'users.email', 'clients.entity_name', 'accounts.has_password'])
    // The first administrator can only have been added by the lender.
    .select(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users as colleagues')
            .select('colleagues.user_id')
            .whereRef('colleagues.client_id', '=', 'users.client_id')
            .whereRef('colleagues.user_id', '<>', 'users.user_id')
            .where('colleagues.is_admin', '=', true),
        ),
      )
        .$castTo<boolean>()
        .as('isFirst'),
    )
    .where('recovery_requests.client_id', '=', tenant)
    .where('recovery_requests.request_id', '=', requestId)
    .where('recovery_requests.ended_at', 'is', null)
    .executeTakeFirst();

/** A user's e-mail and first name. */
export const addressee = ({ db, tenant }: Work, userId: string) =>
  db
    .selectFrom('users')
    .select(['email', 'first_name'])
    .where('client_id', '=', tenant)
    .where('user_id', '=', userId)
    .executeTakeFirst();
