import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { aClient, anOperator, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { linkIn } from '../../../testing/recovery-link.ts';
import type { Session } from '../../../testing/session.ts';

let mails: PortalWithMail;
let support: Session;
let client: TestClient;
let user: TestUser;
beforeAll(async () => {
  mails = await startPortalWithMail();
});
afterAll(() => mails.close());
beforeEach(async () => {
  mails.pass(1);
  const { portal } = mails;
  support = await portal.signIn((await anOperator(portal, { roles: ['soporte'] })).email);
  client = await aClient(portal);
  user = await aUser(portal, { client });
});

const paramsOf = ({ userId }: { readonly userId: string }) => ({ clientId: client.clientId, userId });
const audited = async (userId: string, action: string) => {
  const { rows } = await mails.portal.db.owner.query(
    'select actor_kind, client_id, details from audit where subject = $1 and action = $2',
    [`user:${userId}`, action],
  );
  return rows;
};

it('[OPE-04] mails another invitation to a person without a password, which voids the first', async () => {
  const { portal } = mails;
  const { founderId } = client;
  const email = `founder-${founderId}@example.test`;
  const invite = (userId = founderId) =>
    support.send(routes.invitePersonAgain, { params: paramsOf({ userId }), body: {} });
  expect((await invite()).status).toBe(200);
  await mails.deliver();
  expect((await invite()).status).toBe(200);
  await mails.deliver();
  const keys = mails.mailsTo(email).map(({ text }) => linkIn(text).key);
  expect(new Set(keys).size).toBe(2);
  const uses = [];
  for (const key of keys) uses.push((await mails.use(key, { email })).code);
  expect(uses.toSorted()).toEqual(['INVALID_KEY', null]);
  expect((await invite()).code).toBe('INVITATION_USED');
  expect(await audited(founderId, 'user.invited')).toHaveLength(2);
  expect((await portal.signIn(user.email)).token).not.toBeNull();
});

it('[OPE-04] ends the sessions of a person, who may sign in again', async () => {
  const own = await mails.portal.signIn(user.email);
  const shown = await support.call(routes.getLenderClient, { params: { clientId: client.clientId } });
  expect(shown.client.people.find(({ userId }) => userId === user.userId)).toMatchObject({ openSessions: 1 });
  const answer = await support.call(routes.endPersonSessions, { params: paramsOf(user), body: {} });
  expect(answer.client.people.find(({ userId }) => userId === user.userId)).toMatchObject({ openSessions: 0 });
  expect((await own.send(routes.listSessions)).code).toBe('NO_SESSION');
  expect((await (await mails.portal.signIn(user.email)).send(routes.listSessions)).status).toBe(200);
  expect(await audited(user.userId, 'user.sessions-ended')).toMatchObject([
    { actor_kind: 'operator', client_id: client.clientId },
  ]);
});

it('[OPE-04] takes access away with sessions and invitations, but not from the last administrator', async () => {
  const own = await mails.portal.signIn(user.email);
  const disable = (userId: string) =>
    support.send(routes.disablePerson, { params: paramsOf({ userId }), body: { reason: 'lo pidió el cliente' } });
  expect((await disable(user.userId)).status).toBe(200);
  expect((await own.send(routes.listSessions)).code).toBe('NO_SESSION');
  const open = 'select from sessions where user_id = $1 and ended_at is null';
  expect((await mails.portal.db.owner.query(open, [user.userId])).rowCount).toBe(0);
  expect(
    (await mails.portal.visitor.refusal(routes.login, { body: { username: user.email, password: 'x' } })).code,
  ).toBe('WRONG_PASSWORD');
  expect(await audited(user.userId, 'user.updated')).toMatchObject([
    { details: { before: { active: true }, after: { active: false }, reason: 'lo pidió el cliente' } },
  ]);
  expect((await disable(client.founderId)).code).toBe('AT_LEAST_ONE_ADMIN_IS_REQUIRED');
  const again = await support.send(routes.invitePersonAgain, { params: paramsOf(user), body: {} });
  expect(again.code).toBe('INVITATION_USED');
});
