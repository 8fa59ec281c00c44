import { getSession, login, logout, products } from '@anticipa/contract/session';
import { endSession, listSessions } from '@anticipa/contract/users';
import { done } from '@anticipa/domain/errors';
import type { Executor } from '../../lib/db/pool.ts';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http/http.ts';
import { endOwnSession, restoreSession, signIn, signOut } from './commands.ts';
import { openSessions, productList } from './queries.ts';

export const sessionRoutes = (deps: Deps): Served[] => [
  serve(login, async ({ body, caller }, { setCookie }) => {
    const outcome = await signIn(deps, caller, body);
    if (!outcome.ok) return outcome;
    const { cookie, ...answer } = outcome.value;
    setCookie(cookie);
    return done(answer);
  }),
  serve(getSession, async (_call, credentials) => done(await restoreSession(deps, credentials))),
  serve(logout, async ({ caller }, { setCookie }) => {
    setCookie(null);
    return signOut(deps, caller);
  }),
  serve(listSessions, async ({ caller }) => {
    const now = deps.clock.now();
    const read = (executor: Executor) => openSessions(executor, caller.actor, now);
    return done({ data: await deps.db.withTransaction({ as: 'auth' }, read) });
  }),
  serve(endSession, ({ params, caller }) => endOwnSession(deps, caller, params.sessionId)),
  serve(products, async () => done({ data: await deps.db.withTransaction({ as: 'auth' }, productList) })),
];
