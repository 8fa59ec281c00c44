import { updateUser } from '@anticipa/contract/users';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '../testing/signed-in.ts';
import { ApiRefusal, call, ServerUnreachable } from './api-client.ts';
import {
  checkSession,
  currentSession,
  initialState,
  isInconclusive,
  type SessionEvent,
  signIn,
  stopAskingToSignIn,
  transition,
} from './session.ts';

const refusal = (status: number): ApiRefusal =>
  new ApiRefusal(status, { code: 'UNEXPECTED', message: '', details: [], requestId: '' });

describe('a session check that failed', () => {
  it.each([429, 500, 502, 503, 504])('[SES-06] is inconclusive when the session was not looked at (%s)', (status) => {
    expect(isInconclusive(refusal(status))).toBe(true);
  });

  it('[SES-06] is inconclusive without a network', () => {
    expect(isInconclusive(new ServerUnreachable('no network'))).toBe(true);
  });

  it.each([400, 401, 403, 404])('[SES-06] logs the user out when the server answered %s', (status) => {
    expect(isInconclusive(refusal(status))).toBe(false);
  });

  it('[SES-06] logs the user out when the answer cannot be read', () => {
    expect(isInconclusive(new SyntaxError('Unexpected token'))).toBe(false);
  });
});

describe('the states of a session', () => {
  const ada = aUser({ userId: 'ada' });
  const eva = aUser({ userId: 'eva' });
  const signedIn = (user: typeof ada, token: string): SessionEvent => ({ type: 'signed-in', user, token });
  const after = (...events: SessionEvent[]) => events.reduce(transition, initialState);
  const ended = { type: 'ended' } as const;

  it('[SES-06] collects the tokens of one user, and none of the user before', () => {
    const adas = [signedIn(ada, '1'), signedIn(ada, '2'), ended, signedIn(ada, '3')];
    expect(after(...adas).tokensOfUser).toEqual(new Set(['1', '2', null, '3']));
    expect(after(...adas, signedIn(eva, '4')).tokensOfUser).toEqual(new Set(['4']));
    expect(after(...adas, { type: 'signed-out' }, signedIn(ada, '5')).tokensOfUser).toEqual(new Set(['5']));
  });

  it('[SES-06] has a token only while signed in', () => {
    expect(after(signedIn(ada, '1')).token).toBe('1');
    for (const end of [ended, { type: 'signed-out' } as const]) expect(after(signedIn(ada, '1'), end).token).toBeNull();
  });

  it('[SES-06] asks only a user whose session ended to sign in', () => {
    const asked = { type: 'asked' } as const;
    expect(after(signedIn(ada, '1'), ended, asked).session).toEqual({ status: 'ended', user: ada, asking: true });
    expect(after(signedIn(ada, '1'), ended, asked, { type: 'dismissed' }).session).toMatchObject({ asking: false });
    for (const events of [[], [signedIn(ada, '1')], [signedIn(ada, '1'), { type: 'signed-out' } as const]]) {
      const state = after(...events);
      expect(transition(state, asked)).toBe(state);
    }
  });

  it('ends only a session that was open', () => {
    for (const events of [[], [{ type: 'signed-out' } as const]]) {
      const state = after(...events);
      expect(transition(state, ended)).toBe(state);
    }
  });

  it('remembers the user who signed out, for the screen being left', () => {
    const out = { type: 'signed-out' } as const;
    expect(after(signedIn(ada, '1'), out, out).session).toEqual({ status: 'visitor', lastUser: ada });
    expect(after(out).session).toEqual({ status: 'visitor', lastUser: null });
  });
});

