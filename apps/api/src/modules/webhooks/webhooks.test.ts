/** Events of a client at a real server. */
import { createApiKey } from '@anticipa/contract/api-keys';
import { routes } from '@anticipa/contract/routes';
import { v1ListEvents } from '@anticipa/contract/v1/events';
import { v1ListInvoices } from '@anticipa/contract/v1/invoices';
import { v1AcceptSales, v1CancelSales, v1FixTerms, v1HoldInvoices } from '@anticipa/contract/v1/sales';
import {
  changeWebhook,
  createWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
} from '@anticipa/contract/webhooks';
import { keyScopes } from '@anticipa/domain/api-key';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { aUser } from '../../../testing/builders.ts';
import { signInFresh } from '../../../testing/fresh-factor.ts';
import { runCron, runJobs } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { authoriseSale, DUE_DATE, holdSale, requestOneSale } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import {
  anEndpoint,
  eventIn,
  feedIsWhole,
  isSigned,
  type ReceivedEvent,
  startReceiver,
} from '../../../testing/webhooks.ts';

const NO_MAIL_SERVER = { smtpUrl: 'smtp://127.0.0.1:1' };

let portal: Portal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

interface Company {
  readonly seller: Seller;
  readonly email: string;
  readonly admin: Session;
}

const aCompany = async (): Promise<Company> => {
  const seller = await aSeller(portal);
  const { email } = await aUser(portal, { client: seller.client, isAdmin: true });
  return { seller, email, admin: await signInFresh(portal, email) };
};

const aReceiver = async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.close());
  return receiver;
};

/** Sends what is due now. */
const deliver = async (): Promise<void> => {
  await runCron(portal, NO_MAIL_SERVER, 'resume-webhooks');
  await runJobs(portal, NO_MAIL_SERVER);
};

const typesOf = (received: readonly ReceivedEvent[]): string[] => received.map((one) => eventIn(one).type);

