import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { runCron } from '../../../testing/jobs.ts';
import { aNotice } from '../../../testing/notices.ts';
import { type PortalWithMail, startPortalWithMail } from '../../../testing/portal-with-mail.ts';
import { adjustAsTwo, aPayment, approveAsOther, collect, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let mails: PortalWithMail;
let unsold: Seller['invoices'];
let session: Session;
let operator: Session;
let client: TestClient;
let administrator: TestUser;
beforeAll(async () => {
  mails = await startPortalWithMail();
  ({ session, operator, client, invoices: unsold } = await aSeller(mails.portal));
  administrator = await aUser(mails.portal, { client, isAdmin: true });
});
afterAll(() => mails.close());
/** An invoice that its receiver owes through all tests. */
let unpaid: string;

const change = (body: object) =>
  operator.call(routes.changeReminders, { body: { change: body, reason: 'lo acordamos' } });
/** Nine in the morning of a day; the operator signs in again. */
const on = async (day: string): Promise<void> => {
  mails.portal.clock.set(new Date(`${day}T09:00:00-06:00`));
  operator = await mails.portal.signIn((await anOperator(mails.portal)).email);
};
/** The mails of a run of the job: to whom, the subject and the text. */
const remind = async (isDelivered = true) => {
  const before = mails.mail.mails().length;
  const problems = await runCron(mails.portal, mails.mail, 'send-reminders');
  expect(problems).toEqual([]);
  if (!isDelivered) return [];
  await mails.deliver();
  const all = mails.mail.mails();
  return all.slice(0, all.length - before).filter(({ subject }) => /vencer|pagar/.test(subject));
};

it('[DIN-73] reminds of a client’s invoices in one mail a day, once a step, and of none that is disputed, paid or bought back', async () => {
  const [first = '', second = '', disputed = '', paid = '', boughtBack = ''] = await unsold({ count: 5 });
  unpaid = first;
  await sellAndDeposit({ session, operator }, [first, second, disputed, paid, boughtBack]);
  const open = { raisedBy: 'Laura Pérez', reason: 'faltan dos cajas' };
  await operator.call(routes.openDispute, { params: { documentId: disputed }, body: open });
  await adjustAsTwo(mails.portal, operator, boughtBack, { kind: 'recourse' });
  const later = { params: { documentId: boughtBack }, query: { dueDate: '2026-05-08' } };
  expect(await operator.refusal(routes.previewExtension, later)).toMatchObject({ code: 'NOTHING_OWED_BY_RECEIVER' });
  await on('2026-04-17');
  expect(await remind()).toEqual([]);
  await change({ kind: 'switch', reader: 'client', isOn: true });
  await collect(operator, aPayment({ documentIds: [paid] }, { valueDate: '2026-04-17' }));
  const sent = await remind();
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [administrator.email, '2 facturas por vencer: MXN 232,000.00'],
  ]);
  expect(sent[0]?.text).toContain('Por vencer');
  expect(await remind()).toEqual([]);
  // A Monday: the days of the reminders before and of this one.
  await on('2026-04-20');
  expect(await remind()).toEqual([]);
  await on('2026-04-21');
  expect(await remind()).toHaveLength(1);
});

/** Mails to a receiver in a run of the job, and the mails that the desk announced before it. */
const remindReceiver = async () => {
  const before = mails.mailsTo(CONTACT).length;
  expect(await runCron(mails.portal, mails.mail, 'send-reminders')).toEqual([]);
  await mails.deliver();
  const all = mails.mailsTo(CONTACT);
  return all.slice(0, all.length - before);
};
const CONTACT = 'pagos@nandu.example';

