/** Authenticates a request by its bearer token, before its body is read; every route passes through here. */
import { rateOf } from '@anticipa/contract/rate';
import type { Route } from '@anticipa/contract/route';
import { logout } from '@anticipa/contract/session';
import { viewClient } from '@anticipa/contract/views';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import type { OperatorRole } from '@anticipa/domain/operator';
import { hasSaleRight } from '@anticipa/domain/sale-right';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Executor } from '../../platform/db/pool.ts';
import { isForPrograms } from '../../platform/http/answers.ts';
import { subscriberOf } from '../../platform/http/device.ts';
import type { Admitted, Credentials } from '../../platform/http/http.ts';
import { sharedReads } from '../../platform/load/shared-reads.ts';
import { type Actor, type ClientActor, type OperatorActor, tokenHash } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { admitKey, keyIn } from './admit-key.ts';
import { KNOWN_DAYS } from './known-places.ts';
import { isOpenToViews, isOwnAccess } from './view-policy.ts';

const IDLE_MS = 30 * 60_000;
/** A session ends this long after signing in, however active. */
export const ABSOLUTE_HOURS = 12;

/**
 * The instants between which, both excluded, the last activity of a live session lies. Activity far ahead of now is from a
 * clock that has been set back since.
 */
export const activityWindow = (now: Date): { readonly after: Date; readonly before: Date } => ({
  after: new Date(now.getTime() - IDLE_MS),
  before: new Date(now.getTime() + IDLE_MS),
});

/** Activity is recorded at most once per interval, which is small compared with half an hour. */
const TOUCH_MS = 60_000;

/** Header of automatic requests of an idle page, which do not count as activity. */
const USER_IDLE = 'x-user-idle';

const BEARER = /^Bearer ([A-Za-z0-9_-]{43})$/i;

export interface LiveSession {
  readonly sessionId: string;
  readonly actor: Actor;
  readonly mustChangePassword: boolean;
}

const sessionRows = (executor: Executor) =>
  executor
    .selectFrom('sessions')
    .leftJoin('users', (join) =>
      join.onRef('users.client_id', '=', 'sessions.client_id').onRef('users.user_id', '=', 'sessions.user_id'),
    )
    .leftJoin('accounts', 'accounts.account_id', 'users.account_id')
    .leftJoin('clients', 'clients.client_id', 'sessions.client_id')
    .leftJoin('operators', 'operators.operator_id', 'sessions.operator_id')
    .where('sessions.ended_at', 'is', null)
    .select([
      'sessions.session_id',
      'sessions.client_id',
      'sessions.user_id',
      'sessions.operator_id',
      'sessions.last_used_at',
      'sessions.expires_at',
      'sessions.factor_at',
      'users.email',
      'users.first_name',
      'users.last_name',
      'users.is_admin',
      'users.active',
      'users.account_id',
      'accounts.must_change_password',
      'users.sale_right',
      'users.accept_up_to',
      'clients.rfc',
      'clients.entity_name',
      'clients.reads_until',
      'operators.email as operator_email',
      'operators.active as operator_active',
      // A view has bearers only.
      sql<string | null>`null`.as('view_id'),
      sql<Date | null>`null`.as('view_ends_at'),
      sql<OperatorRole[]>`array(select role from operator_roles where operator_id = sessions.operator_id)`.as(
        'operator_roles',
      ),
    ]);
type SessionRow = Awaited<ReturnType<ReturnType<typeof sessionRows>['executeTakeFirstOrThrow']>>;

const hasRole = (actor: Actor, roles: readonly OperatorRole[]): boolean =>
  actor.kind === 'operator' && roles.some((role) => actor.roles.has(role));

const operatorOf = (row: SessionRow): OperatorActor | null => {
  if (row.operator_id === null || row.operator_email === null || row.operator_active !== true) return null;
  return {
    kind: 'operator',
    sessionId: row.session_id,
    operatorId: row.operator_id,
    email: row.operator_email,
    roles: new Set(row.operator_roles),
  };
};

const userOf = (row: SessionRow, now: Date): ClientActor | null => {
  const {
    client_id: clientId,
    user_id: userId,
    account_id: accountId,
    email,
    first_name: firstName,
    last_name: lastName,
  } = row;
  const { rfc, entity_name: entityName, is_admin: isAdmin, reads_until: readsUntil } = row;
  if (readsUntil !== null && readsUntil <= now) return null;
  if (row.active !== true || clientId === null || userId === null || email === null || isAdmin === null) return null;
  if (accountId === null || firstName === null || lastName === null || rfc === null || entityName === null) return null;
  const { session_id: sessionId, sale_right: saleRight, accept_up_to: acceptUpTo } = row;
  if (saleRight === null) return null;
  const grant = { saleRight, acceptUpTo };
  const user = {
    sessionId,
    clientId,
    userId,
    accountId,
    email,
    firstName,
    lastName,
    isAdmin,
    rfc,
    entityName,
    ...grant,
  };
  return { kind: 'client', ...user, factorAt: row.factor_at, isReadOnly: readsUntil !== null };
};

