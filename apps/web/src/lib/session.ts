/**
 * The session as a state machine. The bearer token lives only in this module's memory; a reloaded page gets a new one
 * from `getSession` by its HttpOnly cookie.
 */
import type { NewPasskeyOptions, Passkey, PasskeyOptions } from '@anticipa/contract/passkeys';
import type * as contract from '@anticipa/contract/session';
import { createAtom, useSelector } from '@tanstack/react-store';
import { type Address, ApiRefusal, call, configureApi, ServerUnreachable } from './api-client.ts';
import { setEventPosition } from './event-position.ts';
import { leaveFor } from './leave-for.ts';
import { paths } from './paths.ts';

// The sign-in page needs no schema library, so these routes are written by address; the types check them against the
// contract.
const login: Address<typeof contract.login> = { method: 'POST', path: '/api/login' };
const startSecondFactor: Address<typeof contract.startSecondFactor> = { method: 'POST', path: '/api/secondFactor' };
const askForPasskey: Address<typeof contract.askForPasskey> = { method: 'POST', path: '/api/secondFactor/passkey' };
const logout: Address<typeof contract.logout> = { method: 'POST', path: '/api/logout' };
const enterCompanyRoute: Address<typeof contract.enterCompany> = {
  method: 'POST',
  path: '/api/companies/:clientId/enter',
};
const getSession: Address<typeof contract.getSession> = { method: 'GET', path: '/api/getSession' };

type User = contract.SessionUser;

export type Session =
  | { readonly status: 'unknown' }
  /** `lastUser`: the user whose screen is being left after signing out. */
  | { readonly status: 'visitor'; readonly lastUser: User | null }
  | { readonly status: 'signed-in'; readonly user: User }
  /**
   * The server no longer knows the session. The screen stays; the next sign-in continues it. `asking`: the user is being
   * asked to sign in.
   */
  | { readonly status: 'ended'; readonly user: User; readonly asking: boolean };

export interface SessionState {
  readonly session: Session;
  readonly token: string | null;
  /** Every token of the current user since they signed in; null after their session ended. */
  readonly tokensOfUser: ReadonlySet<string | null>;
}

export type SessionEvent =
  | { readonly type: 'signed-in'; readonly user: User; readonly token: string }
  | { readonly type: 'signed-out' }
  | { readonly type: 'ended' }
  | { readonly type: 'asked' }
  | { readonly type: 'dismissed' };

export const POLL_INTERVAL_MS = 300_000;

export const initialState: SessionState = { session: { status: 'unknown' }, token: null, tokensOfUser: new Set() };

function userOf(session: Session): User | null {
  if (session.status === 'unknown') return null;
  return session.status === 'visitor' ? session.lastUser : session.user;
}

/** The state after an event; the same state where the event does not apply. */
export function transition(state: SessionState, event: SessionEvent): SessionState {
  const { session, tokensOfUser } = state;
  switch (event.type) {
    case 'signed-in': {
      const { user, token } = event;
      const earlier = userOf(session)?.userId === user.userId ? tokensOfUser : [];
      return { session: { status: 'signed-in', user }, token, tokensOfUser: new Set([...earlier, token]) };
    }
    case 'signed-out':
      return { ...initialState, session: { status: 'visitor', lastUser: userOf(session) } };
    case 'ended':
      if (session.status !== 'signed-in') return state;
      return {
        session: { status: 'ended', user: session.user, asking: false },
        token: null,
        tokensOfUser: new Set([...tokensOfUser, null]),
      };
    case 'asked':
    case 'dismissed':
      if (session.status !== 'ended') return state;
      return { ...state, session: { ...session, asking: event.type === 'asked' } };
  }
}

const state = createAtom(initialState);
let restoring: Promise<Session> | null = null;
/** Requests parked while signed out; resumed when the same user signs back in. */
const parked: { readonly userId: string; readonly resume: (isBack: boolean) => void }[] = [];

