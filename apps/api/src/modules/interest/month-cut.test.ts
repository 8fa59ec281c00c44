import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InterestInvoice } from '@anticipa/contract/interest';
import { routes } from '@anticipa/contract/routes';
import { dateOf } from '@anticipa/domain/calendar';
import { monthOf } from '@anticipa/domain/month';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { aSellerOfJanuary, publishTodaysRate, SOLD_AT } from '../../../testing/interest.ts';
import { runCron } from '../../../testing/jobs.ts';
import { untilAdvisoryLockIsAwaited, untilRowIsAwaited } from '../../../testing/locks.ts';
import { logInto } from '../../../testing/log.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';
import { embeddedInvoicing } from '../../gateways/invoicing/embedded.ts';
import type { InvoicingPort } from '../../gateways/invoicing/port.ts';
import { openFolder } from '../../gateways/storage/embedded.ts';
import { WORKER } from '../../platform/work/transaction.ts';
import { cutMonth } from './commands.ts';
import { cutLastMonth } from './jobs.ts';

const outside = { smtpUrl: 'smtp://127.0.0.1:1' };
const january = { startDate: '2026-01-01', endDate: '2026-01-31' };
const issued = { search: { startDate: '2026-01-31', endDate: '2026-01-31' } };

let portal: Portal;
let seller: Awaited<ReturnType<typeof aSellerOfJanuary>>;
let session: Session;
let operator: Session;

/** Signs in again after moving the clock. */
const on = async (instant: string): Promise<void> => {
  portal.clock.set(new Date(instant));
  session = await portal.signIn(seller.user.email);
  operator = await portal.signIn((await anOperator(portal)).email);
};

const cut = async (clientId: string, month: string): Promise<readonly InterestInvoice[]> =>
  (await operator.call(routes.cutMonth, { body: { clientId, month } })).data;
const refusal = async (clientId: string, month: string) =>
  operator.refusal(routes.cutMonth, { body: { clientId, month } });
const inPesos = (invoices: readonly InterestInvoice[]): InterestInvoice => {
  const found = invoices.find(({ currency }) => currency === 'MXN');
  if (!found) throw new Error('nothing was invoiced in pesos');
  return found;
};

beforeAll(async () => {
  portal = await startPortal({ now: SOLD_AT });
  await portal.pki.lenderSealer();
  seller = await aSellerOfJanuary(portal);
  await on('2026-02-03T17:00:00Z');
  await publishTodaysRate(portal);
});
afterAll(() => portal.close());