describe('the events of a sale', () => {
  it('[WEB-01] [WEB-02] reach the endpoint in the order of each object, signed, and are those of the feed', async () => {
    const { seller, admin } = await aCompany();
    const receiver = await aReceiver();
    const { secret } = await anEndpoint(admin, receiver.url);
    const { token } = await admin.call(createApiKey, { body: { name: 'ERP', scopes: ['read'] } });
    const program = portal.visitor.by(token);
    expect(await program.call(v1ListEvents)).toEqual({ data: [], next_cursor: null });
    const [id = ''] = await seller.invoices();
    const sale = await requestOneSale(seller.session, [id]);
    await authoriseSale(seller.operator, sale);
    await seller.operator.call(routes.disburseSale, {
      params: { saleId: sale.saleId },
      body: { trackingKey: 'SPEI0001' },
    });
    await deliver();
    const events = receiver.received.map(eventIn);
    const of = (object: string) => events.filter(({ object_id }) => object_id === object).map(({ type }) => type);
    expect(of(sale.saleId)).toEqual(['sale.held', 'sale.quoted', 'sale.requested', 'sale.answered', 'sale.disbursed']);
    expect(of(id)).toEqual(['invoice.created', 'invoice.held', 'invoice.financed']);
    expect(receiver.received.map((one) => isSigned(one, secret))).toEqual(events.map(() => true));
    const [first] = receiver.received;
    expect(first?.headers['webhook-timestamp']).toBe(String(Math.floor(portal.clock.now().getTime() / 1000)));
    expect(first && isSigned({ ...first, body: `${first.body} ` }, secret)).toBe(false);
    await feedIsWhole(portal);
    const feed = await program.call(v1ListEvents, { query: { limit: '200' } });
    expect(feed.data.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(
      events.toSorted((a, b) => a.id.localeCompare(b.id)),
    );
    const cursor = feed.next_cursor ?? '';
    expect(await program.call(v1ListEvents, { query: { cursor } })).toEqual({ data: [], next_cursor: cursor });
    const [next = ''] = await seller.invoices();
    await holdSale(seller.session, [next]);
    await feedIsWhole(portal);
    const { data: later, next_cursor: end } = await program.call(v1ListEvents, { query: { cursor } });
    expect(later.map(({ type }) => type).toSorted()).toEqual(['invoice.created', 'invoice.held', 'sale.held']);
    const one = await program.call(v1ListEvents, { query: { cursor, limit: '1' } });
    const two = await program.call(v1ListEvents, { query: { cursor: one.next_cursor ?? '', limit: '2' } });
    expect([...one.data, ...two.data, two.next_cursor]).toEqual([...later, end]);
    const url = events.find(({ type }) => type === 'sale.disbursed')?.object_url ?? '';
    expect((await program.get(url)).body).toMatchObject({ id: sale.saleId, state: 'disbursed' });
  });

  it('[WEB-01] an endpoint gets the events that it wants, of its own company, and none of a change that is undone', async () => {
    const [one, other] = [await aCompany(), await aCompany()];
    const [mine, theirs] = [await aReceiver(), await aReceiver()];
    await anEndpoint(one.admin, mine.url, ['sale.held']);
    await anEndpoint(other.admin, theirs.url);
    const [id = '', unsold = ''] = await one.seller.invoices({ count: 2 });
    const refused = { documents: [{ documentId: unsold, dueDate: '2026-04-25' }] };
    expect((await one.seller.session.send(routes.setAsPreSell, { body: refused })).status).toBe(422);
    await holdSale(one.seller.session, [id]);
    await deliver();
    expect(typesOf(mine.received)).toEqual(['sale.held']);
    expect(theirs.received).toEqual([]);
  });
});

describe('[WEB-09] an endpoint for tests', () => {
  const aTestProgram = async (admin: Session) => {
    const body = { name: 'Ensayo', scopes: keyScopes, mode: 'test' } as const;
    const program = portal.visitor.by((await admin.call(createApiKey, { body })).token);
    return { program, invoices: (await program.call(v1ListInvoices)).data };
  };

  /** Takes the steps of the robot that are due, and sends their events. */
  const robotSteps = async (): Promise<void> => {
    portal.clock.pass(20_000);
    await portal.db.owner.query(
      `update graphile_worker._private_jobs set run_at = now() - interval '1 minute' where key like 'test-company:%'`,
    );
    await runJobs(portal, NO_MAIL_SERVER);
    await deliver();
  };

  it('gets the events of a sale of a test key, signed and marked, without a further call; others get none of them', async () => {
    const { seller, admin } = await aCompany();
    const [tests, real, other] = [await aReceiver(), await aReceiver(), await aReceiver()];
    const { secret, webhook } = await admin.call(createWebhook, { body: { url: tests.url, types: [], mode: 'test' } });
    expect(webhook.mode).toBe('test');
    expect((await anEndpoint(admin, real.url)).webhook.mode).toBe('live');
    const another = await aCompany();
    await another.admin.call(createWebhook, { body: { url: other.url, types: [], mode: 'test' } });
    const { program, invoices } = await aTestProgram(admin);
    const [{ id = '' } = {}] = invoices;
    const chosen = { invoices: [{ invoice_id: id, due_date: DUE_DATE }] };
    const { sales } = await program.call(v1HoldInvoices, { body: chosen });
    const sale_numbers = sales.map(({ number }) => number);
    const { version, hash } = (await program.call(v1FixTerms, { body: { sale_numbers } })).terms;
    await program.call(v1AcceptSales, { body: { sale_numbers, terms: { version, hash } } });
    await robotSteps();
    await robotSteps();
    const events = tests.received.map(eventIn);
    const of = (object = '') => events.filter(({ object_id }) => object_id === object).map(({ type }) => type);
    expect(of(sales[0]?.id)).toEqual(['sale.held', 'sale.quoted', 'sale.requested', 'sale.answered', 'sale.disbursed']);
    expect(of(id)).toEqual(['invoice.held', 'invoice.financed']);
    expect(new Set(events.map(({ mode }) => mode))).toEqual(new Set(['test']));
    expect(tests.received.every((one) => isSigned(one, secret))).toBe(true);
    expect([real.received, other.received]).toEqual([[], []]);
    // The same events as those of the feed, by which a program that was down catches up.
    const { data: feed } = await program.call(v1ListEvents, { query: { limit: '200' } });
    const byId = new Map(feed.map((event) => [event.id, event]));
    expect(events.map(({ id: event }) => byId.get(event))).toEqual(events);

    await holdSale(seller.session, await seller.invoices());
    await deliver();
    expect(typesOf(real.received).toSorted()).toEqual(['invoice.created', 'invoice.held', 'sale.held']);
    expect(real.received.map((one) => eventIn(one).mode)).toEqual(['live', 'live', 'live']);
    expect(tests.received).toHaveLength(events.length);
  });

  it('gets the types that it wants, and nothing while it is off; the test company goes on without it', async () => {
    const { admin } = await aCompany();
    const receiver = await aReceiver();
    const { webhook } = await admin.call(createWebhook, {
      body: { url: receiver.url, types: ['sale.cancelled'], mode: 'test' },
    });
    const { program, invoices } = await aTestProgram(admin);
    const chosen = { invoices: invoices.slice(0, 1).map(({ id }) => ({ invoice_id: id, due_date: DUE_DATE })) };
    const holdAndCancel = async () => {
      const { sales } = await program.call(v1HoldInvoices, { body: chosen });
      const sale_numbers = sales.map(({ number }) => number);
      await program.call(v1CancelSales, { body: { sale_numbers } });
      await deliver();
    };
    await holdAndCancel();
    const params = { webhookId: webhook.webhookId };
    await admin.call(changeWebhook, { params, body: { isOn: false } });
    await holdAndCancel();
    await admin.call(changeWebhook, { params, body: { isOn: true } });
    await deliver();
    expect(typesOf(receiver.received)).toEqual(['sale.cancelled']);
    await admin.call(testWebhook, { params, body: {} });
    await deliver();
    expect(receiver.received.map((one) => eventIn(one).mode)).toEqual(['test', 'test']);
  });
});

describe('an endpoint that fails', () => {
  it('[WEB-03] gets an event again until it takes it, and what follows about the object only then', async () => {
    const { seller, admin } = await aCompany();
    const receiver = await aReceiver();
    const { webhook } = await anEndpoint(admin, receiver.url, ['sale.held', 'sale.cancelled']);
    let isDown = true;
    receiver.answerWith((response) => response.writeHead(isDown ? 503 : 200).end('rubbish\0'));
    const [id = ''] = await seller.invoices();
    const sales = await holdSale(seller.session, [id]);
    const numberOfSales = sales.map(({ numberOfSale }) => numberOfSale);
    await seller.session.call(routes.cancelPreSell, { body: { numberOfSales } });
    await deliver();
    expect(typesOf(receiver.received)).toEqual(['sale.held']);
    const params = { webhookId: webhook.webhookId };
    const log = async () => (await admin.call(listDeliveries, { params })).data;
    expect((await log()).map(({ type, state, attempts, status }) => [type, state, attempts, status])).toEqual([
      ['sale.cancelled', 'waiting', 0, null],
      ['sale.held', 'waiting', 1, 503],
    ]);
    await deliver();
    expect(receiver.received).toHaveLength(1);
    isDown = false;
    portal.clock.pass(5_000);
    await deliver();
    expect(typesOf(receiver.received)).toEqual(['sale.held', 'sale.held', 'sale.cancelled']);
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect((await log()).map(({ state, answer }) => [state, answer])).toEqual([
      ['delivered', 'rubbish'],
      ['delivered', 'rubbish'],
    ]);
  });

  it('[WEB-04] is left alone after three failures, and turned off with a mail after five days', async () => {
    const { admin, email } = await aCompany();
    const receiver = await aReceiver();
    const { webhook } = await anEndpoint(admin, receiver.url);
    const params = { webhookId: webhook.webhookId };
    const failing = await aReceiver();
    for (const one of [receiver, failing]) one.answerWith((response) => response.writeHead(500).end());
    for (let count = 0; count < 5; count += 1) await admin.call(testWebhook, { params, body: {} });
    await deliver();
    const state = async () => (await (await portal.signIn(email)).call(listWebhooks)).data[0];
    // The tests are about one object, so that the first one holds the others back.
    expect([receiver.received.length, (await state())?.failures]).toEqual([1, 1]);
    const offAt = portal.clock.now().getTime() + 5 * 86_400_000;
    portal.clock.pass(1);
    const later = await anEndpoint(admin, failing.url);
    await admin.call(testWebhook, { params: { webhookId: later.webhook.webhookId }, body: {} });
    await deliver();
    for (const seconds of [5, 30]) {
      portal.clock.pass(seconds * 1000);
      await deliver();
    }
    expect(await state()).toMatchObject({ failures: 3, isOn: true, retryAt: expect.any(String), waiting: 5 });
    for (let day = 0; day < 4; day += 1) {
      portal.clock.pass(86_400_000);
      await deliver();
    }
    expect(await state()).toMatchObject({ isOn: true, isGivenUp: false });
    portal.clock.pass(offAt - portal.clock.now().getTime());
    await deliver();
    const { data } = await (await portal.signIn(email)).call(listWebhooks);
    expect(data.map(({ isOn, isGivenUp }) => [isOn, isGivenUp])).toEqual([
      [false, true],
      // It has failed for a millisecond less.
      [true, false],
    ]);
    const asked = receiver.received.length;
    const { rows } = await portal.db.owner.query(
      `select 1 from outbox where kind = 'webhook-off' and payload->>'endpointId' = $1`,
      [webhook.webhookId],
    );
    expect(rows.length).toBeGreaterThan(0);
    portal.clock.pass(86_400_000);
    await deliver();
    expect(receiver.received).toHaveLength(asked);
    expect((await (await portal.signIn(email)).send(testWebhook, { params, body: {} })).code).toBe('WEBHOOK_OFF');
  });

  it('[WEB-04] ends when its client, closed, may no longer read', async () => {
    const { seller, admin } = await aCompany();
    const receiver = await aReceiver();
    const { webhook } = await anEndpoint(admin, receiver.url);
    const test = { params: { webhookId: webhook.webhookId }, body: {} };
    const close = (days: number) =>
      portal.db.owner.query(`update clients set client_state = 'closed', reads_until = $2 where client_id = $1`, [
        seller.client.clientId,
        new Date(portal.clock.now().getTime() + days * 86_400_000),
      ]);
    await admin.call(testWebhook, test);
    await close(-1);
    await deliver();
    expect(receiver.received).toEqual([]);
    const { rows: jobs } = await portal.db.owner.query(
      `select 1 from graphile_worker.jobs where key = $1 and run_at <= now()`,
      [`webhooks:${webhook.webhookId}`],
    );
    expect(jobs).toEqual([]);
    await close(1);
    await deliver();
    expect(typesOf(receiver.received)).toEqual(['webhook.test']);
  });

  it('[WEB-04] keeps nothing from others while it does not answer', async () => {
    const hanging = await aCompany();
    const healthy = await aCompany();
    const [silent, receiver] = [await aReceiver(), await aReceiver()];
    const waiting: (() => void)[] = [];
    silent.answerWith((response) => void waiting.push(() => response.end()));
    // More addresses than there are slots.
    for (let count = 0; count < 8; count += 1) {
      const { webhook } = await anEndpoint(hanging.admin, silent.url);
      await hanging.admin.call(testWebhook, { params: { webhookId: webhook.webhookId }, body: {} });
    }
    const other = await anEndpoint(healthy.admin, receiver.url);
    await healthy.admin.call(testWebhook, { params: { webhookId: other.webhook.webhookId }, body: {} });
    receiver.answerWith((response) => {
      response.end();
      // Only now does the other one answer.
      for (const answer of waiting.splice(0)) answer();
      silent.answerWith((late) => late.end());
    });
    await deliver();
    expect(typesOf(receiver.received)).toEqual(['webhook.test']);
    expect(silent.received).toHaveLength(8);
  });
});

describe('an administrator', () => {
  it('[WEB-02] changes the secret: both sign for a day, then only the new one', async () => {
    const { admin, email } = await aCompany();
    const receiver = await aReceiver();
    const { secret: old, webhook } = await anEndpoint(admin, receiver.url);
    const params = { webhookId: webhook.webhookId };
    const { secret } = await admin.call(rotateWebhookSecret, { params, body: {} });
    // A session does not last a day.
    const sendOne = async (by = admin): Promise<boolean[]> => {
      await by.call(testWebhook, { params, body: {} });
      await deliver();
      const last = receiver.received.at(-1);
      return last ? [isSigned(last, old), isSigned(last, secret)] : [];
    };
    expect(await sendOne()).toEqual([true, true]);
    portal.clock.pass(86_400_000 - 1);
    const later = await portal.signIn(email);
    expect(await sendOne(later)).toEqual([true, true]);
    portal.clock.pass(1);
    expect(await sendOne(later)).toEqual([false, true]);
  });

  it('[WEB-06] sends an event again under its id, turns an endpoint off and on, and removes it', async () => {
    const { admin } = await aCompany();
    const receiver = await aReceiver();
    const { webhook } = await anEndpoint(admin, receiver.url);
    const params = { webhookId: webhook.webhookId };
    const { deliveryId } = await admin.call(testWebhook, { params, body: {} });
    await deliver();
    await admin.call(replayDelivery, { params: { ...params, deliveryId }, body: {} });
    await deliver();
    const [first, second] = receiver.received;
    expect([second?.body, second?.headers['webhook-id']]).toEqual([first?.body, first?.headers['webhook-id']]);
    const { data } = await admin.call(listDeliveries, { params });
    expect(data.map(({ isReplay, state }) => [isReplay, state])).toEqual([
      [true, 'delivered'],
      [false, 'delivered'],
    ]);
    await admin.call(testWebhook, { params, body: {} });
    expect((await admin.call(changeWebhook, { params, body: { isOn: false } })).webhook.isOn).toBe(false);
    await deliver();
    expect(receiver.received).toHaveLength(2);
    await admin.call(changeWebhook, { params, body: { isOn: true } });
    await deliver();
    expect(receiver.received).toHaveLength(3);
    await admin.call(changeWebhook, { params, body: { isRemoved: true } });
    expect((await admin.call(listWebhooks)).data).toEqual([]);
    expect((await admin.send(listDeliveries, { params })).code).toBe('NOT_FOUND');
  });

  it('[WEB-06] keeps at most ten endpoints, each at an address of the web, whose secrets no call reads', async () => {
    const { admin } = await aCompany();
    const refused = { body: { url: 'ftp://erp.example.com/', types: [] } };
    expect((await admin.send(createWebhook, refused)).code).toBe('WEBHOOK_URL_REFUSED');
    const secrets: string[] = [];
    for (let count = 0; count < 10; count += 1)
      secrets.push((await anEndpoint(admin, `https://erp.example.com/${count}`)).secret);
    const more = { body: { url: 'https://erp.example.com/x', types: [] } };
    expect((await admin.send(createWebhook, more)).code).toBe('WEBHOOK_LIMIT_REACHED');
    const list = (await admin.send(listWebhooks)).bytes.toString();
    expect(secrets.filter((secret) => list.includes(secret))).toEqual([]);
  });
});
