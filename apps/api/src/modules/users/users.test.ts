import { randomUUID } from 'node:crypto';
import { listNotices } from '@anticipa/contract/notices';
import { getSession, products } from '@anticipa/contract/session';
import { type ClientUser, getAdminsCount, getClient, updateUser } from '@anticipa/contract/users';
import { noticeText } from '@anticipa/texts/notice-texts';
import { successTexts } from '@anticipa/texts/success-texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { aClient, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { signInFresh } from '../../../testing/fresh-factor.ts';
import { anEmail, changePerson, createPerson, names, startPeople } from '../../../testing/people.ts';
import type { Portal } from '../../../testing/portal.ts';
import type { PortalWithMail } from '../../../testing/portal-with-mail.ts';
import type { Answer, Session } from '../../../testing/session.ts';

let portal: Portal;
let client: TestClient;
let other: TestClient;
let admin: TestUser;
let asAdmin: Session;
let mailPortal: PortalWithMail;
beforeAll(async () => {
  ({ mailPortal, portal, client, other, admin, asAdmin } = await startPeople());
});
afterAll(() => mailPortal.close());
beforeEach(async () => {
  mailPortal.pass(1);
  await asAdmin.call(products);
});

const create = (body: object, session = asAdmin): Promise<Answer> => createPerson(session, body);
const change = (userId: string, body: object, session = asAdmin): Promise<Answer> =>
  changePerson(session, userId, body);
const peopleSeenBy = async (session: Session, rfc = client.rfc): Promise<ClientUser[]> =>
  (await session.call(getClient, { params: { rfc } })).data.ClientUsers;
const personNow = async (userId: string): Promise<ClientUser | undefined> =>
  (await peopleSeenBy(asAdmin)).find((one) => one.userId === userId);

describe('the client’s card', () => {
  it('[PER-03] shows administrators all users and other users only themselves', async () => {
    const user = await aUser(portal, { client });
    const stranger = await aUser(portal, { client: other });
    const seen = (await peopleSeenBy(asAdmin)).map((one) => one.userId);
    expect(seen).toEqual(expect.arrayContaining([admin.userId, user.userId, client.founderId]));
    expect(seen).not.toContain(stranger.userId);
    const session = await portal.signIn(user.email);
    expect((await peopleSeenBy(session)).map((one) => one.userId)).toEqual([user.userId]);
    const card = await session.call(getClient, { params: { rfc: client.rfc } });
    expect(card.data).toMatchObject({ clientId: client.clientId, entityName: client.entityName, taxRegime: 'PM' });
    expect(JSON.stringify(card)).not.toMatch(/password_?hash|argon2|recoverKey/i);
  });

  it('is not found by another RFC, existing or not', async () => {
    for (const rfc of [other.rfc, 'XXX010101XXX'])
      expect(await asAdmin.refusal(getClient, { params: { rfc } })).toMatchObject({
        status: 404,
        code: 'CANT_FIND_CLIENT',
        message: 'Cliente no encontrado',
      });
  });

  it('counts the active administrators', async () => {
    const company = await aClient(portal);
    const { email } = await aUser(portal, { client: company, isAdmin: true });
    await aUser(portal, { client: company });
    const session = await portal.signIn(email);
    expect(await session.call(getAdminsCount, { query: { clientId: company.clientId } })).toEqual({ count: 2 });
    expect((await session.send(getAdminsCount, { query: { clientId: client.clientId } })).code).toBe('NOT_FOUND');
  });
});

it('[AVI-19] the administrators and the person are told who changed what the person may do; a colleague is not', async () => {
  const company = await aClient(portal);
  const [boss, second] = [
    await aUser(portal, { client: company, isAdmin: true }),
    await aUser(portal, { client: company, isAdmin: true }),
  ];
  const [person, colleague] = [
    await aUser(portal, { client: company, saleRight: 'prepare' }),
    await aUser(portal, { client: company }),
  ];
  const session = await signInFresh(portal, boss.email);
  const titlesOf = async ({ email }: TestUser) => {
    const { data } = await (await portal.signIn(email)).call(listNotices);
    return data.filter(({ event }) => event === 'access-changed').map((notice) => noticeText(notice));
  };
  await change(person.userId, { saleRight: 'prepare' }, session);
  await change(person.userId, { phone: '8112345678' }, session);
  expect(await titlesOf(person)).toEqual([]);
  await change(person.userId, { saleRight: 'accept', acceptUpTo: '150000.00' }, session);
  await change(person.userId, { isAdmin: true }, session);
  await createPerson(session, {});
  const by = 'Ana Prueba';
  const raised = `${by} cambió lo que puede hacer Ana Prueba`;
  const told = [`${by} agregó a Íñigo O'Farrill a tu empresa`, raised, `${by} hizo administrador a Ana Prueba`];
  // Notices of one instant have no order.
  for (const reader of [boss, second])
    expect((await titlesOf(reader)).map(({ title }) => title).toSorted()).toEqual(told);
  expect(await titlesOf(colleague)).toEqual([]);
  expect((await titlesOf(person)).find(({ title }) => title === raised)?.body).toMatch(
    /^Antes prepara ventas; ahora acepta ventas hasta MXN 150,000\.00\. Si no/,
  );
  await mailPortal.deliver();
  expect(mailPortal.mailsTo(second.email).find(({ subject }) => subject === raised)?.text).toContain(
    'los avisos de seguridad se envían siempre',
  );
});

