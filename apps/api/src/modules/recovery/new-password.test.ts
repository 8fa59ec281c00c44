import { setNewPassword } from '@anticipa/contract/recovery';
import { getSession, login, products } from '@anticipa/contract/session';
import { demoCode } from '@anticipa/sandbox/demo-parties';
import { errorTexts } from '@anticipa/texts/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { aClient, anOperator, aUser, type TestClient } from '../../../testing/builders.ts';
import { BASE_URL } from '../../../testing/jobs.ts';
import type { Portal } from '../../../testing/portal.ts';
import { NEW_PASSWORD, type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { PASSWORD, type Session, sessionOn } from '../../../testing/session.ts';
import { createApp } from '../../app.ts';
import { openOutside } from '../../gateways/outside.ts';
import { attemptsOf } from '../session/known-places.ts';

let mailPortal: PortalWithMail;
let portal: Portal;
let client: TestClient;
beforeAll(async () => {
  mailPortal = await startPortalWithMail();
  portal = mailPortal.portal;
  client = await aClient(portal);
});
afterAll(() => mailPortal.close());
beforeEach(() => mailPortal.pass(1));

describe('a new password', () => {
  const rules: readonly [string, string, string][] = [
    ['nothing', '', 'PASSWORD_NOT_ACCEPTED'],
    ['seven characters', 'Lirio-7', 'PASSWORD_NOT_ACCEPTED'],
    ['a space', 'Lirio 77 caoba', 'PASSWORD_NOT_ACCEPTED'],
    ['129 characters', 'Lirio-77-caoba'.padEnd(129, 'qwxz9'), 'PASSWORD_NOT_ACCEPTED'],
    ['a common one', 'Contraseña123', 'PASSWORD_TOO_COMMON'],
    ['the old one', PASSWORD, 'PASSWORD_TOO_COMMON'],
  ];
  test.each(rules)('[REC-04] refuses %s without consuming the key', async (_case, password, code) => {
    const { email } = await aUser(portal, { client });
    const { key } = await mailPortal.ask(email);
    expect((await mailPortal.use(key, { email, password })).code).toBe(code);
    expect((await mailPortal.use(key, { email, password: 'Lirio-77-caoba'.padEnd(128, 'qwxz9') })).status).toBe(200);
  });

  it('[REC-04] must differ from the old one', async () => {
    const { email } = await aUser(portal, { client });
    expect((await mailPortal.use((await mailPortal.ask(email)).key, { email })).status).toBe(200);
    const { key } = await mailPortal.ask(email);
    expect(
      await portal.visitor.refusal(setNewPassword, { body: { email, password: NEW_PASSWORD, recoverPassKey: key } }),
    ).toMatchObject({
      status: 422,
      code: 'PASSWORD_UNCHANGED',
      message: errorTexts.PASSWORD_UNCHANGED,
    });
    expect((await mailPortal.use(key, { email, password: `${NEW_PASSWORD}-b` })).status).toBe(200);
  });

  it('makes its address and browser known, so that strangers cannot keep its user out', async () => {
    const { email } = await aUser(portal, { client });
    const { key } = await mailPortal.ask(email);
    await portal.db.owner.query(
      `insert into login_attempts (account, address, attempted_at, succeeded)
       select $1, '203.0.113.1', $2, false from generate_series(1, 110)`,
      [attemptsOf(email, portal.config), portal.clock.now()],
    );
    const signIn = async (remoteAddress: string, cookie = ''): Promise<number> => {
      const payload = { username: email, password: NEW_PASSWORD };
      const answer = await portal.app.inject({
        method: 'POST',
        url: login.path,
        remoteAddress,
        headers: { cookie },
        payload,
      });
      return answer.statusCode;
    };
    const changed = await mailPortal.use(key, { email });
    const cookie = String(changed.headers['set-cookie']).split(';')[0];
    expect(await signIn('127.0.0.1')).toBe(200);
    expect(await signIn('192.0.2.9')).toBe(429);
    expect(await signIn('192.0.2.9', cookie)).toBe(200);
  });

  it('[REC-06] ends every session of the user on every node, and no other', async () => {
    const { email, userId } = await aUser(portal, { client });
    const { email: colleague } = await aUser(portal, { client });
    const sessions: Session[] = [await portal.signIn(email), await portal.signIn(email)];
    const bystander = await portal.signIn(colleague);
    const { config, clock, dataDir } = portal;
    const outside = await openOutside(config);
    const node = await createApp({ config, db: portal.db.api, clock, outside, webDir: dataDir });
    onTestFinished(() => node.close());
    const onNode = sessionOn(node, { token: sessions[0]?.token ?? null, cookie: sessions[0]?.cookie ?? null });
    expect((await onNode.send(products)).status).toBe(200);
    expect((await mailPortal.use((await mailPortal.ask(email)).key, { email })).status).toBe(200);
    for (const session of [...sessions, onNode]) {
      expect((await session.send(products)).code).toBe('NO_SESSION');
      expect(await session.call(getSession)).toEqual({ isLoggedIn: false, user: null, token: null });
    }
    expect((await bystander.send(products)).status).toBe(200);
    const { rows } = await portal.db.owner.query(
      `select details->>'by' as by from audit where subject = $1 and action = 'password.changed'`,
      [`user:${userId}`],
    );
    expect(rows).toEqual([{ by: 'recovery' }]);
  });

  it('is confirmed by mail', async () => {
    const { email } = await aUser(portal, { client });
    await mailPortal.use((await mailPortal.ask(email)).key, { email });
    await mailPortal.deliver();
    const [notice] = mailPortal.mailsTo(email);
    expect(notice).toMatchObject({ subject: 'Tu contraseña cambió' });
    expect(notice?.text).toContain(`${BASE_URL}/recoverPass`);
    expect(notice?.text).not.toContain(NEW_PASSWORD);
  });
});

describe('a user who must change the password', () => {
  it('[SES-03] [SES-07] gets a key at sign-in and can continue after changing the password', async () => {
    const { email } = await aUser(portal, { client, mustChangePassword: true });
    const answer = await portal.visitor.send(login, { body: { username: email, password: PASSWORD } });
    const { token, recoverKey, user } = await portal.visitor.call(login, {
      body: { username: email, password: PASSWORD },
    });
    expect(answer.status).toBe(200);
    expect(user.mustChangePassword).toBe(true);
    expect(recoverKey).toMatch(/^[\w-]{43}$/);
    const session = sessionOn(portal.app, { token, cookie: null });
    expect((await session.send(products)).code).toBe('MUST_CHANGE_PASSWORD');
    const polled = await session.send(getSession);
    expect(polled.bytes.toString()).not.toContain(recoverKey);
    expect(polled.bytes.toString()).not.toContain('recoverKey');
    expect((await mailPortal.check(recoverKey ?? '', email)).status).toBe(200);
    expect((await mailPortal.use(recoverKey ?? '', { email })).status).toBe(200);
    expect((await session.send(products)).code).toBe('NO_SESSION');
    const free = await portal.visitor.call(login, { body: { username: email, password: NEW_PASSWORD } });
    expect(free).toMatchObject({ recoverKey: null, user: { mustChangePassword: false } });
  });

  it('[SES-03] only a user who must change the password gets a key', async () => {
    const { email } = await aUser(portal, { client });
    const operator = await anOperator(portal);
    for (const username of [email, operator.email])
      expect(
        (await portal.visitor.call(login, { body: { username, password: PASSWORD, code: demoCode } })).recoverKey,
      ).toBeNull();
  });
});
