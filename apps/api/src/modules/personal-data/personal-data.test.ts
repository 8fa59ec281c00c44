import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, anOperator, aUser, type TestUser } from '../../../testing/builders.ts';
import { aMessage } from '../../../testing/messages.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { holdSale, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller } from '../../../testing/seller.ts';
import { PASSWORD } from '../../../testing/session.ts';
import { aSurvey } from '../../../testing/surveys.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { erasePerson } from './erase.ts';
import { exportPerson } from './export.ts';
import { endPersonalData } from './jobs.ts';
import { type Person, peopleByEmail } from './queries.ts';

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const deps = () => ({ db: portal.db.worker, clock: portal.clock, config: portal.config, log: portal.app.log });
const personOf = async (email: string): Promise<Person> => {
  const [found] = await runAs(deps(), WORKER, (work) => peopleByEmail(work, email));
  if (found === undefined) throw new Error(`nobody has ${email}`);
  return found;
};
const erase = async (email: string) => {
  const person = await personOf(email);
  return runAs(deps(), WORKER, (work) => erasePerson(work, person, portal.config));
};
const one = async (query: string, ...values: readonly unknown[]): Promise<Record<string, unknown>> => {
  const { rows } = await portal.db.owner.query<Record<string, unknown>>(query, [...values]);
  return rows[0] ?? {};
};
const nameOf = async (id: string) =>
  (
    await one(
      `select trim(first_name || ' ' || last_name) as name from users where user_id = $1
     union all select trim(first_name || ' ' || last_name) from operators where operator_id = $1`,
      id,
    )
  ).name;
const years = (count: number): void => {
  const later = portal.clock.now();
  later.setUTCFullYear(later.getUTCFullYear() + count);
  portal.clock.set(later);
};

/** A user with everything that the portal keeps about one, beside an administrator; signed in. */
const aKnownUser = async (): Promise<TestUser & { readonly admin: TestUser }> => {
  const client = await aClient(portal);
  const admin = await aUser(portal, { client, isAdmin: true });
  const user = await aUser(portal, { client });
  const session = await portal.signIn(user.email);
  const { surveyId } = await aSurvey(portal);
  const { owner } = portal.db;
  await owner.query(`update users set phone = '5512345678', mother_surname = 'Ñandú' where user_id = $1`, [
    user.userId,
  ]);
  await owner.query(
    `insert into survey_answers (client_id, user_id, survey_id, answers, answered_at)
    values ($1, $2, $3, '{"text": "Muy lento"}', now())`,
    [client.clientId, user.userId, surveyId],
  );
  await session.call(routes.recoverPass, { body: { email: user.email } });
  const mail = await aMessage(portal, client, { kind: 'password-changed', payload: { userId: user.userId } });
  await owner.query('update outbox set delivered_at = created_at, sent_to = $2 where outbox_id = $1', [
    mail,
    user.email,
  ]);
  return { ...user, admin };
};

/** Runs the command as an operator of the server does. */
const command = (...args: readonly string[]) => {
  const { PATH, NODE_COMPILE_CACHE } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, '../../main.ts'), 'person', ...args],
    {
      encoding: 'utf8',
      env: {
        PATH,
        NODE_COMPILE_CACHE,
        NODE_NO_WARNINGS: '1',
        NODE_ENV: 'production',
        DATABASE_URL: portal.db.ownerUrl,
        BASE_URL: 'https://portal.example',
        SMTP_URL: 'smtps://mail.example',
        SECOND_FACTOR_KEY: 'k'.repeat(32),
      },
    },
  );
  return { status, stdout, stderr };
};

describe('export', () => {
  it('[OPE-71] contains what is kept about a user, and no secret; the log notes it', async () => {
    const user = await aKnownUser();
    const person = await personOf(user.email);
    const kept = await runAs(deps(), WORKER, (work) => exportPerson(work, person, portal.config));
    expect(kept).toMatchObject({
      user: { email: user.email, phone: '5512345678', mother_surname: 'Ñandú' },
      sessions: [{ address: '127.0.0.1' }],
      login_attempts: [{ succeeded: false }, { succeeded: true }],
      survey_answers: [{ answers: { text: 'Muy lento' } }],
      mails: [{ kind: 'password-changed', sent_to: user.email }],
      log: [{ action: 'session.started' }, { action: 'user.exported', subject: `user:${user.userId}` }],
    });
    expect(JSON.stringify(kept)).not.toMatch(/hash|cookie|secret/);
  });

  it('[OPE-71] names an operator’s roles, sessions and what the operator has done', async () => {
    const operator = await anOperator(portal, { roles: ['riesgo'] });
    await portal.signIn(operator.email);
    const { status, stdout } = command('export', operator.email);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      operator: { email: operator.email, last_name: 'Operador' },
      roles: [{ role: 'riesgo' }],
      log: [{ action: 'session.started', actor_kind: 'operator' }, { action: 'operator.exported' }],
    });
    expect(stdout).not.toMatch(/hash|totp_secret|public_key/);
  });
});

