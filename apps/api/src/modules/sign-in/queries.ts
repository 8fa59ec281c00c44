/** Facts for a sign-in: the account, its former devices and its failures. */
import { sql } from 'kysely';
import { z } from 'zod';
import { clientIdColumn, rowsOf } from '../../platform/db/rows.ts';
import { deviceOf, networkOf } from '../../platform/http/device.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { membershipsOf } from '../session/companies.ts';
import type { Place } from '../session/known-places.ts';

/** An account with its password hash. */
const account = z.object({
  kind: z.enum(['client', 'operator']),
  /** The operator, or the client's user as whom the person starts. */
  id: z.string(),
  /** Null for operators. */
  accountId: z.string().nullable(),
  clientId: clientIdColumn.nullable(),
  passwordHash: z.string().nullable(),
  isActive: z.boolean(),
});
export type Account = z.output<typeof account>;

/**
 * The account or operator with a normalised e-mail. A person starts with the client used last; one who has no other accepts the
 * newest invitation so. One statement, so that a miss takes as long as a hit.
 */
export const accountByEmail = async ({ db, at }: WideWork, email: string): Promise<Account | undefined> => {
  const [found] = await rowsOf(db, account)`
    select 'client' as kind, user_id as id, account_id as "accountId", client_id as "clientId", accounts.password_hash as "passwordHash",
      is_open as "isActive"
    from accounts cross join lateral (
      select user_id, client_id, active and coalesce(reads_until > ${at}, true) as is_open
      from users join clients using (client_id) where users.account_id = accounts.account_id
      order by is_open desc, joined_at is null, entered_at desc nulls last, users.created_at desc, user_id limit 1) first
    where lower(email) = ${email}
    union all
    select 'operator', operator_id, null, null, password_hash, active from operators where lower(email) = ${email}`;
  return found;
};

/**
 * Whether the verified password is still current, and an operator active. Locks the row until the transaction ends, so a
 * concurrent password change or loss of access also ends the new session.
 */
export const isStillProven = async ({ db }: WideWork, { id, accountId, passwordHash }: Account): Promise<boolean> => {
  const rows =
    accountId === null
      ? db.selectFrom('operators').select('password_hash').where('operator_id', '=', id).where('active', '=', true)
      : db.selectFrom('accounts').select('password_hash').where('account_id', '=', accountId);
  const row = await rows.forShare().executeTakeFirst();
  return row !== undefined && row.password_hash === passwordHash;
};

/**
 * Whether this is the account's first sign-in with such a browser from such a network; false for the very first sign-in.
 */
export const isNewDevice = async (
  { db }: WideWork,
  accountId: string,
  { userAgent, address }: { readonly userAgent: string; readonly address: string },
): Promise<boolean> => {
  const former = await db
    .selectFrom('sessions')
    .select(['user_agent', 'address'])
    .distinct()
    .where('user_id', 'in', membershipsOf({ db }, accountId))
    .execute();
  const [device, network] = [deviceOf(userAgent), networkOf(address)];
  return (
    former.length > 0 &&
    !former.some((row) => deviceOf(row.user_agent) === device && networkOf(row.address) === network)
  );
};

/** Failed sign-ins that count towards the limits in policy.ts. */
const attemptsRow = z.object({
  /**
   * Failed attempts on this account since its last success, with this browser if it is known, else from this address.
   */
  here: z.int(),
  lastHere: z.date().nullable(),
  /** Failed attempts from this address for any account. */
  fromAddress: z.int(),
  /** Failed attempts on this account from any address. */
  ofAccount: z.int(),
  /** Whether this account has signed in from this address before. */
  isKnownAddress: z.boolean(),
  /** Whether this account has signed in with this browser before. */
  isKnownDevice: z.boolean(),
});
export type FailedAttempts = z.output<typeof attemptsRow>;

// An attempt is recorded as failed before its password is verified; a success adds a second row.
const failures = sql<number>`(count(*) filter (where not succeeded) - count(*) filter (where succeeded))::int`;

/** Counts failed sign-ins of a period, of an account by all its names; later attempts, of a clock that has been set back since, do not exist yet. */
export const failedAttempts = async (
  { db }: WideWork,
  names: readonly string[],
  { address, device }: Place,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<FailedAttempts> => {
  const [attempts] = await rowsOf(db, attemptsRow)`
    with last_success as (
      select
        (select max(attempted_at) from login_attempts
          where account = any(${names}::text[]) and address = ${address} and succeeded and attempted_at <= ${until}) as address_at,
        (select max(attempted_at) from login_attempts
          where account = any(${names}::text[]) and device = ${device}::bytea and succeeded and attempted_at <= ${until}) as device_at
    ), here as (
      select count(*)::int as failures, max(attempted_at) as last_at from login_attempts, last_success
      where account = any(${names}::text[]) and not succeeded
        and attempted_at > greatest(${since}, coalesce(device_at, address_at))
        and attempted_at <= ${until}
        and case when device_at is null then address = ${address} else device = ${device}::bytea end
    )
    select here.failures as here, here.last_at as "lastHere", address_at is not null as "isKnownAddress",
      device_at is not null as "isKnownDevice",
      (select ${failures} from login_attempts
        where address = ${address} and attempted_at > ${since} and attempted_at <= ${until}) as "fromAddress",
      (select ${failures} from login_attempts
        where account = any(${names}::text[]) and attempted_at > ${since} and attempted_at <= ${until}) as "ofAccount"
    from here, last_success`;
  if (!attempts) throw new Error('the attempts have no answer');
  return attempts;
};
