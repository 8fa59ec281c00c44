/**
 * Who is signed in. The bearer token lives in this module's memory and nowhere else; a reloaded page gets a new one
 * from `getSession`, which the HttpOnly cookie opens.
 */
import type * as contract from '@anticipa/contract/session';
import { useSyncExternalStore } from 'react';
import { type Address, ApiRefusal, call, configureApi, ServerUnreachable } from './api-client.ts';

// The sign-in page is the first thing loaded and needs no schema library, so these three routes are written by address;
// the types refuse to compile if the contract says otherwise.
const login: Address<typeof contract.login> = { method: 'POST', path: '/api/login' };
const logout: Address<typeof contract.logout> = { method: 'POST', path: '/api/logout' };
const getSession: Address<typeof contract.getSession> = { method: 'GET', path: '/api/getSession' };

export type Session =
  | { readonly status: 'unknown' }
  | { readonly status: 'visitor' }
  | { readonly status: 'signed-in'; readonly user: contract.SessionUser }
  /**
   * The server no longer knows the session. What is on the screen stays; the next sign-in continues it. `asking`: the
   * user is asked to sign in now.
   */
  | { readonly status: 'ended'; readonly user: contract.SessionUser; readonly asking: boolean };

export const POLL_INTERVAL_MS = 300_000;

let session: Session = { status: 'unknown' };
let token: string | null = null;
let lastUser: contract.SessionUser | null = null;
let restoring: Promise<Session> | null = null;
/** What was asked for after the session had ended, and goes on when the same person is back. */
const waiting: ((back: boolean) => void)[] = [];
/** The tokens that the person who is here has had; null stands for none, while their session was ended. */
const theirs = new Set<string | null>();
const listeners = new Set<() => void>();

function become(next: Session, nextToken: string | null): Session {
  const before = lastUser?.userId;
  session = next;
  if (next.status === 'signed-in') lastUser = next.user;
  token = nextToken;
  const back = next.status === 'signed-in' && next.user.userId === before;
  if (next.status !== 'ended' && !back) theirs.clear();
  if (next.status !== 'visitor') theirs.add(nextToken);
  for (const listener of listeners) listener();
  if (next.status === 'ended' && next.asking) return next;
  for (const goOn of waiting.splice(0)) goOn(back);
  return next;
}

configureApi({
  token: () => token,
  onNoSession: (sent, asked) => {
    if (session.status === 'signed-in') {
      // An answer to a token that is not in use any more says nothing about this session.
      if (sent !== token) return Promise.resolve(theirs.has(sent));
      become({ status: 'ended', user: session.user, asking: false }, null);
    }
    if (session.status !== 'ended' || !asked) return Promise.resolve(false);
    return new Promise((resolve) => {
      waiting.push(resolve);
      askToSignIn(true);
    });
  },
});

/** Whether the user whose session ended is asked to sign in now. Asking no more gives up what was waiting for it. */
export function askToSignIn(asking: boolean): void {
  if (session.status === 'ended') become({ ...session, asking }, null);
}

/** The session as it is now, for code outside components. */
export const currentSession = (): Session => session;

export const onSessionChange = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The session, kept current. */
export const useSession = (): Session => useSyncExternalStore(onSessionChange, currentSession);

/** The signed-in user; only for components inside the shell, where there always is one. */
export function useUser(): contract.SessionUser {
  const now = useSession();
  // After signing out, the screen that is being left is still drawn with the user it belonged to.
  const user = now.status === 'signed-in' || now.status === 'ended' ? now.user : lastUser;
  if (!user) throw new Error('useUser outside a signed-in screen');
  return user;
}

/** Asks the server who this browser is, once per page load. */
export function restoreSession(): Promise<Session> {
  if (session.status !== 'unknown') return Promise.resolve(session);
  restoring ??= call<typeof contract.getSession>(getSession, {})
    .then(({ user, token: fresh }) =>
      user && fresh ? become({ status: 'signed-in', user }, fresh) : become({ status: 'visitor' }, null),
    )
    .finally(() => {
      restoring = null;
    });
  return restoring;
}

export interface SignedIn {
  readonly user: contract.SessionUser;
  /** Opens /recoverPass for somebody who must change the password; null for everybody else. */
  readonly recoverKey: string | null;
}

/** Signs in; throws the refusal when the server says no. */
export async function signIn(username: string, password: string): Promise<SignedIn> {
  // An answer about the session before this one must not come after it.
  await restoring?.catch(() => null);
  const { user, token: fresh, recoverKey } = await call<typeof contract.login>(login, { body: { username, password } });
  become({ status: 'signed-in', user }, fresh);
  return { user, recoverKey };
}

/** Ends the session on the server and forgets it here, also when the server cannot be asked. */
export async function signOut(): Promise<void> {
  try {
    if (token) await call<typeof contract.logout>(logout, { body: {} });
  } catch (error) {
    // A session that the server has already ended needs no more ending.
    if (!(error instanceof ApiRefusal)) console.error('logout was not confirmed', error);
  } finally {
    become({ status: 'visitor' }, null);
  }
}

/** The periodic check. Answers whether the user may stay; a user who may not is sent to logout by the caller. */
export async function checkSession(): Promise<boolean> {
  if (session.status !== 'signed-in') return true;
  const asked = token;
  try {
    const { isLoggedIn, user, token: fresh } = await call<typeof contract.getSession>(getSession, {});
    // Somebody signed in during the check: it was about the session before.
    if (session.status === 'signed-in' && token !== asked) return true;
    if (!isLoggedIn || !user?.active) return false;
    if (session.status === 'signed-in') become({ status: 'signed-in', user }, fresh ?? token);
    return true;
  } catch (error) {
    console.error('session check failed', error);
    return saysNothing(error);
  }
}

const NOT_ASKED = new Set([429, 502, 503, 504]);

/**
 * [SES-06] Whether a check brought no answer about the session at all: no network, no server behind the proxy, a server
 * that is starting or holds callers back. Then the status bar says so and the next call to arrive decides. Every other
 * failure is a failed check, and the user is logged out.
 */
export const saysNothing = (error: unknown): boolean =>
  error instanceof ServerUnreachable || (error instanceof ApiRefusal && NOT_ASKED.has(error.status));
