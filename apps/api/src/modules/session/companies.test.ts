import { message } from '@anticipa/contract/outbox';
import { routes } from '@anticipa/contract/routes';
import type { SessionUser } from '@anticipa/contract/session';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aClient, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { BASE_URL } from '../../../testing/jobs.ts';
import { anEmail, changePerson, createPerson, names, startPeople } from '../../../testing/people.ts';
import type { Portal } from '../../../testing/portal.ts';
import { NEW_PASSWORD, type PortalWithMail } from '../../../testing/portal-with-mail.ts';
import { linkIn } from '../../../testing/recovery-link.ts';
import { DUE_DATE } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import { PASSWORD, type Session } from '../../../testing/session.ts';
import type { ClientId } from '../../platform/work/caller.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import { mailsOfNoCompany, ofCompany } from '../outbox/of-company.ts';
import { erasePerson } from '../personal-data/erase.ts';
import { peopleByEmail } from '../personal-data/queries.ts';

let mailPortal: PortalWithMail;
let portal: Portal;
let north: TestClient;
let south: TestClient;
let northAdmin: TestUser;
beforeAll(async () => {
  ({ mailPortal, portal, client: north, other: south, admin: northAdmin } = await startPeople());
});
afterAll(() => mailPortal.close());
beforeEach(() => mailPortal.pass(1));

const sql = async <T>(query: string, ...values: readonly unknown[]): Promise<T[]> =>
  (await portal.db.owner.query(query, [...values])).rows as T[];

/** A person of both clients. */
const aPersonOfTwo = async (isAdmin = false): Promise<{ email: string; atNorth: TestUser; atSouth: TestUser }> => {
  const email = anEmail();
  const atNorth = await aUser(portal, { client: north, email, isAdmin });
  return { email, atNorth, atSouth: await aUser(portal, { client: south, email, isAdmin }) };
};
const enter = (session: Session, { clientId }: TestClient) =>
  session.send(routes.enterCompany, { params: { clientId }, body: {} });
/** The page that restores the session after its bearer has become void. */
const reloaded = async (session: Session): Promise<{ session: Session; user: SessionUser | null }> => {
  const { token, user } = await session.by(null).call(routes.getSession);
  return { session: session.by(token), user };
};
const companyOf = async (session: Session): Promise<string | undefined> => {
  const { user } = await session.call(routes.getSession);
  return user?.client?.entityName;
};