/** The user of a view, while the operator has the role for it. */
const viewedUserOf = (row: SessionRow, viewId: string, now: Date): ClientActor | null => {
  const [user, operator] = [userOf(row, now), operatorOf(row)];
  if (user === null || operator === null || row.view_ends_at === null) return null;
  if (!hasRole(operator, viewClient.roles)) return null;
  return { ...user, isReadOnly: true, view: { viewId, endsAt: row.view_ends_at, operator } };
};

const actorOf = (row: SessionRow, now: Date): Actor | null => {
  if (row.view_id !== null) return viewedUserOf(row, row.view_id, now);
  return row.operator_id === null ? userOf(row, now) : operatorOf(row);
};

const liveSession = (row: SessionRow | undefined, now: Date): LiveSession | null => {
  if (row === undefined || row.expires_at <= now) return null;
  if (row.view_ends_at !== null && row.view_ends_at <= now) return null;
  const { after, before } = activityWindow(now);
  if (row.last_used_at <= after || row.last_used_at >= before) return null;
  const actor = actorOf(row, now);
  const mustChangePassword = row.view_id === null && row.must_change_password === true;
  return actor && { sessionId: row.session_id, actor, mustChangePassword };
};

interface BearerRow extends SessionRow {
  readonly bearer_used_at: Date;
}

/** The right of the person is read with the session, so that a change of it takes effect at the next call. */
const bearerRow = (hash: Buffer) => sql<BearerRow>`
  select found.*, sale_right, accept_up_to from session_of_bearer(${hash}) found
  left join users on users.client_id = found.client_id and users.user_id = found.user_id`;

/** A page sends several requests at once. */
const bearerReads = sharedReads<BearerRow[]>();

/** The live session of a bearer token; `isUserActivity` extends it. */
export const sessionOfBearer = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  { bearer, isUserActivity }: { readonly bearer: string; readonly isUserActivity: boolean },
): Promise<LiveSession | null> => {
  const now = deps.clock.now();
  const isDue = (lastUsed: Date): boolean => Math.abs(now.getTime() - lastUsed.getTime()) >= TOUCH_MS;
  const hash = tokenHash(bearer);
  const [row] = await bearerReads.read(hash.toString('hex'), () => deps.db.runOnce({ as: 'auth' }, bearerRow(hash)));
  const session = liveSession(row, now);
  if (session === null || row === undefined) return null;
  const isSessionDue = isUserActivity && isDue(row.last_used_at);
  const isBearerDue = isDue(row.bearer_used_at);
  if (isSessionDue || isBearerDue)
    await deps.db.withTransaction({ as: 'auth' }, async (executor) => {
      const touched = { last_used_at: now };
      const { sessionId } = session;
      if (isSessionDue)
        await executor.updateTable('sessions').set(touched).where('session_id', '=', sessionId).execute();
      if (isBearerDue)
        await executor.updateTable('session_tokens').set(touched).where('token_hash', '=', hash).execute();
    });
  return session;
};

export async function sessionOfCookie({ db, at }: WideWork, cookie: string): Promise<LiveSession | null> {
  return liveSession(
    await sessionRows(db).where('sessions.cookie_hash', '=', tokenHash(cookie)).executeTakeFirst(),
    at,
  );
}

/** The live session of a bearer token that this transaction has made. */
export async function sessionOfToken({ db, at }: WideWork, token: string): Promise<LiveSession | null> {
  const { rows } = await bearerRow(tokenHash(token)).execute(db);
  return liveSession(rows[0], at);
}

/** The live session with this id, which proves nothing about the caller. */
export const sessionById = (deps: Pick<Deps, 'db' | 'clock'>, sessionId: string): Promise<LiveSession | null> =>
  deps.db.withTransaction({ as: 'auth' }, async (executor) => {
    const row = await sessionRows(executor).where('sessions.session_id', '=', sessionId).executeTakeFirst();
    return liveSession(row, deps.clock.now());
  });

/** Whether a view belongs to an operator's session and has not ended. */
export async function isViewOpen(
  { db, at }: Pick<WideWork, 'db' | 'at'>,
  sessionId: string,
  viewId: string,
): Promise<boolean> {
  const found = await db
    .selectFrom('client_views')
    .select('view_id')
    .where('view_id', '=', viewId)
    .where('session_id', '=', sessionId)
    .where('ends_at', '>', at)
    .executeTakeFirst();
  return found !== undefined;
}

