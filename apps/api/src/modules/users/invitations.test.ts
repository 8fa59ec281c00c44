import { randomUUID } from 'node:crypto';
import { setNewPassword } from '@anticipa/contract/recovery';
import { products } from '@anticipa/contract/session';
import { createUser } from '@anticipa/contract/users';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { successTexts } from '@anticipa/texts/success-texts';
import { errorTexts } from '@anticipa/texts/texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, test } from 'vitest';
import { aClient, anOperator, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { signInFresh } from '../../../testing/fresh-factor.ts';
import { BASE_URL, runJobs } from '../../../testing/jobs.ts';
import { anEmail, changePerson, createPerson, names, startPeople } from '../../../testing/people.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import type { PortalWithMail } from '../../../testing/portal-with-mail.ts';
import { linkIn } from '../../../testing/recovery-link.ts';
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
const rowsLike = async (email: string): Promise<number> =>
  (await portal.db.owner.query('select 1 from users where lower(email) = lower($1)', [email.trim()])).rowCount ?? 0;

describe('the limits of a client', () => {
  const DAY_MINUTES = 24 * 60;

  it('limits a client’s invitations per day and its users with access', async () => {
    const small = await startPortal({ invitationsPerDay: 2, usersPerClient: 5 });
    onTestFinished(() => small.close());
    const ofClient = await aClient(small);
    const boss = await aUser(small, { client: ofClient, isAdmin: true });
    const add = async (body: object = {}) => createPerson(await small.signIn(boss.email), body);
    const answers = await Promise.all([add(), add(), add()]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['DAILY_LIMIT_REACHED', null, null]);
    const next = () => small.clock.pass(DAY_MINUTES * 60_000);
    next();
    const { rows } = await small.db.owner.query(`select from outbox where kind = 'recovery-link'`);
    expect(rows).toHaveLength(2);

    expect((await Promise.all([add(), add()])).map(({ code }) => code).toSorted()).toEqual([
      'USER_LIMIT_REACHED',
      null,
    ]);
    next();
    expect((await add()).code).toBe('USER_LIMIT_REACHED');
    // An administrator has access whatever else is asked for.
    expect((await add({ active: false, isAdmin: true })).code).toBe('USER_LIMIT_REACHED');
    const apart = await add({ active: false });
    expect(apart.code).toBeNull();
    const { user } = createUser.response.parse(apart.body);
    const session = await small.signIn(boss.email);
    expect((await changePerson(session, user.userId, { active: true })).code).toBe('USER_LIMIT_REACHED');
    // Users who have access may still be changed.
    expect((await changePerson(session, boss.userId, { active: true })).code).toBeNull();
    const otherBoss = await aUser(small, { client: await aClient(small), isAdmin: true });
    const asOther = await small.signIn(otherBoss.email);
    expect((await createPerson(asOther, {})).status).toBe(200);
    // An operator's e-mail counts too, so that their number is limited, also at once.
    const { email } = await anOperator(small);
    const tests = await Promise.all(Array.from({ length: 12 }, () => createPerson(asOther, { email })));
    expect(tests.filter(({ code }) => code === 'EMAIL_ALREADY_REGISTERED')).toHaveLength(1);
    expect(tests.filter(({ code }) => code === 'DAILY_LIMIT_REACHED')).toHaveLength(11);
  });

  it('lets a client test a quarter as many e-mails of operators, and then reveals nothing about any', async () => {
    const small = await startPortal({ invitationsPerDay: 20 });
    onTestFinished(() => small.close());
    const boss = await aUser(small, { client: await aClient(small), isAdmin: true });
    const operator = await anOperator(small);
    const asBoss = await small.signIn(boss.email);
    const codes = async (email: string, times: number): Promise<(string | null)[]> => {
      const all: (string | null)[] = [];
      for (let time = 0; time < times; time += 1) all.push((await createPerson(asBoss, { email })).code);
      return all;
    };
    // The client's own users are no secret.
    expect(await codes(boss.email, 8)).toEqual(Array(8).fill('EMAIL_ALREADY_REGISTERED'));
    expect(await codes(operator.email, 5)).toEqual(Array(5).fill('EMAIL_ALREADY_REGISTERED'));
    for (const email of [operator.email, anEmail(), boss.email])
      expect(await codes(email, 1)).toEqual(['DAILY_LIMIT_REACHED']);
    small.clock.pass(DAY_MINUTES * 60_000);
    expect((await createPerson(await small.signIn(boss.email), {})).code).toBeNull();
  });
});

describe('a new user', () => {
  it('[PER-12] is invited by mail with a link for the first password, valid for seven days however often it is opened', async () => {
    const email = anEmail();
    const answer = await create({ email: ` ${email.toUpperCase()} `, phone: '+52 1 (811) 234-5678', isAdmin: false });
    expect(answer.body).toMatchObject({
      message: 'USER_CREATED_AND_NOTIFIED_BY_EMAIL',
      user: { email, ...names, phone: '8112345678', active: true, isAdmin: false, addedBy: admin.userId },
    });
    await mailPortal.deliver();
    const [invitation] = mailPortal.mail.mails().filter((one) => one.to === email);
    expect(invitation?.text).toContain(client.entityName);
    expect(invitation?.text).toContain('un administrador de tu empresa te dio de alta');
    const link = linkIn(invitation?.text);
    expect(link.origin).toBe(BASE_URL);
    for (const minutes of [0, 61, 7 * 24 * 60 - 62]) {
      mailPortal.pass(minutes);
      expect((await mailPortal.check(link.key, email)).status).toBe(200);
    }
    const body = { email, password: 'Lirio-77-caoba', recoverPassKey: link.key };
    expect(await portal.visitor.call(setNewPassword, { body })).toMatchObject({ message: 'PASSWORD_UPDATED' });
    const session = await portal.signIn(email, 'Lirio-77-caoba');
    expect((await session.send(products)).status).toBe(200);
    // A first password is no change to warn of.
    await mailPortal.deliver();
    expect(mailPortal.mailsTo(email)).toEqual([invitation]);
    asAdmin = await signInFresh(portal, admin.email);
  });

  it('[PER-12] a new user is kept with a warning if the mail server is down, and invited once it is back', async () => {
    const email = anEmail();
    const closed = await startSmtpCatcher();
    await closed.close();
    const down = await startPortal({ baseUrl: BASE_URL, smtpUrl: closed.smtpUrl });
    onTestFinished(() => down.close());
    const company = await aClient(down);
    const boss = await down.signIn((await aUser(down, { client: company, isAdmin: true })).email);
    const sent = { body: { email, ...names }, key: 'the-same-call' };
    const answer = await boss.send(createUser, sent);
    expect(answer.body).toMatchObject({ message: 'CANT_SENT_EMAIL', user: { email } });
    expect(successTexts.CANT_SENT_EMAIL).toMatch(/creó.*correo/);
    expect((await boss.send(createUser, sent)).bytes).toEqual(answer.bytes);
    await runJobs(down, { smtpUrl: mailPortal.mail.smtpUrl });
    expect(mailPortal.mail.mails().filter((one) => one.to === email)).toHaveLength(1);
  });

  it('gets no text of another person’s making by mail before accepting the invitation', async () => {
    const email = anEmail();
    const text = 'Tu cuenta fue bloqueada, marca al 811 555 0110';
    await create({ email, firstName: text, lastName: text });
    // First: of two links in the queue only the newer one is sent, and two workers may take either first.
    await mailPortal.deliver();
    const { key } = await mailPortal.ask(email);
    expect(key).not.toBe('');
    const mails = mailPortal.mail.mails().filter((one) => one.to === email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      'Define una contraseña nueva',
      'Tu usuario en el portal de Crédito Aurora',
    ]);
    expect(JSON.stringify(mails)).not.toMatch(/bloqueada|811 555/);
  });

  it('[PER-13] a new user cannot have the e-mail of a colleague or of an operator, in any case or spacing', async () => {
    const operator = await anOperator(portal);
    for (const email of [admin.email, ` ${admin.email.toUpperCase()}`, operator.email.toUpperCase()]) {
      const answer = await create({ email, isAdmin: true });
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        error: { code: 'EMAIL_ALREADY_REGISTERED', message: 'El correo ya se encuentra registrado' },
      });
    }
  });

  it('[PER-13] is added once to each of two clients by concurrent calls, with one account', async () => {
    const email = anEmail();
    const boss = await portal.signIn((await aUser(portal, { client: other, isAdmin: true })).email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => create({ email }, index % 2 === 0 ? asAdmin : boss)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
    expect(answers.filter((answer) => answer.code === 'EMAIL_ALREADY_REGISTERED')).toHaveLength(18);
    expect(await rowsLike(email)).toBe(2);
    const accounts = await portal.db.owner.query('select from accounts where email = $1', [email]);
    expect(accounts.rowCount).toBe(1);
  });

  it('[PER-03] can only be added by an administrator, to their own client', async () => {
    const { email: user } = await aUser(portal, { client });
    const email = anEmail();
    expect((await create({ email }, await portal.signIn(user))).code).toBe('NOT_ALLOWED');
    expect((await create({ email, clientId: other.clientId })).code).toBe('NOT_FOUND');
    expect(await rowsLike(email)).toBe(0);
  });

  const refused: readonly [string, object, string][] = [
    ['no e-mail', { email: '' }, 'INVALID_EMAIL'],
    ['an e-mail of look-alike letters', { email: 'аna@norte.demo' }, 'INVALID_EMAIL'],
    ['full-width letters', { email: 'ana＠norte.demo' }, 'INVALID_EMAIL'],
    ['a header in the e-mail', { email: 'ana@norte.demo\r\nBcc:x@y.z' }, 'INVALID_EMAIL'],
    ['two addresses', { email: 'ana@norte.demo,b@norte.demo' }, 'INVALID_EMAIL'],
    ['a quoted name', { email: '"ana@evil.example"@norte.demo' }, 'INVALID_EMAIL'],
    ['a blank name', { firstName: '  ' }, 'NAME_REQUIRED'],
    ['a web address as a name', { lastName: 'http://evil.example/x' }, 'NAME_INVALID'],
    ['a blank surname', { lastName: '\u00a0' }, 'NAME_REQUIRED'],
    ['a name of 10,000 characters', { firstName: 'a'.repeat(10_000) }, 'INVALID_REQUEST'],
    ['a header in the name', { firstName: 'Ana\r\nBcc: x@y.z' }, 'INVALID_REQUEST'],
    ['a bidirectional mark in the name', { lastName: 'Prueba\u202e' }, 'INVALID_REQUEST'],
    ['a short phone', { phone: '811234567' }, 'PHONE_INVALID'],
    ['a phone of another country', { mobile: '+1 202 555 0123' }, 'PHONE_INVALID'],
    ['letters for a phone', { mobile: 'no tengo' }, 'PHONE_INVALID'],
    ['a forged creator', { addedBy: randomUUID() }, 'NOT_FOUND'],
    ['a password', { password: 'Lirio-77-caoba' }, 'INVALID_REQUEST'],
    ['a string for a boolean', { isAdmin: 'true' }, 'INVALID_REQUEST'],
  ];
  test.each(refused)('[PER-13] a new user with %s is refused', async (_case, body, code) => {
    const before = (await portal.db.owner.query('select 1 from users')).rowCount;
    expect((await create(body)).code).toBe(code);
    expect((await portal.db.owner.query('select 1 from users')).rowCount).toBe(before);
  });

  it('lists every invalid field', async () => {
    const { details } = await asAdmin.refusal(createUser, {
      body: { email: anEmail(), firstName: '', lastName: '', phone: '1', mobile: '2' },
    });
    expect(details.map((one) => one.path)).toEqual(['firstName', 'lastName', 'phone', 'mobile']);
  });

  it('[PER-10] a user without access is not an administrator, and an administrator has access', async () => {
    expect((await create({ active: false, isAdmin: false })).body).toMatchObject({
      user: { active: false, isAdmin: false },
    });
    expect((await create({ active: false, isAdmin: true })).body).toMatchObject({
      user: { active: true, isAdmin: true },
    });
  });
});

describe('when the database is unavailable', () => {
  it('[PER-13] [REC-07] changes are refused with the code of their route', async () => {
    const { userId } = await aUser(portal, { client });
    const { owner } = portal.db;
    await owner.query('begin');
    await owner.query('lock table recovery_requests, recovery_inbox in access exclusive mode');
    await owner.query('select 1 from users where user_id = $1 for update', [userId]);
    const answers = await Promise.all([
      create({}),
      change(userId, {}),
      portal.visitor.post('/api/recoverPass', { email: 'ana@norte.demo' }),
    ]);
    await owner.query('rollback');
    const codes = ['CANT_CREATE_USER', 'CANT_UPDATE_USER', 'RECOVER_PASS_ERROR'] as const;
    expect(answers.map((answer) => [answer.status, answer.code])).toEqual(codes.map((code) => [503, code]));
    expect(codes.map((code) => errorTexts[code].match(/#USR-\d/)?.[0])).toEqual(['#USR-1', '#USR-3', '#USR-4']);
  });
});
