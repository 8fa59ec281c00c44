/** One person of a client prepares a sale, another one accepts it. */
import { routes } from '@anticipa/contract/routes';
import { noticeText } from '@anticipa/texts/notice-texts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, aUser, type TestClient, type TestUser } from '../../../../testing/builders.ts';
import { someInvoices } from '../../../../testing/invoice-rows.ts';
import { runCron } from '../../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { acceptanceOf, aPreparedSale, DUE_DATE, holdSale, requestSale } from '../../../../testing/sale-steps.ts';
import type { Session } from '../../../../testing/session.ts';

const NO_MAIL_SERVER = { smtpUrl: 'smtp://127.0.0.1:1' };

let portal: Portal;
let client: TestClient;
let companyId: string;
let creditLineId: string;
let admin: Session;
let preparer: TestUser;
let prepares: Session;
let accepts: Session;
/** Sells up to 150,000.00 pesos alone. */
let bounded: TestUser;
let withinBound: Session;
let consults: Session;
let founder: TestUser;

beforeAll(async () => {
  portal = await startPortal();
  client = await aClient(portal);
  companyId = await aCompany(portal, { client });
  creditLineId = await aLine(portal, { client, limit: '9000000.00' });
  await aLine(portal, { client, currency: 'USD', limit: '900000.00' });
  preparer = await aUser(portal, { client, saleRight: 'prepare' });
  bounded = await aUser(portal, { client, acceptUpTo: '150000.00' });
  founder = await aUser(portal, { client, isAdmin: true });
  prepares = await portal.signIn(preparer.email);
  withinBound = await portal.signIn(bounded.email);
  accepts = await portal.signIn((await aUser(portal, { client })).email);
  consults = await portal.signIn((await aUser(portal, { client, saleRight: 'consult' })).email);
  admin = await portal.signIn(founder.email);
});
afterAll(() => portal.close());
// A separate minute, so that rate limits do not interfere.
beforeEach(() => portal.clock.pass(60_000));

const invoices = (options: Partial<Parameters<typeof someInvoices>[1]> = {}): Promise<string[]> =>
  someInvoices(portal, { client, user: preparer, companyId, ...options });
const choice = (documentId: string) => ({ documentId, dueDate: DUE_DATE, purchaseOrder: 'OC1' });
const waiting = async (session = accepts) => (await session.call(routes.listPreparedSales)).data;
const heldNow = async (): Promise<unknown> =>
  (await portal.db.owner.query('select held from credit_lines where credit_line_id = $1', [creditLineId])).rows;
const mailsOf = async (kind: string): Promise<string[]> => {
  const { rows } = await portal.db.owner.query<{ email: string }>(
    `select email from outbox join users on users.user_id = (payload ->> 'userId')::uuid
     where kind = $1 and outbox.client_id = $2 order by outbox.created_at`,
    [kind, client.clientId],
  );
  return rows.map(({ email }) => email);
};
const body = (documentIds: readonly string[]) => ({ body: { documents: documentIds.map(choice) } });