describe('a month cut', () => {
  it('[HFI-01] issues one invoice per product and currency, with a line per financed invoice', async () => {
    const invoices = await cut(seller.client.clientId, '2026-01');
    expect(invoices).toEqual([
      {
        id: expect.any(String),
        facturamaId: expect.any(String),
        uuid: expect.stringMatching(/^[0-9A-F-]{36}$/),
        folio: expect.stringMatching(/^INT-\d+$/),
        // The last second of January.
        emittionDate: '2026-02-01T05:59:59.000Z',
        periodo: '2026-01',
        kind: 'interest',
        product: 'BI',
        productName: 'Anticipo Índice',
        ...{ currency: 'MXN', active: true, invoiceType: true },
        subTotal: '2320.00',
        iva: '371.20',
        amount: '2691.20',
        creditFolios: ['A-1', 'A-2'],
        InvoicingDetails: [
          { factoringDocumentFolio: 'A-1', subTotal: '1160.00', iva: '185.60' },
          { factoringDocumentFolio: 'A-2', subTotal: '1160.00', iva: '185.60' },
        ],
        complements: [],
      },
      expect.objectContaining({ currency: 'USD', subTotal: '10.00', iva: '1.60', creditFolios: ['A-1'] }),
    ]);
    expect((await session.call(routes.listInterestInvoices, { body: issued })).data.toSorted(byFolio)).toEqual(
      invoices.toSorted(byFolio),
    );
  });

  const byFolio = (a: InterestInvoice, b: InterestInvoice): number => a.folio.localeCompare(b.folio);

  it('[HFI-01] is idempotent, even concurrently', async () => {
    const first = await cut(seller.client.clientId, '2026-01');
    expect(await cut(seller.client.clientId, '2026-01')).toEqual(first);
    const other = await aSellerOfJanuary(portal);
    await on('2026-02-03T17:00:00Z');
    const answers = await Promise.all([1, 2, 3].map(() => cut(other.client.clientId, '2026-01')));
    expect(answers.map((invoices) => invoices.length)).toEqual([2, 2, 2]);
    expect(new Set(answers.flat().map(({ uuid }) => uuid)).size).toBe(2);
  });

  it('[HFI-01] sets its folio in the interest detail, and is listed by emission date', async () => {
    const pesos = inPesos(await cut(seller.client.clientId, '2026-01'));
    const body = { startDate: '2026-01-01', endDate: '2026-02-28' };
    const { credits } = (await session.call(routes.listInterest, { body })).data;
    expect(credits.filter(({ currency }) => currency === 'MXN').map((row) => [row.periodo, row.invoiceFolio])).toEqual([
      ['2026-01', pesos.folio],
      ['2026-02', null],
      ['2026-01', pesos.folio],
      ['2026-02', null],
    ]);
    const listed = async (startDate: string, endDate: string, active?: boolean): Promise<number> => {
      const search = { startDate, endDate, ...(active === undefined ? {} : { active }) };
      return (await session.call(routes.listInterestInvoices, { body: { search } })).data.length;
    };
    expect(await listed('2026-01-31', '2026-01-31')).toBe(2);
    expect(await listed('2026-01-31', '2026-01-31', true)).toBe(2);
    expect(await listed('2026-01-31', '2026-01-31', false)).toBe(0);
    expect(await listed('2026-02-01', '2026-02-28')).toBe(0);
    expect(await listed('2026-01-01', '2026-01-30')).toBe(0);
    expect(await listed('1900-01-01', '3000-12-31')).toBe(2);
  });

  it('is refused for a current month, an unknown client or missing fiscal data, without effect', async () => {
    const { clientId } = seller.client;
    expect(await refusal(clientId, '2026-02')).toMatchObject({ status: 422, code: 'MONTH_NOT_OVER' });
    expect(await refusal(clientId, '2026-13')).toMatchObject({ status: 400 });
    expect(await refusal('11111111-1111-4111-8111-111111111111', '2026-01')).toMatchObject({ status: 404 });
    expect(await cut(clientId, '2025-12')).toEqual([]);

    const bare = await aSellerOfJanuary(portal);
    await on('2026-02-04T17:00:00Z');
    await portal.db.owner.query('delete from exchange_rates where rate_date > $1', ['2026-01-16']);
    expect(await refusal(bare.client.clientId, '2026-01')).toMatchObject({
      status: 503,
      code: 'EXCHANGE_RATE_MISSING',
    });
    await publishTodaysRate(portal);
    const clear = `update clients set postal_code = $2 where client_id = $1`;
    await portal.db.owner.query(clear, [bare.client.clientId, null]);
    expect(await refusal(bare.client.clientId, '2026-01')).toMatchObject({ status: 422, code: 'FISCAL_DATA_MISSING' });
    const left = await portal.db.owner.query('select 1 from interest_invoices where client_id = $1', [
      bare.client.clientId,
    ]);
    expect(left.rows).toEqual([]);
    await portal.db.owner.query(clear, [bare.client.clientId, '64000']);
    expect(await cut(bare.client.clientId, '2026-01')).toHaveLength(2);
  });

  it('the worker cuts the month of every client early in the next, idempotently', async () => {
    await on('2026-03-01T08:00:00Z');
    await publishTodaysRate(portal);
    expect(await runCron(portal, outside, 'cut-last-month')).toEqual([]);
    expect(await runCron(portal, outside, 'cut-last-month')).toEqual([]);
    const { rows } = await portal.db.owner.query<{ count: string }>(
      `select count(*) from interest_invoices where month_cut = '2026-02-01' and state = 'issued' group by client_id`,
    );
    expect(new Set(rows.map(({ count }) => count))).toEqual(new Set(['2']));
    expect(rows.length).toBeGreaterThan(1);
  });

  it.each([
    ['last', '2026-03-01T05:59:59Z', { february: 2, march: 0 }],
    ['first', '2026-03-01T06:00:00Z', { february: 0, march: 2 }],
  ])(
    '[HFI-01] issued in the %s second of a month is listed in it, and by month cut on request',
    async (_case, instant, expected) => {
      const other = await aSellerOfJanuary(portal);
      await on(instant);
      await publishTodaysRate(portal);
      await cut(other.client.clientId, '2026-01');
      const own = await portal.signIn(other.user.email);
      const listed = async (startDate: string, endDate: string, created?: boolean): Promise<number> =>
        (await own.call(routes.listInterestInvoices, { body: { search: { startDate, endDate, created } } })).data
          .length;
      const february = await listed('2026-02-28', '2026-02-28');
      expect({ february, march: await listed('2026-03-01', '2026-03-31') }).toEqual(expected);
      expect(await listed('2026-01-01', '2026-01-31', false)).toBe(2);
      expect(await listed('2026-02-01', '2026-02-28', false)).toBe(0);
    },
  );

  it('interrupted at the provider resumes with the same numbers', async () => {
    const { client, user } = await aSellerOfJanuary(portal);
    const { clientId } = client;
    await on('2026-02-05T17:00:00Z');
    await publishTodaysRate(portal);
    await rm(join(portal.dataDir, 'demo-pki', 'lender.cer'));
    expect(await refusal(clientId, '2026-01')).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    const folios = async () => {
      const { rows } = await portal.db.owner.query<{ folio: string; state: string }>(
        `select folio, state from interest_invoices where client_id = $1 order by folio`,
        [clientId],
      );
      return rows;
    };
    const numbered = await folios();
    expect(numbered.map(({ state }) => state)).toEqual(['pending', 'pending']);
    const own = await portal.signIn(user.email);
    const { credits } = (await own.call(routes.listInterest, { body: january })).data;
    expect(credits.map(({ invoiceFolio }) => invoiceFolio)).toEqual([null, null, null]);
    await portal.pki.lenderSealer();
    // The cut of the next month invoices it.
    await on('2026-03-06T17:00:00Z');
    await publishTodaysRate(portal);
    expect(await cut(clientId, '2026-02')).toHaveLength(2);
    const issued = numbered.map(({ folio }) => ({ folio, state: 'issued' }));
    expect(await folios()).toEqual(expect.arrayContaining(issued));
  });

  it('[HFI-03] [DIN-08] missed is made up for by the next, and one cancelled is listed as such and invoiced again', async () => {
    const late = await aSellerOfJanuary(portal);
    const { clientId } = late.client;
    await on('2026-05-04T17:00:00Z');
    await publishTodaysRate(portal);
    const own = await portal.signIn(late.user.email);
    const listed = async (active: boolean): Promise<InterestInvoice[]> => {
      const search = { startDate: '2026-05-04', endDate: '2026-05-04', active };
      const { data } = await own.call(routes.listInterestInvoices, { body: { search } });
      return data.filter(({ currency }) => currency === 'MXN').toSorted((a, b) => (a.periodo < b.periodo ? -1 : 1));
    };
    const asLender = async (month: string) => {
      const { toCut, cfdi } = await operator.call(routes.getMonthCut, { params: { month } });
      const own = cfdi.filter((one) => one.clientId === clientId && one.currency === 'MXN');
      return { isToCut: toCut.some((one) => one.clientId === clientId), cfdi: own };
    };
    expect(await runCron(portal, outside, 'accrue-interest')).toEqual([]);
    expect(await asLender('2026-02')).toEqual({ isToCut: true, cfdi: [] });
    await cut(clientId, '2026-01');
    // The rest of its interest belongs to the next months.
    expect([(await asLender('2026-01')).isToCut, (await asLender('2026-02')).isToCut]).toEqual([false, true]);
    await cut(clientId, '2026-04');
    const made = await listed(true);
    expect(await asLender('2026-02')).toMatchObject({
      isToCut: false,
      cfdi: [{ id: made[1]?.id, folio: made[1]?.folio, subTotal: '4330.66', uuid: made[1]?.uuid, state: 'issued' }],
    });
    // 15, 28 and 2 of the 45 days of two invoices.
    expect(made.map(({ periodo, subTotal }) => [periodo, subTotal])).toEqual([
      ['2026-01', '2320.00'],
      ['2026-02', '4330.66'],
      ['2026-03', '309.34'],
    ]);
    const cancelled = { params: { invoiceId: made[1]?.id ?? '' }, body: { motive: '02' } };
    await operator.call(routes.cancelInterestInvoice, cancelled);
    expect((await listed(false)).map(({ id, active, invoiceType }) => [id, active, invoiceType])).toEqual([
      [made[1]?.id, false, true],
    ]);
    expect(await asLender('2026-02')).toMatchObject({ isToCut: true, cfdi: [{ state: 'cancelled' }] });
    await cut(clientId, '2026-02');
    const again = await listed(true);
    const figures = ({ periodo, subTotal, iva }: InterestInvoice) => [periodo, subTotal, iva];
    expect(again.map(figures)).toEqual(made.map(figures));
    expect(again.map(({ id }) => id)).not.toContain(made[1]?.id);
    // Later months have invoiced more than the first one earned.
    const first = { params: { invoiceId: made[0]?.id ?? '' }, body: { motive: '02' } };
    await operator.call(routes.cancelInterestInvoice, first);
    expect((await asLender('2026-01')).isToCut).toBe(true);
  });

  it('[PRE-04] charges the IVA of an invoice paid off while it is stamped once', async () => {
    const { client } = await aSellerOfJanuary(portal);
    const { clientId } = client;
    await on('2026-02-05T17:00:00Z');
    await publishTodaysRate(portal);
    const { rows } = await portal.db.owner.query<{ document_id: string }>(
      `select document_id from invoices where client_id = $1 and currency = 'MXN' order by folio limit 1`,
      [clientId],
    );
    const [documentId = ''] = rows.map((row) => row.document_id);
    const holds = `select from credit_holds where client_id = $1 and document_id = $2 for update`;
    const body = aPayment({ documentIds: [documentId] }, { valueDate: '2026-02-05' });
    const paying: Promise<unknown>[] = [];
    const { issue, issuePayment } = embeddedInvoicing({ dataDir: portal.dataDir, now: portal.clock.now });
    const invoicing: InvoicingPort = {
      issuePayment,
      cancel: () => Promise.resolve('requested'),
      issue: async (order) => {
        if (order.currency === 'MXN') {
          // The payment has released the aforo and waits for the credit, uncommitted.
          await portal.db.owner.query('begin');
          await portal.db.owner.query(holds, [clientId, documentId]);
          paying.push(operator.call(routes.registerCollection, { body }));
          await untilRowIsAwaited(portal.db.owner);
        }
        return issue(order);
      },
    };
    const deps = {
      db: portal.db.worker,
      clock: portal.clock,
      storage: await openFolder(portal.config),
      log: logInto([]),
    };
    const cutting = cutMonth({ ...deps, invoicing }, WORKER, clientId, monthOf(dateOf('2026-01-01')));
    await untilAdvisoryLockIsAwaited(portal.db.owner);
    await portal.db.owner.query('commit');
    expect(await cutting).toMatchObject({ ok: true });
    await Promise.all(paying);
    const balances = await portal.db.owner.query(
      `select account, sum(debit - credit)::text as balance from ledger_lines where document_id = $1
       and account in ('CLIENTE', 'IVA_POR_FACTURAR', 'IVA_COBRADO') group by account order by account`,
      [documentId],
    );
    expect(balances.rows).toEqual([
      { account: 'CLIENTE', balance: '0.00' },
      { account: 'IVA_COBRADO', balance: '-185.60' },
      { account: 'IVA_POR_FACTURAR', balance: '-371.20' },
    ]);
  });

  it('a cut without a provider invoices nothing and logs one line', async () => {
    const logged: string[] = [];
    const storage = await openFolder(portal.config);
    const deps = { db: portal.db.worker, clock: portal.clock, storage, log: logInto(logged), invoicing: null };
    expect(await cutLastMonth(deps)).toBe(0);
    expect(logged).toEqual(['no invoicing provider configured: last month’s interest is not invoiced']);
  });
});
