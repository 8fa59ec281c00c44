import type { SessionUser } from '@anticipa/contract/session';
import type { SessionRecord } from '@anticipa/contract/users';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { sql } from 'kysely';
import { type Actor, type ClientId, provenClient } from '../../lib/session/context.ts';
import { deviceOf, networkOf } from '../../lib/session/device.ts';
import { IDLE_MINUTES } from '../../lib/session/gate.ts';
import type { Place } from '../../lib/session/known-places.ts';
import type { WideWork, Work } from '../../lib/work.ts';

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
    client_id: string | null;
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
      clientId: row.client_id === null ? null : provenClient(row.client_id),
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

/** Usable sessions of an account, most recently used first. */
export const openSessions = async ({ db, at }: WideWork, actor: Actor): Promise<SessionRecord[]> => {
  const sessions = db
    .selectFrom('sessions')
    .select(['session_id', 'user_agent', 'address', 'created_at', 'last_used_at']);
  const own =
    actor.kind === 'operator'
      ? sessions.where('operator_id', '=', actor.operatorId)
      : sessions.where('client_id', '=', actor.clientId).where('user_id', '=', actor.userId);
  const rows = await own
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .where('last_used_at', '>', new Date(at.getTime() - IDLE_MINUTES * 60_000))
    .orderBy('last_used_at', 'desc')
    .orderBy('session_id')
    .execute();
  return rows.map((row) => ({
    sessionId: row.session_id,
    device: deviceOf(row.user_agent),
    address: row.address,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    current: row.session_id === actor.sessionId,
  }));
};

/** Failed sign-ins that count towards the limits in policy.ts. */
export interface FailedAttempts {
  /** Of this account since its last success here: with this browser if it is known, otherwise from this address. */
  readonly here: number;
  readonly lastHere: Date | null;
  /** From this address for any account. */
  readonly fromAddress: number;
  /** Of this account from any address. */
  readonly ofAccount: number;
  /** Whether this account has signed in from this address before. */
  readonly isKnownAddress: boolean;
  /** Whether this account has signed in with this browser before. */
  readonly isKnownDevice: boolean;
}

// An attempt is recorded as failed before its password is verified; a success adds a second row.
const failures = sql<number>`(count(*) filter (where not succeeded) - count(*) filter (where succeeded))::int`;

/** Counts failed sign-ins since `since`. */
export const failedAttempts = async (
  { db }: WideWork,
  account: string,
  { address, device }: Place,
  since: Date,
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
          where account = ${account} and address = ${address} and succeeded) as address_at,
        (select max(attempted_at) from login_attempts
          where account = ${account} and device = ${device}::bytea and succeeded) as device_at
    ), here as (
      select count(*)::int as failures, max(attempted_at) as last_at from login_attempts, last_success
      where account = ${account} and not succeeded
        and attempted_at > greatest(${since}, coalesce(device_at, address_at))
        and case when device_at is null then address = ${address} else device = ${device}::bytea end
    )
    select here.failures as here, here.last_at as last_here, address_at, device_at,
      (select ${failures} from login_attempts where address = ${address} and attempted_at > ${since}) as from_address,
      (select ${failures} from login_attempts where account = ${account} and attempted_at > ${since}) as of_account
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

const NO_FLAGS = {
  isAuthBI: false,
  isAuthFB: false,
  isActiveBI: false,
  isActiveFB: false,
  hasBIMXN: false,
  hasBIUSD: false,
  hasFBMXN: false,
  hasFBUSD: false,
} as const;

const fullName = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');

const operatorUser = async ({ db }: WideWork, operatorId: string): Promise<SessionUser> => {
  const row = await db
    .selectFrom('operators')
    .select(['operator_id', 'email', 'first_name', 'last_name', 'active'])
    .where('operator_id', '=', operatorId)
    .executeTakeFirstOrThrow();
  return {
    userId: row.operator_id,
    clientId: null,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    motherSurname: '',
    fullName: fullName(row.first_name, row.last_name),
    kind: 'operator',
    isAdmin: false,
    active: row.active,
    mustChangePassword: false,
    syncAllowed: false,
    SATsyncActive: false,
    SATlastSync: null,
    SATdownloading: false,
    client: null,
    ...NO_FLAGS,
  };
};

