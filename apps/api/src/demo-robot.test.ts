/** The demo robot on the real portal. */
import type { AddressInfo } from 'node:net';
import { routes } from '@anticipa/contract/routes';
import { type PayerTransfer, startDemoRobot } from '@anticipa/sandbox/demo-robot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, aUser } from '../testing/builders.ts';
import { someInvoices } from '../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../testing/portal.ts';
import { answerTo, referenceFor, requestSale } from '../testing/sale-steps.ts';
import { PASSWORD, type Session } from '../testing/session.ts';
import { addRobot } from './seed/demo.ts';

let portal: Portal;
let session: Session;
let documentIds: string[];
let robot: ReturnType<typeof startDemoRobot>;
let options: Parameters<typeof startDemoRobot>[0];
const problems: string[] = [];

beforeAll(async () => {
  portal = await startPortal();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const portalUrl = `http://127.0.0.1:${(portal.app.server.address() as AddressInfo).port}`;
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  await aLine(portal, { client });
  const companyId = await aCompany(portal, { client });
  documentIds = await someInvoices(portal, { client, user, companyId, count: 14, total: '1000.00' });
  session = await portal.signIn(user.email);
  const { email } = await anOperator(portal);
  const onProblem = (problem: string): void => void problems.push(problem);
  const pace = { everyMs: 100, recoverMs: 20, payAfterMs: 1500 };
  options = { portalUrl, email, password: PASSWORD, ...pace, onProblem };
  robot = startDemoRobot(options);
});
afterAll(async () => {
  await robot.stop();
  await portal.close();
});

const statusOf = async (index: number): Promise<number | undefined> => {
  const { data } = await session.call(routes.listInvoices);
  return data.find((invoice) => invoice.documentId === documentIds[index])?.status;
};

it('takes a requested sale to its deposit and rejects a folio ending in 13', async () => {
  // Folios start at 1, so the thirteenth invoice ends in 13.
  await requestSale(session, [documentIds[0] ?? '', documentIds[12] ?? '']);
  await expect.poll(() => statusOf(0)).toBe(30);
  const { data } = await session.call(routes.listInvoices, { query: { status: '0' } });
  expect(data).toMatchObject([{ documentId: documentIds[12], motive: { code: 'LENDER_PAYER_DECLINED', user: false } }]);
});

it('pays only invoices with a payment reference, after a delay', async () => {
  const [first = '', second = ''] = [documentIds[2], documentIds[3]];
  await requestSale(session, [first, second]);
  await expect.poll(() => statusOf(3)).toBe(30);
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  const invoices = data.filter(({ documentId }) => documentId === first).map(({ uuid }) => uuid);
  const { paymentReference } = await session.call(routes.setPaymentReference, { body: { invoices } });
  expect(await statusOf(2)).toBe(30);
  const settled = async () => (await session.call(routes.listInvoices, { query: { status: '40' } })).data;
  await expect.poll(settled).toMatchObject([{ documentId: first, paymentReference, source: 'REFERENCIA' }]);
  expect(await statusOf(3)).toBe(30);
});

it('transfers the devolución of a settled invoice', async () => {
  const payouts = async () => (await portal.db.owner.query(`select amount, currency from payouts`)).rows;
  await expect.poll(payouts).toEqual([{ amount: expect.stringMatching(/^\d+\.\d\d$/), currency: 'MXN' }]);
});

it('continues after its session ended', async () => {
  await portal.db.owner.query('update sessions set ended_at = now() where operator_id is not null');
  await portal.db.owner.query(
    'delete from session_tokens using sessions where sessions.session_id = session_tokens.session_id and ended_at is not null',
  );
  await requestSale(session, [documentIds[1] ?? '']);
  await expect.poll(() => statusOf(1)).toBe(30);
  expect(problems).toContain('401 NO_SESSION');
});

