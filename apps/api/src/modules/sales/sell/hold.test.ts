import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aLine, aUser, type TestClient, type TestUser } from '../../../../testing/builders.ts';
import { logInto } from '../../../../testing/log.ts';
import { type Portal, START, startPortal } from '../../../../testing/portal.ts';
import { DUE_DATE, holdSale, requestSale, sellAndDeposit } from '../../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../../testing/seller.ts';
import type { Session } from '../../../../testing/session.ts';
import { sweepExpired } from '../jobs.ts';

const AFTER_HALF_AN_HOUR = new Date(START.getTime() + 30 * 60_000);

let portal: Portal;
let client: TestClient;
let user: TestUser;
let invoices: Seller['invoices'];
let session: Session;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  ({ client, user, session, operator, invoices } = await aSeller(portal));
});
afterAll(() => portal.close());

/** Sessions end after half an hour too, so sign in again. */
const moveTo = async (instant: Date): Promise<void> => {
  portal.clock.set(instant);
  session = await portal.signIn(user.email);
};

const held = async (): Promise<string | undefined> =>
  (await session.call(routes.getCreditInformation)).lines.find(({ moneda }) => moneda === 'MXN')?.creditHeld;
const statuses = async (ids: readonly string[]): Promise<number[]> => {
  const { rows } = await portal.db.owner.query<{ status: number }>(
    `select status from invoices where document_id = any($1) order by status`,
    [ids],
  );
  return rows.map((row) => row.status);
};
const process = (numberOfSales: readonly number[]) => session.call(routes.processPreSells, { body: { numberOfSales } });

describe('[RES-04] no invoice stays stuck in PREVENTA', () => {
  it("answering 'No' restores the invoices and releases the credit at once", async () => {
    const before = await held();
    const ids = await invoices({ count: 3 });
    const [sale] = await holdSale(session, ids);
    expect(await statuses(ids)).toEqual([25, 25, 25]);
    const body = { numberOfSales: [sale?.numberOfSale] };
    const answer = await session.call(routes.cancelPreSell, { body });
    expect(answer.sales[0]?.state).toBe('cancelled');
    expect(await statuses(ids)).toEqual([20, 20, 20]);
    expect(await held()).toBe(before);
    expect(await session.call(routes.cancelPreSell, { body })).toEqual(answer);
  });

  it.each([
    ['after the hold', false],
    ['after the terms were shown', true],
  ])('a tab lost %s: the sweep restores everything after exactly 30 minutes', async (_, isProcessed) => {
    const before = await held();
    const ids = await invoices({ count: 2 });
    const [sale] = await holdSale(session, ids);
    if (isProcessed) await process([sale?.numberOfSale ?? 0]);
    const deps = { db: portal.db.worker, clock: portal.clock, log: logInto([]) };
    portal.clock.set(new Date(AFTER_HALF_AN_HOUR.getTime() - 1));
    expect(await sweepExpired(deps)).toBe(0);
    await moveTo(AFTER_HALF_AN_HOUR);
    expect([await sweepExpired(deps), await sweepExpired(deps)]).toEqual([1, 0]);
    await moveTo(START);
    expect(await statuses(ids)).toEqual([20, 20]);
    expect(await held()).toBe(before);
  });

  it('a call for an expired sale ends it first and reports it', async () => {
    const ids = await invoices();
    const [sale] = await holdSale(session, ids);
    const { terms } = await process([sale?.numberOfSale ?? 0]);
    await moveTo(AFTER_HALF_AN_HOUR);
    const acceptedTerms = { version: terms.version, hash: terms.hash };
    const request = { body: { invoices: [{ documentId: ids[0] }], acceptedTerms } };
    expect(await session.refusal(routes.requestAuthorization, request)).toMatchObject({
      status: 409,
      code: 'SALE_EXPIRED',
    });
    expect(await statuses(ids)).toEqual([20]);
    const again = await session.refusal(routes.processPreSells, { body: { numberOfSales: [sale?.numberOfSale] } });
    expect(again.code).toBe('SALE_EXPIRED');
    for (const body of [{}, { rfc: client.rfc }])
      expect(await session.refusal(routes.processPreSells, { body })).toMatchObject({
        status: 422,
        code: 'NO_SALE_NAMED',
        details: [{ path: 'numberOfSales' }],
      });
    await moveTo(START);
  });

  it('invoices of an expired hold can be sold again', async () => {
    const ids = await invoices();
    await holdSale(session, ids);
    await moveTo(AFTER_HALF_AN_HOUR);
    const [second] = await holdSale(session, ids);
    expect(second?.state).toBe('held');
    await session.call(routes.cancelPreSell, { body: { numberOfSales: [second?.numberOfSale] } });
    await moveTo(START);
  });

  it('an accepted sale stays held until the lender answers', async () => {
    const ids = await invoices();
    const [sale] = await requestSale(session, ids);
    await moveTo(new Date('2026-03-12T17:00:00Z'));
    expect(await sweepExpired({ db: portal.db.worker, clock: portal.clock, log: logInto([]) })).toBe(0);
    await moveTo(START);
    expect(await statuses(ids)).toEqual([25]);
    await session.call(routes.cancelPreSell, { body: { numberOfSales: [sale?.numberOfSale] } });
    expect(await statuses(ids)).toEqual([20]);
  });
});