describe('a token that the server has forgotten', () => {
  const ada = 'ada@norte.demo';
  let held = new Set<string>();
  let answered: string[] = [];
  /** User whose session the browser's cookie opens. */
  let cookieOf: string | null = null;
  let restored = 0;

  /** A server that accepts the tokens in `held`; a sign-in gets a token of the user's name and a number. */
  const serve = (): void => {
    vi.stubGlobal('fetch', async (path: string, { headers, body }: { headers: HeadersInit; body: string }) => {
      const issue = (username: string) => {
        const token = `${username} ${held.size}`;
        held.add(token);
        return { user: { userId: username, email: username, active: true }, token };
      };
      if (path === '/api/login') return Response.json({ ...issue(JSON.parse(body).username), recoverKey: null });
      const token = new Headers(headers).get('authorization')?.slice('Bearer '.length) ?? '';
      if (path === '/api/getSession') {
        restored += 1;
        return Response.json(
          cookieOf ? { isLoggedIn: true, ...issue(cookieOf) } : { isLoggedIn: false, user: null, token: null },
        );
      }
      if (held.has(token)) {
        answered.push(token);
        return Response.json({ message: 'USER_UPDATED', user: {} });
      }
      const error = { code: 'NO_SESSION', message: '', details: [], requestId: '' };
      return Response.json({ error }, { status: 401 });
    });
  };
  const save = (how: { leaving?: boolean } = {}) =>
    call(updateUser, { params: { userId: 'x' }, body: { firstName: 'Ada', lastName: 'Luz' }, ...how });

  const start = async (): Promise<void> => {
    answered = [];
    restored = 0;
    cookieOf = null;
    held = new Set();
    serve();
    await signIn(ada, 'p');
    held = new Set(['of another user']);
  };
  afterEach(() => vi.unstubAllGlobals());

  it('[SES-06] asks for a sign-in and then sends the parked change once', async () => {
    await start();
    const saving = save();
    await expect.poll(() => currentSession()).toMatchObject({ status: 'ended', asking: true });
    await signIn(ada, 'p');
    await expect(saving).resolves.toMatchObject({ message: 'USER_UPDATED' });
    expect(answered).toEqual([`${ada} 1`]);
  });

  it('[SES-06] rejects the parked change when the prompt is closed', async () => {
    await start();
    const saving = save();
    await expect.poll(() => currentSession()).toMatchObject({ asking: true });
    stopAskingToSignIn();
    await expect(saving).rejects.toMatchObject({ code: 'NO_SESSION' });
    expect(currentSession()).toMatchObject({ status: 'ended', asking: false });
  });

  it('[SES-06] asks for no sign-in by a call of a page that is closing', async () => {
    await start();
    await expect(save({ leaving: true })).rejects.toMatchObject({ code: 'NO_SESSION' });
    expect(currentSession()).toMatchObject({ status: 'ended', asking: false });
  });

  it('[SES-06] never sends a parked change in the name of another user', async () => {
    await start();
    const saving = save();
    await expect.poll(() => currentSession()).toMatchObject({ asking: true });
    await signIn('eva@norte.demo', 'p');
    await expect(saving).rejects.toMatchObject({ code: 'NO_SESSION' });
    expect(answered).toEqual([]);
  });

  it('[SES-06] continues with a new token if only the token was dropped, asking once for concurrent calls', async () => {
    await start();
    cookieOf = ada;
    await expect(Promise.all([save(), save()])).resolves.toHaveLength(2);
    expect(answered).toEqual([`${ada} 1`, `${ada} 1`]);
    expect(restored).toBe(1);
    expect(currentSession().status).toBe('signed-in');
  });

  it('[SES-06] never continues in the name of another user of this browser', async () => {
    await start();
    cookieOf = 'eva@norte.demo';
    const saving = save();
    await expect.poll(() => currentSession()).toMatchObject({ status: 'ended', user: { userId: ada } });
    stopAskingToSignIn();
    await expect(saving).rejects.toMatchObject({ code: 'NO_SESSION' });
    expect(answered).toEqual([]);
  });

  it('[SES-06] sends a user to logout who has been deactivated', async () => {
    await start();
    const answers = globalThis.fetch;
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) =>
      path === '/api/getSession'
        ? Response.json({ isLoggedIn: true, user: { userId: ada, active: false }, token: null })
        : answers(path, init),
    );
    await expect(checkSession()).resolves.toBe(false);
  });

  it('[SES-06] sends a user to logout whose browser now belongs to another user', async () => {
    await start();
    cookieOf = 'eva@norte.demo';
    await expect(checkSession()).resolves.toBe(false);
    expect(currentSession()).toMatchObject({ user: { userId: ada } });
  });

  /** Delays every answer except a sign-in's until the returned function is called. */
  const delayAnswers = (): (() => void) => {
    const answers = globalThis.fetch;
    let release = (): void => {};
    const late = new Promise<void>((resolve) => {
      release = resolve;
    });
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const answer = await answers(path, init);
      if (path !== '/api/login') await late;
      return answer;
    });
    return release;
  };

  it('[SES-06] survives a late refusal of an earlier token and repeats that call with the current one', async () => {
    await start();
    const release = delayAnswers();
    const saving = save();
    await signIn(ada, 'p');
    release();
    await expect(saving).resolves.toMatchObject({ message: 'USER_UPDATED' });
    expect(answered).toEqual([`${ada} 1`]);
    expect(currentSession().status).toBe('signed-in');
  });

  it('[SES-06] never repeats a late refused call for another user', async () => {
    await start();
    const release = delayAnswers();
    const saving = save();
    await signIn('eva@norte.demo', 'p');
    release();
    await expect(saving).rejects.toMatchObject({ code: 'NO_SESSION' });
    expect(answered).toEqual([]);
    expect(currentSession().status).toBe('signed-in');
  });

  it('[SES-06] sends the user to logout if a call meets the end of the session during the check', async () => {
    await start();
    const answers = globalThis.fetch;
    const { promise: late, resolve: release } = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
      const isFirstCheck = path === '/api/getSession' && restored === 0;
      const answer = await answers(path, init);
      if (isFirstCheck) await late;
      return answer;
    });
    const checking = checkSession();
    const saving = save();
    await expect.poll(() => currentSession()).toMatchObject({ status: 'ended' });
    release();
    await expect(checking).resolves.toBe(false);
    stopAskingToSignIn();
    await expect(saving).rejects.toMatchObject({ code: 'NO_SESSION' });
  });

  it('[SES-06] ignores a stale session check after a new sign-in', async () => {
    await start();
    const release = delayAnswers();
    const checking = checkSession();
    await signIn('eva@norte.demo', 'p');
    release();
    await expect(checking).resolves.toBe(true);
    expect(currentSession()).toMatchObject({ user: { userId: 'eva@norte.demo' } });
  });
});
