import { routes } from '@anticipa/contract/routes';
import type { Sale } from '@anticipa/contract/sales';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aUser, type TestClient, type TestUser } from '../../../../testing/builders.ts';
import { logInto } from '../../../../testing/log.ts';
import { type Portal, START, startPortal } from '../../../../testing/portal.ts';
import { answerTo, authoriseSale, DUE_DATE, holdSale, requestSale } from '../../../../testing/sale-steps.ts';
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

const theSale = (sales: readonly Sale[]): Sale => {
  const [sale] = sales;
  if (!sale || sales.length > 1) throw new Error('one sale was expected');
  return sale;
};
const giveBack = async ({ numberOfSale }: Sale): Promise<string[]> => {
  const body = { numberOfSales: [numberOfSale], onlyHeld: true };
  return (await session.call(routes.cancelPreSell, { body })).sales.map(({ state }) => state);
};
const statuses = async (ids: readonly string[]): Promise<number[]> => {
  const text = `select status from invoices where document_id = any($1)`;
  return (await portal.db.owner.query<{ status: number }>(text, [ids])).rows.map(({ status }) => status);
};

describe('[RES-04] cancelling only what is held', () => {
  it('releases a held sale, and one with fixed terms', async () => {
    const ids = await invoices();
    expect(await giveBack(theSale(await holdSale(session, ids)))).toEqual(['cancelled']);
    const again = theSale(await holdSale(session, ids));
    await session.call(routes.processPreSells, { body: { numberOfSales: [again.numberOfSale] } });
    expect(await giveBack(again)).toEqual(['cancelled']);
    expect(await giveBack(again)).toEqual(['cancelled']);
    expect(await statuses(ids)).toEqual([20]);
  });

  it('never undoes an acceptance, and returns the sale’s state', async () => {
    const ids = await invoices();
    const sale = theSale(await requestSale(session, ids));
    expect(await giveBack(sale)).toEqual(['requested']);
    await authoriseSale(operator, sale);
    expect(await giveBack(sale)).toEqual(['answered']);
    expect(await statuses(ids)).toEqual([25]);
  });

  it('releases a held sale next to an accepted one', async () => {
    const accepted = theSale(await requestSale(session, await invoices()));
    const held = theSale(await holdSale(session, await invoices()));
    const body = { numberOfSales: [accepted.numberOfSale, held.numberOfSale], onlyHeld: true };
    const { sales } = await session.call(routes.cancelPreSell, { body });
    expect(sales.map(({ state }) => state)).toEqual(['requested', 'cancelled']);
  });

  it('counts a sale that is named twice once', async () => {
    const { numberOfSale } = theSale(await holdSale(session, await invoices()));
    const body = { numberOfSales: [numberOfSale, numberOfSale] };
    expect((await session.call(routes.cancelPreSell, { body })).sales).toHaveLength(1);
  });

  it('returns invoices rejected today with their motive and the time of each rejection', async () => {
    const ids = await invoices({ count: 2 });
    for (const documentId of ids) {
      const { saleId } = theSale(await requestSale(session, [documentId]));
      const decisions = [{ documentId, authorised: false, motive: 'LENDER_PAYER_DECLINED' as const }];
      await operator.call(routes.answerSale, await answerTo(operator, saleId, decisions));
      portal.clock.pass(60_000);
    }
    const stored = async () => {
      const text = `select status, motive, rejected_at from invoices where document_id = any($1) order by document_id`;
      return (await portal.db.owner.query(text, [ids])).rows;
    };
    const rejected = await stored();
    expect(await giveBack(theSale(await holdSale(session, ids)))).toEqual(['cancelled']);
    portal.clock.set(START);
    expect(await stored()).toEqual(rejected);
  });

  it('reports an expired sale', async () => {
    const ids = await invoices();
    await giveBack(theSale(await holdSale(session, ids)));
    const sale = theSale(await holdSale(session, ids));
    portal.clock.set(AFTER_HALF_AN_HOUR);
    session = await portal.signIn(user.email);
    expect(await giveBack(sale)).toEqual(['expired']);
    // The latest of its sales, not the cancelled one before.
    const body = { invoices: ids.map((documentId) => ({ documentId })) };
    expect((await session.refusal(routes.requestAuthorization, { body })).code).toBe('SALE_EXPIRED');
    portal.clock.set(START);
    session = await portal.signIn(user.email);
  });
});

