import { listInvoices } from '@anticipa/contract/invoices';
import { login } from '@anticipa/contract/session';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atLimit } from '../../../testing/at-limit.ts';
import { aClient, aUser, type TestClient } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { PASSWORD } from '../../../testing/session.ts';
import { FULL_COST } from '../../platform/work/passwords.ts';
import { attemptsOf } from '../session/known-places.ts';

let portal: Portal;
let client: TestClient;
beforeAll(async () => {
  portal = await startPortal({ hashCost: FULL_COST });
  client = await aClient(portal);
});
afterAll(() => portal.close());
// Advance a minute per case, so that rate limits do not interfere.
beforeEach(() => pass(1));

const pass = (minutes: number): void => portal.clock.pass(minutes * 60_000);
const tryLogin = (username: string, password = PASSWORD) =>
  portal.visitor.send(login, { body: { username, password } });

interface From {
  readonly address: string;
  readonly password?: string;
  readonly cookie?: string;
}
const tryFrom = (username: string, { address, password = PASSWORD, cookie = '' }: From) =>
  portal.app.inject({
    method: 'POST',
    url: login.path,
    remoteAddress: address,
    headers: { cookie },
    payload: { username, password },
  });
/** Signs in from an address; returns the cookies of that browser. */
const cookiesFrom = async (email: string, address: string): Promise<string> =>
  (await tryFrom(email, { address })).cookies.map(({ name, value }) => `${name}=${value}`).join('; ');