describe('a person who prepares', () => {
  it('[DER-06] leaves a sale to accept, which holds no credit, and those who may accept it get a mail', async () => {
    const before = [await heldNow(), (await mailsOf('sale-prepared')).length];
    const ids = await invoices({ count: 2, total: '100000.00' });
    const { data } = await prepares.call(routes.prepareSale, {
      body: { documents: ids.map(choice), note: ' Para el viernes ' },
    });
    expect(data).toMatchObject({
      state: 'waiting',
      isOwn: true,
      note: 'Para el viernes',
      count: 2,
      lastDueDate: DUE_DATE,
      pesos: '200000.00',
      totals: [{ product: 'BI', currency: 'MXN', count: 2, total: '200000.00', initialDeposit: '174000.00' }],
      mayAccept: false,
    });
    expect([await heldNow(), (await mailsOf('sale-prepared')).length]).toEqual([before[0], (before[1] as number) + 2]);
    expect(await mailsOf('sale-prepared')).not.toContain(bounded.email);
    const [shown] = (await waiting()).filter(({ preparedId }) => preparedId === data.preparedId);
    expect(shown).toMatchObject({ isOwn: false, mayAccept: true, preparedBy: 'Ana Prueba' });
    const params = { preparedId: data.preparedId };
    expect((await consults.call(routes.getPreparedSale, { params })).data.items).toMatchObject([
      { documentId: ids[0], dueDate: DUE_DATE, comision: '3000.00', initialDeposit: '87000.00' },
      { documentId: ids[1] },
    ]);
  });

  it('[DER-06] cannot sell, hold or return, nor prepare an invoice that waits already', async () => {
    const ids = await invoices();
    expect((await prepares.send(routes.setAsPreSell, body(ids))).code).toBe('RIGHT_NEEDED');
    const preparedId = await aPreparedSale(prepares, ids);
    const params = { preparedId };
    expect((await prepares.send(routes.returnPreparedSale, { params, body: { reason: 'no' } })).code).toBe(
      'RIGHT_NEEDED',
    );
    expect(await prepares.refusal(routes.prepareSale, body(ids))).toMatchObject({
      status: 409,
      code: 'ALREADY_PREPARED',
      details: [{ path: ids[0] }],
    });
  });

  it('[DER-06] one of two who prepare an invoice at once is refused', async () => {
    const ids = await invoices();
    const answers = await Promise.all([
      prepares.send(routes.prepareSale, body(ids)),
      withinBound.send(routes.prepareSale, body(ids)),
    ]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['ALREADY_PREPARED', null]);
  });

  it('[DER-18] [DER-19] what waits is not offered for an amount of cash; both currencies are told', async () => {
    const [dollars = ''] = await invoices({ currency: 'USD', total: '10000.00' });
    const [pesos = ''] = await invoices({ total: '50000.00' });
    const query = { amount: '890000.00', currency: 'USD' } as const;
    const offered = async () => {
      const { sets, short } = await accepts.call(routes.findCash, { query });
      return (short?.most ?? sets[0])?.documentIds;
    };
    expect(await offered()).toContain(dollars);
    const params = { preparedId: await aPreparedSale(prepares, [dollars, pesos]) };
    expect(await offered()).not.toContain(dollars);
    const [shown] = (await waiting()).filter(({ preparedId }) => preparedId === params.preparedId);
    expect(shown?.documentIds).toEqual([dollars, pesos]);
    const [notice] = (await accepts.call(routes.listNotices, { query: { event: 'sale-to-accept' } })).data;
    expect(notice && noticeText(notice).body).toMatch(/^Son 2 facturas por MXN 50,000.00 y USD 10,000.00\./);
    await prepares.call(routes.withdrawPreparedSale, { params, body: {} });
    expect(await offered()).toContain(dollars);
  });

  it('[DER-10] withdraws it, and may prepare its invoices again', async () => {
    const ids = await invoices();
    const params = { preparedId: await aPreparedSale(prepares, ids) };
    expect((await withinBound.send(routes.withdrawPreparedSale, { params, body: {} })).code).toBe('NOT_ALLOWED');
    await prepares.call(routes.withdrawPreparedSale, { params, body: {} });
    expect((await prepares.send(routes.withdrawPreparedSale, { params, body: {} })).code).toBe('PREPARED_SALE_ENDED');
    expect((await waiting()).map(({ preparedId }) => preparedId)).not.toContain(params.preparedId);
    await aPreparedSale(prepares, ids);
  });
});