it('[DIN-77] [DIN-78] a receiver gets one mail a day with what it owes to each notified client, and none before both switches are on', async () => {
  const other = await aSeller(mails.portal);
  const [owed = '', promised = ''] = await other.invoices({ count: 2 });
  await sellAndDeposit({ session: other.session, operator }, [owed, promised], '2026-04-24');
  const promise = { promised: { amount: '1.00', payOn: '2026-04-30', promisedBy: 'Laura Pérez' } };
  await operator.call(routes.recordPromise, { params: { documentId: promised }, body: promise });
  const { companyId } = other;
  const today = () => operator.call(routes.getTodaysReminders);
  expect((await today()).withheld).toMatchObject([{ companyId, cause: 'no-notice', invoices: 3 }]);
  const notify = (clientId: string) =>
    operator.call(routes.recordNotice, { params: { companyId, clientId }, body: aNotice() });
  await notify(other.client.clientId);
  const person = { contactId: null, name: 'Laura Pérez', email: CONTACT, phone: null, area: null };
  await operator.call(routes.saveReceiverContact, { params: { companyId }, body: person });
  const [mail] = (await today()).mails.filter(({ reader }) => reader === 'receiver');
  expect(mail).toMatchObject({ to: CONTACT, stoppedBy: 'receiver', subject: '1 factura por vencer: MXN 116,000.00' });
  const isOn = { isOn: true, reason: 'ya tiene contactos' };
  await operator.call(routes.setReceiverReminders, { params: { companyId }, body: isOn });
  expect(await remindReceiver()).toEqual([]);
  await change({ kind: 'switch', reader: 'receiver', isOn: true });
  const [sent, ...others] = await remindReceiver();
  expect(others).toEqual([]);
  expect(sent?.subject).toBe(mail?.subject);
  expect(sent?.text).toContain(other.client.entityName);
  expect(sent?.text).not.toContain(client.entityName);
  expect(sent?.text).toMatch(/CLABE: \d{18}/);
  expect(await remindReceiver()).toEqual([]);
  await notify(client.clientId);
  expect(await remindReceiver()).toEqual([]);
  await on('2026-04-23');
  mails.mail.bounce(CONTACT);
  const both = () => runCron(mails.portal, mails.mail, 'send-reminders');
  await Promise.all([both(), both()]);
  await mails.deliver();
  const { data } = await operator.call(routes.listMessages, { query: { state: 'bounced' } });
  expect(data.map(({ kind }) => kind)).toEqual(['receiver-reminder']);
  const { contacts } = await operator.call(routes.getReceiverContacts, { params: { companyId } });
  expect(contacts).toMatchObject([{ lastMail: { state: 'bounced', at: expect.stringContaining('2026-04-23') } }]);
  mails.mail.bounce(null);
  await change({ kind: 'switch', reader: 'receiver', isOn: false });
});

it('[DIN-73] after days without a worker only the last step goes out, and a mail that waited for days is dropped', async () => {
  await on('2026-04-29');
  const [overdue, ...others] = await remind();
  expect(others).toEqual([]);
  // Five days at 48 % on 116,000.00 are 773.33.
  expect(overdue?.subject).toBe('2 facturas por pagar: MXN 233,546.66');
  expect(overdue?.text).toContain('5 días');
  await on('2026-05-11');
  await remind(false);
  await on('2026-05-13');
  const before = mails.mail.mails().length;
  await mails.deliver();
  expect(mails.mail.mails().length).toBe(before);
  const { data } = await operator.call(routes.listMessages, { query: { state: 'dropped' } });
  expect(data.map(({ kind }) => kind)).toContain('payment-reminder');
});

it('[DIN-74] replaces a text with placeholders of the list alone; what fills them in is escaped', async () => {
  const text = {
    kind: 'text',
    text: 'client-due',
    subject: 'Aviso de {empresa}',
    paragraphs: 'Hola, {nombre}.\n\n<b>{total}</b>',
  };
  const refusal = { body: { change: { ...text, paragraphs: '{clabe}' }, reason: 'lo acordamos' } };
  expect(await operator.refusal(routes.changeReminders, refusal)).toMatchObject({
    code: 'REMINDER_PLACEHOLDER_UNKNOWN',
    details: [{ path: 'change.paragraphs' }],
  });
  const { texts } = await change(text);
  expect(texts.find((one) => one.text === 'client-due')).toMatchObject({ subject: 'Aviso de {empresa}', isOwn: true });
  expect(
    await operator.refusal(routes.changeReminders, { body: { change: text, reason: 'lo acordamos' } }),
  ).toMatchObject({
    code: 'NOTHING_CHANGED',
  });
});

it('[AVI-26] the set-up asks for a decision about reminders to clients, which those to receivers are not', async () => {
  await mails.portal.db.owner.query('update reminder_settings set is_on = false, is_decided = false');
  const isAsked = async () => (await operator.call(routes.getSetup)).data.includes('reminders');
  const current = (await operator.call(routes.getReminders)).isOnForReceivers;
  await change({ kind: 'switch', reader: 'receiver', isOn: !current });
  await change({ kind: 'switch', reader: 'receiver', isOn: current });
  expect(await isAsked()).toBe(true);
  const left = { kind: 'switch', reader: 'client', isOn: false };
  expect(await change(left)).toMatchObject({ isOn: false, isDecided: true });
  expect(await isAsked()).toBe(false);
  const again = { body: { change: left, reason: 'lo acordamos' } };
  expect((await operator.refusal(routes.changeReminders, again)).code).toBe('NOTHING_CHANGED');
  await change({ ...left, isOn: true });
});

it('[DIN-72] the client’s administrators are mailed the due date before and after an extension', async () => {
  await on('2026-05-14');
  const params = { documentId: unpaid };
  const body = { dueDate: '2026-05-29', reason: 'lo pidió el receptor' };
  const { proposal } = await operator.call(routes.proposeExtension, { params, body });
  await approveAsOther(mails.portal, proposal);
  await mails.deliver();
  const [mail] = mails.mailsTo(administrator.email);
  expect(mail?.subject).toMatch(/^Nuevo vencimiento de tu factura .*: 29\/05\/2026$/);
  expect(mail?.text).toMatch(/vencía el 24\/04\/2026 y ahora vence el 29\/05\/2026.*interés del 24 % anual/s);
});