describe('erasing', () => {
  it('[OPE-72] ends access and everything about a user but the row, which other rows name', async () => {
    const user = await aKnownUser();
    const { userId, clientId, email } = user;
    const session = await portal.signIn(email);
    const phone = await aMessage(portal, { clientId }, { kind: 'whatsapp', payload: { userId } });
    await portal.db.owner.query(
      `update outbox set delivered_at = created_at, sent_to = '5215512345678' where outbox_id = $1`,
      [phone],
    );
    expect(await erase(email)).toBe('erased');
    expect((await session.send(routes.listInvoices)).status).toBe(401);
    expect((await portal.visitor.send(routes.login, { body: { username: email, password: PASSWORD } })).status).toBe(
      401,
    );
    expect(
      await one(
        `select concat_ws('|', email, first_name, last_name, mother_surname, phone, active) as person,
          (select count(*)::int from sessions where user_id = $1) as sessions,
          (select count(*)::int from survey_answers where user_id = $1) as answers,
          (select count(*)::int from recovery_inbox where email = $2) as asks,
          (select count(*)::int from outbox where sent_to in ($2, '5215512345678')) as mails
         from users where user_id = $1`,
        userId,
        email,
      ),
    ).toEqual({
      person: `${userId}@borrado.invalid|Persona|borrada|||f`,
      sessions: 0,
      answers: 0,
      asks: 0,
      mails: 0,
    });
    const admin = await portal.signIn(user.admin.email);
    const { rfc } = await one('select rfc from clients where client_id = $1', clientId);
    const { data } = await admin.call(routes.getClient, { params: { rfc: String(rfc) } });
    expect(JSON.stringify(data)).not.toContain(userId);
    expect(
      (
        await admin.send(routes.updateUser, {
          params: { userId },
          body: { firstName: 'Ana', lastName: 'Prueba', active: true },
        })
      ).code,
    ).toBe('NOT_FOUND');
    expect(
      await one(
        `select action, actor_kind, details from audit where client_id = $1 and subject = $2`,
        clientId,
        `user:${userId}`,
      ),
    ).toEqual({
      action: 'user.erased',
      actor_kind: 'worker',
      details: { keepsName: false },
    });
  });

  it('[OPE-72] by the command takes an operator’s second factor too, and twice does nothing more', async () => {
    await anOperator(portal, { roles: ['administrador'] });
    const { operatorId, email } = await anOperator(portal);
    const session = await portal.signIn(email);
    await portal.db.owner.query(
      `insert into operator_passkeys (operator_id, credential_id, public_key, counter, created_at)
      values ($1, $2, '\\x00', 0, now())`,
      [operatorId, randomUUID()],
    );
    expect(command('erase', email)).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('nothing has changed'),
    });
    expect((await session.send(routes.listOperators)).status).toBe(200);
    expect(command('erase', email.toUpperCase(), '--yes')).toMatchObject({ status: 0, stderr: '' });
    expect((await session.send(routes.listOperators)).status).toBe(401);
    expect(
      await one(
        `select email, active, has_password, (select count(*)::int from operator_passkeys where operator_id = $1) as passkeys
         from operators where operator_id = $1`,
        operatorId,
      ),
    ).toEqual({ email: `${operatorId}@borrado.invalid`, active: false, has_password: false, passkeys: 0 });
    expect(command('erase', email)).toEqual({ status: 0, stdout: `${email}: nobody has this e-mail.\n`, stderr: '' });
    expect(command('erase')).toMatchObject({ status: 2, stdout: '' });
  });

  it('[OPE-72] is refused for the last administrator, and while a sale or a proposal of the person waits', async () => {
    const client = await aClient(portal);
    const last = String(
      (await one('select email from users where client_id = $1 and is_admin', client.clientId)).email,
    );
    expect(await erase(last)).toBe('last-administrator');
    await aUser(portal, { client, isAdmin: true });
    expect(await erase(last)).toBe('erased');
    const seller = await aSeller(portal);
    await holdSale(seller.session, await seller.invoices());
    expect(await erase(seller.user.email)).toBe('open-task');
    const proposer = await anOperator(portal);
    await portal.db.owner.query(
      `insert into approvals (approval_id, change, reason, proposed_by, proposed_at)
       values (gen_random_uuid(), '{"kind": "limit", "about": {}}', 'una razón', $1, now())`,
      [proposer.operatorId],
    );
    expect(await erase(proposer.email)).toBe('open-task');
    await portal.db.owner.query('delete from approvals');
  });

  it('[OPE-73] keeps the name of who accepted a contract for ten years; then the nightly job takes it', async () => {
    const start = portal.clock.now();
    const seller = await aSeller(portal);
    const { userId, email } = seller.user;
    await sellAndDeposit(seller, await seller.invoices());
    expect(await erase(email)).toBe('name-kept');
    expect(await one('select phone, active from users where email = $1', `${userId}@borrado.invalid`)).toEqual({
      phone: '',
      active: false,
    });
    years(10);
    portal.clock.pass(-60_000);
    await endPersonalData(deps());
    expect(await nameOf(userId)).toBe('Ana Prueba');
    portal.clock.pass(120_000);
    await endPersonalData(deps());
    expect(await nameOf(userId)).toBe('Persona borrada');
    portal.clock.set(start);
  });

  it('[OPE-73] happens by itself two years after a person lost access, and to mails two years after they were sent', async () => {
    const start = portal.clock.now();
    const client = await aClient(portal);
    const admin = await aUser(portal, { client, isAdmin: true });
    const [gone, staying] = [await aUser(portal, { client }), await aUser(portal, { client })];
    const session = await portal.signIn(admin.email);
    await session.call(routes.updateUser, {
      params: { userId: gone.userId },
      body: { firstName: 'Ana', lastName: 'Prueba', active: false },
    });
    const seller = await aSeller(portal);
    await sellAndDeposit(seller, await seller.invoices());
    await portal.db.owner.query('update users set active = false where user_id = $1', [seller.user.userId]);
    const first = await aMessage(portal, client, { kind: 'password-changed', isGivenUp: true });
    const waiting = await aMessage(portal, client, { kind: 'password-changed' });
    const left = async () =>
      (await one('select count(*)::int as left from outbox where outbox_id in ($1, $2)', first, waiting)).left;
    years(2);
    portal.clock.pass(-1);
    await endPersonalData(deps());
    expect([await nameOf(gone.userId), await left()]).toEqual(['Ana Prueba', 2]);
    portal.clock.pass(2);
    expect(await endPersonalData(deps())).toMatchObject({ people: expect.any(Number) });
    expect([await nameOf(gone.userId), await nameOf(staying.userId), await left()]).toEqual([
      'Persona borrada',
      'Ana Prueba',
      1,
    ]);
    expect(await personOf(`${seller.user.userId}@borrado.invalid`)).toMatchObject({ id: seller.user.userId });
    expect(await nameOf(seller.user.userId)).toBe('Ana Prueba');
    portal.clock.set(start);
  });
});

it('[OPE-73] a password that was typed as the e-mail is kept as a keyed hash only', async () => {
  const typed = 'mi-contrasena-secreta-2026';
  await portal.visitor.send(routes.login, { body: { username: `${typed}@x.mx`, password: PASSWORD } });
  const { kept } = await one('select string_agg(account, $1) as kept from login_attempts', ' ');
  expect(kept).toMatch(/^[\w -]+$/);
  expect(kept).not.toContain(typed);
});

it('[OPE-72] the worker changes a person in no other way, and an erased one never returns', async () => {
  const user = await aKnownUser();
  const asWorker = (set: string) =>
    runAs(deps(), WORKER, ({ db }) =>
      db.updateTable('users').set(JSON.parse(set)).where('user_id', '=', user.userId).execute(),
    );
  await expect(asWorker('{"active": true, "is_admin": true}')).rejects.toThrow('may only erase');
  await expect(asWorker('{"erased_at": "2026-01-01"}')).rejects.toThrow('users_erased');
  expect(await erase(user.email)).toBe('erased');
  const { owner } = portal.db;
  await expect(owner.query('update users set active = true where user_id = $1', [user.userId])).rejects.toThrow(
    'users_erased',
  );
});