describe('[RES-03] the terms', () => {
  it('must be accepted in the version and text shown', async () => {
    const ids = await invoices();
    const [sale] = await holdSale(session, ids);
    const { terms } = await process([sale?.numberOfSale ?? 0]);
    const wrong = [
      { version: terms.version, hash: 'f'.repeat(64) },
      { version: '0', hash: terms.hash },
    ];
    for (const acceptedTerms of [...wrong, undefined]) {
      const body = { invoices: [{ documentId: ids[0] }], acceptedTerms };
      const { code, details } = await session.refusal(routes.requestAuthorization, { body });
      expect(code).toBe('TERMS_NOT_ACCEPTED');
      expect(details.map(({ expected }) => expected)).toEqual([terms.version, terms.hash, terms.text]);
    }
    expect(await process([sale?.numberOfSale ?? 0])).toMatchObject({ terms });
    await session.call(routes.cancelPreSell, { body: { numberOfSales: [sale?.numberOfSale] } });
  });

  it('the terms cover exactly the sent invoices', async () => {
    const ids = await invoices({ count: 2 });
    const [extra = ''] = await invoices();
    const [sale] = await holdSale(session, ids);
    const { terms } = await process([sale?.numberOfSale ?? 0]);
    const acceptedTerms = { version: terms.version, hash: terms.hash };
    const send = (documentIds: readonly string[]) =>
      session.refusal(routes.requestAuthorization, {
        body: { invoices: documentIds.map((documentId) => ({ documentId })), acceptedTerms },
      });
    expect(await send(ids.slice(1))).toMatchObject({ code: 'SALE_STATE_CONFLICT', details: [{ path: ids[0] }] });
    expect((await send([...ids, extra])).code).toBe('SALE_STATE_CONFLICT');
    expect((await send([])).code).toBe('NO_INVOICE_SELECTED');
    expect((await send(['11111111-1111-4111-8111-111111111111'])).code).toBe('NOT_FOUND');
    await session.call(routes.cancelPreSell, { body: { numberOfSales: [sale?.numberOfSale] } });
  });

  it('cannot be accepted after one of their sales was cancelled', async () => {
    const pesos = await invoices();
    const dollars = await invoices({ currency: 'USD', total: '1000.00' });
    const sales = await holdSale(session, [...pesos, ...dollars]);
    const numberOfSales = sales.map((sale) => sale.numberOfSale);
    const { terms } = await process(numberOfSales);
    await session.call(routes.cancelPreSell, { body: { numberOfSales: numberOfSales.slice(1) } });
    const acceptedTerms = { version: terms.version, hash: terms.hash };
    const body = { invoices: [{ documentId: pesos[0] }], acceptedTerms };
    expect((await session.refusal(routes.requestAuthorization, { body })).code).toBe('SALE_STATE_CONFLICT');
    await session.call(routes.cancelPreSell, { body: { numberOfSales: numberOfSales.slice(0, 1) } });
  });

  it('[RES-06] values repeated by the browser must match', async () => {
    const ids = await invoices();
    const [sale] = await holdSale(session, ids);
    const { terms } = await process([sale?.numberOfSale ?? 0]);
    const acceptedTerms = { version: terms.version, hash: terms.hash };
    const tampered: readonly (readonly [object, number])[] = [
      [{ status: 30 }, 409],
      [{ receiverRFC: 'AAA010101AAA' }, 409],
      [{ receiverName: 'OTRA' }, 409],
      [{ companyId: '11111111-1111-4111-8111-111111111111' }, 404],
      [{ productId: '11111111-1111-4111-8111-111111111111' }, 404],
      [{ clientId: '11111111-1111-4111-8111-111111111111' }, 404],
    ];
    for (const [claim, status] of tampered) {
      const body = { invoices: [{ documentId: ids[0], ...claim }], acceptedTerms };
      expect(await session.refusal(routes.requestAuthorization, { body })).toMatchObject({ status });
    }
    const body = { invoices: [{ documentId: ids[0], status: 25, clientId: client.clientId }], acceptedTerms };
    const sent = await session.call(routes.requestAuthorization, { body });
    expect(await session.call(routes.requestAuthorization, { body })).toEqual(sent);
    const { rows } = await portal.db.owner.query(`select * from acceptances where sale_id = $1`, [sale?.saleId]);
    expect(rows).toMatchObject([
      { user_id: user.userId, terms_version: terms.version, terms_hash: terms.hash, accepted_at: START },
    ]);
  });

  it('fixes the terms by the SHA-256 of a text with every figure', async () => {
    const ids = await invoices();
    const [sale] = await holdSale(session, ids);
    const { terms } = await process([sale?.numberOfSale ?? 0]);
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(terms.text));
    expect(Buffer.from(digest).toString('hex')).toBe(terms.hash);
    for (const figure of ['116,000.00', '3,480.00', '11,600.00', '100,920.00', '24/04/2026', '45 días', client.rfc]) {
      expect(terms.text).toContain(figure);
    }
    await session.call(routes.cancelPreSell, { body: { numberOfSales: [sale?.numberOfSale] } });
  });
});