describe('a person of several companies', () => {
  it('[PER-30] has one password and starts with the company used last; a switch is for the session and all its pages', async () => {
    const { email } = await aPersonOfTwo();
    const first = await portal.signIn(email);
    const there = (await companyOf(first)) === north.entityName ? south : north;
    const { user } = await first.call(routes.getSession);
    expect(user?.companies).toEqual(
      [north, south]
        .map(({ clientId, rfc, entityName }) => ({ clientId, rfc, entityName, isJoined: true }))
        .toSorted((one, other) => one.entityName.localeCompare(other.entityName)),
    );
    const otherPage = (await reloaded(first)).session;
    mailPortal.pass(1);
    expect((await enter(first, there)).status).toBe(200);
    for (const page of [first, otherPage])
      expect(await page.refusal(routes.listInvoices)).toMatchObject({ status: 401, code: 'NO_SESSION' });
    const back = await reloaded(first);
    expect(back.user?.client?.entityName).toBe(there.entityName);
    expect((await back.session.call(routes.listInvoices)).data).toEqual([]);
    expect(await companyOf(await portal.signIn(email))).toBe(there.entityName);
    expect(
      await sql(
        'select action, subject from audit where client_id = $1 order by audit_id desc limit 2',
        there.clientId,
      ),
    ).toEqual([
      expect.objectContaining({ action: 'session.started' }),
      expect.objectContaining({ action: 'session.entered' }),
    ]);
  });

  it('[PER-31] sees after a switch nothing of the company before, and enters none that is not theirs', async () => {
    const seller = await aSeller(portal);
    const [documentId = ''] = await seller.invoices();
    await aUser(portal, { client: south, email: seller.user.email });
    const signedIn = await portal.signIn(seller.user.email);
    await enter(signedIn, seller.client);
    const { session } = await reloaded(signedIn);
    expect((await session.send(routes.getInvoice, { params: { id: documentId } })).status).toBe(200);
    expect((await enter(session, await aClient(portal))).code).toBe('NOT_FOUND');
    expect((await session.send(routes.getInvoice, { params: { id: documentId } })).status).toBe(200);
    await enter(session, south);
    const { session: inSouth } = await reloaded(session);
    expect((await inSouth.send(routes.getInvoice, { params: { id: documentId } })).code).toBe('NOT_FOUND');
    const claimed = { query: { clientId: seller.client.clientId } };
    expect((await inSouth.send(routes.getAdminsCount, claimed)).code).toBe('NOT_FOUND');
    const body = { ...names, email: anEmail(), clientId: seller.client.clientId };
    expect((await inSouth.send(routes.createUser, { body })).code).toBe('NOT_FOUND');
  });

  it('[PER-32] loses a company at the next call and goes on with another one; without another one the session ends', async () => {
    const { email, atSouth, atNorth } = await aPersonOfTwo();
    const asNorth = await portal.signIn(northAdmin.email);
    const asSouth = await portal.signIn((await aUser(portal, { client: south, isAdmin: true })).email);
    const first = await portal.signIn(email);
    await enter(first, north);
    const { session } = await reloaded(first);
    expect((await changePerson(asNorth, atNorth.userId, { active: false })).status).toBe(200);
    expect((await session.send(routes.listInvoices)).code).toBe('NO_SESSION');
    const moved = await reloaded(session);
    expect(moved.user).toMatchObject({ client: { entityName: south.entityName }, companies: [{ rfc: south.rfc }] });
    expect((await enter(moved.session, north)).code).toBe('NOT_FOUND');
    expect((await moved.session.send(routes.listInvoices)).status).toBe(200);
    expect(await companyOf(await portal.signIn(email))).toBe(south.entityName);
    expect((await changePerson(asSouth, atSouth.userId, { active: false })).status).toBe(200);
    expect((await reloaded(moved.session)).user).toBeNull();
    const username = email;
    expect((await portal.visitor.send(routes.login, { body: { username, password: PASSWORD } })).code).toBe(
      'USER_NOT_ACTIVE',
    );
  });

  it('[PER-32] never stays in a company that they enter and lose at the same time', async () => {
    const asNorth = await portal.signIn(northAdmin.email);
    for (let round = 0; round < 5; round += 1) {
      const { email, atNorth } = await aPersonOfTwo();
      const session = await portal.signIn(email);
      await enter(session, south);
      const { session: page } = await reloaded(session);
      await Promise.all([enter(page, north), changePerson(asNorth, atNorth.userId, { active: false })]);
      expect((await reloaded(page)).user?.client?.entityName).toBe(south.entityName);
    }
  });

  it('[PER-33] the last administrator of one company stays one, whatever they are in another', async () => {
    const company = await aClient(portal);
    await sql('update users set is_admin = false where client_id = $1', company.clientId);
    const people = [await aPersonOfTwo(true), await aPersonOfTwo(true)];
    const both = [];
    for (const { email } of people) both.push(await aUser(portal, { client: company, email, isAdmin: true }));
    const sessions = [];
    for (const { email } of people) {
      const signedIn = await portal.signIn(email);
      await enter(signedIn, company);
      sessions.push((await reloaded(signedIn)).session);
    }
    const [one, other] = sessions;
    const [first, second] = both;
    if (!one || !other || !first || !second) throw new Error('two people');
    const answers = await Promise.all([
      changePerson(one, second.userId, { isAdmin: false, active: false }),
      changePerson(other, first.userId, { isAdmin: false, active: false }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sql('select from users where client_id = $1 and is_admin and active', company.clientId)).toHaveLength(
      1,
    );
  });

  it('[PER-34] a new password, the open sessions and their end are the person’s, not the company’s', async () => {
    const { email } = await aPersonOfTwo();
    const inNorth = await portal.signIn(email);
    await enter(inNorth, north);
    const page = (await reloaded(inNorth)).session;
    mailPortal.pass(1);
    const elsewhere = await portal.signIn(email);
    await enter(elsewhere, south);
    const { data } = await page.call(routes.listSessions);
    expect(data).toHaveLength(2);
    const second = data.find(({ current }) => !current);
    await page.call(routes.endSession, { params: { sessionId: second?.sessionId ?? '' }, body: {} });
    expect((await reloaded(elsewhere)).user).toBeNull();
    const again = await portal.signIn(email);
    await enter(again, south);
    const { key } = await mailPortal.ask(email);
    expect((await mailPortal.use(key, { email })).status).toBe(200);
    for (const session of [page, again]) expect((await reloaded(session)).user).toBeNull();
    expect((await (await portal.signIn(email, NEW_PASSWORD)).send(routes.listInvoices)).status).toBe(200);
  });

  it('[PER-36] is erased from every company, and their account with the last one', async () => {
    const { email, atNorth, atSouth } = await aPersonOfTwo();
    const session = await portal.signIn(email);
    const deps = { db: portal.db.worker, clock: portal.clock, config: portal.config, log: portal.app.log };
    const people = await runAs(deps, WORKER, (work) => peopleByEmail(work, email));
    expect(people.map(({ id }) => id).toSorted()).toEqual([atNorth.userId, atSouth.userId].toSorted());
    const [one, other] = people;
    if (!one || !other) throw new Error('two memberships');
    const left = async () =>
      (
        await sql(
          `select (select count(*)::int from accounts where email = $1) as accounts,
             (select count(*)::int from sessions where user_id in ($2, $3)) as sessions`,
          email,
          atNorth.userId,
          atSouth.userId,
        )
      )[0];
    expect(await runAs(deps, WORKER, (work) => erasePerson(work, one, portal.config))).toBe('erased');
    expect(await left()).toMatchObject({ accounts: 1 });
    expect(await runAs(deps, WORKER, (work) => erasePerson(work, other, portal.config))).toBe('erased');
    expect(await left()).toEqual({ accounts: 0, sessions: 0 });
    expect((await reloaded(session)).user).toBeNull();
  });
});

it('[PER-38] learns in one call what waits in each company, but not of one that asks for a proof', async () => {
  const seller = await aSeller(portal);
  const email = seller.user.email;
  const wider = await aUser(portal, { client: south, email });
  for (let count = 0; count < 18; count += 1) await aUser(portal, { client: await aClient(portal), email });
  const maker = await aUser(portal, { client: seller.client, saleRight: 'prepare' });
  const [documentId = ''] = await seller.invoices();
  await (await portal.signIn(maker.email)).call(routes.prepareSale, {
    body: { documents: [{ documentId, dueDate: DUE_DATE, purchaseOrder: 'OC1' }] },
  });
  const session = await portal.signIn(email);
  const read = async () => {
    const { data } = await session.call(routes.listCompanies);
    return data.filter(({ unread, toAccept, overdue }) => unread + toAccept + overdue > 0);
  };
  const { data } = await session.call(routes.listCompanies);
  expect(data).toHaveLength(20);
  expect(data.map(({ clientId }) => clientId)).toContain(wider.clientId);
  const mine = { clientId: seller.client.clientId, unread: 1, overdue: 0 };
  expect(await read()).toEqual([{ ...mine, toAccept: 1 }]);
  await sql('update users set sale_right = $2 where user_id = $1', seller.user.userId, 'consult');
  expect(await read()).toEqual([{ ...mine, toAccept: 0 }]);
  await sql('update clients set factor_required = true where client_id = $1', seller.client.clientId);
  expect((await session.call(routes.listCompanies)).data).toHaveLength(19);
  expect(await read()).toEqual([]);
});

describe('a message of one of several companies', () => {
  it('[AVI-17] names it in its subject and its text, and in its link by an id only, whatever it is about', async () => {
    const { email } = await aPersonOfTwo();
    const alone = (await aUser(portal, { client: south })).email;
    const others: readonly string[] = ['whatsapp', 'push', ...mailsOfNoCompany];
    const kinds = message.shape.kind.options.filter((kind) => !others.includes(kind));
    expect(mailsOfNoCompany).toEqual([
      'recovery-link',
      'password-changed',
      'receiver-reminder',
      'payer-clabe',
      'invoice-confirmation',
    ]);
    const made = (to: string, kind: string) =>
      runAs({ db: portal.db.worker, clock: portal.clock }, WORKER, (work) => {
        const action = { label: 'Ver', url: `${BASE_URL}/statement?mes=2026-05#total` };
        const mail = { to, subject: 'Depósito', heading: 'Depósito', paragraphs: [], action };
        return ofCompany(narrowTo(work, south.clientId as ClientId), mail, { kind, baseUrl: BASE_URL });
      });
    for (const kind of kinds) {
      const { url } = (await made(alone, kind)).action ?? { url: '' };
      expect([kind, url]).toEqual([kind, `${BASE_URL}/statement?mes=2026-05&empresa=${south.clientId}#total`]);
      expect(await made(email, kind)).toMatchObject({
        subject: `Depósito · ${south.entityName}`,
        company: south.entityName,
        action: { url },
      });
      expect((await made(alone, kind)).subject).toBe('Depósito');
    }
    expect((await made(email, 'invoice-confirmation')).subject).toBe('Depósito');
  });
});

describe('a person who has an account already', () => {
  it('[PER-35] is invited like a stranger, sees and gets nothing of the company before accepting, and keeps the password', async () => {
    const { email } = await aUser(portal, { client: south });
    const asNorth = await portal.signIn(northAdmin.email);
    const [stranger, known] = [
      await createPerson(asNorth, {}),
      await createPerson(asNorth, { email: email.toUpperCase() }),
    ];
    const answerOf = ({ status, body }: typeof known) => {
      const text = JSON.stringify(body).replace(/"(userId|email)":"[^"]*"/g, '');
      return [status, text];
    };
    expect(answerOf(known)).toEqual(answerOf(stranger));
    const { user } = routes.createUser.response.parse(known.body);
    await mailPortal.deliver();
    const [mail, ...others] = mailPortal.mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe(`Te agregaron a la empresa ${north.entityName}`);
    expect(linkIn(mail?.text).key).toBe('');

    const session = await portal.signIn(email);
    const me = await session.call(routes.getSession);
    expect(me.user?.client?.entityName).toBe(south.entityName);
    expect(me.user?.companies.map(({ rfc, isJoined }) => [rfc, isJoined])).toContainEqual([north.rfc, false]);
    const subscribed = () => sql('select joined_at is not null as joined from users where user_id = $1', user.userId);
    expect(await subscribed()).toEqual([{ joined: false }]);
    await enter(session, north);
    expect((await reloaded(session)).user).toMatchObject({ userId: user.userId, client: { rfc: north.rfc } });
    expect(await subscribed()).toEqual([{ joined: true }]);
    expect(
      await sql(`select from audit where action = 'user.joined' and subject = $1`, `user:${user.userId}`),
    ).toHaveLength(1);
  });

  it('[PER-35] a person without another company accepts by signing in; a link to a first password accepts its own company only', async () => {
    const email = anEmail();
    const [asNorth, asSouth] = [
      await portal.signIn(northAdmin.email),
      await portal.signIn((await aUser(portal, { client: south, isAdmin: true })).email),
    ];
    await createPerson(asNorth, { email });
    await createPerson(asSouth, { email });
    await mailPortal.deliver();
    const mail = mailPortal.mailsTo(email).find(({ text }) => text.includes(south.entityName));
    const { key } = linkIn(mail?.text);
    expect((await mailPortal.use(key, { email })).status).toBe(200);
    const session = await portal.signIn(email, NEW_PASSWORD);
    const { user } = await session.call(routes.getSession);
    expect(user).toMatchObject({ client: { rfc: south.rfc } });
    expect(user?.companies.map(({ rfc, isJoined }) => [rfc, isJoined])).toContainEqual([north.rfc, false]);
    const [other] = mailPortal.mailsTo(email).filter(({ text }) => text.includes(north.entityName));
    expect((await mailPortal.use(linkIn(other?.text).key, { email, password: 'Roble-88-cobre' })).code).toBe(
      'INVALID_KEY',
    );

    await changePerson(asSouth, user?.userId ?? '', { active: false });
    expect((await reloaded(session)).user).toBeNull();
    const alone = await portal.signIn(email, NEW_PASSWORD);
    expect((await alone.call(routes.getSession)).user).toMatchObject({ client: { rfc: north.rfc } });
  });

  it('[PER-37] declines an invitation, of which the inviter learns, and is invited again', async () => {
    const { email } = await aUser(portal, { client: south });
    const asNorth = await portal.signIn(northAdmin.email);
    const { user } = routes.createUser.response.parse((await createPerson(asNorth, { email })).body);
    const session = await portal.signIn(email);
    const decline = async (of: TestClient) =>
      (await session.send(routes.declineCompany, { params: { clientId: of.clientId }, body: {} })).code;
    const listed = async () =>
      (await session.call(routes.getSession)).user?.companies.map(({ clientId }) => clientId) ?? [];
    const seen = async () =>
      (await asNorth.call(routes.getClient, { params: { rfc: north.rfc } })).data.ClientUsers.find(
        ({ userId }) => userId === user.userId,
      );
    expect([await decline(south), await decline(await aClient(portal))]).toEqual(['INVITATION_USED', 'NOT_FOUND']);
    expect([await decline(north), await decline(north)]).toEqual([null, 'NOT_FOUND']);
    expect(await listed()).toEqual([south.clientId]);
    expect((await enter(session, north)).code).toBe('NOT_FOUND');
    expect(await seen()).toMatchObject({ active: false, hasDeclined: true });
    await mailPortal.deliver();
    expect(mailPortal.mailsTo(northAdmin.email).map(({ subject }) => subject)).toContain('Rechazaron tu invitación');
    expect(
      await sql(`select from audit where action = 'user.declined' and subject = $1`, `user:${user.userId}`),
    ).toHaveLength(1);
    expect((await changePerson(asNorth, user.userId, { active: true })).status).toBe(200);
    expect(await seen()).toMatchObject({ active: true, hasDeclined: false });
    expect(await listed()).toContain(north.clientId);
  });

  it('[PER-37] an invitation accepted and declined at once has one outcome, and the only administrator cannot decline', async () => {
    const asNorth = await portal.signIn(northAdmin.email);
    for (let round = 0; round < 4; round += 1) {
      const { email } = await aUser(portal, { client: south });
      const { user } = routes.createUser.response.parse((await createPerson(asNorth, { email })).body);
      const [one, other] = [await portal.signIn(email), await portal.signIn(email)];
      const input = { params: { clientId: north.clientId }, body: {} };
      const answers = await Promise.all([enter(one, north), other.send(routes.declineCompany, input)]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const [row] = await sql<{ outcome: string }>(
        'select active = (joined_at is not null) and active = (declined_at is null) as outcome from users where user_id = $1',
        user.userId,
      );
      expect(row?.outcome).toBe(true);
    }
    const company = await aClient(portal);
    const { email } = await aUser(portal, { client: south });
    await sql('update users set active = false, is_admin = false where client_id = $1', company.clientId);
    await aUser(portal, { client: company, email, isAdmin: true });
    await sql('update users set joined_at = null where client_id = $1 and email = $2', company.clientId, email);
    const session = await portal.signIn(email);
    const input = { params: { clientId: company.clientId }, body: {} };
    expect((await session.send(routes.declineCompany, input)).code).toBe('AT_LEAST_ONE_ADMIN_IS_REQUIRED');
  });
});
