import type { SessionUser } from '@anticipa/contract/session';
import type { SessionRecord } from '@anticipa/contract/users';
import type { FinancedCurrency } from '@anticipa/domain/money';
import type { ProductCode } from '@anticipa/domain/product';
import { deviceOf } from '../../platform/http/device.ts';
import type { Actor, ClientId, OperatorActor } from '../../platform/work/caller.ts';
import type { WideWork, Work } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { companiesOf, membershipsOf } from './companies.ts';
import { lenderFactorsFrom } from './fresh-factor.ts';
import { activityWindow } from './gate.ts';
import { hasFactor } from './lost-factor.ts';

/** Usable sessions of an account, most recently used first. */
export const openSessions = async ({ db, at }: WideWork, actor: Actor): Promise<SessionRecord[]> => {
  const { after, before } = activityWindow(at);
  const sessions = db
    .selectFrom('sessions')
    .select(['session_id', 'user_agent', 'address', 'created_at', 'last_used_at']);
  const own =
    actor.kind === 'operator'
      ? sessions.where('operator_id', '=', actor.operatorId)
      : sessions.where('user_id', 'in', membershipsOf({ db }, actor.accountId));
  const rows = await own
    .where('ended_at', 'is', null)
    .where('expires_at', '>', at)
    .where('last_used_at', '>', after)
    .where('last_used_at', '<', before)
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

const operatorUser = async (
  { db }: WideWork,
  { operatorId, roles }: OperatorActor,
): Promise<Omit<SessionUser, 'syncCredential'>> => {
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
    saleRight: 'consult',
    acceptUpTo: null,
    roles: [...roles],
    active: row.active,
    mustChangePassword: false,
    syncAllowed: false,
    SATsyncActive: false,
    SATlastSync: null,
    SATdownloading: false,
    SATsyncAt: null,
    phone: '',
    mobile: '',
    addedBy: null,
    notifications: { initialDeposit: false, desyncSAT: false, sales: false },
    client: null,
    ...NO_FLAGS,
    view: null,
    readsUntil: null,
    factorDueOn: null,
    companies: [],
  };
};

const productFlags = async ({ db }: WideWork, clientId: ClientId): Promise<typeof NO_FLAGS | Flags> => {
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
export const sessionUserOf = async (
  { invoiceSync: { connectsWith: syncCredential } }: Pick<Deps, 'invoiceSync'>,
  work: WideWork,
  actor: Actor,
): Promise<SessionUser> => {
  if (actor.kind === 'operator') return { ...(await operatorUser(work, actor)), syncCredential };
  const row = await work.db
    .selectFrom('users')
    .innerJoin('clients', 'clients.client_id', 'users.client_id')
    .innerJoin('branches', 'branches.branch', 'clients.branch')
    .innerJoin('accounts', 'accounts.account_id', 'users.account_id')
    .selectAll('users')
    .select([
      'accounts.must_change_password',
      'clients.rfc',
      'clients.entity_name',
      'clients.tax_regime',
      'clients.branch',
      'clients.sync_allowed as client_sync_allowed',
      'clients.sat_sync_active',
      'clients.sat_last_sync',
      'clients.sat_downloading',
      'clients.sat_sync_at',
      'clients.reads_until',
      'branches.promoter_phone',
    ])
    .select(hasFactor.as('has_factor'))
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
    saleRight: row.sale_right,
    acceptUpTo: row.accept_up_to,
    roles: [],
    active: row.active,
    mustChangePassword: row.must_change_password,
    syncAllowed: row.sync_allowed && row.client_sync_allowed,
    syncCredential,
    SATsyncActive: row.sat_sync_active,
    SATlastSync: row.sat_last_sync?.toISOString() ?? null,
    SATdownloading: row.sat_downloading,
    SATsyncAt: row.sat_sync_at?.toISOString() ?? null,
    phone: row.phone,
    mobile: row.mobile,
    addedBy: row.added_by,
    notifications: {
      initialDeposit: row.notify_initial_deposit,
      desyncSAT: row.notify_desync_sat,
      sales: row.notify_sales,
    },
    client: {
      clientId: row.client_id,
      rfc: row.rfc,
      entityName: row.entity_name,
      taxRegime: row.tax_regime,
      branch: row.branch,
      promoterPhone: row.promoter_phone,
    },
    ...(await productFlags(work, row.client_id)),
    view: actor.view ? { endsAt: actor.view.endsAt.toISOString() } : null,
    readsUntil: row.reads_until?.toISOString() ?? null,
    factorDueOn: actor.view || row.has_factor ? null : await lenderFactorsFrom(work),
    companies: actor.view ? [] : await companiesOf(work, actor),
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
