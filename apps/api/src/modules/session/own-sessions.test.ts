import { getSession, login, products } from '@anticipa/contract/session';
import { endSession, listSessions } from '@anticipa/contract/users';
import { demoCode } from '@anticipa/sandbox/demo-parties';
import { type SmtpCatcher, startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atLimit } from '../../../testing/at-limit.ts';
import { aClient, anOperator, aUser, type TestClient } from '../../../testing/builders.ts';
import { BASE_URL, runCron, runJobs } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { PASSWORD, type Session, sessionOn } from '../../../testing/session.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
const SAFARI =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

let portal: Portal;
let client: TestClient;
let mail: SmtpCatcher;
beforeAll(async () => {
  mail = await startSmtpCatcher();
  portal = await startPortal();
  client = await aClient(portal);
});
afterAll(async () => {
  await portal.close();
  await mail.close();
});
const pass = (minutes: number): void => portal.clock.pass(minutes * 60_000);
beforeEach(() => pass(1));

const signInFrom = async (email: string, userAgent: string, remoteAddress = '203.0.113.9'): Promise<Session> => {
  const answer = await portal.app.inject({
    method: 'POST',
    url: login.path,
    remoteAddress,
    headers: { 'user-agent': userAgent },
    payload: { username: email, password: PASSWORD, code: demoCode },
  });
  const token = /"token":"([\w-]{43})"/.exec(answer.body)?.[1] ?? null;
  return sessionOn(portal.app, { token, cookie: null });
};