function dispatch(event: SessionEvent): Session {
  state.set(transition(state.get(), event));
  const session = currentSession();
  if (session.status === 'ended' && session.asking) return session;
  for (const { userId, resume } of parked.splice(0)) {
    resume(session.status === 'signed-in' && session.user.userId === userId);
  }
  return session;
}

/** The operator's view that this page shows, and the way back to the desk. */
let view: { readonly id: string; readonly leave: () => Promise<never> } | null = null;

/** Has this page restore the session of an operator's view. */
export function enterView(id: string, leave: () => Promise<never>): void {
  view = { id, leave };
}

const askForSession = () =>
  call<typeof contract.getSession>(getSession, { query: view === null ? {} : { view: view.id } });

configureApi({
  token: () => state.get().token,
  onNoSession: async (sent, asked) => {
    // The session may outlive its oldest tokens: the cookie then yields a new one.
    if (state.get().token === sent) await renewToken();
    const { session, token, tokensOfUser } = state.get();
    // A replaced token proves nothing about this session; the call is repeated only if it was the same user's.
    if (session.status === 'signed-in' && sent !== token) return tokensOfUser.has(sent);
    if (view !== null) return view.leave();
    const now = dispatch({ type: 'ended' });
    if (now.status !== 'ended' || !asked) return false;
    return await new Promise((resume) => {
      parked.push({ userId: now.user.userId, resume });
      askToSignIn();
    });
  },
});

/** Prompts the user to sign in again. */
export const askToSignIn = (): void => void dispatch({ type: 'asked' });

/** Closes the prompt to sign in, which rejects the parked requests. */
export const stopAskingToSignIn = (): void => void dispatch({ type: 'dismissed' });

/** The current session, for code outside components. */
export const currentSession = (): Session => state.get().session;

/** The user whose data this page holds: signed in, or with an ended session. */
export function currentUserId(): string | null {
  const session = currentSession();
  return 'user' in session ? session.user.userId : null;
}

export const onSessionChange = (listener: () => void): void => void state.subscribe(listener);

/** The session, kept current. */
export const useSession = (): Session => useSelector(state, ({ session }) => session);

/** The signed-in user; only for components inside the shell, where there is always one. */
export function useUser(): User {
  // After signing out, the old screen is still drawn for its user.
  const user = userOf(useSession());
  if (!user) throw new Error('useUser outside a signed-in screen');
  return user;
}

/** Whether the user only reads: the client is closed, an operator sees its portal, or the person only consults. */
export const isReadOnly = ({ view, readsUntil, saleRight }: Pick<User, 'view' | 'readsUntil' | 'saleRight'>): boolean =>
  view !== null || readsUntil !== null || saleRight === 'consult';

/** Asks the server for the session of this browser, once per page load. */
export function restoreSession(): Promise<Session> {
  const session = currentSession();
  if (session.status !== 'unknown') return Promise.resolve(session);
  restoring ??= askForSession()
    .then(({ user, token: fresh, lastEventId }) => {
      setEventPosition(lastEventId);
      return dispatch(user && fresh ? { type: 'signed-in', user, token: fresh } : { type: 'signed-out' });
    })
    .finally(() => {
      restoring = null;
    });
  return restoring;
}

export interface SignedIn {
  readonly user: contract.SessionUser;
  /** Opens /recoverPass for a user who must change the password; null for others. */
  readonly recoverKey: string | null;
  /** Codes of an operator who has just enrolled a second factor; shown once. */
  readonly recoveryCodes: readonly string[];
}

/** The secret of a new second factor, its address for an authenticator app, and the challenge for a passkey. */
export interface NewSecondFactor {
  readonly secret: string;
  readonly uri: string;
  readonly passkey: NewPasskeyOptions;
}

export const newSecondFactor = (username: string, password: string): Promise<NewSecondFactor> =>
  call<typeof contract.startSecondFactor>(startSecondFactor, { body: { username, password } });