describe('a person who accepts', () => {
  it('[DER-07] sells it with its contract, without an invoice taken out; the sale names both', async () => {
    const ids = await invoices({ count: 2 });
    const [kept = '', out = ''] = ids;
    const preparedId = await aPreparedSale(prepares, ids);
    const held = await holdSale(accepts, [kept], DUE_DATE, undefined, preparedId);
    const { sales } = await accepts.call(routes.requestAuthorization, await acceptanceOf(accepts, held));
    const numberOfSale = String(sales[0]?.numberOfSale);
    const { data } = await prepares.call(routes.getSale, { params: { numberOfSale } });
    expect(data).toMatchObject({ preparedBy: 'Ana Prueba', requestedBy: 'Ana Prueba', count: 1 });
    const { data: ended } = await prepares.call(routes.getPreparedSale, { params: { preparedId } });
    expect(ended).toMatchObject({ state: 'accepted', endedBy: 'Ana Prueba' });
    // The invoice that was taken out is free again.
    await aPreparedSale(prepares, [out]);
    const { rows } = await portal.db.owner.query(
      `select details ->> 'preparedBy' as by from audit where action = 'sale.request' and subject = $1`,
      [`sale:${sales[0]?.saleId}`],
    );
    expect(rows).toEqual([{ by: 'Ana Prueba' }]);
  });

  it('[DER-07] cannot add an invoice or change a date under the preparer’s name', async () => {
    const [id = '', other = ''] = await invoices({ count: 2 });
    const preparedId = await aPreparedSale(prepares, [id]);
    const send = (documents: object[]) => accepts.send(routes.setAsPreSell, { body: { documents, preparedId } });
    expect((await send([choice(id), choice(other)])).code).toBe('NOT_FOUND');
    expect((await send([{ ...choice(id), dueDate: '2026-04-17' }])).code).toBe('QUOTE_CHANGED');
  });

  it('[DER-08] when two people accept at once, one succeeds and the other gets a refusal', async () => {
    const ids = await invoices({ count: 2, total: '50000.00' });
    const preparedId = await aPreparedSale(prepares, ids);
    const [one = '', two = ''] = ids;
    // Each has taken out the invoice of the other one, so that both hold theirs.
    const mine = await holdSale(accepts, [one], DUE_DATE, undefined, preparedId);
    const theirs = await holdSale(withinBound, [two], DUE_DATE, undefined, preparedId);
    const calls = [await acceptanceOf(accepts, mine), await acceptanceOf(withinBound, theirs)] as const;
    const answers = await Promise.all([
      accepts.send(routes.requestAuthorization, calls[0]),
      withinBound.send(routes.requestAuthorization, calls[1]),
    ]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual(['PREPARED_SALE_ENDED', null]);
  });

  it('[DER-08] is told that it was withdrawn while its terms were read', async () => {
    const ids = await invoices();
    const preparedId = await aPreparedSale(prepares, ids);
    const held = await holdSale(accepts, ids, DUE_DATE, undefined, preparedId);
    const acceptance = await acceptanceOf(accepts, held);
    await prepares.call(routes.withdrawPreparedSale, { params: { preparedId }, body: {} });
    expect((await accepts.send(routes.requestAuthorization, acceptance)).code).toBe('PREPARED_SALE_ENDED');
    expect((await accepts.send(routes.setAsPreSell, { body: { documents: ids.map(choice), preparedId } })).status).toBe(
      409,
    );
  });

  it('[DER-16] both read where each invoice is: held by whom and until when, in which sale, deleted or cancelled', async () => {
    const [held = '', sold = '', deleted = '', cancelled = '', free = ''] = await invoices({ count: 5 });
    const params = { preparedId: await aPreparedSale(prepares, [held, sold, deleted, cancelled, free]) };
    const [inSale] = await requestSale(accepts, [sold]);
    await prepares.call(routes.deleteInvoice, { body: { documentId: deleted } });
    const change = (status: number, motive: string | null) =>
      portal.db.owner.query(
        `update invoices set status = $2, motive = $3, rejected_at = case when $2 = 0 then now() end where document_id = $1`,
        [cancelled, status, motive],
      );
    await change(0, 'CANCELLED_AT_TAX_AUTHORITY');
    const begun = await holdSale(withinBound, [held], DUE_DATE, undefined, params.preparedId);
    const places = async (session: Session) =>
      (await session.call(routes.getPreparedSale, { params })).data.items.map(({ elsewhere }) => elsewhere);
    const until = new Date(portal.clock.now().getTime() + 30 * 60_000).toISOString();
    const hold = { kind: 'held', by: 'Ana Prueba', isAcceptance: true, until, numberOfSale: begun[0]?.numberOfSale };
    const rest = [
      { kind: 'sold', numberOfSale: inSale?.numberOfSale },
      { kind: 'deleted' },
      { kind: 'rejected', isCancelled: true },
      null,
    ];
    expect(await places(withinBound)).toMatchObject([{ ...hold, isOwn: true }, ...rest]);
    expect(await places(accepts)).toMatchObject([{ ...hold, isOwn: false }, ...rest]);
    // It is resumed by giving back what was held: on another device nothing is known of it.
    const numberOfSales = [begun[0]?.numberOfSale ?? 0];
    await withinBound.call(routes.cancelPreSell, { body: { numberOfSales, onlyHeld: true } });
    await holdSale(withinBound, [held], DUE_DATE, undefined, params.preparedId);
    const now = portal.clock.now();
    portal.clock.pass(31 * 60_000);
    await runCron(portal, NO_MAIL_SERVER, 'sweep-expired-sales');
    expect(await places(await portal.signIn(founder.email))).toMatchObject([null, ...rest]);
    portal.clock.set(now);
    await change(20, null);
  });

  it('[DER-09] returns it with a reason, which its preparer gets by mail and answers with another one', async () => {
    const ids = await invoices();
    const params = { preparedId: await aPreparedSale(prepares, ids) };
    await withinBound.call(routes.returnPreparedSale, { params, body: { reason: 'Falta la factura A-7' } });
    expect((await accepts.send(routes.returnPreparedSale, { params, body: { reason: 'otra' } })).code).toBe(
      'PREPARED_SALE_ENDED',
    );
    const [returned] = (await waiting(prepares)).filter(({ preparedId }) => preparedId === params.preparedId);
    expect(returned).toMatchObject({ state: 'returned', reason: 'Falta la factura A-7', endedBy: 'Ana Prueba' });
    expect((await mailsOf('sale-prepared-returned')).at(-1)).toBe(preparer.email);
    await aPreparedSale(prepares, ids);
    const { data } = await prepares.call(routes.getPreparedSale, { params });
    expect(data.state).toBe('withdrawn');
  });
});

describe('the amount up to which a person accepts', () => {
  it('[DER-03] bounds all that is accepted together, and one centavo more is left to another person', async () => {
    const exact = await invoices({ count: 2, total: '75000.00' });
    expect(await requestSale(withinBound, exact)).toHaveLength(1);
    const above = await invoices({ total: '150000.01' });
    expect(await withinBound.refusal(routes.setAsPreSell, body(above))).toMatchObject({
      status: 422,
      code: 'ABOVE_OWN_LIMIT',
    });
    const preparedId = await aPreparedSale(withinBound, above);
    const documents = above.map(choice);
    expect((await withinBound.send(routes.setAsPreSell, { body: { documents, preparedId } })).code).toBe(
      'ABOVE_OWN_LIMIT',
    );
    const held = await holdSale(accepts, above, DUE_DATE, undefined, preparedId);
    await accepts.call(routes.requestAuthorization, await acceptanceOf(accepts, held));
  });

  it('[DER-03] counts dollars by the published rate', async () => {
    await portal.db.owner.query(
      `insert into exchange_rates (rate_date, pesos_per_dollar, source, published_at) values ($1, 20, 'lender', $2)
       on conflict (rate_date) do update set pesos_per_dollar = 20`,
      [portal.clock.today(), portal.clock.now()],
    );
    const dollars = (total: string) => invoices({ currency: 'USD', total });
    expect((await withinBound.send(routes.setAsPreSell, body(await dollars('7500.01')))).code).toBe('ABOVE_OWN_LIMIT');
    expect((await withinBound.send(routes.setAsPreSell, body(await dollars('7500.00')))).status).toBe(200);
  });

  it('[DER-02] a lower bound and a right taken away count at the next call', async () => {
    const seller = await aUser(portal, { client });
    const sells = await portal.signIn(seller.email);
    const ids = await invoices({ total: '90000.00' });
    const acceptance = await acceptanceOf(sells, await holdSale(sells, ids));
    const change = (grant: object) =>
      admin.call(routes.updateUser, {
        params: { userId: seller.userId },
        body: { firstName: 'Ana', lastName: 'Prueba', ...grant },
      });
    await change({ acceptUpTo: '89999.99' });
    expect((await sells.send(routes.requestAuthorization, acceptance)).code).toBe('ABOVE_OWN_LIMIT');
    await change({ saleRight: 'consult' });
    expect((await sells.send(routes.requestAuthorization, acceptance)).code).toBe('RIGHT_NEEDED');
    expect((await sells.send(routes.signedUrl, { query: { filename: 'a.xml' } })).code).toBe('RIGHT_NEEDED');
    await change({ saleRight: 'accept', acceptUpTo: null });
    expect((await sells.send(routes.requestAuthorization, acceptance)).status).toBe(200);
  });
});

it('[DER-14] every administrator who wants it is told of each sale: who, how much and to which account', async () => {
  const quiet = await aUser(portal, { client, isAdmin: true });
  const off = { event: 'sale-sent', portal: false, mail: 'none', whatsapp: false, push: false } as const;
  const session = await portal.signIn(quiet.email);
  await session.call(routes.changeNoticeChoices, { body: { choices: [off] } });
  expect((await session.call(routes.getSession)).user).toMatchObject({ notifications: { sales: false } });
  const before = (await mailsOf('sale-sent')).length;
  await requestSale(accepts, await invoices());
  expect((await mailsOf('sale-sent')).slice(before)).toEqual([founder.email]);
});

it('[LLA-12] a prepared sale ends when the last of its invoices is sent to the lender in another sale, and not at a hold', async () => {
  const [one = '', two = ''] = await invoices({ count: 2, total: '20000.00' });
  const params = { preparedId: await aPreparedSale(prepares, [one, two]) };
  const stateNow = async () => (await prepares.call(routes.getPreparedSale, { params })).data;
  const first = await acceptanceOf(accepts, await holdSale(accepts, [one]));
  const last = await acceptanceOf(withinBound, await holdSale(withinBound, [two]));
  expect(await stateNow()).toMatchObject({ state: 'waiting' });
  // Both at once: each sees the other's sale, or waits for it.
  await Promise.all([
    accepts.call(routes.requestAuthorization, first),
    withinBound.call(routes.requestAuthorization, last),
  ]);
  expect(await stateNow()).toMatchObject({ state: 'expired', endedBy: null, endedAt: expect.any(String) });
  expect((await waiting()).map(({ preparedId }) => preparedId)).not.toContain(params.preparedId);
  const { rows } = await portal.db.owner.query(
    `select actor_kind from audit where action = 'sale.prepare-expire' and subject = $1`,
    [`prepared-sale:${params.preparedId}`],
  );
  expect(rows).toEqual([{ actor_kind: 'worker' }]);
});

it('[DER-12] a prepared sale ends with the dates of its invoices, and leaves its row after a while', async () => {
  const ids = await invoices();
  const params = { preparedId: await aPreparedSale(prepares, ids) };
  const now = portal.clock.now();
  portal.clock.set(new Date(`${DUE_DATE}T18:00:00Z`));
  const reader = await portal.signIn(founder.email);
  expect((await waiting(reader)).map(({ preparedId }) => preparedId)).not.toContain(params.preparedId);
  // It is over from midnight on, and nobody can do anything with it before the job has ended it.
  expect((await reader.call(routes.getPreparedSale, { params })).data).toMatchObject({
    state: 'expired',
    endedAt: null,
  });
  expect((await reader.send(routes.withdrawPreparedSale, { params, body: {} })).code).toBe('PREPARED_SALE_ENDED');
  await runCron(portal, NO_MAIL_SERVER, 'sweep-prepared-sales');
  expect((await reader.call(routes.getPreparedSale, { params })).data).toMatchObject({
    state: 'expired',
    endedBy: null,
  });
  portal.clock.set(new Date('2026-06-01T18:00:00Z'));
  await runCron(portal, NO_MAIL_SERVER, 'sweep-prepared-sales');
  const { rows } = await portal.db.owner.query('select from prepared_sales where prepared_id = $1', [
    params.preparedId,
  ]);
  expect(rows).toEqual([]);
  portal.clock.set(now);
});