it('refuses the summary for anyone but active users of the client', async () => {
  const [sale] = await requestSale(session, await invoices());
  const disabled = await aUser(portal, { client, active: false });
  const stranger = await aUser(portal, { client: await aClient(portal) });
  const numberOfSales = [sale?.numberOfSale];
  for (const email of [disabled.email, stranger.email, 'nadie@example.test']) {
    const refusal = await session.refusal(routes.sendSummary, { body: { numberOfSales, emails: [user.email, email] } });
    expect(refusal).toMatchObject({ code: 'INVALID_EMAIL', details: [{ path: email }] });
  }
  const { rows } = await portal.db.owner.query(`select count(*)::integer as mails from outbox`);
  expect(rows).toEqual([{ mails: 0 }]);
  const [unsent] = await holdSale(session, await invoices());
  const early = await session.refusal(routes.sendSummary, {
    body: { numberOfSales: [unsent?.numberOfSale], emails: [user.email] },
  });
  expect(early.code).toBe('SALE_STATE_CONFLICT');
});

it('[RES-07] an invoice in credit cannot be sold again', async () => {
  const ids = await invoices();
  await sellAndDeposit({ session, operator }, ids);
  const body = { documents: [{ documentId: ids[0], dueDate: DUE_DATE }] };
  expect(await session.refusal(routes.setAsPreSell, { body })).toMatchObject({
    status: 422,
    code: 'INVOICE_NOT_SELLABLE',
  });
});

it('gives the same answer for foreign and missing sales', async () => {
  const other = await aClient(portal);
  const theirs = await portal.signIn((await aUser(portal, { client: other })).email);
  const [sale] = await holdSale(session, await invoices());
  for (const number of [sale?.numberOfSale, 999_999]) {
    for (const route of [routes.processPreSells, routes.cancelPreSell]) {
      expect(await theirs.refusal(route, { body: { numberOfSales: [number] } })).toMatchObject({ status: 404 });
    }
  }
});

