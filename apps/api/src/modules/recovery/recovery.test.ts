import { createHash } from 'node:crypto';
import { recoverPass, setNewPassword } from '@anticipa/contract/recovery';
import { login } from '@anticipa/contract/session';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { atLimit } from '../../../testing/at-limit.ts';
import { aClient, anOperator, aUser, type TestClient } from '../../../testing/builders.ts';
import { BASE_URL, runCron } from '../../../testing/jobs.ts';
import type { Portal } from '../../../testing/portal.ts';
import { NEW_PASSWORD, type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { linkIn } from '../../../testing/recovery-link.ts';
import { PASSWORD } from '../../../testing/session.ts';

const NO_MAIL = { smtpUrl: 'smtp://localhost:1' };
let mailPortal: PortalWithMail;
const USES = rounds(12, 1000);

let portal: Portal;
let client: TestClient;
beforeAll(async () => {
  mailPortal = await startPortalWithMail();
  portal = mailPortal.portal;
  client = await aClient(portal);
});
afterAll(() => mailPortal.close());
beforeEach(() => mailPortal.pass(1));

describe('requesting a link', () => {
  it('[REC-01] [REC-07] sends it over SMTP to a registered e-mail and gives the same answer for any e-mail', async () => {
    const { email } = await aUser(portal, { client });
    const known = await portal.visitor.send(recoverPass, { body: { email: ` ${email.toUpperCase()} ` } });
    const unknown = await portal.visitor.send(recoverPass, { body: { email: 'nobody-at-all@example.test' } });
    expect(known.body).toEqual({ status: 'success', message: 'RECOVER_PASS_SUCCESS' });
    expect(unknown.bytes).toEqual(known.bytes);
    await mailPortal.deliver();
    expect(mailPortal.mailsTo(email)).toHaveLength(1);
    expect(mailPortal.mailsTo('nobody-at-all@example.test')).toEqual([]);
    const link = linkIn(mailPortal.mailsTo(email)[0]?.text);
    expect(link).toMatchObject({ email, origin: BASE_URL, key: expect.stringMatching(/^[\w-]{43}$/) });
    expect(mailPortal.mailsTo(email)[0]?.html).toContain(`${BASE_URL}/recoverPass#k=${link.key}&amp;e=`);
  });

  it('[REC-01] does the same database work for known and unknown e-mails', async () => {
    const { email } = await aUser(portal, { client });
    const statements = async (typed: string): Promise<Record<string, number>> => {
      await portal.visitor.call(recoverPass, { body: { email: typed } });
      const { rows } = await portal.db.owner.query<{ asks: number; requests: number; waiting: number }>(
        `select (select count(*)::int from recovery_inbox) as asks, (select count(*)::int from recovery_requests) as requests,
           (select count(*)::int from outbox where delivered_at is null) as waiting`,
      );
      await mailPortal.deliver();
      return { ...rows[0] };
    };
    const [known, unknown] = [await statements(email), await statements('nobody-here@example.test')];
    expect({ ...unknown, requests: 0 }).toEqual({ ...known, requests: 0 });
    const { rows } = await portal.db.owner.query('select * from recovery_inbox');
    expect(rows).toEqual([]);
  });

  it('[REC-01] uses only the configured URL in links, regardless of the Host header', async () => {
    const hosts = ['evil.example', 'portal.example.evil.example', 'evil.example:443', 'portal.example@evil.example'];
    for (const host of hosts) {
      const { email } = await aUser(portal, { client });
      await portal.visitor.send(recoverPass, {
        body: { email },
        headers: {
          host,
          'x-forwarded-host': host,
          forwarded: `host=${host}`,
          'x-forwarded-proto': 'http',
          origin: `https://${host}`,
        },
      });
      await mailPortal.deliver();
      const text = mailPortal.mailsTo(email)[0]?.text ?? '';
      expect(linkIn(text).origin).toBe(BASE_URL);
      expect(text).not.toContain('evil');
    }
  });

  test.each([
    '',
    'ana',
    'ana@',
    'ana perez@norte.demo',
    'аna@norte.demo',
    'ana@nоrte.demo',
    'ana@norte.demo\r\nBcc: x@y.z',
  ])('[REC-01] refuses %j as an e-mail', async (email) => {
    expect(await portal.visitor.refusal(recoverPass, { body: { email } })).toMatchObject({ code: 'INVALID_EMAIL' });
  });

  it('sends nothing to users without access or to operators', async () => {
    const { email } = await aUser(portal, { client, active: false });
    const operator = await anOperator(portal);
    for (const one of [email, operator.email]) await mailPortal.ask(one);
    expect([email, operator.email].flatMap((one) => mailPortal.mailsTo(one))).toEqual([]);
  });

  it('[REC-01] counts no link up to the last one that was used', async () => {
    const { email } = await aUser(portal, { client });
    for (const password of ['Lirio-77-a', 'Lirio-77-b', 'Lirio-77-c'])
      await mailPortal.use((await mailPortal.ask(email)).key, { email, password });
    expect((await mailPortal.check((await mailPortal.ask(email)).key, email)).status).toBe(200);
  });

  it('sends at most three in 15 minutes, and the last one stays valid', async () => {
    const { email } = await aUser(portal, { client });
    const links = [await mailPortal.ask(email), await mailPortal.ask(email), await mailPortal.ask(email)];
    for (let count = 0; count < 5; count += 1) await mailPortal.ask(email);
    expect(mailPortal.mailsTo(email)).toHaveLength(3);
    expect((await mailPortal.check(links[2]?.key ?? '', email)).status).toBe(200);
    const mailsOfAnother = async () => {
      await mailPortal.ask(email);
      return mailPortal.mailsTo(email).length;
    };
    await atLimit(portal.clock, 15 * 60_000, {
      before: async () => expect(await mailsOfAnother()).toBe(3),
      after: async () => expect(await mailsOfAnother()).toBe(4),
    });
  });
});

it('a request whose job died with its worker is processed a minute later', async () => {
  const { email } = await aUser(portal, { client });
  await portal.visitor.call(recoverPass, { body: { email } });
  await portal.db.owner.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'dead'`);
  mailPortal.pass(0.9);
  await runCron(portal, NO_MAIL, 'resume-recovery');
  await mailPortal.deliver();
  expect(mailPortal.mailsTo(email)).toEqual([]);
  mailPortal.pass(0.1);
  await runCron(portal, NO_MAIL, 'resume-recovery');
  await mailPortal.deliver();
  expect(mailPortal.mailsTo(email)).toHaveLength(1);
  await portal.db.owner.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null');
  await mailPortal.deliver();
  expect(mailPortal.mailsTo(email)).toHaveLength(1);
});

it('a request that cannot be processed is logged and does not stop the next', async () => {
  const { owner } = portal.db;
  const emails: string[] = [];
  for (const user of [await aUser(portal, { client }), await aUser(portal, { client })]) {
    if (emails.push(user.email) === 1)
      await owner.query(`
        create function break() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$;
        create trigger break before insert on recovery_requests for each row
          when (new.user_id = '${user.userId}') execute function break()`);
    await portal.visitor.call(recoverPass, { body: { email: user.email } });
    mailPortal.pass(1);
  }
  await owner.query('delete from graphile_worker._private_jobs');
  const logged = await runCron(portal, NO_MAIL, 'resume-recovery');
  await owner.query('drop function break cascade');
  await mailPortal.deliver();
  expect(emails.map((email) => mailPortal.mailsTo(email).length)).toEqual([0, 1]);
  expect(logged).toEqual(['a step of a job failed; the others go on']);
});

describe('a clock that is set back', () => {
  it('revives no expired key, and accepts none of its future', async () => {
    const { email } = await aUser(portal, { client });
    const { key } = await mailPortal.ask(email);
    mailPortal.pass(61);
    await runCron(portal, NO_MAIL, 'end-expired');
    const late = await mailPortal.ask(email);
    mailPortal.pass(-59);
    expect((await mailPortal.check(key, email)).status).not.toBe(200);
    expect((await mailPortal.check(late.key, email)).status).not.toBe(200);
    mailPortal.pass(59);
    expect((await mailPortal.use(late.key, { email })).status).toBe(200);
  });

  it('does not count requests of the future', async () => {
    const { email } = await aUser(portal, { client });
    mailPortal.pass(60);
    for (let count = 0; count < 3; count += 1) await mailPortal.ask(email);
    mailPortal.pass(-60);
    await mailPortal.ask(email);
    expect(mailPortal.mailsTo(email)).toHaveLength(4);
    mailPortal.pass(60);
  });
});

describe('asks of strangers', () => {
  it('never use up the mails of a user for the day', async () => {
    const { email } = await aUser(portal, { client });
    for (let ask = 0; ask < 15; ask += 1) {
      await mailPortal.ask(email);
      mailPortal.pass(5);
    }
    const [latest, ...others] = mailPortal.mailsTo(email);
    expect(others).toHaveLength(9);
    expect((await mailPortal.check(linkIn(latest?.text).key, email)).status).toBe(200);
    // A minute before the first mail is a day old, the second of two asks is one too many.
    mailPortal.pass(24 * 60 - 75 - 1);
    for (let ask = 0; ask < 2; ask += 1) await mailPortal.ask(email);
    expect(mailPortal.mailsTo(email)).toHaveLength(11);
    mailPortal.pass(47);
    const { key } = await mailPortal.ask(email);
    expect(mailPortal.mailsTo(email)).toHaveLength(12);
    expect((await mailPortal.use(key, { email })).status).toBe(200);
  });
});

describe('a key', () => {
  it('[REC-05] [REC-07] sets a password once and is expired afterwards', async () => {
    const { email } = await aUser(portal, { client });
    const { key } = await mailPortal.ask(email);
    expect((await mailPortal.check(key, email)).body).toEqual({ status: 'success' });
    expect((await mailPortal.check(key, email)).status).toBe(200);
    expect((await mailPortal.use(key, { email })).body).toEqual({ status: 'success', message: 'PASSWORD_UPDATED' });
    for (const refused of [
      await mailPortal.use(key, { email, password: `${NEW_PASSWORD}2` }),
      await mailPortal.check(key, email),
    ]) {
      expect(refused.status).toBe(422);
      expect(refused.body).toMatchObject({
        error: { code: 'INVALID_KEY', message: 'El token de recuperación de contraseña ha expirado' },
      });
    }
    await portal.signIn(email, NEW_PASSWORD);
    expect((await portal.visitor.send(login, { body: { username: email, password: PASSWORD } })).code).toBe(
      'WRONG_PASSWORD',
    );
  });

  it('[REC-05] a key is bound to its e-mail', async () => {
    const { email } = await aUser(portal, { client });
    const { email: other } = await aUser(portal, { client });
    const { key } = await mailPortal.ask(email);
    expect((await mailPortal.use(key, { email: other })).code).toBe('INVALID_KEY');
    expect((await mailPortal.use(key, { email: 'nobody@example.test' })).code).toBe('INVALID_KEY');
    expect((await mailPortal.use(`${key}x`, { email })).code).toBe('INVALID_KEY');
    expect((await mailPortal.use('', { email })).code).toBe('INVALID_KEY');
    expect((await mailPortal.use(key, { email: ` ${email.toUpperCase()}` })).status).toBe(200);
  });

  it('[REC-05] is valid for 60 minutes from sending', async () => {
    const { email } = await aUser(portal, { client });
    const { key } = await mailPortal.ask(email);
    mailPortal.pass(59);
    expect((await mailPortal.check(key, email)).status).toBe(200);
    mailPortal.pass(1);
    expect((await mailPortal.check(key, email)).code).toBe('INVALID_KEY');
    expect((await mailPortal.use(key, { email })).code).toBe('INVALID_KEY');
  });

  it('[REC-05] is invalid after a newer one', async () => {
    const { email } = await aUser(portal, { client });
    const older = await mailPortal.ask(email);
    const newer = await mailPortal.ask(email);
    expect((await mailPortal.use(older.key, { email })).code).toBe('INVALID_KEY');
    expect((await mailPortal.use(newer.key, { email })).status).toBe(200);
  });

  it('[REC-05] is invalid after a new password, even if its mail is still queued', async () => {
    const { email } = await aUser(portal, { client, mustChangePassword: true });
    const { key } = await mailPortal.ask(email);
    const { recoverKey } = await portal.visitor.call(login, { body: { username: email, password: PASSWORD } });
    expect((await mailPortal.use(recoverKey ?? '', { email })).status).toBe(200);
    expect((await mailPortal.use(key, { email })).code).toBe('INVALID_KEY');

    mailPortal.mail.refuse(true);
    const before = mailPortal.mailsTo(email).length;
    await mailPortal.ask(email);
    const session = await portal.visitor.call(login, { body: { username: email, password: NEW_PASSWORD } });
    expect(session.recoverKey).toBeNull();
    mailPortal.mail.refuse(false);
    await portal.db.owner.query('update recovery_requests set ended_at = now() where ended_at is null');
    await portal.db.owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`);
    await mailPortal.deliver();
    expect(mailPortal.mailsTo(email).length - before).toBe(1);
    expect(mailPortal.mailsTo(email)[0]?.subject).toBe('Tu contraseña cambió');
  });

  it('[REC-05] is stored only as SHA-256, and appears in no job, message or log', async () => {
    const { email } = await aUser(portal, { client });
    const { key } = await mailPortal.ask(email);
    const { rows } = await portal.db.owner.query('select * from recovery_keys where key_hash = $1', [
      createHash('sha256').update(key).digest(),
    ]);
    expect(rows).toHaveLength(1);
    const { rows: kept } = await portal.db.owner.query<{ text: string }>(
      `select k::text as text from recovery_keys k union all select o::text from outbox o union all select a::text from audit a
       union all select j::text from graphile_worker._private_jobs j union all select r::text from recovery_requests r`,
    );
    expect(kept.map((row) => row.text).join()).not.toContain(key);
    expect(JSON.stringify(portal.log)).not.toContain(key);
  });

  it(`[REC-05] works exactly once in ${USES} concurrent uses`, async () => {
    const { email } = await aUser(portal, { client });
    const { key } = await mailPortal.ask(email);
    const answers = await Promise.all(
      Array.from({ length: USES }, async (_, index) => {
        const { statusCode, body } = await portal.app.inject({
          method: 'POST',
          url: setNewPassword.path,
          remoteAddress: `198.51.${Math.floor(index / 200)}.${index % 200}`,
          payload: { email, password: `${NEW_PASSWORD}-${index}`, recoverPassKey: key },
        });
        return { index, statusCode, code: String(/"code":"(\w+)"/.exec(body)?.[1]) };
      }),
    );
    const winners = answers.filter((answer) => answer.statusCode === 200);
    expect(winners).toHaveLength(1);
    const losers = new Set(answers.filter((answer) => answer.statusCode !== 200).map((answer) => answer.code));
    for (const code of losers) expect(['INVALID_KEY', 'TOO_MANY_REQUESTS', 'RECOVER_PASS_ERROR']).toContain(code);
    mailPortal.pass(20);
    await portal.signIn(email, `${NEW_PASSWORD}-${winners[0]?.index}`);
    expect((await mailPortal.use(key, { email })).code).toBe('INVALID_KEY');
  });
});