describe('own sessions', () => {
  it('lists sessions with device, address and last use, most recent first', async () => {
    const { email } = await aUser(portal, { client });
    const desk = await signInFrom(email, CHROME);
    pass(2);
    const phone = await signInFrom(email, SAFARI, '198.51.100.7');
    const { data } = await phone.call(listSessions);
    expect(data).toMatchObject([
      { device: 'Safari en iPhone', address: '198.51.100.7', current: true },
      { device: 'Chrome en Windows', address: '203.0.113.9', current: false },
    ]);
    pass(2);
    const now = (await desk.call(listSessions)).data;
    expect(now.map((one) => one.current)).toEqual([true, false]);
    expect(now[0]?.lastUsedAt).toBe(portal.clock.now().toISOString());
    expect(JSON.stringify(now)).not.toMatch(/hash|token/i);
    // Activity is noted once a minute.
    const lastUse = async () => (await desk.call(listSessions)).data[0]?.lastUsedAt;
    await atLimit(portal.clock, 60_000, {
      before: async () => expect(await lastUse()).toBe(now[0]?.lastUsedAt),
      after: async () => expect(await lastUse()).toBe(portal.clock.now().toISOString()),
    });
  });

  it('lists no sessions once ended or idle for half an hour', async () => {
    const { email } = await aUser(portal, { client });
    await signInFrom(email, CHROME);
    pass(31);
    const session = await signInFrom(email, SAFARI);
    expect((await session.call(listSessions)).data).toHaveLength(1);
  });

  it('automatic requests of an idle page keep no session alive', async () => {
    const session = await signInFrom((await aUser(portal, { client })).email, CHROME);
    const idle = { headers: { 'x-user-idle': '1' } };
    pass(20);
    expect((await session.send(products, idle)).status).toBe(200);
    pass(10);
    expect((await session.send(products, idle)).code).toBe('NO_SESSION');
  });

  it('sessions end when the clock is set back by half an hour', async () => {
    const { email } = await aUser(portal, { client });
    const session = await signInFrom(email, CHROME);
    pass(-29);
    expect((await session.send(products)).status).toBe(200);
    pass(29);
    const ofFuture = await signInFrom(email, CHROME);
    pass(-30);
    expect((await ofFuture.send(products)).code).toBe('NO_SESSION');
    expect((await session.call(listSessions)).data).toHaveLength(1);
    pass(30);
  });

  it.each([
    ['idle', 31],
    ['from the future', -31],
  ])('sessions that are %s stay ended wherever the clock is set afterwards', async (_, minutes) => {
    const session = await signInFrom((await aUser(portal, { client })).email, CHROME);
    pass(minutes);
    await runCron(portal, { smtpUrl: mail.smtpUrl }, 'end-expired');
    pass(-minutes);
    expect((await session.send(products)).code).toBe('NO_SESSION');
  });

  it('can be ended from another one, immediately and permanently', async () => {
    const { email, userId } = await aUser(portal, { client });
    const desk = await signInFrom(email, CHROME);
    const phone = await signInFrom(email, SAFARI);
    const lost = (await desk.call(listSessions)).data.find((one) => !one.current)?.sessionId ?? '';
    const received: unknown[] = [];
    await portal.db.owner.query('listen portal_events');
    portal.db.owner.once('notification', ({ payload = '' }) => received.push(JSON.parse(payload)));
    expect(await desk.call(endSession, { params: { sessionId: lost }, body: {} })).toEqual({ status: 'success' });
    await portal.db.owner.query('unlisten portal_events');
    // Closes its open event streams.
    expect(received).toEqual([{ clientId: client.clientId, noun: 'session', ids: [lost] }]);
    expect((await phone.send(products)).code).toBe('NO_SESSION');
    expect((await phone.call(getSession)).isLoggedIn).toBe(false);
    expect((await desk.send(products)).status).toBe(200);
    expect((await desk.refusal(endSession, { params: { sessionId: lost } })).code).toBe('NOT_FOUND');
    const { rows } = await portal.db.owner.query(
      `select subject from audit where action = 'session.ended' and actor_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ subject: `session:${lost}` }]);
  });

  it('other sessions end with the current one', async () => {
    const session = await signInFrom((await aUser(portal, { client })).email, CHROME);
    const [own] = (await session.call(listSessions)).data;
    await session.call(endSession, { params: { sessionId: own?.sessionId ?? '' } });
    expect((await session.send(products)).code).toBe('NO_SESSION');
  });

  it('exclude those of colleagues, other clients and operators', async () => {
    const session = await signInFrom((await aUser(portal, { client })).email, CHROME);
    const others = [
      await signInFrom((await aUser(portal, { client })).email, CHROME),
      await signInFrom((await aUser(portal, { client: await aClient(portal) })).email, CHROME),
      await signInFrom((await anOperator(portal)).email, CHROME),
    ];
    for (const other of others) {
      const [theirs] = (await other.call(listSessions)).data;
      const sessionId = theirs?.sessionId ?? '';
      expect(await session.refusal(endSession, { params: { sessionId } })).toMatchObject({ status: 404 });
      expect((await other.send(products)).status).toBe(200);
    }
  });
});

describe('a sign-in from a new device', () => {
  it('is reported by mail once per device and network, except for the first sign-in', async () => {
    const { email } = await aUser(portal, { client });
    const reported = async (): Promise<number> => {
      await runJobs(portal, { smtpUrl: mail.smtpUrl });
      return mail.mails().filter((one) => one.to === email).length;
    };
    await signInFrom(email, CHROME);
    await signInFrom(email, CHROME, '203.0.240.77');
    expect(await reported()).toBe(0);
    await signInFrom(email, SAFARI);
    expect(await reported()).toBe(1);
    await signInFrom(email, SAFARI);
    expect(await reported()).toBe(1);
    // The most common browser, from another network.
    await signInFrom(email, CHROME, '198.51.100.1');
    expect(await reported()).toBe(2);
    const [latest] = mail.mails().filter((one) => one.to === email);
    expect(latest?.text).toContain('Chrome en Windows (dirección 198.51.100.1)');
    expect(latest?.text).toContain('10 de marzo de 2026');
    expect(latest?.text).toContain(`${BASE_URL}/profile`);
  });

  it('is not reported to operators', async () => {
    const { email } = await anOperator(portal);
    await signInFrom(email, CHROME);
    await signInFrom(email, SAFARI);
    await runJobs(portal, { smtpUrl: mail.smtpUrl });
    expect(mail.mails().filter((one) => one.to === email)).toEqual([]);
  });
});