/** Whether a session that is still with the client, or the view of an operator, may receive events. */
export const isSessionLive = async (
  deps: Pick<Deps, 'db' | 'clock'>,
  {
    sessionId,
    clientId,
    view,
  }: { readonly sessionId: string; readonly clientId: string; readonly view?: { readonly viewId: string } },
): Promise<boolean> => {
  const session = await sessionById(deps, sessionId);
  if (session === null) return false;
  if (view === undefined) return session.actor.kind === 'client' && session.actor.clientId === clientId;
  if (!hasRole(session.actor, viewClient.roles)) return false;
  const at = deps.clock.now();
  return deps.db.withTransaction({ as: 'auth' }, (db) => isViewOpen({ db, at }, sessionId, view.viewId));
};

/**
 * Whether the portal's own page sent the request, or no page did. The cookie's SameSite attribute ignores the port, so a page
 * on another port of this host sends the cookie too.
 */
const isFromOwnPage = ({ headers }: FastifyRequest): boolean =>
  ['same-origin', 'none', undefined].includes(headers['sec-fetch-site']?.toString());

const credentialsOf = (deps: Deps, request: FastifyRequest, reply: FastifyReply): Credentials => {
  // Browsers enforce the `__Host-` prefix, which plain HTTP outside production does not support.
  const name = deps.config.production ? '__Host-anticipa' : 'anticipa';
  const deviceName = `${name}-device`;
  const attributes = { path: '/', httpOnly: true, secure: deps.config.production, sameSite: 'strict' } as const;
  return {
    bearer: BEARER.exec(request.headers.authorization ?? '')?.[1] ?? null,
    cookie: (isFromOwnPage(request) && request.cookies[name]) || null,
    deviceCookie: request.cookies[deviceName] ?? null,
    setCookie: (value) => {
      if (value === null) void reply.clearCookie(name, attributes);
      else void reply.setCookie(name, value, attributes);
    },
    setDeviceCookie: (value) => void reply.setCookie(deviceName, value, { ...attributes, maxAge: KNOWN_DAYS * 86_400 }),
  };
};

/** The actor of a call; who only reads is refused the others. Users of a closed client still see and end their own sessions. */
const permitted = (actor: Actor, route: Route): Outcome<Actor> => {
  if (actor.kind !== 'client' || !actor.isReadOnly) return done(actor);
  if (actor.view) return isOpenToViews(route) ? done(actor) : refuse('VIEW_READ_ONLY');
  if (isOwnAccess(route)) return done({ ...actor, isReadOnly: false });
  return isOpenToViews(route) ? done(actor) : refuse('CLIENT_CLOSED');
};

/** Whether the right of a client's person suffices for the call; every route of the contract names the one it needs. */
const hasRight = (actor: Actor, { right }: Route): boolean =>
  right === undefined || (actor.kind === 'client' && hasSaleRight(actor.saleRight, right));

/** Authenticates and authorises the caller; the first step of every request. */
export const admit = async (
  deps: Deps,
  route: Route,
  exchange: { readonly request: FastifyRequest; readonly reply: FastifyReply },
): Promise<Outcome<Admitted>> => {
  const { request, reply } = exchange;
  const credentials = credentialsOf(deps, request, reply);
  const caller = {
    requestId: request.id,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
  };
  if (route.audience === 'public') {
    if (!deps.limits.admit(rateOf(route), subscriberOf(request.ip))) return refuse('TOO_MANY_REQUESTS');
    return done({ request, reply, credentials, caller: { ...caller, actor: null } });
  }
  const token = keyIn(request);
  if (token !== null) {
    const program = await admitKey(deps, route, { request, reply, token });
    const actor = program.ok ? permitted(program.value, route) : program;
    if (!actor.ok) return actor;
    if (!hasRight(actor.value, route)) return refuse('RIGHT_NEEDED');
    return done({ request, reply, credentials, caller: { ...caller, actor: actor.value } });
  }
  const isUserActivity = rateOf(route) !== 'stream' && request.headers[USER_IDLE] === undefined;
  const session =
    credentials.bearer === null ? null : await sessionOfBearer(deps, { bearer: credentials.bearer, isUserActivity });
  if (session === null) {
    if (!deps.limits.admit('read', subscriberOf(request.ip))) return refuse('TOO_MANY_REQUESTS');
    // A program has no session that could have ended.
    return refuse(isForPrograms(route.path) ? 'KEY_INVALID' : 'NO_SESSION');
  }
  if (!deps.limits.admit(rateOf(route), session.sessionId)) return refuse('TOO_MANY_REQUESTS');
  if (route.audience !== 'session' && route.audience !== session.actor.kind) return refuse('NOT_ALLOWED');
  if (route.audience === 'operator' && !hasRole(session.actor, route.roles)) return refuse('ROLE_NEEDED');
  const actor = permitted(session.actor, route);
  if (!actor.ok) return actor;
  if (session.mustChangePassword && route.path !== logout.path) return refuse('MUST_CHANGE_PASSWORD');
  if (!hasRight(actor.value, route)) return refuse('RIGHT_NEEDED');
  return done({ request, reply, credentials, caller: { ...caller, actor: actor.value } });
};
