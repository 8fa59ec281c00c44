import { getSession, login, logout, products } from '@anticipa/contract/session';
import { done } from '@anticipa/domain/errors';
import type { Deps } from '../../lib/deps.ts';
import { type Served, serve } from '../../lib/http.ts';
import { restoreSession, signIn, signOut } from './commands.ts';
import { productList } from './queries.ts';

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
  serve(products, async () => done({ data: await deps.db.withTransaction({ as: 'auth' }, productList) })),
];
