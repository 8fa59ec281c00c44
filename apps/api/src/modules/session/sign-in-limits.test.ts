import { login } from '@anticipa/contract/session';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aClient, aUser, type TestClient } from '../../lib/testing/builders.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';
import { PASSWORD } from '../../lib/testing/session.ts';

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

it('counts the addresses of one IPv6 customer together', async () => {
  const { email } = await aUser(portal, { client });
  const from = (remoteAddress: string) => {
    const payload = { username: email, password: 'wrong' };
    return portal.app.inject({ method: 'POST', url: '/api/login', remoteAddress, payload });
  };
  for (let host = 1; host <= 5; host += 1) expect((await from(`2001:db8:1:2::${host}`)).statusCode).toBe(401);
  await from('2001:db8:1:2::6');
  expect((await from('2001:db8:1:2:3::7')).statusCode).toBe(429);
  expect((await from('2001:db8:1:3::1')).statusCode).toBe(401);
});

it('delays an account after several failures from one address, and admits it afterwards', async () => {
  const { email } = await aUser(portal, { client });
  for (let count = 0; count < 6; count += 1) expect((await tryLogin(email, 'wrong')).code).toMatch(/WRONG|MANY/);
  const refused = await tryLogin(email);
  expect(refused.status).toBe(429);
  expect(refused.headers['retry-after']).toBeDefined();
  pass(2);
  expect((await tryLogin(email)).status).toBe(200);
});

it('applies the limit to concurrent attempts', async () => {
  const { email } = await aUser(portal, { client });
  const answers = await Promise.all(Array.from({ length: 30 }, () => tryLogin(email, 'wrong')));
  expect(answers.filter(({ code }) => code === 'WRONG_PASSWORD')).toHaveLength(5);
});

it('does not lock out other addresses of an account', async () => {
  const { email } = await aUser(portal, { client });
  for (let count = 0; count < 8; count += 1) await tryLogin(email, 'wrong');
  const elsewhere = await portal.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: '192.0.2.7',
    payload: { username: email, password: PASSWORD },
  });
  expect(elsewhere.statusCode).toBe(200);
});

it('refuses attempts beyond the hashing queue without an error', async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => tryLogin(`flood-${index}@x.test`, 'x')));
  const codes = new Set(answers.map((answer) => answer.code));
  expect([...codes].sort()).toEqual(['TOO_MANY_REQUESTS', 'WRONG_PASSWORD']);
});

/** More failures than an address may have, in batches below the other limits. */
const MINUTES = 4;
const IN_A_MINUTE = 30;

it('an address with many successful sign-ins is not limited', async () => {
  const people = await Promise.all(Array.from({ length: IN_A_MINUTE }, () => aUser(portal, { client })));
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const statuses = await Promise.all(people.map(async ({ email }) => (await tryLogin(email)).status));
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    pass(1);
  }
});