/** Connections of this database that wait for a table. */
const waitingForTable = async (owner: Portal['db']['owner']): Promise<number> => {
  const { rows } = await owner.query<{ count: number }>(
    `select count(*)::int from pg_locks where not granted and locktype = 'relation'
     and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows[0]?.count ?? 0;
};

/** Failures of strangers in the last minute, without hashing a password for each. */
const failAsStrangers = (account: string, address: string): Promise<unknown> =>
  portal.db.owner.query(
    `insert into login_attempts (account, address, attempted_at, succeeded)
     select $1, $2, $3, false from generate_series(1, 100)`,
    [attemptsOf(account, portal.config), address, portal.clock.now()],
  );

describe('a clock that is set back', () => {
  it('does not count attempts of the future, nor forget failures because of a success in it', async () => {
    const { email } = await aUser(portal, { client });
    const from = { address: '198.51.100.60' };
    pass(60);
    expect((await tryFrom(email, from)).statusCode).toBe(200);
    pass(1);
    for (let failure = 0; failure < 7; failure += 1) await tryFrom(email, { ...from, password: 'wrong' });
    expect((await tryFrom(email, from)).statusCode).toBe(429);
    pass(-61);
    for (let failure = 0; failure < 5; failure += 1)
      expect((await tryFrom(email, { ...from, password: 'wrong' })).statusCode).toBe(401);
    expect((await tryFrom(email, from)).statusCode).toBe(429);
    pass(61);
  });
});

const STRANGERS = rounds(40, 100);

describe('attempts of strangers', () => {
  it(`leaves places for known addresses and browsers while ${STRANGERS} strangers keep trying`, async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => aUser(portal, { client })));
    const cookies = await Promise.all(people.map(({ email }, index) => cookiesFrom(email, `198.51.100.${index}`)));
    pass(1);
    let isOver = false;
    const seen = new Set<number>();
    const strangers = Array.from({ length: STRANGERS }, async (_, index) => {
      for (let attempt = 0; !isOver; attempt += 1) {
        const from = { address: `203.0.113.${index}`, password: 'wrong' };
        seen.add((await tryFrom(`stranger-${index}-${attempt}@x.test`, from)).statusCode);
      }
    });
    await expect.poll(() => [...seen]).toContain(429);
    const known = people.map(({ email }, index) =>
      index % 2 === 0
        ? tryFrom(email, { address: `198.51.100.${index}` })
        : tryFrom(email, { address: `192.0.2.${index}`, cookie: cookies[index] ?? '' }),
    );
    const answers = await Promise.all(known);
    isOver = true;
    await Promise.all(strangers);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(people.map(() => 200));
  });

  it('leaves connections for other calls, however slow the database is', async () => {
    const { owner } = portal.db;
    const person = await portal.signIn((await aUser(portal, { client })).email);
    await owner.query('begin; lock table login_attempts in access exclusive mode');
    const strangers = Array.from({ length: 40 }, (_, index) =>
      tryFrom(`waiting-${index}@x.test`, { address: `203.0.113.${index}`, password: 'wrong' }),
    );
    await expect.poll(() => waitingForTable(owner)).toBeGreaterThanOrEqual(6);
    expect((await person.send(listInvoices)).status).toBe(200);
    await owner.query('commit');
    await Promise.all(strangers);
  });

  it.each([
    ['of the account from anywhere', (email: string) => failAsStrangers(email, '203.0.113.1')],
    ['of any account from the same address', () => failAsStrangers('other@x.test', '192.0.2.8')],
    ['of the account from the same address', (email: string) => failAsStrangers(email, '192.0.2.8')],
  ])('does not shut out a known browser at an unknown address (%s)', async (_case, fail) => {
    const { email } = await aUser(portal, { client });
    const cookie = await cookiesFrom(email, '198.51.100.50');
    await fail(email);
    expect((await tryFrom(email, { address: '192.0.2.8' })).statusCode).toBe(429);
    expect((await tryFrom(email, { address: '192.0.2.8', cookie })).statusCode).toBe(200);
  });

  it('strangers gain nothing from the cookie of another account, and little from a stolen one', async () => {
    const [{ email }, { email: attacker }] = [await aUser(portal, { client }), await aUser(portal, { client })];
    const own = await cookiesFrom(attacker, '203.0.113.2');
    const stolen = await cookiesFrom(email, '198.51.100.51');
    pass(1);
    await failAsStrangers(email, '203.0.113.1');
    expect((await tryFrom(email, { address: '203.0.113.2', cookie: own })).statusCode).toBe(429);
    const guesses = Array.from({ length: 12 }, (_, index) =>
      tryFrom(email, { address: `203.0.113.${100 + index}`, password: 'wrong', cookie: stolen }),
    );
    expect((await Promise.all(guesses)).filter(({ statusCode }) => statusCode === 401)).toHaveLength(5);
  });

  it('still count for a stolen cookie after the person signs in at the same address', async () => {
    const { email } = await aUser(portal, { client });
    const address = '198.51.100.52';
    const cookie = await cookiesFrom(email, address);
    pass(1);
    const admitted = async (): Promise<number> => {
      const guesses = Array.from({ length: 6 }, () => tryFrom(email, { address, password: 'wrong', cookie }));
      return (await Promise.all(guesses)).filter(({ statusCode }) => statusCode === 401).length;
    };
    expect(await admitted()).toBe(5);
    pass(1 / 60);
    expect((await tryFrom(email, { address })).statusCode).toBe(200);
    expect(await admitted()).toBe(1);
  });
});

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

it('forgets the failures of an account after a quarter of an hour', async () => {
  const { email } = await aUser(portal, { client });
  const first = '198.51.100.80';
  await tryFrom(email, { address: first, password: 'wrong' });
  await portal.db.owner.query(
    `insert into login_attempts (account, address, attempted_at, succeeded)
     select account, '203.0.113.' || number, attempted_at, false
     from login_attempts, generate_series(1, 99) number where address = $1`,
    [first],
  );
  const tried = async () => (await tryFrom(email, { address: '198.51.100.81' })).statusCode;
  await atLimit(portal.clock, 15 * 60_000, {
    before: async () => expect(await tried()).toBe(429),
    after: async () => expect(await tried()).toBe(200),
  });
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
