/** Notices by WhatsApp, with the stand-in that verifies each call as Meta's API does. */
import { randomInt } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import { moneyOf } from '@anticipa/domain/money';
import { type SignedCall, startWhatsAppServer, type WhatsAppServer } from '@anticipa/sandbox/whatsapp-server';
import { whatsAppAnswers } from '@anticipa/texts/whatsapp-answers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aClient, anOperator, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import type { Session } from '../../../testing/session.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { narrowTo } from '../../platform/work/work.ts';
import { putNotice } from './put.ts';

const PHONE = '5218187654321';

let whatsapp: WhatsAppServer;
let mails: PortalWithMail;
let client: TestClient;
let user: TestUser;
let session: Session;
let support: Session;
beforeAll(async () => {
  whatsapp = await startWhatsAppServer();
  mails = await startPortalWithMail({
    whatsappUrl: whatsapp.url,
    whatsappToken: whatsapp.token,
    whatsappPhoneId: whatsapp.phoneId,
    whatsappNumber: whatsapp.number,
    whatsappAppSecret: whatsapp.appSecret,
    whatsappVerifyToken: whatsapp.verifyToken,
  });
});
afterAll(async () => {
  await mails.close();
  await whatsapp.close();
});

const hear = async ({ body, headers }: SignedCall, secret?: string): Promise<number> => {
  const signature = secret ?? headers['x-hub-signature-256'];
  const answer = await mails.portal.app.inject({
    method: 'POST',
    url: '/api/webhooks/whatsapp',
    headers: { ...headers, 'x-hub-signature-256': signature },
    payload: body,
  });
  await mails.deliver();
  return answer.statusCode;
};
const confirm = async (): Promise<void> => {
  const { code, chat } = await session.call(routes.confirmWhatsApp, { body: {} });
  expect(chat).toBe(`https://wa.me/${whatsapp.number}`);
  expect(await hear(whatsapp.textFrom(PHONE, `Quiero recibir los avisos. Código: ${code}`))).toBe(200);
};
const confirmed = async () => (await session.call(routes.getNoticeChoices)).whatsapp?.confirmed;
/** Tells the user of a payout, by WhatsApp and not by mail. */
const tell = () =>
  runAs({ db: mails.portal.db.worker, clock: mails.portal.clock }, WORKER, (work) => {
    const amount = moneyOf('11020.00', 'MXN');
    const about = { object: 'settled', count: 1, amount, trackingKey: 'RASTREO1' } as const;
    return putNotice(narrowTo(work, client.clientId as never), { event: 'payout', ...about });
  });
const retry = async () => {
  await mails.portal.db.owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 minute'`);
  return mails.deliver();
};
const sentTo = () => whatsapp.accepted().filter(({ callbackData }) => ids.includes(callbackData ?? ''));
let ids: string[] = [];
const states = async () => {
  const { rows } = await mails.portal.db.owner.query<{ id: string; state: string; isMailed: boolean }>(
    `select message_id as id, state, is_mailed as "isMailed" from whatsapp_messages where client_id = $1 order by created_at`,
    [client.clientId],
  );
  ids = rows.map(({ id }) => id);
  return rows.map(({ state, isMailed }) => [state, isMailed]);
};
const mailed = () => mails.mailsTo(user.email).filter(({ subject }) => /devolución/.test(subject)).length;

beforeEach(async () => {
  client = await aClient(mails.portal);
  user = await aUser(mails.portal, { client });
  session = await mails.portal.signIn(user.email);
  support = await mails.portal.signIn((await anOperator(mails.portal, { roles: ['soporte'] })).email);
  await mails.deliver();
});
/** The notices to the phone as the desk sees them, the newest first. */
const atDesk = async () =>
  (await support.call(routes.listMessages)).data
    .filter(({ clientId, kind }) => clientId === client.clientId && kind === 'whatsapp')
    .map(({ state, lastError, isMailed }) => [state, lastError, isMailed]);