it('[OPE-03] answers sales unless operators of the demo take them over; its deposits go on', async () => {
  const operator = await portal.signIn((await anOperator(portal)).email);
  const answersByHand = async (documentId = '') => {
    const [sale] = await requestSale(session, [documentId]);
    const decisions = [{ documentId, authorised: true, motive: null }];
    await operator.send(routes.answerSale, await answerTo(operator, sale?.saleId ?? '', decisions));
  };
  const switchTo = (answers: boolean) => operator.send(routes.switchRobot, { body: { answers } });
  const inbox = () => operator.call(routes.listInbox, { query: { queue: 'answer' } });
  // A portal that is no demo has no robot, and its operators cannot make one.
  expect([(await switchTo(false)).code, (await inbox()).robot]).toEqual(['NO_ROBOT', null]);
  const made = portal.db.api.withTransaction({ as: 'operator' }, (executor) =>
    executor.insertInto('demo_robot').values({ answers: false }).execute(),
  );
  await expect(made).rejects.toThrow('permission denied');

  await addRobot(portal.db.ownerUrl);
  expect((await switchTo(false)).code).toBe(null);
  // The round under way may have begun before.
  await answersByHand(documentIds[4]);
  await expect.poll(() => statusOf(4)).toBe(30);
  await requestSale(session, [documentIds[5] ?? '']);
  await answersByHand(documentIds[6]);
  await expect.poll(() => statusOf(6)).toBe(30);
  expect(await statusOf(5)).toBe(25);
  expect(await inbox()).toMatchObject({ robot: { answers: false, pays: true }, queues: { answer: { count: 1 } } });
  await switchTo(true);
  await expect.poll(() => statusOf(5)).toBe(30);
  const [entry] = (await operator.call(routes.listLog, { query: { action: 'setting.changed' } })).data;
  expect(entry).toMatchObject({ subject: 'setting:demo-robot', changes: [{ before: 'false', after: 'true' }] });
});

it('[DIN-82] leaves paying and collecting to operators, each by itself', async () => {
  const operator = await portal.signIn((await anOperator(portal)).email);
  const switchTo = (body: object) => operator.call(routes.switchRobot, { body });
  await switchTo({ pays: false });
  const [sold = '', collected = ''] = [documentIds[7], documentIds[5]];
  await requestSale(session, [sold]);
  const waiting = async () => (await operator.call(routes.listPayables)).deposits.length;
  await expect.poll(waiting).toBe(1);
  const isSettled = async (documentId: string): Promise<boolean> => {
    const { data } = await session.call(routes.listInvoices, { query: { status: '40' } });
    return data.some((invoice) => invoice.documentId === documentId);
  };
  // Another part goes on, and shows that rounds have passed.
  await referenceFor(session, [collected]);
  await expect.poll(() => isSettled(collected)).toBe(true);
  expect([await waiting(), await statusOf(7)]).toEqual([1, 25]);

  await switchTo({ pays: true, collects: false });
  await expect.poll(() => statusOf(7)).toBe(30);
  await referenceFor(session, [sold]);
  await requestSale(session, [documentIds[8] ?? '']);
  await expect.poll(() => statusOf(8)).toBe(30);
  expect(await statusOf(7)).toBe(30);
  await switchTo({ collects: true });
  await expect.poll(() => isSettled(sold)).toBe(true);
});

it('the robot has the payer transfer pesos through the bank, and books nothing itself', async () => {
  await robot.stop();
  const made = new Map<string, PayerTransfer>();
  const transfer = async (payment: PayerTransfer): Promise<void> => void made.set(payment.trackingKey, payment);
  robot = startDemoRobot({ ...options, payAfterMs: 0, transfer });
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  const invoices = data.filter(({ documentId }) => documentId === documentIds[3]).map(({ uuid }) => uuid);
  const { paymentReference } = await session.call(routes.setPaymentReference, { body: { invoices } });
  await expect
    .poll(() => [...made.values()])
    .toMatchObject([{ amount: '1000.00', concept: `PAGO ${paymentReference}` }]);
  expect(await statusOf(3)).toBe(30);
});
