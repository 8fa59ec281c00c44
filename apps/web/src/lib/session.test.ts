import { updateUser } from '@anticipa/contract/users';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiRefusal, call, ServerUnreachable } from './api-client.ts';
import { askToSignIn, checkSession, currentSession, saysNothing, signIn } from './session.ts';

const refusal = (status: number): ApiRefusal =>
  new ApiRefusal(status, { code: 'UNEXPECTED', message: '', details: [], requestId: '' });

describe('a session check that failed', () => {
  it.each([429, 502, 503, 504])('[SES-06] says nothing about the user when nobody was asked (%s)', (status) => {
    expect(saysNothing(refusal(status))).toBe(true);
  });

  it('[SES-06] says nothing about the user without a network', () => {
    expect(saysNothing(new ServerUnreachable('no network'))).toBe(true);
  });

  it.each([400, 401, 403, 404, 500])('[SES-06] logs the user out when the server answered %s', (status) => {
    expect(saysNothing(refusal(status))).toBe(false);
  });

  it('[SES-06] logs the user out when the answer cannot be read', () => {
    expect(saysNothing(new SyntaxError('Unexpected token'))).toBe(false);
  });
});

describe('a session that the server has forgotten', () => {
  const ada = 'ada@norte.demo';
  let held = new Set<string>();
  let answered: string[] = [];

  /** A server that knows the tokens in `held`, and answers a sign-in with a token named after the user and the time. */
  const serve = (): void => {
    vi.stubGlobal('fetch', async (path: string, { headers, body }: { headers: HeadersInit; body: string }) => {
      if (path === '/api/login') {
        const { username } = JSON.parse(body);
        const token = `${username} ${held.size}`;
        held.add(token);
        return Response.json({ user: { userId: username, email: username }, token, recoverKey: null });
      }
      const token = new Headers(headers).get('authorization')?.slice('Bearer '.length) ?? '';
      if (path === '/api/getSession') return Response.json({ isLoggedIn: held.has(token), user: null, token: null });
      if (held.has(token)) {
        answered.push(token);
        return Response.json({ message: 'USER_UPDATED', user: {} });
      }
      const error = { code: 'NO_SESSION', message: '', details: [], requestId: '' };
      return Response.json({ error }, { status: 401 });
    });
  };
  const save = () => call(updateUser, { params: { userId: 'x' }, body: { firstName: 'Ada', lastName: 'Luz' } });

  const start = async (): Promise<void> => {
    answered = [];
    held = new Set();
    serve();
    await signIn(ada, 'p');
    held = new Set(['of somebody else']);
  };
  afterEach(() => vi.unstubAllGlobals());

  it('[SES-06] asks for the sign-in that a change needs, and sends the change once after it', async () => {
    await start();
    const saving = save();
    await vi.waitFor(() => expect(currentSession()).toMatchObject({ status: 'ended', asking: true }));
    await signIn(ada, 'p');
    await expect(saving).resolves.toMatchObject({ message: 'USER_UPDATED' });
    expect(answered).toEqual([`${ada} 1`]);
  });

  it('[SES-06] refuses the change when nobody signs in', async () => {
    await start();
    const saving = save();
    await vi.waitFor(() => expect(currentSession()).toMatchObject({ asking: true }));
    askToSignIn(false);
    await expect(saving).rejects.toMatchObject({ code: 'NO_SESSION' });
    expect(currentSession()).toMatchObject({ status: 'ended', asking: false });
  });

  it('[SES-06] never sends what one person asked for in the name of another', async () => {
    await start();
    const saving = save();
    await vi.waitFor(() => expect(currentSession()).toMatchObject({ asking: true }));
    await signIn('eva@norte.demo', 'p');
    await expect(saving).rejects.toMatchObject({ code: 'NO_SESSION' });
    expect(answered).toEqual([]);
  });

  /** Holds back the answers to everything but a sign-in until the function it gives is called. */
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

  it('[SES-06] is not ended by a late answer to a token of before: what it refused is sent with the one in use', async () => {
    await start();
    const release = delayAnswers();
    const saving = save();
    await signIn(ada, 'p');
    release();
    await expect(saving).resolves.toMatchObject({ message: 'USER_UPDATED' });
    expect(answered).toEqual([`${ada} 1`]);
    expect(currentSession().status).toBe('signed-in');
  });

  it('[SES-06] keeps what a late answer refused from the person who came instead', async () => {
    await start();
    const release = delayAnswers();
    const saving = save();
    await signIn('eva@norte.demo', 'p');
    release();
    await expect(saving).rejects.toMatchObject({ code: 'NO_SESSION' });
    expect(answered).toEqual([]);
    expect(currentSession().status).toBe('signed-in');
  });

  it('[SES-06] has no say in whether somebody may stay who signed in during the check', async () => {
    await start();
    const release = delayAnswers();
    const checking = checkSession();
    await signIn('eva@norte.demo', 'p');
    release();
    await expect(checking).resolves.toBe(true);
    expect(currentSession()).toMatchObject({ user: { userId: 'eva@norte.demo' } });
  });
});