describe('[EFE-02] the invoices for an amount that is needed', () => {
  const need = (seller: Seller, amount: string, over: { currency?: 'USD'; day?: string } = {}) =>
    seller.session.call(routes.findCash, { query: { amount, currency: 'MXN', ...over } });
  const emittedOn = '2026-03-02';
  /** Its Friday is {@link DUE_DATE}. */
  const statedTerm = 50;
  const needy = async () => {
    await moveTo(START);
    const seller = await aSeller(portal);
    const small = await seller.invoices({ count: 2, emittedOn, statedTerm });
    const large = await seller.invoices({ total: '300000.00', emittedOn, statedTerm });
    await seller.invoices({ currency: 'USD', emittedOn, statedTerm });
    await seller.invoices({ product: 'FB', emittedOn });
    return { seller, small: small.toSorted(), large };
  };

  it('the cheapest and the fewest are answered, and are held at the figures that were answered', async () => {
    const { seller, small, large } = await needy();
    const exact = { arrives: '2026-03-11', assumed: 0, isExact: true };
    expect(await need(seller, '200000.00', { day: '2026-03-11' })).toEqual({
      sets: [
        {
          aim: 'cost',
          documentIds: small,
          deposit: '201840.00',
          cost: '6960.00',
          ...exact,
          leastCost: '6960.00',
          leastCount: 2,
        },
        {
          aim: 'count',
          documentIds: large,
          deposit: '261000.00',
          cost: '9000.00',
          ...exact,
          leastCost: '9000.00',
          leastCount: 1,
        },
      ],
      short: null,
      withoutOrder: null,
    });
    const [sale] = await holdSale(seller.session, small);
    expect(sale?.totals).toMatchObject({ initialDeposit: '201840.00', comision: '6960.00' });
    // An invoice in a sale is not offered again.
    expect((await need(seller, '261000.01')).short?.most.documentIds).toEqual(large);
    // With a line, the FB invoice lacks nothing but its purchase order.
    await aLine(portal, { client: seller.client, product: 'FB' });
    expect((await need(seller, '100.00')).withoutOrder).toEqual({ count: 1, amount: '116000.00' });
  });

  it('an amount that they do not reach has the most that can be had and what is missing', async () => {
    const { seller, small } = await needy();
    const missing = async (...asked: Parameters<typeof need>) => {
      const { sets, short } = await need(...asked);
      expect(sets).toEqual([]);
      return { most: short?.most.deposit, missing: short?.missing };
    };
    const noLine = { why: 'NO_LINE', count: 1, amount: '116000.00', currency: 'MXN' };
    expect(await missing(seller, '500000.00')).toEqual({
      most: '462840.00',
      missing: [{ why: 'INVOICES', count: 0, amount: '37160.00', currency: 'MXN' }, noLine],
    });
    expect(await missing(seller, '200000.00', { currency: 'USD' })).toEqual({
      most: '100920.00',
      missing: [{ why: 'INVOICES', count: 0, amount: '99080.00', currency: 'USD' }],
    });
    expect((await missing(seller, '1.00', { day: '2026-03-10' })).missing).toContainEqual({
      why: 'DAY',
      count: 3,
      amount: '532000.00',
      currency: 'MXN',
    });
    const { clientId } = seller.client;
    await portal.db.owner.query(
      `update credit_lines set credit_limit = 250000 where client_id = $1 and currency = 'MXN'`,
      [clientId],
    );
    expect(await missing(seller, '300000.00')).toEqual({
      most: '201840.00',
      missing: [{ why: 'LINE', count: 3, amount: '228800.00', currency: 'MXN' }, noLine],
    });
    await portal.db.owner.query(
      `insert into pair_exposures (client_id, company_id, currency, limit_amount) values ($1, $2, 'MXN', 200000)`,
      [clientId, seller.companyId],
    );
    expect(await missing(seller, '101000.00')).toMatchObject({
      most: '100920.00',
      missing: [{ why: 'LINE' }, { why: 'RECEIVER', count: 1, amount: '0.00' }, noLine],
    });
    expect((await need(seller, '100920.00')).sets[0]?.documentIds).toEqual(small.slice(0, 1));
    await portal.db.owner.query(`delete from bank_accounts where client_id = $1`, [clientId]);
    expect((await missing(seller, '1.00')).missing?.map(({ why, count }) => `${why} ${count}`)).toContain(
      'NO_ACCOUNT 3',
    );
  });
});
