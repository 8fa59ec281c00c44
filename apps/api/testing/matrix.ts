/** The actors, objects and expectations of the authorisation matrix. */

import type { Route } from '@anticipa/contract/route';
import { type RouteName, routes } from '@anticipa/contract/routes';
import { type OperatorRole, operatorRoles } from '@anticipa/domain/operator';
import { inTurn } from '@anticipa/sandbox/rounds';
import { anOperator, aUser, type TestUser } from './builders.ts';
import { callsInViews } from './calls-in-views.ts';
import { aPopulatedClient, type TestObjects } from './populated-client.ts';
import type { Portal } from './portal.ts';
import { scopesOfCalls } from './program-calls.ts';
import { callersOf } from './route-callers.ts';
import { callsThatPrepare, callsThatSell } from './route-rights.ts';
import type { Answer, Input, Session } from './session.ts';
import { aView } from './views.ts';
import { aFailedOrder } from './whole-accounts.ts';

const actors = [
  'visitor',
  'expired',
  'logged-out',
  'disabled',
  'must-change-password',
  'user',
  'user who prepares',
  'user who consults',
  'administrator',
  'user of another client',
  'operator',
  'operator who sees the portal as the administrator',
] as const;
export type ActorName = (typeof actors)[number];
export const IN_VIEW = 'operator who sees the portal as the administrator' satisfies ActorName;

/** Refused by the same check, before any other: a short run tries each at every fourth route. */
const strangers = ['visitor', 'expired', 'logged-out', 'disabled'] as const satisfies readonly ActorName[];
const isStranger = (actor: ActorName): boolean => strangers.some((one) => one === actor);
const nextStranger = inTurn(strangers);
export const actorsOn = (name: RouteName): readonly ActorName[] => {
  if (callersOf.get(name) === 'everyone') return actors;
  const some: readonly ActorName[] = nextStranger();
  return actors.filter((actor) => !isStranger(actor) || some.includes(actor));
};

export const names = Object.keys(routes).filter((name): name is RouteName => name in routes);
export const routeOf = (name: RouteName): Route => routes[name];

export interface World {
  readonly portal: Portal;
  readonly own: TestObjects;
  readonly other: TestObjects;
  readonly sessions: Readonly<Record<ActorName, Session>>;
  readonly operatorEmail: string;
  /** The people with a lesser right. */
  readonly lesser: ReadonlyMap<ActorName, TestUser>;
  /** An operator with a single role each. */
  readonly withRole: ReadonlyMap<OperatorRole, Session>;
}

export const buildWorld = async (portal: Portal): Promise<World> => {
  const { owner } = portal.db;
  const { email: operatorEmail } = await anOperator(portal);
  const operator = await portal.signIn(operatorEmail);
  const own = await aPopulatedClient(portal, { operator, firstSale: 1 });
  const other = await aPopulatedClient(portal, { operator, firstSale: 51 });
  const client = { clientId: own.clientId };
  const expiring = await aUser(portal, { client });
  const leaving = await aUser(portal, { client });
  const disabled = await aUser(portal, { client });
  const changing = await aUser(portal, { client, mustChangePassword: true });
  const preparer = await aUser(portal, { client, saleRight: 'prepare' });
  const consultant = await aUser(portal, { client, saleRight: 'consult' });
  await owner.query('update users set sync_allowed = true where user_id = $1', [preparer.userId]);
  const withRole = new Map<OperatorRole, Session>();
  for (const role of operatorRoles)
    withRole.set(role, await portal.signIn((await anOperator(portal, { roles: [role] })).email));
  const sessions = {
    visitor: portal.visitor,
    expired: await portal.signIn(expiring.email),
    'logged-out': await portal.signIn(leaving.email),
    disabled: await portal.signIn(disabled.email),
    'must-change-password': await portal.signIn(changing.email),
    user: await portal.signIn(own.email),
    'user who prepares': await portal.signIn(preparer.email),
    'user who consults': await portal.signIn(consultant.email),
    administrator: await portal.signIn(own.adminEmail),
    'user of another client': await portal.signIn(other.email),
    operator,
    [IN_VIEW]: await aView(operator, own),
  };
  for (const client of [own, other]) await aFailedOrder(portal, client);
  await owner.query('update sessions set expires_at = created_at where user_id = $1', [expiring.userId]);
  // These tests take longer than a view, and its user is the client's first.
  await owner.query(`update client_views set ends_at = ends_at + interval '1 day', user_id = $1`, [own.adminUserId]);
  await sessions['logged-out'].call(routes.logout);
  await sessions.administrator.call(routes.updateUser, {
    params: { userId: disabled.userId },
    body: { firstName: 'Ana', lastName: 'Prueba', active: false },
  });
  const lesser = new Map<ActorName, TestUser>([
    ['user who prepares', preparer],
    ['user who consults', consultant],
  ]);
  return { portal, own, other, sessions, operatorEmail, lesser, withRole };
};

