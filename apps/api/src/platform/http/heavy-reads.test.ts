import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aUser } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

// Two places and a hundred that wait.
const ADMITTED = 102;
const REFUSED = 8;

it('long reads of one client share two connections, refuse what exceeds their queue, and leave the others to other clients', async () => {
  const [one, other] = await Promise.all([aClient(portal), aClient(portal)]);
  const session = await portal.signIn((await aUser(portal, { client: one })).email);
  const others = await portal.signIn((await aUser(portal, { client: other })).email);
  const { owner } = portal.db;
  const blocked = async () => {
    // A transaction sees the activity of its first look otherwise.
    await owner.query('select pg_stat_clear_snapshot()');
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.count;
  };
  await owner.query('begin');
  await owner.query('lock table invoices in access exclusive mode');
  let refused = 0;
  const answers = Array.from({ length: ADMITTED + REFUSED }, async (_, index) => {
    // The list of open invoices waits in the same queue, once for all that ask for it, and so does the home screen.
    const answer = await session.send([routes.listOpenInvoices, routes.getHome][index] ?? routes.listInvoices);
    if (answer.status !== 200) refused += 1;
    return answer;
  });
  await expect.poll(() => refused).toBe(REFUSED);
  await expect.poll(blocked).toBe(2);
  expect((await others.send(routes.listFiles)).status).toBe(200);
  expect(await blocked()).toBe(2);
  await owner.query('commit');
  const settled = await Promise.all(answers);
  expect(settled.filter(({ status }) => status === 200)).toHaveLength(ADMITTED);
  for (const { status, code, headers } of settled.filter((answer) => answer.status !== 200))
    expect([status, code, headers['retry-after']]).toEqual([503, 'SERVICE_UNAVAILABLE', '5']);
});
