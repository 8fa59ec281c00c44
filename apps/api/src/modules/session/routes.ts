import { getSession, login, logout, products } from '@anticipa/contract/session';
import { endSession as endRoute, listSessions } from '@anticipa/contract/users';
import { done } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../lib/http/http.ts';
import { attemptAs } from '../../lib/transaction.ts';
import { endSession, restoreSession, signIn } from './commands.ts';
import { openSessions, productList } from './queries.ts';

export const sessionRoutes: readonly Served[] = [
  serve(login, async (deps, { caller, body }, { setCookie }) => {
    const outcome = await signIn(deps, caller, body);
    if (!outcome.ok) return outcome;
    const { cookie, ...answer } = outcome.value;
    setCookie(cookie);
    return done(answer);
  }),
  serve(getSession, async (deps, { caller }, credentials) => done(await restoreSession(deps, caller, credentials))),
  serve(logout, (deps, { caller }, { setCookie }) => {
    setCookie(null);
    const { actor } = caller;
    return attemptAs(deps, { ...caller, actor: null }, (work) => endSession(work, actor, actor.sessionId));
  }),
  read(listSessions, async (work, { caller }) => done({ data: await openSessions(work, caller.actor) })),
  write(endRoute, (work, { caller, params }) => endSession(work, caller.actor, params.sessionId)),
  read(products, async (work) => done({ data: await productList(work) })),
];