const productFlags = async ({ db }: WideWork, clientId: string): Promise<typeof NO_FLAGS | Flags> => {
  const products = await db
    .selectFrom('client_products')
    .select(['product', 'authorised', 'active'])
    .where('client_id', '=', clientId)
    .execute();
  const accounts = await db
    .selectFrom('bank_accounts')
    .select(['product', 'currency'])
    .where('client_id', '=', clientId)
    .execute();
  const is = (product: ProductCode, flag: 'authorised' | 'active'): boolean =>
    products.some((row) => row.product === product && row[flag]);
  const has = (product: ProductCode, currency: FinancedCurrency): boolean =>
    accounts.some((row) => row.product === product && row.currency === currency);
  return {
    isAuthBI: is('BI', 'authorised'),
    isAuthFB: is('FB', 'authorised'),
    isActiveBI: is('BI', 'active'),
    isActiveFB: is('FB', 'active'),
    hasBIMXN: has('BI', 'MXN'),
    hasBIUSD: has('BI', 'USD'),
    hasFBMXN: has('FB', 'MXN'),
    hasFBUSD: has('FB', 'USD'),
  };
};
type Flags = Record<keyof typeof NO_FLAGS, boolean>;

/** The signed-in user, for the browser. */
export const sessionUserOf = async (work: WideWork, actor: Actor): Promise<SessionUser> => {
  if (actor.kind === 'operator') return operatorUser(work, actor.operatorId);
  const row = await work.db
    .selectFrom('users')
    .innerJoin('clients', 'clients.client_id', 'users.client_id')
    .innerJoin('branches', 'branches.branch', 'clients.branch')
    .selectAll('users')
    .select([
      'clients.rfc',
      'clients.entity_name',
      'clients.tax_regime',
      'clients.branch',
      'clients.sync_allowed as client_sync_allowed',
      'clients.sat_sync_active',
      'clients.sat_last_sync',
      'clients.sat_downloading',
      'branches.promoter_phone',
    ])
    .where('users.client_id', '=', actor.clientId)
    .where('users.user_id', '=', actor.userId)
    .executeTakeFirstOrThrow();
  return {
    userId: row.user_id,
    clientId: row.client_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    motherSurname: row.mother_surname,
    fullName: fullName(row.first_name, row.last_name, row.mother_surname),
    kind: 'client',
    isAdmin: row.is_admin,
    active: row.active,
    mustChangePassword: row.must_change_password,
    syncAllowed: row.sync_allowed && row.client_sync_allowed,
    SATsyncActive: row.sat_sync_active,
    SATlastSync: row.sat_last_sync?.toISOString() ?? null,
    SATdownloading: row.sat_downloading,
    client: {
      clientId: row.client_id,
      rfc: row.rfc,
      entityName: row.entity_name,
      taxRegime: row.tax_regime,
      branch: row.branch,
      promoterPhone: row.promoter_phone,
    },
    ...(await productFlags(work, row.client_id)),
  };
};

/** The lender's products with their display names. */
export const productList = async ({ db }: WideWork) => {
  const rows = await db.selectFrom('products').select(['code', 'product_id', 'display_name']).orderBy('code').execute();
  return rows.map((row) => ({ code: row.code, productId: row.product_id, displayName: row.display_name }));
};

/** A session with its user, for a mail; undefined once purged. */
export const sessionForMail = ({ db, tenant }: Work, sessionId: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', (join) =>
      join.onRef('users.client_id', '=', 'sessions.client_id').onRef('users.user_id', '=', 'sessions.user_id'),
    )
    .select(['sessions.user_agent', 'sessions.address', 'sessions.created_at', 'users.email', 'users.first_name'])
    .where('sessions.client_id', '=', tenant)
    .where('sessions.session_id', '=', sessionId)
    .executeTakeFirst();
