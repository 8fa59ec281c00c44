import { getSession, login, logout, products, startSecondFactor as startRoute } from '@anticipa/contract/session';
import { endSession as endRoute, listSessions } from '@anticipa/contract/users';
import { done } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { read, type Served, serve, write } from '../../lib/http/http.ts';
import { attemptAs } from '../../lib/transaction.ts';
import { endSession, restoreSession, signIn, startSecondFactor } from './commands.ts';
import { openSessions, productList } from './queries.ts';

/** With the position of the user's client in the event stream. */
function withPosition<A extends { readonly user: { readonly clientId: string | null } | null }>(
  { events }: Deps,
  answer: A,
) {
  const clientId = answer.user?.clientId ?? null;
  return clientId === null ? answer : { ...answer, lastEventId: events.position(clientId) };
}

export const sessionRoutes: readonly Served[] = [
  serve(login, async (deps, { caller, body }, { deviceCookie: sent, setCookie, setDeviceCookie }) => {
    const outcome = await signIn(deps, caller, { ...body, deviceCookie: sent });
    if (!outcome.ok) return outcome;
    const { cookie, deviceCookie, ...answer } = outcome.value;
    setCookie(cookie);
    setDeviceCookie(deviceCookie);
    return done(withPosition(deps, answer));
  }),
  serve(startRoute, (deps, { caller, body }, { deviceCookie }) =>
    startSecondFactor(deps, caller, { ...body, deviceCookie }),
  ),
  serve(getSession, async (deps, { caller }, credentials) =>
    done(withPosition(deps, await restoreSession(deps, caller, credentials))),
  ),
  serve(logout, (deps, { caller }, { setCookie }) => {
    setCookie(null);
    const { actor } = caller;
    return attemptAs(deps, { ...caller, actor: null }, (work) => endSession(work, actor, actor.sessionId));
  }),
  read(listSessions, async (work, { caller }) => done({ data: await openSessions(work, caller.actor) })),
  write(endRoute, (work, { caller, params }) => endSession(work, caller.actor, params.sessionId)),
  read(products, async (work) => done({ data: await productList(work) })),
];
