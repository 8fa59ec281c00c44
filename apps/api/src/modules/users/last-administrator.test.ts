import { exportActivity, listActivity } from '@anticipa/contract/activity';
import { updateUser } from '@anticipa/contract/users';
import { rounds } from '@anticipa/sandbox/rounds';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { aClient, aUser, type TestClient } from '../../../testing/builders.ts';
import { untilRowIsAwaited } from '../../../testing/locks.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import type { Answer, Session } from '../../../testing/session.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

interface Administrator {
  readonly userId: string;
  readonly session: Session;
}

/** A client with exactly two administrators. */
const aCompany = async (): Promise<{ client: TestClient; one: Administrator; two: Administrator }> => {
  const client = await aClient(portal);
  const [a, b] = [await aUser(portal, { client, isAdmin: true }), await aUser(portal, { client, isAdmin: true })];
  await portal.db.owner.query('update users set is_admin = false where user_id = $1', [client.founderId]);
  return {
    client,
    one: { userId: a.userId, session: await portal.signIn(a.email) },
    two: { userId: b.userId, session: await portal.signIn(b.email) },
  };
};
const change = ({ session }: Administrator, { userId }: { readonly userId: string }, body: object): Promise<Answer> =>
  session.send(updateUser, { params: { userId }, body: { firstName: 'Ana', lastName: 'Prueba', ...body } });
const administrators = async ({ clientId }: TestClient, owner = portal.db.owner): Promise<number> =>
  (await owner.query('select 1 from users where client_id = $1 and is_admin and active', [clientId])).rowCount ?? 0;

test.each([{ isAdmin: false }, { active: false }, { active: false, isAdmin: false }])(
  '[PER-11] the last administrator cannot lose it: %o',
  async (body) => {
    const { client, one, two } = await aCompany();
    expect((await change(one, two, body)).status).toBe(200);
    expect(
      await one.session.refusal(updateUser, {
        params: { userId: one.userId },
        body: { firstName: 'Otra', lastName: 'Prueba', ...body },
      }),
    ).toMatchObject({
      status: 409,
      code: 'AT_LEAST_ONE_ADMIN_IS_REQUIRED',
      message: 'Al menos un usuario debe ser administrador',
    });
    expect(await administrators(client)).toBe(1);
    const { rows } = await portal.db.owner.query('select first_name from users where user_id = $1', [one.userId]);
    expect(rows).toEqual([{ first_name: 'Ana' }]);
  },
);

test.each(['a colleague', 'themselves'] as const)(
  '[PER-05] an administrator who loses the role while a change waits gives no permission to %s',
  async (target) => {
    const { client, one, two } = await aCompany();
    const { userId } = target === 'themselves' ? one : two;
    const { owner } = portal.db;
    await owner.query('begin');
    await owner.query('select from clients where client_id = $1 for update', [client.clientId]);
    const answer = change(one, { userId }, { syncAllowed: true });
    await untilRowIsAwaited(owner);
    await owner.query('update users set is_admin = false where user_id = $1', [one.userId]);
    await owner.query('commit');
    expect((await answer).code).toBe('NOT_ALLOWED');
    const { rows } = await owner.query('select sync_allowed from users where user_id = $1', [userId]);
    expect(rows).toEqual([{ sync_allowed: false }]);
  },
);

test.each([{ saleRight: 'consult' }, { saleRight: 'prepare' }, { acceptUpTo: '1.00' }, { active: false }])(
  '[DER-04] the last person who sells any amount stays one: %o',
  async (body) => {
    const { client, one, two } = await aCompany();
    const { owner } = portal.db;
    await owner.query(`update users set sale_right = 'prepare' where client_id = $1 and user_id <> $2`, [
      client.clientId,
      two.userId,
    ]);
    const params = { userId: two.userId };
    expect(
      await one.session.refusal(updateUser, { params, body: { firstName: 'Ana', lastName: 'Prueba', ...body } }),
    ).toMatchObject({ status: 409, code: 'AT_LEAST_ONE_SELLER_IS_REQUIRED' });
    await owner.query(`update users set sale_right = 'accept' where user_id = $1`, [one.userId]);
    expect((await change(one, two, body)).status).toBe(200);
  },
);

