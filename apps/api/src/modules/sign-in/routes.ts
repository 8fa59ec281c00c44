import { addAuthenticator, beginAuthenticator, getAuthenticator } from '@anticipa/contract/authenticator';
import { dropSecondFactor, getFactorRules, proveFactor, setFactorRules } from '@anticipa/contract/factor-rules';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '@anticipa/contract/passkeys';
import {
  askForPasskey as askRoute,
  enterCompany as enterRoute,
  getSession,
  login,
  logout,
  products,
  startSecondFactor as startRoute,
} from '@anticipa/contract/session';
import { clearPersonFactor, endSession as endRoute, listSessions } from '@anticipa/contract/users';
import { done } from '@anticipa/domain/errors';
import { read, type Served, serve, write } from '../../platform/http/http.ts';
import type { Actor, Caller } from '../../platform/work/caller.ts';
import { attemptAs, runAs } from '../../platform/work/transaction.ts';
import type { WideWork } from '../../platform/work/work.ts';
import type { Deps } from '../deps.ts';
import { enterCompany } from '../session/companies.ts';
import { factorRules, lenderFactorsFrom } from '../session/fresh-factor.ts';
import { placeOf } from '../session/known-places.ts';
import { openSessions, productList } from '../session/queries.ts';
import { endView } from '../views/commands.ts';
import { beginApp, hasAuthenticator } from './authenticator.ts';
import { askForPasskey, endSession, restoreSession, signIn, startSecondFactor } from './commands.ts';
import { addOwnApp, addOwnPasskey, dropOwnFactor, freshen, removeOwnPasskey } from './factor-changes.ts';
import { changeFactorRules } from './factor-rules.ts';
import { holderOf } from './holder.ts';
import { clearColleagueFactor } from './lost-factor.ts';
import { changeOptions, ownPasskeys } from './passkeys.ts';

/** Adds the position of the user's client in the event stream. */
function withPosition<A extends { readonly user: { readonly clientId: string | null } | null }>(
  { events }: Deps,
  answer: A,
) {
  const clientId = answer.user?.clientId ?? null;
  return clientId === null ? answer : { ...answer, lastEventId: events.position(clientId) };
}

/** Runs with the rights of a sign-in, because only that role reads second factors. */
const changeFactor = <A extends Actor, T>(
  deps: Deps,
  caller: Caller<A>,
  change: (work: WideWork<A>) => Promise<T>,
): Promise<T> => runAs(deps, { ...caller, actor: null }, (work) => change({ ...work, actor: caller.actor }));

export const sessionRoutes: readonly Served<Deps>[] = [
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
  serve(askRoute, async (deps, { caller, body }, { deviceCookie }) => {
    const asked = await askForPasskey(deps, caller, { ...body, deviceCookie });
    return asked.ok ? done({ passkey: asked.value }) : asked;
  }),
  // Runs with the rights of a sign-in, because only that role reads second factors.
  serve(listPasskeys, (deps, { caller }) =>
    attemptAs(deps, { ...caller, actor: null }, async (work) =>
      done({ data: await ownPasskeys(work, holderOf(caller.actor)) }),
    ),
  ),
  serve(beginPasskey, (deps, { caller }) =>
    attemptAs(deps, { ...caller, actor: null }, async (work) =>
      done(await changeOptions(work, deps.config, holderOf(caller.actor))),
    ),
  ),
  // Refusals of these changes commit: each has used the challenge, or counts against guessing.
  serve(addPasskey, (deps, { caller, body }, { deviceCookie }) =>
    changeFactor(deps, caller, (work) =>
      addOwnPasskey(work, deps.config, { ...body, place: placeOf(caller.address, deviceCookie) }),
    ),
  ),
  serve(removePasskey, (deps, { caller, body }, { deviceCookie }) =>
    changeFactor(deps, caller, (work) =>
      removeOwnPasskey(work, deps.config, { ...body, place: placeOf(caller.address, deviceCookie) }),
    ),
  ),
  serve(getAuthenticator, (deps, { caller }) =>
    attemptAs(deps, { ...caller, actor: null }, async (work) =>
      done({ hasApp: await hasAuthenticator(work, holderOf(caller.actor)) }),
    ),
  ),
  serve(beginAuthenticator, (deps, { caller }) =>
    attemptAs(deps, { ...caller, actor: null }, (work) => beginApp(work, deps.config, holderOf(caller.actor))),
  ),
  serve(addAuthenticator, (deps, { caller, body }, { deviceCookie }) =>
    changeFactor(deps, caller, (work) =>
      addOwnApp(work, deps.config, { ...body, place: placeOf(caller.address, deviceCookie) }),
    ),
  ),
  serve(proveFactor, (deps, { caller, body }, { deviceCookie }) =>
    changeFactor(deps, caller, (work) =>
      freshen(work, deps.config, { ...body, place: placeOf(caller.address, deviceCookie) }),
    ),
  ),
  serve(dropSecondFactor, (deps, { caller, body }, { deviceCookie }) =>
    changeFactor(deps, caller, (work) =>
      dropOwnFactor(work, deps.config, { ...body, place: placeOf(caller.address, deviceCookie) }),
    ),
  ),
  read(getFactorRules, async (work) => {
    const date = await lenderFactorsFrom(work);
    const lenderFrom = date === null ? null : { date, isInForce: date <= work.today };
    return done({ ...(await factorRules(work)), lenderFrom });
  }),
  write(clearPersonFactor, (work, { params, body }) => clearColleagueFactor(work, params.userId, body)),
  write(setFactorRules, (work, { body }) => changeFactorRules(work, body)),
  serve(getSession, async (deps, { caller, query }, credentials) =>
    done(withPosition(deps, await restoreSession(deps, caller, credentials, query.view ?? null))),
  ),
  serve(logout, (deps, { caller }, { setCookie }) => {
    const { actor } = caller;
    if (actor.kind === 'client' && actor.view) {
      const viewed = { ...actor, view: actor.view };
      return attemptAs(deps, { ...caller, actor: null }, (work) => endView(work, viewed));
    }
    setCookie(null);
    return attemptAs(deps, { ...caller, actor: null }, (work) => endSession(work, actor, actor.sessionId));
  }),
  serve(enterRoute, (deps, { caller, params }) =>
    attemptAs(deps, { ...caller, actor: null }, (work) => enterCompany(work, caller.actor, params.clientId)),
  ),
  read(listSessions, async (work, { caller }) => done({ data: await openSessions(work, caller.actor) })),
  write(endRoute, (work, { caller, params }) => endSession(work, caller.actor, params.sessionId)),
  read(products, async (work) => done({ data: await productList(work) })),
];