/** The challenge for a passkey of the operator. */
export const passkeyChallenge = async (username: string, password: string): Promise<PasskeyOptions> =>
  (await call<typeof contract.askForPasskey>(askForPasskey, { body: { username, password } })).passkey;

/** Signs in, an operator with a code or a passkey; throws the server's refusal. */
export async function signIn(
  username: string,
  password: string,
  proof: { readonly code?: string; readonly passkey?: Passkey } = {},
): Promise<SignedIn> {
  // The answer about the previous session must not arrive after this one.
  await restoring?.catch(() => null);
  const answer = await call<typeof contract.login>(login, {
    body: { username, password, ...proof },
  });
  const { user, token: fresh, recoverKey, recoveryCodes = [], lastEventId } = answer;
  setEventPosition(lastEventId);
  dispatch({ type: 'signed-in', user, token: fresh });
  return { user, recoverKey, recoveryCodes };
}

/** Has the session work for another company of the person, and loads the portal anew for it, at an address. */
export async function enterCompany({ clientId, at = paths.home }: { clientId: string; at?: string }): Promise<never> {
  await call<typeof contract.enterCompany>(enterCompanyRoute, { params: { clientId }, body: {} });
  return leaveFor(at);
}

/** Ends the session on the server and forgets it here, even if the server is unreachable. */
export async function signOut(): Promise<void> {
  try {
    if (state.get().token) await call<typeof contract.logout>(logout, { body: {} });
  } catch (error) {
    // A refusal means that the session has already ended.
    if (!(error instanceof ApiRefusal)) console.error('logout was not confirmed', error);
  } finally {
    dispatch({ type: 'signed-out' });
  }
}

/** Ends the session on the server; the screen stays until its user signs in again. */
export function lockSession(): void {
  if (currentSession().status !== 'signed-in') return;
  const ending = call<typeof contract.logout>(logout, { body: {} });
  dispatch({ type: 'ended' });
  ending.catch((error: unknown) => console.error('logout was not confirmed', error));
}

/** Forgets the session here, because the user ended it in another tab. */
export const forgetSession = (): void => void dispatch({ type: 'signed-out' });

/** The periodic check. Resolves to whether the user may stay; otherwise the caller sends them to logout. */
export async function checkSession(): Promise<boolean> {
  try {
    return await isUserHere();
  } catch (error) {
    console.error('session check failed', error);
    return isInconclusive(error);
  }
}

let renewing: Promise<unknown> | null = null;

/** One request for all calls whose token expired at the same time. */
function renewToken(): Promise<unknown> {
  renewing ??= isUserHere().finally(() => {
    renewing = null;
  });
  return renewing;
}

/** Whether the session of this page's user is open; takes the new token if the server gives one. */
async function isUserHere(): Promise<boolean> {
  const before = state.get();
  if (before.session.status !== 'signed-in') return true;
  const { user, token: fresh } = await askForSession();
  const { session, token } = state.get();
  // A sign-in in the meantime: the answer is about the previous session.
  if (session.status === 'signed-in' && token !== before.token) return true;
  const { userId, email } = before.session.user;
  // The person works for another company now, by another tab or because this one was taken away.
  if (user?.active && user.userId !== userId && user.email === email) return leaveFor(paths.home);
  // Another user may have signed in in this browser.
  if (!user?.active || user.userId !== userId) return false;
  const next = fresh ?? token;
  if (session.status === 'signed-in' && next) dispatch({ type: 'signed-in', user, token: next });
  return true;
}

/**
 * [SES-06] Whether a failed check proves nothing about the session: no network, a server that fails, is away or limits its
 * callers. Any other failure logs the user out.
 */
export const isInconclusive = (error: unknown): boolean =>
  error instanceof ServerUnreachable || (error instanceof ApiRefusal && (error.status === 429 || error.status >= 500));
