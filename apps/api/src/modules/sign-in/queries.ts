/** Facts for a sign-in: the account, its former devices and its failures. */
import { sql } from 'kysely';
import { deviceOf, networkOf } from '../../platform/http/device.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import type { Place } from '../session/known-places.ts';

/** An account with its password hash. */
export interface Account {
  readonly kind: 'client' | 'operator';
  readonly id: string;
  readonly clientId: ClientId | null;
  readonly passwordHash: string | null;
  readonly isActive: boolean;
}

/**
 * The client's user or operator with a normalised e-mail. One statement, so that a miss takes as long as a hit.
 */
export const accountByEmail = async ({ db }: WideWork, email: string): Promise<Account | undefined> => {
  const { rows } = await sql<{
    kind: 'client' | 'operator';
    id: string;
    client_id: ClientId | null;
    password_hash: string | null;
    active: boolean;
  }>`
    select 'client' as kind, user_id as id, client_id, password_hash, active from users where lower(email) = ${email}
    union all
    select 'operator', operator_id, null, password_hash, active from operators where lower(email) = ${email}`.execute(
    db,
  );
  const [row] = rows;
  return (
    row && {
      kind: row.kind,
      id: row.id,
      clientId: row.client_id,
      passwordHash: row.password_hash,
      isActive: row.active,
    }
  );
};

/**
 * Whether the verified password is still current and the account active. Locks the row until the transaction ends, so a
 * concurrent password change or loss of access also ends the new session.
 */
export const isStillProven = async ({ db }: WideWork, { kind, id, passwordHash }: Account): Promise<boolean> => {
  const rows =
    kind === 'client'
      ? db.selectFrom('users').select(['password_hash', 'active']).where('user_id', '=', id)
      : db.selectFrom('operators').select(['password_hash', 'active']).where('operator_id', '=', id);
  const row = await rows.forShare().executeTakeFirst();
  return row?.active === true && row.password_hash === passwordHash;
};

/**
 * Whether this is the account's first sign-in with such a browser from such a network; false for the very first sign-in.
 */
export const isNewDevice = async (
  { db }: WideWork,
  { clientId, id }: Account,
  { userAgent, address }: { readonly userAgent: string; readonly address: string },
): Promise<boolean> => {
  const former = await db
    .selectFrom('sessions')
    .select(['user_agent', 'address'])
    .distinct()
    .where('client_id', '=', clientId)
    .where('user_id', '=', id)
    .execute();
  const [device, network] = [deviceOf(userAgent), networkOf(address)];
  return (
    former.length > 0 &&
    !former.some((row) => deviceOf(row.user_agent) === device && networkOf(row.address) === network)
  );
};

/** Failed sign-ins that count towards the limits in policy.ts. */
export interface FailedAttempts {
  /**
   * Failed attempts on this account since its last success, with this browser if it is known, else from this address.
   */
  readonly here: number;
  readonly lastHere: Date | null;
  /** Failed attempts from this address for any account. */
  readonly fromAddress: number;
  /** Failed attempts on this account from any address. */
  readonly ofAccount: number;
  /** Whether this account has signed in from this address before. */
  readonly isKnownAddress: boolean;
  /** Whether this account has signed in with this browser before. */
  readonly isKnownDevice: boolean;
}

// An attempt is recorded as failed before its password is verified; a success adds a second row.
const failures = sql<number>`(count(*) filter (where not succeeded) - count(*) filter (where succeeded))::int`;

/** Counts failed sign-ins of a period; later attempts, of a clock that has been set back since, do not exist yet. */
export const failedAttempts = async (
  { db }: WideWork,
  account: string,
  { address, device }: Place,
  { since, until }: { readonly since: Date; readonly until: Date },
): Promise<FailedAttempts> => {
  const { rows } = await sql<{
    here: number;
    last_here: Date | null;
    from_address: number;
    of_account: number;
    address_at: Date | null;
    device_at: Date | null;
  }>`
    with last_success as (
      select
        (select max(attempted_at) from login_attempts
          where account = ${account} and address = ${address} and succeeded and attempted_at <= ${until}) as address_at,
        (select max(attempted_at) from login_attempts
          where account = ${account} and device = ${device}::bytea and succeeded and attempted_at <= ${until}) as device_at
    ), here as (
      select count(*)::int as failures, max(attempted_at) as last_at from login_attempts, last_success
      where account = ${account} and not succeeded
        and attempted_at > greatest(${since}, coalesce(device_at, address_at))
        and attempted_at <= ${until}
        and case when device_at is null then address = ${address} else device = ${device}::bytea end
    )
    select here.failures as here, here.last_at as last_here, address_at, device_at,
      (select ${failures} from login_attempts
        where address = ${address} and attempted_at > ${since} and attempted_at <= ${until}) as from_address,
      (select ${failures} from login_attempts
        where account = ${account} and attempted_at > ${since} and attempted_at <= ${until}) as of_account
    from here, last_success`.execute(db);
  const [row] = rows;
  return {
    here: row?.here ?? 0,
    lastHere: row?.last_here ?? null,
    fromAddress: row?.from_address ?? 0,
    ofAccount: row?.of_account ?? 0,
    isKnownAddress: Boolean(row?.address_at),
    isKnownDevice: Boolean(row?.device_at),
  };
};