describe('the consent', () => {
  it('[AVI-10] the consent comes with the code that the person sends, with number and instant, and ends with BAJA', async () => {
    expect(await confirmed()).toBe(null);
    await confirm();
    expect(await confirmed()).toBe('4321');
    const { rows } = await mails.portal.db.owner.query(
      'select phone, confirmed_at from whatsapp_numbers where user_id = $1',
      [user.userId],
    );
    expect(rows).toEqual([{ phone: PHONE, confirmed_at: mails.portal.clock.now() }]);
    await hear(whatsapp.textFrom(PHONE, ' Baja '));
    expect(await confirmed()).toBe(null);
    await tell();
    expect(await states()).toEqual([]);
  });

  it('[AVI-10] the consent needs a code that is in time and right, in a call that Meta has signed', async () => {
    const { code } = await session.call(routes.confirmWhatsApp, { body: {} });
    const call = whatsapp.textFrom(PHONE, code);
    expect(await hear(call, `sha256=${'0'.repeat(64)}`)).toBe(400);
    expect(await hear({ ...call, body: call.body.replace(PHONE, '5215500000000') })).toBe(400);
    await hear(whatsapp.textFrom(PHONE, '00000000'));
    expect(await confirmed()).toBe(null);
    mails.pass(16);
    session = await mails.portal.signIn(user.email);
    await hear(whatsapp.textFrom(PHONE, code));
    expect(await confirmed()).toBe(null);
  });

  it('[AVI-10] the webhook answers the challenge to whom knows its token', async () => {
    const ask = (token: string) => {
      const query = { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' };
      return mails.portal.app.inject({ method: 'GET', url: '/api/webhooks/whatsapp', query });
    };
    const answer = await ask(whatsapp.verifyToken);
    expect([answer.statusCode, answer.body]).toEqual([200, '1158201444']);
    expect((await ask('other')).statusCode).toBe(400);
  });
});

describe('an answer to the phone', () => {
  const answers = () => whatsapp.answers().filter(({ to }) => to === phone);
  let phone = '';
  beforeEach(() => {
    phone = `52181${randomInt(10_000_000, 100_000_000)}`;
  });

  it('[AVI-28] says whether the code was right and that the notices have ended, and nothing to other words', async () => {
    const { code } = await session.call(routes.confirmWhatsApp, { body: {} });
    for (const text of ['00000000', code, '¿a qué hora abren?', 'Baja']) await hear(whatsapp.textFrom(phone, text));
    const { wrong, confirmed: right, ended } = whatsAppAnswers;
    expect(answers().map(({ text }) => text)).toEqual([wrong, right, ended]);
    const { code: late } = await session.call(routes.confirmWhatsApp, { body: {} });
    mails.pass(16);
    await hear(whatsapp.textFrom(phone, late));
    expect(answers()).toHaveLength(4);
    expect(answers().at(-1)?.text).toBe(wrong);
  });

  it('[AVI-28] a text that Meta sends again is neither read nor answered twice, and an answer that was lost is not repeated', async () => {
    const { code } = await session.call(routes.confirmWhatsApp, { body: {} });
    const call = whatsapp.textFrom(phone, code);
    for (let time = 0; time < 2; time += 1) await hear(call);
    expect(answers()).toHaveLength(1);
    whatsapp.script('accepted-then-lost');
    await hear(whatsapp.textFrom(phone, 'BAJA'));
    await retry();
    expect(answers()).toHaveLength(2);
    expect(await confirmed()).toBe(null);
  });
});

describe('a notice', () => {
  beforeEach(async () => {
    await confirm();
    const choices = [{ event: 'payout', portal: true, mail: 'none', whatsapp: true, push: false }] as const;
    await session.call(routes.changeNoticeChoices, { body: { choices: [...choices] } });
  });

  it('[AVI-11] [AVI-24] a notice goes by the template, with its amount and a link, and no state takes it back', async () => {
    await tell();
    expect(await mails.deliver()).toEqual([]);
    expect(await states()).toEqual([['accepted', false]]);
    const [message] = sentTo();
    expect(message).toMatchObject({
      to: PHONE,
      template: 'aviso_portal',
      body: [expect.stringContaining('MXN 11,020.00'), expect.stringContaining('RASTREO1')],
      button: `invoices?empresa=${client.clientId}`,
    });
    if (!message) throw new Error('nothing was sent');
    const seen = await atDesk();
    for (const state of ['delivered', 'sent', 'read', 'delivered', 'failed'] as const) {
      await hear(whatsapp.stateOf(message, state, state === 'failed' ? 131026 : undefined));
      seen.push(...(await atDesk()));
    }
    expect(seen.map(([state]) => state)).toEqual(['sent', 'arrived', 'arrived', 'read', 'read', 'read']);
    expect(await states()).toEqual([['read', false]]);
    expect(mailed()).toBe(0);
  });

  it('[AVI-11] [AVI-24] a notice that Meta cannot deliver goes by mail, once, and the desk says why', async () => {
    await tell();
    await mails.deliver();
    await states();
    const [message] = sentTo();
    if (!message) throw new Error('nothing was sent');
    for (let time = 0; time < 2; time += 1) await hear(whatsapp.stateOf(message, 'failed', 131026));
    expect(await states()).toEqual([['failed', true]]);
    expect(await atDesk()).toEqual([['refused', 'error 131026', true]]);
    expect(mailed()).toBe(1);
  });

  it.each(['paused-template', 'expired-token'] as const)(
    '[AVI-11] a notice that is refused (%s) goes by mail at once',
    async (fault) => {
      whatsapp.script(fault);
      await tell();
      await mails.deliver();
      expect(await states()).toEqual([['failed', true]]);
      expect([sentTo().length, mailed()]).toEqual([0, 1]);
    },
  );

  it.each(['rate-limit', 'busy'] as const)(
    '[AVI-11] a notice that is not taken now (%s) is sent later, once',
    async (fault) => {
      whatsapp.script(fault);
      await tell();
      await mails.deliver();
      expect(await states()).toEqual([]);
      await retry();
      expect(await states()).toEqual([['accepted', false]]);
      expect([sentTo().length, mailed()]).toEqual([1, 0]);
    },
  );

  it('[AVI-11] a notice goes by mail after a quarter of an hour without WhatsApp', async () => {
    whatsapp.script('rate-limit', '', 2);
    await tell();
    await mails.deliver();
    mails.pass(16);
    await retry();
    expect(await states()).toEqual([['failed', true]]);
    expect(mailed()).toBe(1);
  });

  it('[AVI-11] a notice whose answer was lost is not repeated: its state tells, or after ten minutes it goes by mail', async () => {
    whatsapp.script('accepted-then-lost', '', 2);
    await tell();
    await mails.deliver();
    await tell();
    await mails.deliver();
    await retry();
    expect(await states()).toEqual([
      ['unknown', false],
      ['unknown', false],
    ]);
    expect(await atDesk()).toEqual([
      ['unheard', null, false],
      ['unheard', null, false],
    ]);
    const [seen, unseen] = sentTo();
    if (!seen || !unseen) throw new Error('nothing was sent');
    await hear(whatsapp.stateOf(seen, 'sent'));
    mails.pass(11);
    expect(await runCron(mails.portal, mails.mail, 'settle-whatsapp')).toEqual([]);
    await mails.deliver();
    expect((await states()).toSorted()).toEqual([
      ['sent', false],
      ['unknown', true],
    ]);
    expect([sentTo().length, mailed()]).toEqual([2, 1]);
  });

  it('[AVI-25] a notice that is not reported as delivered within the hour goes by mail, once, and a late report is kept', async () => {
    await tell();
    await mails.deliver();
    await states();
    const [message] = sentTo();
    if (!message) throw new Error('nothing was sent');
    await hear(whatsapp.stateOf(message, 'sent'));
    const settle = async (minutes: number): Promise<void> => {
      mails.pass(minutes);
      expect(await runCron(mails.portal, mails.mail, 'settle-whatsapp')).toEqual([]);
      await mails.deliver();
    };
    await settle(59);
    expect([await states(), mailed()]).toEqual([[['sent', false]], 0]);
    for (let time = 0; time < 2; time += 1) await settle(2);
    expect([await states(), mailed()]).toEqual([[['sent', true]], 1]);
    const [mail] = mails.mailsTo(user.email);
    expect(mail?.text).toContain('elegiste recibir este aviso por WhatsApp');
    await hear(whatsapp.stateOf(message, 'delivered'));
    await settle(120);
    expect(mailed()).toBe(1);
    expect(await states()).toEqual([['delivered', true]]);
    support = await mails.portal.signIn((await anOperator(mails.portal, { roles: ['soporte'] })).email);
    expect(await atDesk()).toEqual([['arrived', null, true]]);
  });

  it('[AVI-25] a notice of which nothing is heard for three days, such as before an upgrade, is no news and not mailed', async () => {
    await tell();
    await mails.deliver();
    mails.pass(72 * 60);
    expect(await runCron(mails.portal, mails.mail, 'settle-whatsapp')).toEqual([]);
    await mails.deliver();
    expect([await states(), mailed()]).toEqual([[['accepted', false]], 0]);
  });

  it.each([false, true])(
    '[AVI-25] a notice that waits for the mail of the day is mailed once (that mail was sent: %s)',
    async (isSent) => {
      const choices = [{ event: 'payout', portal: true, mail: 'daily', whatsapp: true, push: false }] as const;
      await session.call(routes.changeNoticeChoices, { body: { choices: [...choices] } });
      await tell();
      await mails.deliver();
      const digest = () => runCron(mails.portal, mails.mail, 'mail-digests');
      if (isSent) await digest();
      mails.pass(61);
      await runCron(mails.portal, mails.mail, 'settle-whatsapp');
      await digest();
      await mails.deliver();
      const about = mails.mailsTo(user.email).filter(({ text }) => text.includes('RASTREO1'));
      expect(about).toHaveLength(1);
    },
  );
});
