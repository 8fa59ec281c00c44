import { randomUUID } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import { formatTableDate } from '@anticipa/texts/format';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { aClient, anOperator, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { runCron, runJobs } from '../../../testing/jobs.ts';
import { aMessage } from '../../../testing/messages.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import type { Session } from '../../../testing/session.ts';
import { exportSpans, type Span } from '../../platform/trace/trace.ts';

let mails: PortalWithMail;
let support: Session;
let client: TestClient;
let user: TestUser;
beforeAll(async () => {
  mails = await startPortalWithMail();
  client = await aClient(mails.portal);
});
afterAll(() => mails.close());
beforeEach(async () => {
  const { portal } = mails;
  support = await portal.signIn((await anOperator(portal, { roles: ['soporte'] })).email);
  user = await aUser(portal, { client });
  mails.pass(1);
  await portal.db.owner.query('delete from outbox');
  mails.mail.bounce(null);
});

const leaveOne = () => aMessage(mails.portal, client, { kind: 'password-changed', payload: { userId: user.userId } });
const messages = async () => (await support.call(routes.listMessages)).data;
const newest = async () => {
  const [message] = await messages();
  if (message === undefined) throw new Error('there is no message');
  return message;
};
const repeat = (id: string) =>
  support.send(routes.repeatMessage, { params: { clientId: client.clientId, messageId: id }, body: {} });

/** A message that bounced; the mailbox exists from now on. */
const aBouncedMessage = async () => {
  await leaveOne();
  mails.mail.bounce(user.email);
  await mails.deliver();
  mails.mail.bounce(null);
  return newest();
};

describe('an address that the mail server refuses for good', () => {
  it('ends the message as bounced with the server’s words, and is not tried again', async () => {
    expect(await aBouncedMessage()).toMatchObject({
      state: 'bounced',
      sentTo: user.email,
      attempts: 1,
      lastError: expect.stringContaining('user unknown'),
    });
    mails.pass(20);
    await runCron(mails.portal, mails.mail, 'resume-outbox');
    await mails.deliver();
    expect(mails.mailsTo(user.email)).toEqual([]);
    expect((await support.call(routes.listMessages, { query: { state: 'given-up' } })).data).toEqual([]);
  });

  it('a refusal for now does not count as one for good', async () => {
    await leaveOne();
    mails.mail.refuse(user.email);
    await mails.deliver();
    mails.mail.refuse(false);
    expect(await newest()).toMatchObject({ state: 'retrying', sentTo: null });
  });
});

describe('sending again', () => {
  it('[VIG-03] is a step in the trace of the call that asked for it', async () => {
    const { id } = await aBouncedMessage();
    const spans: Span[] = [];
    exportSpans((span) => spans.push(span));
    onTestFinished(() => exportSpans(null));
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await support.call(routes.repeatMessage, {
      ...{ params: { clientId: client.clientId, messageId: id }, body: {} },
      headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
    });
    await mails.deliver();
    const steps = spans.filter((span) => span.traceId === traceId);
    const route = `POST ${routes.repeatMessage.path}`;
    expect(steps.map(({ name, kind }) => [name, kind])).toEqual([
      [route, 'server'],
      ['mail password-changed', 'client'],
    ]);
    expect(steps[1]?.parentId).toBe(steps[0]?.spanId);
    expect(spans.map(({ name }) => name)).toContain('job deliver-outbox');
    expect(JSON.stringify(spans)).not.toMatch(new RegExp(`${client.clientId}|${id}|@`));
  });

  it('reaches the person under a new id, once however often it is asked for, and is logged', async () => {
    const { id } = await aBouncedMessage();
    const answers = await Promise.all([repeat(id), repeat(id), repeat(id)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['MESSAGE_REPEATED', 'MESSAGE_REPEATED', null]);
    await mails.deliver();
    const [mail, ...others] = mails.mailsTo(user.email);
    expect(others).toEqual([]);
    expect(mail?.messageId).not.toContain(id);
    const listed = await messages();
    expect(listed.map(({ state, isRepeated }) => [state, isRepeated]).toSorted()).toEqual([
      ['bounced', true],
      ['sent', false],
    ]);
    const { rows } = await mails.portal.db.owner.query(
      `select client_id, details from audit where action = 'message.repeat' and subject = $1`,
      [`message:${id}`],
    );
    expect(rows).toEqual([
      { client_id: client.clientId, details: expect.objectContaining({ kind: 'password-changed', state: 'bounced' }) },
    ]);
  });

  it('repeats a delivered message, to the address of today', async () => {
    await leaveOne();
    await mails.deliver();
    const moved = `moved-${user.email}`;
    await mails.portal.db.owner.query('update accounts set email = $2 where email = $1', [user.email, moved]);
    expect((await repeat((await newest()).id)).status).toBe(200);
    await mails.deliver();
    expect([mails.mailsTo(user.email).length, mails.mailsTo(moved).length]).toEqual([1, 1]);
  });

  it('[AVI-23] a mail that is sent again says that it is a copy, and of when, however often', async () => {
    await leaveOne();
    await mails.deliver();
    const written = formatTableDate(mails.portal.clock.now().toISOString());
    for (let time = 0; time < 2; time += 1) {
      mails.pass(10);
      expect((await repeat((await newest()).id)).status).toBe(200);
      await mails.deliver();
    }
    const [first, ...copies] = mails.mailsTo(user.email).toReversed();
    expect(first?.text).not.toContain('Copia');
    for (const copy of copies) {
      expect(copy.subject).toBe(`Copia: ${first?.subject}`);
      expect(copy.text).toContain(`Copia del correo que se escribió el ${written}`);
    }
    expect(copies).toHaveLength(2);
  });

  it.each(['whatsapp', 'push'] as const)('[AVI-23] a notice to a phone (%s) is not sent again', async (kind) => {
    const id = await aMessage(mails.portal, client, { kind, isGivenUp: true });
    expect((await repeat(id)).code).toBe('MESSAGE_TO_PHONE');
    expect(await messages()).toHaveLength(1);
  });

  it('finds no message under another client, and drops one whose addressee was disabled since', async () => {
    const other = await aClient(mails.portal);
    const payload = { documentId: randomUUID(), motive: 'CANCELLED_AT_TAX_AUTHORITY', userId: user.userId };
    const id = await aMessage(mails.portal, client, { kind: 'invoice-objection', payload, isGivenUp: true });
    const params = { clientId: other.clientId, messageId: id };
    expect((await support.send(routes.repeatMessage, { params, body: {} })).code).toBe('NOT_FOUND');
    await mails.portal.db.owner.query('update users set active = false where user_id = $1', [user.userId]);
    mails.pass(1);
    expect((await repeat(id)).code).toBe(null);
    await mails.deliver();
    const copy = await newest();
    expect([mails.mailsTo(user.email), copy.state]).toEqual([[], 'dropped']);
    expect([(await repeat(id)).code, (await repeat(copy.id)).code]).toEqual(['MESSAGE_REPEATED', 'MESSAGE_NOT_ENDED']);
  });

  it('waits until the portal has stopped trying', async () => {
    await leaveOne();
    expect((await repeat((await newest()).id)).code).toBe('MESSAGE_NOT_ENDED');
    await runJobs(mails.portal, { smtpUrl: 'smtp://127.0.0.1:1' });
    expect((await repeat((await newest()).id)).code).toBe('MESSAGE_NOT_ENDED');
    expect(await messages()).toHaveLength(1);
  });

  it('does not repeat a link to set a password', async () => {
    await mails.portal.visitor.call(routes.recoverPass, { body: { email: user.email } });
    mails.mail.bounce(user.email);
    await mails.deliver();
    const message = await newest();
    expect(message).toMatchObject({ kind: 'recovery-link', state: 'bounced' });
    expect((await repeat(message.id)).code).toBe('MESSAGE_HAS_LINK');
    expect(await messages()).toHaveLength(1);
  });
});
