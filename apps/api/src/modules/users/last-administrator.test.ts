import { updateUser } from '@anticipa/contract/users';
import pg from 'pg';
import { afterAll, beforeAll, expect, it, test } from 'vitest';
import { aClient, aUser, type TestClient } from '../../lib/testing/builders.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';
import type { Answer, Session } from '../../lib/testing/session.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

interface Administrator {
  readonly userId: string;
  readonly session: Session;
}

/** A client with two administrators and no other. */
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

const RACES = 1000;
const COMPANIES = 4;

it(`[PER-11] ${RACES} races of two administrators never leave a client without one`, async () => {
  const companies = await Promise.all(Array.from({ length: COMPANIES }, aCompany));
  const codes = new Map<string, number>();
  const race = async ({ client, one, two }: (typeof companies)[number], round: number): Promise<void> => {
    const off = round % 4 < 2 ? { isAdmin: false } : { active: false };
    // Each other at one moment, themselves at another.
    const answers =
      round % 2 === 0 ? [change(one, two, off), change(two, one, off)] : [change(one, one, off), change(two, two, off)];
    const settled = await Promise.all(answers);
    expect(settled.filter((answer) => answer.status === 200)).toHaveLength(1);
    for (const { code } of settled) if (code !== null) codes.set(code, (codes.get(code) ?? 0) + 1);
    expect(await administrators(client)).toBe(1);
    await portal.db.owner.query('update users set active = true, is_admin = true where user_id = any($1)', [
      [one.userId, two.userId],
    ]);
    await portal.db.owner.query('update sessions set ended_at = null where user_id = any($1)', [
      [one.userId, two.userId],
    ]);
  };
  const bearers = await portal.db.owner.query('select * from session_tokens');
  await portal.db.owner.query('alter table sessions disable trigger sessions_ended');
  await Promise.all(
    companies.map(async (company) => {
      for (let round = 0; round < RACES / COMPANIES; round += 1) {
        if (round % 50 === 0) portal.clock.set(new Date(portal.clock.now().getTime() + 20_000));
        await race(company, round);
      }
    }),
  );
  await portal.db.owner.query('alter table sessions enable trigger sessions_ended');
  expect((await portal.db.owner.query('select * from session_tokens')).rows).toEqual(bearers.rows);
  const losers = ['AT_LEAST_ONE_ADMIN_IS_REQUIRED', 'NO_SESSION', 'NOT_ALLOWED'];
  for (const code of codes.keys()) expect(losers).toContain(code);
  expect(codes.get('AT_LEAST_ONE_ADMIN_IS_REQUIRED')).toBeGreaterThan(RACES / 4);
}, 120_000);