it('[DER-05] nobody gives themselves more, and a colleague may', async () => {
  const { one, two } = await aCompany();
  expect((await change(one, one, { acceptUpTo: '10.00' })).status).toBe(200);
  for (const more of [{ acceptUpTo: '10.01' }, { acceptUpTo: null }])
    expect((await change(one, one, more)).code).toBe('OWN_SALE_RIGHT');
  expect((await change(one, one, { saleRight: 'prepare' })).body).toMatchObject({
    user: { saleRight: 'prepare', acceptUpTo: null },
  });
  expect((await change(one, one, { saleRight: 'accept' })).code).toBe('OWN_SALE_RIGHT');
  expect((await change(two, one, { saleRight: 'accept' })).status).toBe(200);
});

it('[DER-15] administrators read what the people of their company did, and of no other one', async () => {
  const { one, two, client } = await aCompany();
  await change(one, two, { acceptUpTo: '5000.00' });
  const stranger = await aCompany();
  await change(stranger.one, stranger.two, { acceptUpTo: '7.00' });
  const { data } = await one.session.call(listActivity, { query: {} });
  expect(data[0]).toMatchObject({
    by: 'Ana Prueba',
    action: 'user.updated',
    subject: 'Ana Prueba',
    changes: [{ field: 'acceptUpTo', before: null, after: '5000.00' }],
  });
  expect(JSON.stringify(data)).not.toContain('7.00');
  const file = await one.session.send(exportActivity, { query: { format: 'csv' } });
  expect(file.bytes.toString('utf8')).toContain('acepta hasta: 5,000.00');
  const { email } = await aUser(portal, { client });
  const other = await portal.signIn(email);
  expect((await other.send(listActivity)).code).toBe('NOT_ALLOWED');
  expect((await other.send(exportActivity, { query: { format: 'csv' } })).code).toBe('NOT_ALLOWED');
});

const RACES = rounds(12, 1000);
const COMPANIES = 4;

type Company = Awaited<ReturnType<typeof aCompany>>;

/** Runs one race on a dedicated connection and restores everything. Returns the codes of the losers. */
const race = async ({ client, one, two }: Company, round: number, owner: pg.Client): Promise<(string | null)[]> => {
  const off = round % 4 < 2 ? { isAdmin: false } : { active: false };
  // Alternately each other and themselves.
  const [first, second] = round % 2 === 0 ? [two, one] : [one, two];
  const answers = await Promise.all([change(one, first, off), change(two, second, off)]);
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
  const left = 'select 1 from users where client_id = $1 and is_admin and active';
  expect((await owner.query(left, [client.clientId])).rowCount).toBe(1);
  const both = [[one.userId, two.userId]];
  await owner.query('update users set active = true, is_admin = true where user_id = any($1)', both);
  await owner.query('update sessions set ended_at = null where user_id = any($1)', both);
  return answers.filter((answer) => answer.status !== 200).map((answer) => answer.code);
};

const racing = async (company: Company, rounds: number): Promise<(string | null)[]> => {
  const owner = new pg.Client({ connectionString: portal.db.ownerUrl });
  await owner.connect();
  const codes: (string | null)[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Avoid the rate limits.
    if (round % 50 === 0) portal.clock.pass(20_000);
    codes.push(...(await race(company, round, owner)));
  }
  await owner.end();
  return codes;
};

it(`[PER-11] ${RACES} races of two administrators never leave a client without one`, async () => {
  const companies: Company[] = [];
  for (let count = 0; count < COMPANIES; count += 1) companies.push(await aCompany());
  // Reopen the session for the next race; its bearer is still valid.
  await portal.db.owner.query('alter table sessions disable trigger sessions_ended');
  const codes = (await Promise.all(companies.map((company) => racing(company, RACES / COMPANIES)))).flat();
  await portal.db.owner.query('alter table sessions enable trigger sessions_ended');
  for (const code of codes) expect(['AT_LEAST_ONE_ADMIN_IS_REQUIRED', 'NO_SESSION', 'NOT_ALLOWED']).toContain(code);
  const honest = codes.filter((code) => code === 'AT_LEAST_ONE_ADMIN_IS_REQUIRED');
  expect(honest.length).toBeGreaterThan(RACES / 4);
});
