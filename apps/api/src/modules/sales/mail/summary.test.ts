import { routes } from '@anticipa/contract/routes';
import { startSmtpCatcher } from '@anticipa/sandbox/smtp-catcher';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aClient, aCompany, aLine, aUser, type TestClient, type TestUser } from '../../../../testing/builders.ts';
import { someInvoices } from '../../../../testing/invoice-rows.ts';
import { runCron, runJobs } from '../../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { requestSale } from '../../../../testing/sale-steps.ts';
import { workIn } from '../../../../testing/work.ts';
import { renderMail } from '../../../platform/jobs/mail-template.ts';
import { mailBrandOf, NEUTRAL } from '../../brand/queries.ts';
import { authorisationMails } from './summary.ts';

/** Summaries that a client may send in a day. */
const DAILY = 8;

let portal: Portal;
let client: TestClient;
let user: TestUser;
let saleIds: string[];

beforeAll(async () => {
  portal = await startPortal({ summaryMailsPerDay: DAILY });
  client = await aClient(portal);
  user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client });
  await aLine(portal, { client, product: 'FB' });
  const session = await portal.signIn(user.email);
  const ids = await someInvoices(portal, { client, user, companyId, product: 'FB', count: 2 });
  const sales = await requestSale(session, ids);
  saleIds = sales.map((sale) => sale.saleId);
  const numberOfSales = sales.map((sale) => sale.numberOfSale);
  const emails = [user.email, ` ${user.email.toUpperCase()}`];
  await session.call(routes.sendSummary, { body: { numberOfSales, emails } });
});
afterAll(() => portal.close());

const mailTo = (clientId: string, userId: string) =>
  portal.db.worker.withTransaction({ as: 'worker' }, (executor) =>
    authorisationMails['sale-summary'](workIn(executor, portal.clock, clientId), { saleIds, userId }),
  );

it('[RES-03] a recipient listed twice gets one message, queued with ids only', async () => {
  const { rows } = await portal.db.owner.query(`select kind, payload from outbox`);
  expect(rows).toEqual([{ kind: 'sale-summary', payload: { saleIds, userId: user.userId } }]);
});

it('[RES-01] the summary lists receiver, folio, purchase order, amount, dates and days of every invoice', async () => {
  const mail = await mailTo(client.clientId, user.userId);
  if (!mail) throw new Error('there is no mail');
  expect(mail).toMatchObject({ to: user.email, subject: 'Resumen de tu venta 1' });
  expect(mail.tables?.[0]?.rows.map((row) => row.slice(1))).toEqual([
    ['A-1', 'OC1', 'MXN 116,000.00', '10/03/2026', '24/04/2026', '45'],
    ['A-2', 'OC1', 'MXN 116,000.00', '10/03/2026', '24/04/2026', '45'],
  ]);
  expect(mail.tables?.[0]?.title).toContain(
    'depósito MXN 201,840.00 (total MXN 232,000.00, interés MXN 6,960.00, aforo MXN 23,200.00)',
  );
  const { text, html } = renderMail(mail, mailBrandOf(NEUTRAL, 'https://portal.example'));
  for (const body of [text, html]) expect(body).toContain('MXN 201,840.00');
});

it('a summary is sent only to users still active', async () => {
  const left = await aUser(portal, { client, active: false });
  const other = await aClient(portal);
  const stranger = await aUser(portal, { client: other });
  expect(await mailTo(client.clientId, left.userId)).toBeNull();
  expect(await mailTo(client.clientId, stranger.userId)).toBeNull();
  expect(await mailTo(other.clientId, stranger.userId)).toBeNull();
});

it('reaches the others if one address is refused, and that one later without duplicates', async () => {
  const refused = await aUser(portal, { client });
  portal.clock.pass(600_000);
  const session = await portal.signIn(user.email);
  await portal.db.owner.query('delete from outbox');
  const body = { numberOfSales: [1], emails: [refused.email, user.email] };
  await session.call(routes.sendSummary, { body });
  const server = await startSmtpCatcher();
  onTestFinished(() => server.close());
  server.refuse(refused.email);
  await runJobs(portal, server);
  expect(server.mails().map(({ to }) => to)).toEqual([user.email]);
  server.refuse(false);
  portal.clock.pass(3_600_000);
  await runCron(portal, server, 'resume-outbox');
  await runJobs(portal, server);
  expect(server.mails().map(({ to }) => to)).toEqual([refused.email, user.email]);
  expect(server.received()).toBe(2);
});

describe('the limits of summaries', () => {
  const MINUTE_MS = 60_000;
  const queued = async (): Promise<{ user: string; sales: number }[]> => {
    const { rows } = await portal.db.owner.query<{ user: string; sales: number }>(
      `select payload->>'userId' as user, jsonb_array_length(payload->'saleIds') as sales from outbox order by created_at`,
    );
    return rows;
  };
  const pass = (minutes: number): void => portal.clock.pass(minutes * MINUTE_MS);

  it('one per sale and person in ten minutes, even for concurrent requests', async () => {
    pass(60);
    const colleague = await aUser(portal, { client });
    const session = await portal.signIn(user.email);
    const companyId = await aCompany(portal, { client });
    const ids = await someInvoices(portal, { client, user, companyId, product: 'FB', count: 1 });
    const [other] = await requestSale(session, ids);
    const earlier = (await queued()).length;
    const send = (numberOfSales: number[], emails: string[]) =>
      session.send(routes.sendSummary, { body: { numberOfSales, emails } });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send([1], [user.email])));
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect((await queued()).slice(earlier)).toEqual([{ user: user.userId, sales: 1 }]);
    pass(9);
    await send([1, other?.numberOfSale ?? 0], [user.email]);
    expect((await queued()).slice(earlier)).toEqual([1, 1].map((sales) => ({ user: user.userId, sales })));
    await send([1], [colleague.email]);
    expect((await queued()).slice(earlier)).toHaveLength(3);
    pass(1);
    await send([1], [user.email]);
    expect((await queued()).slice(earlier)).toHaveLength(4);
  });

  it('the client’s number per day', async () => {
    pass(24 * 60);
    const users = await Promise.all(Array.from({ length: DAILY + 1 }, () => aUser(portal, { client })));
    const [first, ...others] = users.map(({ email }) => email);
    const session = await portal.signIn(user.email);
    const earlier = (await queued()).length;
    await session.call(routes.sendSummary, { body: { numberOfSales: [1], emails: others } });
    const body = { numberOfSales: [1], emails: [first] };
    expect(await session.refusal(routes.sendSummary, { body })).toMatchObject({
      status: 429,
      code: 'DAILY_LIMIT_REACHED',
    });
    expect((await queued()).slice(earlier)).toHaveLength(DAILY);
    pass(24 * 60);
    const tomorrow = await portal.signIn(user.email);
    await tomorrow.call(routes.sendSummary, { body });
    expect((await queued()).slice(earlier)).toHaveLength(DAILY + 1);
  });
});