export const someSpellings = inTurn<(path: string) => string>([
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/api', '/api/.'),
  (path) => `${path};x=1`,
  (path) => `${path}%00`,
]);

/** Objects of an actor. */
export const objectsOf = ({ own, other, lesser }: World, actor: ActorName): TestObjects => {
  if (actor === 'user of another client') return other;
  const { userId, email } = lesser.get(actor) ?? own;
  return actor === 'administrator' || actor === IN_VIEW
    ? { ...own, userId: own.adminUserId, email: own.adminEmail }
    : { ...own, userId, email };
};

/** Expected refusal of an actor on a route; null if admitted. */
export const guardOf = (name: RouteName, actor: ActorName): [number, string] | null => {
  const who = callersOf.get(name);
  if (who === 'everyone') return null;
  if (isStranger(actor)) return [401, scopesOfCalls.has(name) ? 'KEY_INVALID' : 'NO_SESSION'];
  if (who !== 'anyone signed in' && (who === 'operators') !== (actor === 'operator')) return [403, 'NOT_ALLOWED'];
  if (actor === IN_VIEW && !callsInViews.has(name)) return [403, 'VIEW_READ_ONLY'];
  if (actor === 'must-change-password' && name !== 'logout') return [403, 'MUST_CHANGE_PASSWORD'];
  if (actor === 'user who consults' && (callsThatPrepare.has(name) || callsThatSell.has(name)))
    return [403, 'RIGHT_NEEDED'];
  if (actor === 'user who prepares' && callsThatSell.has(name)) return [403, 'RIGHT_NEEDED'];
  // It is another person’s.
  if (actor === 'user who prepares' && name === 'withdrawPreparedSale') return [403, 'NOT_ALLOWED'];
  if (who === 'administrators of a client' && actor !== 'administrator' && actor !== IN_VIEW)
    return [403, 'NOT_ALLOWED'];
  return null;
};

/** The input with each id in capital letters. */
export const inCapitals = (input: Input): Input =>
  JSON.parse(
    JSON.stringify(input).replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => id.toUpperCase()),
  );

/** Resolves when a stream is open, and for other routes with the complete answer. */
export const ask = async (
  { portal }: World,
  session: Session,
  name: RouteName,
  input: Input,
): Promise<Pick<Answer, 'status' | 'code'>> => {
  const route = routeOf(name);
  if (route.produces !== 'text/event-stream') return session.send(route, input);
  const response = await portal.app.inject({
    url: route.path,
    headers: session.token === null ? {} : { authorization: `Bearer ${session.token}` },
    payloadAsStream: true,
  });
  const stream = response.stream();
  if (response.statusCode === 200) {
    stream.destroy();
    return { status: 200, code: null };
  }
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  const body = JSON.parse(Buffer.concat(chunks).toString()) as { error: { code: string } };
  return { status: response.statusCode, code: body.error.code };
};
