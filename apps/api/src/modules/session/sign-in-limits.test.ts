import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aUser } from '../../lib/testing/builders.ts';
import { type Portal, startPortal } from '../../lib/testing/portal.ts';
import { PASSWORD } from '../../lib/testing/session.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

/** More failures than an address may have, in batches below the other limits. */
const MINUTES = 4;
const IN_A_MINUTE = 30;

it('an address with many successful sign-ins is not limited', async () => {
  const client = await aClient(portal);
  const people = await Promise.all(Array.from({ length: IN_A_MINUTE }, () => aUser(portal, { client })));
  const signIn = async (email: string, password = PASSWORD): Promise<number> => {
    const payload = { username: email, password };
    return (await portal.app.inject({ method: 'POST', url: '/api/login', payload })).statusCode;
  };
  for (let minute = 0; minute < MINUTES; minute += 1) {
    const statuses = await Promise.all(people.map(({ email }) => signIn(email)));
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    portal.clock.set(new Date(portal.clock.now().getTime() + 60_000));
  }
});
