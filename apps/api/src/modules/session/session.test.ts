import { createHash } from 'node:crypto';
import { getSession, login, logout, products } from '@anticipa/contract/session';
import { errorTexts } from '@anticipa/texts/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { atLimit } from '../../../testing/at-limit.ts';
import { aClient, anOperator, aUser, type TestClient } from '../../../testing/builders.ts';
import { untilRowIsAwaited } from '../../../testing/locks.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { PASSWORD, sessionOn } from '../../../testing/session.ts';

let portal: Portal;
let client: TestClient;
beforeAll(async () => {
  portal = await startPortal();
  client = await aClient(portal);
});
afterAll(() => portal.close());
// Advance a minute per case, so that rate limits do not interfere.
beforeEach(() => pass(1));

const pass = (minutes: number): void => portal.clock.pass(minutes * 60_000);
const tryLogin = (username: string, password = PASSWORD) =>
  portal.visitor.send(login, { body: { username, password } });

describe('signing in', () => {
  it('returns the user, a bearer of 256 bits and an HttpOnly cookie', async () => {
    const { email, userId } = await aUser(portal, { client, isAdmin: true });
    const answer = await tryLogin(email);
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({
      user: {
        userId,
        email,
        isAdmin: true,
        kind: 'client',
        client: { rfc: client.rfc },
        isAuthBI: true,
        hasFBUSD: true,
      },
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^anticipa=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/),
      expect.stringMatching(/^anticipa-device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/),
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('returns the products, accounts and synchronisation of the client', async () => {
    const products = { BI: { active: false }, FB: { authorised: false } };
    const mixed = await aClient(portal, {
      products,
      bankAccounts: [
        ['BI', 'USD'],
        ['FB', 'MXN'],
      ],
    });
    const { email, userId } = await aUser(portal, { client: mixed });
    await portal.db.owner.query('update users set sync_allowed = true where user_id = $1', [userId]);
    await portal.db.owner.query('update clients set sync_allowed = false where client_id = $1', [mixed.clientId]);
    const { user } = await portal.visitor.call(login, { body: { username: email, password: PASSWORD } });
    const isOn = ([name, value]: [string, unknown]): boolean => /(BI|FB|syncAllowed)/.test(name) && value === true;
    const flags = Object.entries(user)
      .filter(isOn)
      .map(([name]) => name);
    expect(flags.toSorted()).toEqual(['hasBIUSD', 'hasFBMXN', 'isActiveFB', 'isAuthBI']);
  });

  it('accepts an e-mail in any case and with surrounding spaces', async () => {
    const { email } = await aUser(portal, { client });
    expect((await tryLogin(`  ${email.toUpperCase()} `)).status).toBe(200);
  });

  it.each([
    ['a new password', `password_hash = 'of another password'`],
    ['the loss of access', 'active = false, is_admin = false'],
  ])('starts no session if %s happens concurrently', async (_case, change) => {
    const { email, userId } = await aUser(portal, { client });
    const { owner } = portal.db;
    await owner.query('begin');
    await owner.query(`update users set ${change} where user_id = $1`, [userId]);
    const answer = tryLogin(email);
    await untilRowIsAwaited(owner);
    await owner.query('commit');
    expect((await answer).code).toBe('WRONG_PASSWORD');
    const { rows } = await owner.query('select from sessions where user_id = $1', [userId]);
    expect(rows).toEqual([]);
  });

  it('stores only the SHA-256 of both tokens', async () => {
    const { email } = await aUser(portal, { client });
    const session = await portal.signIn(email);
    const { rows } = await portal.db.owner.query('select * from session_tokens where token_hash = $1', [
      createHash('sha256')
        .update(session.token ?? '')
        .digest(),
    ]);
    expect(rows).toHaveLength(1);
    const dump = await portal.db.owner.query(
      `select s::text as row from sessions s union all select t::text from session_tokens t`,
    );
    expect(JSON.stringify(dump.rows)).not.toContain(session.token);
  });

  it('[SES-10] gives the same answer for an unknown e-mail, a wrong password and a disabled account until the password is verified', async () => {
    const active = await aUser(portal, { client });
    const disabled = await aUser(portal, { client, active: false });
    const answers = await Promise.all([
      tryLogin('nobody@example.test'),
      tryLogin(active.email, 'wrong'),
      tryLogin(disabled.email, 'wrong'),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({
        error: { code: 'WRONG_PASSWORD', message: errorTexts.WRONG_PASSWORD, details: [] },
      });
    }
    expect((await tryLogin(disabled.email)).body).toMatchObject({
      error: { code: 'USER_NOT_ACTIVE', message: 'Usuario deshabilitado, contacta a tu administrador' },
    });
  });

  it('records who signed in and who was refused', async () => {
    const { email, userId } = await aUser(portal, { client });
    await tryLogin(email, 'wrong');
    await tryLogin(email);
    const { rows } = await portal.db.owner.query<{ action: string; details: object }>(
      `select action, details from audit where subject = $1 or actor_id = $2 order by audit_id`,
      [`user:${userId}`, userId],
    );
    expect(rows.map((row) => row.action)).toEqual(['session.refused', 'session.started']);
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  });

  it('signs in an operator without a client', async () => {
    const { email } = await anOperator(portal);
    const session = await portal.signIn(email);
    const { user } = await session.call(getSession);
    expect(user).toMatchObject({ kind: 'operator', clientId: null, client: null });
  });
});

describe('a session', () => {
  it('[SES-09] a session is accepted only in the Authorization header', async () => {
    const { email } = await aUser(portal, { client });
    const session = await portal.signIn(email);
    expect((await session.send(products)).status).toBe(200);
    const byCookie = sessionOn(portal.app, { token: null, cookie: session.cookie });
    expect((await byCookie.send(products)).code).toBe('NO_SESSION');
    const asQuery = await portal.visitor.get(`/api/products?token=${session.token}`);
    expect(asQuery.status).toBe(401);
  });

  it('[SES-09] is restored by the cookie, valid only for getSession, with a bearer per tab', async () => {
    const { email } = await aUser(portal, { client });
    const first = await portal.signIn(email);
    const reloaded = sessionOn(portal.app, { token: null, cookie: first.cookie });
    const restored = await reloaded.call(getSession);
    expect(restored).toMatchObject({ isLoggedIn: true, user: { email } });
    expect(restored.token).not.toBe(first.token);
    const second = sessionOn(portal.app, { token: restored.token, cookie: null });
    expect((await second.send(products)).status).toBe(200);
    expect((await first.send(products)).status).toBe(200);
  });

  it('keeps the bearer of a tab in use while another tab is loaded again and again', async () => {
    const { email } = await aUser(portal, { client });
    const tab = await portal.signIn(email);
    const reloaded = sessionOn(portal.app, { token: null, cookie: tab.cookie });
    for (let load = 0; load < 25; load += 1) {
      pass(1);
      const { token } = await reloaded.call(getSession);
      for (const open of [tab, sessionOn(portal.app, { token, cookie: null })])
        expect((await open.send(products)).status).toBe(200);
    }
    const { rowCount } = await portal.db.owner.query(
      `select from session_tokens join sessions using (session_id) join users using (client_id, user_id) where email = $1`,
      [email],
    );
    expect(rowCount).toBe(20);
  });

  it.each(['same-site', 'cross-site'])('is not restored for a page of another port or site (%s)', async (site) => {
    const { email, userId } = await aUser(portal, { client });
    const own = await portal.signIn(email);
    const elsewhere = sessionOn(portal.app, { token: null, cookie: own.cookie });
    const headers = { 'sec-fetch-site': site };
    expect(await elsewhere.call(getSession, { headers })).toEqual({ isLoggedIn: false, user: null, token: null });
    const { rows } = await portal.db.owner.query(
      'select from session_tokens join sessions using (session_id) where user_id = $1',
      [userId],
    );
    expect(rows).toHaveLength(1);
    expect((await elsewhere.call(getSession, { headers: { 'sec-fetch-site': 'same-origin' } })).isLoggedIn).toBe(true);
  });

  it('reports no user without a bearer or with an unknown one', async () => {
    const stranger = sessionOn(portal.app, { token: 'x'.repeat(43), cookie: `anticipa=${'y'.repeat(43)}` });
    for (const session of [portal.visitor, stranger])
      expect(await session.call(getSession)).toEqual({ isLoggedIn: false, user: null, token: null });
  });

  it('[SES-08] ends at logout with all bearers and the cookie', async () => {
    const { email } = await aUser(portal, { client });
    const session = await portal.signIn(email);
    const { token } = await sessionOn(portal.app, { token: null, cookie: session.cookie }).call(getSession);
    const otherTab = sessionOn(portal.app, { token, cookie: null });
    const answer = await session.send(logout, { body: {} });
    expect(answer.body).toEqual({ status: 'success' });
    expect(String(answer.headers['set-cookie'])).toMatch(/^anticipa=;/);
    for (const used of [session, otherTab]) expect((await used.send(products)).code).toBe('NO_SESSION');
    expect((await session.call(getSession)).isLoggedIn).toBe(false);
  });

  it('ends after 30 minutes without activity; polling is not activity', async () => {
    const { email } = await aUser(portal, { client });
    const session = await portal.signIn(email);
    pass(29);
    expect((await session.call(getSession)).isLoggedIn).toBe(true);
    pass(1);
    expect((await session.call(getSession)).isLoggedIn).toBe(false);
    expect((await session.send(products)).code).toBe('NO_SESSION');
  });

  it('lasts while used, up to 12 hours', async () => {
    const { email } = await aUser(portal, { client });
    const session = await portal.signIn(email);
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      pass(20);
      expect((await session.send(products)).status).toBe(200);
    }
    await atLimit(portal.clock, 20 * 60_000, {
      before: async () => expect((await session.send(products)).status).toBe(200),
      after: async () => expect((await session.send(products)).code).toBe('NO_SESSION'),
    });
  });

  it('ends when the account is disabled', async () => {
    const { email, userId } = await aUser(portal, { client });
    const session = await portal.signIn(email);
    await portal.db.owner.query('update users set active = false where user_id = $1', [userId]);
    expect((await session.send(products)).code).toBe('NO_SESSION');
    expect((await session.call(getSession)).isLoggedIn).toBe(false);
    await portal.db.owner.query('update users set active = true where user_id = $1', [userId]);
  });

  it('[SES-07] a user who must change the password may only call getSession and logout', async () => {
    const { email } = await aUser(portal, { client, mustChangePassword: true });
    const session = await portal.signIn(email);
    expect(await session.refusal(products)).toMatchObject({ status: 403, code: 'MUST_CHANGE_PASSWORD' });
    expect((await session.call(getSession)).user?.mustChangePassword).toBe(true);
    expect((await session.send(logout)).status).toBe(200);
  });
});

describe('settings', () => {
  it('[SES-10] reveals an unknown e-mail if configured', async () => {
    const revealing = await startPortal({ authRevealUnknownUsers: true });
    onTestFinished(() => revealing.close());
    const { email } = await aUser(revealing, { client: await aClient(revealing) });
    const refusalOf = (username: string) => revealing.visitor.refusal(login, { body: { username, password: 'wrong' } });
    expect(await refusalOf('nobody@example.test')).toMatchObject({
      status: 401,
      code: 'USER_NOT_REGISTERED',
      message: 'Usuario no registrado',
    });
    expect((await refusalOf(email)).code).toBe('WRONG_PASSWORD');
  });

  it('restricts the cookie to this host and TLS in production', async () => {
    const production = await startPortal({ production: true });
    onTestFinished(() => production.close());
    const { email } = await aUser(production, { client: await aClient(production) });
    const answer = await production.visitor.send(login, { body: { username: email, password: PASSWORD } });
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^__Host-anticipa=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/),
      expect.stringMatching(
        /^__Host-anticipa-device=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ]);
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=31536000/);
  });
});