describe('a change', () => {
  it('[PER-03] [PER-13] [PER-16] all users may change own names, phones and notifications', async () => {
    const { userId, email } = await aUser(portal, { client });
    const session = await portal.signIn(email);
    const body = {
      ...names,
      motherSurname: ' Muñoz  de la  Ó ',
      phone: '+52 (811)-234-56-78',
      mobile: '',
      notifications: { initialDeposit: false, desyncSAT: false },
      email: email.toUpperCase(),
    };
    const answer = await change(userId, body, session);
    expect(answer.body).toMatchObject({
      message: 'USER_UPDATED',
      user: {
        ...names,
        motherSurname: 'Muñoz de la Ó',
        phone: '8112345678',
        mobile: '',
        notifications: { initialDeposit: false, desyncSAT: false },
      },
    });
    expect(successTexts.USER_UPDATED).toBe('¡Tus datos han sido guardados!');
    // Fields not sent are unchanged.
    expect((await change(userId, {}, session)).body).toMatchObject({
      user: {
        phone: '8112345678',
        motherSurname: 'Muñoz de la Ó',
        notifications: { initialDeposit: false, desyncSAT: false },
      },
    });
    const notifications = { initialDeposit: true, desyncSAT: false };
    expect((await change(userId, { notifications }, session)).body).toMatchObject({ user: { notifications } });
    expect((await session.call(getSession)).user).toMatchObject({ notifications });
    const { rows } = await portal.db.owner.query<{ details: object }>(
      `select details from audit where action = 'user.updated' and subject = $1`,
      [`user:${userId}`],
    );
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain('8112345678');
  });

  it('[API-03] accepts names of maximum length and refuses names that exceed it after normalisation', async () => {
    const { userId, email } = await aUser(portal, { client });
    const longest = { firstName: 'a'.repeat(120), lastName: 'b'.repeat(120), motherSurname: 'c'.repeat(120) };
    expect((await change(userId, longest, await portal.signIn(email))).status).toBe(200);
    const session = await portal.signIn(email);
    const longer = { ...longest, firstName: '\ufb2c'.repeat(120) };
    expect(await change(userId, longer, session)).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
    expect(await personNow(userId)).toMatchObject(longest);
  });

  it('[PER-03] other users do not find a colleague to change', async () => {
    const { email } = await aUser(portal, { client });
    const colleague = await aUser(portal, { client });
    const stranger = await aUser(portal, { client: other });
    const session = await portal.signIn(email);
    for (const userId of [colleague.userId, stranger.userId, randomUUID()])
      expect((await change(userId, {}, session)).code).toBe('NOT_FOUND');
    expect((await change(stranger.userId, {})).code).toBe('NOT_FOUND');
  });

  test.each([{ isAdmin: true }, { active: false }, { syncAllowed: true }])(
    '[PER-05] only an administrator may change the switches: %o',
    async (body) => {
      const { userId, email } = await aUser(portal, { client });
      const session = await portal.signIn(email);
      expect(await session.refusal(updateUser, { params: { userId }, body: { ...names, ...body } })).toMatchObject({
        status: 403,
        code: 'NOT_ALLOWED',
      });
      expect(await personNow(userId)).toMatchObject({ isAdmin: false, syncAllowed: false, firstName: 'Ana' });
    },
  );

  it('[PER-03] [PER-05] takes a whole record as it was read, with what it was changed in', async () => {
    const { userId, email } = await aUser(portal, { client });
    const session = await portal.signIn(email);
    const { data } = await session.call(getClient, { params: { rfc: client.rfc } });
    const [record] = data.ClientUsers;
    const body = { ...record, recoverKey: null, SATdownloading: true, firstName: 'Eva', lastName: 'Prueba' };
    await session.call(updateUser, { params: { userId }, body });
    expect(await personNow(userId)).toMatchObject({ ...record, firstName: 'Eva', lastName: 'Prueba' });
    for (const other of [{ addedBy: userId }, { mustChangePassword: true }])
      expect(await session.refusal(updateUser, { params: { userId }, body: { ...body, ...other } })).toMatchObject({
        code: 'NOT_ALLOWED',
        details: [expect.objectContaining({ path: Object.keys(other)[0] })],
      });
  });

  test.each(['clientId', 'email', 'addedBy', 'mustChangePassword', 'password_hash'])(
    '[PER-05] cannot reach %s',
    async (field) => {
      const { userId } = await aUser(portal, { client });
      const before = await portal.db.owner.query('select * from users where user_id = $1', [userId]);
      const value = field === 'email' ? anEmail() : field === 'clientId' ? other.clientId : 'x';
      expect((await change(userId, { [field]: value })).code).toMatch(/INVALID_REQUEST|NOT_ALLOWED|NOT_FOUND/);
      const after = await portal.db.owner.query('select * from users where user_id = $1', [userId]);
      expect(after.rows).toEqual(before.rows);
    },
  );

  it('[PER-05] [PER-10] lets an administrator change access: revoking it revokes administration, which in turn grants it', async () => {
    const { userId } = await aUser(portal, { client });
    const steps: readonly [object, object][] = [
      [{ syncAllowed: true }, { active: true, isAdmin: false, syncAllowed: true }],
      [{ active: false }, { active: false, isAdmin: false, syncAllowed: true }],
      [{ isAdmin: true }, { active: true, isAdmin: true }],
      [{ active: false }, { active: false, isAdmin: false }],
      [
        { isAdmin: true, active: false },
        { active: true, isAdmin: true },
      ],
      [{ isAdmin: false }, { active: true, isAdmin: false }],
    ];
    for (const [body, expected] of steps) expect((await change(userId, body)).body).toMatchObject({ user: expected });
  });

  it('[PER-15] ends a user’s sessions immediately and permanently when access is revoked', async () => {
    const { userId, email } = await aUser(portal, { client });
    const sessions = [await portal.signIn(email), await portal.signIn(email)];
    expect((await change(userId, { active: false })).status).toBe(200);
    for (const session of sessions) expect((await session.send(products)).code).toBe('NO_SESSION');
    expect((await change(userId, { active: true })).status).toBe(200);
    for (const session of sessions) expect((await session.send(products)).code).toBe('NO_SESSION');
    const { rows } = await portal.db.owner.query(
      'select 1 from session_tokens join sessions using (session_id) where user_id = $1',
      [userId],
    );
    expect(rows).toEqual([]);
  });

  it('[PER-15] voids the link of an invitation when access is revoked', async () => {
    const email = anEmail();
    await create({ email });
    const userId = (await peopleSeenBy(asAdmin)).find((one) => one.email === email)?.userId ?? '';
    const openLinks = async (): Promise<number> => {
      const text = 'select 1 from recovery_requests where user_id = $1 and ended_at is null';
      return (await portal.db.owner.query(text, [userId])).rows.length;
    };
    expect(await openLinks()).toBe(1);
    await change(userId, { active: false });
    expect(await openLinks()).toBe(0);
  });

  it('[PER-15] ends them when administration is revoked, except the current one when demoting yourself', async () => {
    const boss = await aUser(portal, { client, isAdmin: true });
    const [here, elsewhere] = [await portal.signIn(boss.email), await portal.signIn(boss.email)];
    expect((await change(boss.userId, { isAdmin: false }, here)).status).toBe(200);
    expect((await elsewhere.send(products)).code).toBe('NO_SESSION');
    expect((await here.send(products)).status).toBe(200);
    expect((await create({}, here)).code).toBe('NOT_ALLOWED');
    await change(boss.userId, { isAdmin: true });
    expect((await change(boss.userId, { isAdmin: false })).status).toBe(200);
    expect((await here.send(products)).code).toBe('NO_SESSION');
  });

  it('ends the session of an administrator who gives up access, even if it is given back', async () => {
    const boss = await aUser(portal, { client, isAdmin: true });
    const here = await portal.signIn(boss.email);
    expect((await change(boss.userId, { active: false }, here)).status).toBe(200);
    expect((await change(boss.userId, { active: true })).status).toBe(200);
    expect((await here.send(products)).code).toBe('NO_SESSION');
  });
});