it('[RES-03] the terms are the latest that are published, not those of tomorrow', async () => {
  const { owner } = portal.db;
  const versionOf = async (): Promise<string> => {
    const sale = theSale(await holdSale(session, await invoices()));
    const body = { numberOfSales: [sale.numberOfSale] };
    const { terms } = await session.call(routes.processPreSells, { body });
    await giveBack(sale);
    return terms.version;
  };
  const tomorrow = new Date(START.getTime() + 24 * 3_600_000);
  await owner.query(`insert into terms_versions values ('2', 'Términos nuevos.', $1)`, [tomorrow]);
  expect(await versionOf()).toBe('1');
  await owner.query(`update terms_versions set published_at = $1 where version = '2'`, [
    new Date(START.getTime() + 1000),
  ]);
  portal.clock.pass(1000);
  expect(await versionOf()).toBe('2');
  portal.clock.set(START);
});

it('a hold records when its invoices were checked', async () => {
  const ids = await invoices();
  await portal.db.owner.query('update invoices set checked_at = null where document_id = any($1)', [ids]);
  const sale = theSale(await holdSale(session, ids));
  const { rows } = await portal.db.owner.query('select checked_at from invoices where document_id = any($1)', [ids]);
  expect(rows).toEqual([{ checked_at: portal.clock.now() }]);
  await giveBack(sale);
});

it('a hold of a clock that is set back expires at once, for calls and for the sweep', async () => {
  const sweep = () => sweepExpired({ db: portal.db.worker, clock: portal.clock, log: logInto([]) });
  const ids = [...(await invoices()), ...(await invoices())];
  const called = theSale(await holdSale(session, ids.slice(0, 1)));
  portal.clock.pass(-5 * 60_000);
  expect(await sweep()).toBe(0);
  portal.clock.pass(-1);
  const body = { numberOfSales: [called.numberOfSale] };
  expect((await session.refusal(routes.processPreSells, { body })).code).toBe('SALE_EXPIRED');
  portal.clock.set(START);
  await holdSale(session, ids.slice(1));
  portal.clock.pass(-24 * 3_600_000);
  expect(await sweep()).toBe(1);
  portal.clock.set(START);
  expect(await statuses(ids)).toEqual([20, 20]);
});

describe('[RES-08] the sales of a hold, by its key', () => {
  const openSales = (key: string, asker: Session = session) => asker.call(routes.getOpenSales, { query: { key } });

  it('a hold is answered with its sales as they are now, and the clock by which they expire', async () => {
    const key = 'open-hold-0001';
    const held = await holdSale(session, await invoices(), DUE_DATE, key);
    const later = new Date(START.getTime() + 60_000);
    portal.clock.set(later);
    expect(await openSales(key)).toEqual({ now: later.toISOString(), sales: held });
    expect(held[0]?.expiresAt).toBe(AFTER_HALF_AN_HOUR.toISOString());
    const cancelled = { state: 'cancelled', expiresAt: held[0]?.expiresAt };
    expect(await giveBack(theSale(held))).toEqual(['cancelled']);
    expect((await openSales(key)).sales).toMatchObject([cancelled]);
    portal.clock.set(START);
  });

  it('no sales are answered before the hold is, for the key of another call, or to a colleague', async () => {
    const key = 'open-hold-0002';
    expect((await openSales(key)).sales).toEqual([]);
    const held = theSale(await holdSale(session, await invoices(), DUE_DATE, key));
    const colleague = await portal.signIn((await aUser(portal, { client })).email);
    expect((await openSales(key, colleague)).sales).toEqual([]);
    const body = { numberOfSales: [held.numberOfSale] };
    await session.call(routes.cancelPreSell, { body, key: 'open-hold-0003' });
    expect((await openSales('open-hold-0003')).sales).toEqual([]);
  });
});
