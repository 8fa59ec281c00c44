import { routes } from '@anticipa/contract/routes';
import { domesticReceivers } from '@anticipa/sandbox/demo-parties';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, anOperator, aUser, firstReceiver } from '../../../testing/builders.ts';
import { aCostCentre } from '../../../testing/payers.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { answerTo, aPayment, collect, referenceFor, requestSale, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import { workIn } from '../../../testing/work.ts';
import { payerMails } from '../payers/mail.ts';

let portal: Portal;
let seller: Seller;

beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal.close());

const home = ({ session }: Pick<Seller, 'session'> = seller) => session.call(routes.getHome);

it('[TAB-12] a sale on its way counts the invoices that the lender has not rejected', async () => {
  seller = await aSeller(portal);
  const [kept = '', rejected = ''] = await seller.invoices({ count: 2 });
  const [sale] = await requestSale(seller.session, [kept, rejected]);
  const decisions = [
    { documentId: kept, authorised: true, motive: null },
    { documentId: rejected, authorised: false, motive: 'LENDER_DOCUMENTS' },
  ];
  await seller.operator.call(routes.answerSale, await answerTo(seller.operator, sale?.saleId ?? '', decisions));
  expect((await home()).sales).toMatchObject([{ state: 'answered', count: 1, initialDeposit: '100920.00' }]);
});

it('[TAB-12] money is on its way from the request of a sale until the day of its deposit', async () => {
  seller = await aSeller(portal);
  const [waiting] = await requestSale(seller.session, await seller.invoices());
  const [deposited] = await sellAndDeposit(seller, await seller.invoices({ count: 2 }));
  const sale = { currency: 'MXN', initialDeposit: '100920.00', count: 1, isReturned: false };
  expect((await home()).sales).toEqual([
    { ...sale, numberOfSale: deposited?.numberOfSale, state: 'disbursed', count: 2, initialDeposit: '201840.00' },
    { ...sale, numberOfSale: waiting?.numberOfSale, state: 'requested' },
  ]);
  portal.clock.pass(24 * 3_600_000);
  const next = await portal.signIn(seller.user.email);
  expect((await home({ session: next })).sales.map(({ numberOfSale }) => numberOfSale)).toEqual([
    waiting?.numberOfSale,
  ]);
});

describe('[TAB-12] what needs attention', () => {
  it('[PER-38] counts invoices overdue with their late charges, due within a week, or rejected today', async () => {
    seller = await aSeller(portal);
    const [late = '', referenced = '', soon = '', later = ''] = await seller.invoices({ count: 4 });
    await sellAndDeposit(seller, [late, referenced], '2026-04-24');
    await sellAndDeposit(seller, [soon], '2026-05-11');
    await sellAndDeposit(seller, [later], '2026-05-12');
    await seller.invoices({ status: 0, rejectedAt: portal.clock.now() });
    // Ten days after the first due date, as in the golden sale.
    portal.clock.set(new Date('2026-05-04T17:00:00Z'));
    seller = { ...seller, session: await portal.signIn(seller.user.email) };
    expect((await seller.session.call(routes.listCompanies)).data).toMatchObject([{ overdue: 2 }]);
    const { paymentReference } = await referenceFor(seller.session, [referenced]);
    // Yesterday evening in Mexico City, today in UTC.
    await seller.invoices({ status: 0, rejectedAt: new Date('2026-05-04T05:59:59Z') });
    await seller.invoices({ status: 0, count: 2 });
    await seller.invoices({ status: 0, motive: 'DELETED_BY_USER' });
    const figures = await home();
    expect(figures).toMatchObject({
      today: '2026-05-04',
      hasInvoices: true,
      overdue: [
        {
          currency: 'MXN',
          count: 2,
          dueToday: 0,
          firstDue: '2026-04-24',
          total: '232000.00',
          lateCharges: '3093.34',
          amount: '235093.34',
          referable: 1,
          references: [paymentReference],
        },
      ],
      dueSoon: [{ product: 'BI', currency: 'MXN', count: 1, firstDue: '2026-05-11', total: '116000.00' }],
      rejectedToday: [{ product: 'BI', count: 2 }],
    });
    const nextDue = ({ nextDue: dates }: Awaited<ReturnType<typeof home>>) =>
      dates.map(({ date, count, total }) => [date, count, total]);
    expect(nextDue(figures)).toEqual([
      ['2026-05-11', 1, '116000.00'],
      ['2026-05-12', 1, '116000.00'],
    ]);
    // 61 days at 24 % are 4,717.33, with IVA of 754.77.
    expect(figures.nextDue[0]?.finalDeposit).toBe('10845.23');
    const part = aPayment({ documentIds: [soon] }, { valueDate: '2026-05-04', amount: '16000.00' });
    await collect(await portal.signIn((await anOperator(portal)).email), part);
    const paid = await home();
    expect(paid.dueSoon).toMatchObject([{ firstDue: '2026-05-11', total: '100000.00' }]);
    expect(nextDue(paid)[0]).toEqual(['2026-05-11', 1, '100000.00']);
  });

  it('an invoice is overdue from the due date, with what is left of its amount; six due dates are named', async () => {
    portal.clock.set(new Date('2026-05-04T17:00:00Z'));
    seller = await aSeller(portal);
    const [, automatic = firstReceiver()] = domesticReceivers;
    const companyId = await aCompany(portal, { client: seller.client, receiver: automatic });
    await aCostCentre(portal, { client: seller.client, rfcPayer: automatic.rfc });
    const today = [...(await seller.invoices()), ...(await seller.invoices({ companyId }))];
    await sellAndDeposit(seller, today, '2026-06-05');
    for (const day of ['08', '09', '10', '11', '12', '15', '16'])
      await sellAndDeposit(seller, await seller.invoices(), `2026-06-${day}`);
    portal.clock.set(new Date('2026-06-05T17:00:00Z'));
    const operator = await portal.signIn((await anOperator(portal)).email);
    const body = aPayment({ documentIds: today.slice(0, 1) }, { amount: '16000.00', valueDate: '2026-06-05' });
    await collect(operator, body);
    seller = { ...seller, session: await portal.signIn(seller.user.email) };
    const { overdue, nextDue } = await home();
    const due = { count: 2, dueToday: 2, total: '216000.00', lateCharges: '0.00', amount: '216000.00' };
    expect(overdue).toMatchObject([{ ...due, firstDue: '2026-06-05', referable: 1, byClabe: 1 }]);
    expect(nextDue.map(({ date }) => date.slice(8))).toEqual(['08', '09', '10', '11', '12', '15']);
  });

  it('nothing needs attention without invoices', async () => {
    const user = await aUser(portal, { client: await aClient(portal) });
    expect(await home({ session: await portal.signIn(user.email) })).toEqual({
      today: portal.clock.today(),
      hasInvoices: false,
      overdue: [],
      dueSoon: [],
      rejectedToday: [],
      sales: [],
      nextDue: [],
    });
  });
});

it('[CLI-09] what a payer owes to its CLABE is shown with today’s late charges and mailed without them, for own payers only and 30 times a day', async () => {
  portal.clock.set(new Date('2026-05-04T17:00:00Z'));
  seller = await aSeller(portal);
  const [late = '', later = '', without = ''] = await seller.invoices({ count: 3 });
  const many = await seller.invoices({ count: 200, total: '100.00' });
  const [dollars = ''] = await seller.invoices({ currency: 'USD', total: '1000.00' });
  await sellAndDeposit(seller, [late, ...many], '2026-05-05');
  await sellAndDeposit(seller, [dollars], '2026-05-05');
  await sellAndDeposit(seller, [later, without], '2026-06-05');
  const clabe = await aCostCentre(portal, { client: seller.client, rfcPayer: firstReceiver().rfc });
  portal.clock.set(new Date('2026-05-20T17:00:00Z'));
  const by = await portal.signIn(seller.user.email);
  const debts = async (query: { overdue?: 'MXN' | 'USD'; documentId?: string }) =>
    (await by.call(routes.listClabeDebts, { query })).data;
  const [debt] = await debts({ overdue: 'MXN' });
  expect(debt).toMatchObject({ clabe, total: '136000.00', firstDue: '2026-05-05' });
  expect(debt?.invoices).toHaveLength(201);
  expect(Number(debt?.lateCharges)).toBeGreaterThan(0);
  // The CLABE is an account in pesos: dollars are paid with a reference.
  expect(await debts({ overdue: 'USD' })).toEqual([]);
  expect((await by.refusal(routes.listClabeDebts, { query: { documentId: dollars } })).code).toBe('NOT_FOUND');
  const { data } = await by.call(routes.listInvoices, { query: { status: '30' } });
  expect(data.find(({ currency }) => currency === 'USD')?.paidAutomatically).toBe(false);
  expect(await debts({ documentId: later })).toMatchObject([{ lateCharges: '0.00', firstDue: '2026-06-05' }]);

  const mail = (documentIds: string[], email = 'Pagos@Cliente.test') => ({ body: { documentIds, email } });
  expect((await by.refusal(routes.mailClabe, mail([late], 'pagos'))).code).toBe('INVALID_EMAIL');
  await portal.db.owner.query('update cost_centres set active = false where clabe = $1', [clabe]);
  expect((await by.refusal(routes.mailClabe, mail([late]))).code).toBe('NOT_FOUND');
  await portal.db.owner.query('update cost_centres set active = true where clabe = $1', [clabe]);
  for (let count = 0; count < 30; count += 1) await by.call(routes.mailClabe, mail([late, later]));
  expect((await by.refusal(routes.mailClabe, mail([late]))).code).toBe('DAILY_LIMIT_REACHED');

  const { rows } = await portal.db.owner.query<{ payload: object }>(
    `select payload from outbox where client_id = $1 and kind = 'payer-clabe'`,
    [seller.client.clientId],
  );
  expect(rows).toHaveLength(30);
  const made = await portal.db.worker.withTransaction({ as: 'worker' }, (executor) =>
    payerMails['payer-clabe'](workIn(executor, portal.clock, seller.client.clientId), rows[0]?.payload),
  );
  expect(made).toMatchObject({
    to: 'pagos@cliente.test',
    tables: [
      { rows: [[expect.anything(), expect.anything(), expect.stringContaining('116,000.00')], expect.anything()] },
    ],
  });
  expect(made?.paragraphs[0]).toContain('232,000.00');
  expect(made?.paragraphs[0]).toContain(clabe);
});

it('[BUS-01] one search finds an invoice, its payer, its sale and its reference, each by every name that people have for it', async () => {
  seller = await aSeller(portal);
  const receiver = { ...firstReceiver(), rfc: 'CPN010203AB1', name: 'COMERCIALIZADORA PÉREZ Y NÚÑEZ' };
  const companyId = await aCompany(portal, { client: seller.client, receiver });
  const [sold = ''] = await seller.invoices({ total: '1254283.07', companyId });
  const [free = ''] = await seller.invoices();
  const [deleted = ''] = await seller.invoices({ status: 0, motive: 'DELETED_BY_USER' });
  const { owner } = portal.db;
  await owner.query(`update invoices set serie = 'FAC', folio = '001026' where document_id = $1`, [sold]);
  await owner.query(`update invoices set serie = 'Ñ-1', folio = '10260' where document_id = $1`, [free]);
  await owner.query(`update invoices set folio = 'W/X' where document_id = $1`, [deleted]);
  const [sale] = await sellAndDeposit(seller, [sold], '2026-06-30');
  const { paymentReference } = await referenceFor(seller.session, [sold]);
  const { rows } = await owner.query<{ uuid: string }>('select uuid from invoices where document_id = $1', [sold]);
  const search = (q: string) => seller.session.call(routes.searchPortal, { query: { q } });
  const folios = async (q: string) => {
    const { invoices } = await search(q);
    expect(invoices.total).toBe(invoices.hits.length);
    return invoices.hits.map(({ folio }) => folio);
  };
  expect(await folios('1026')).toEqual(['001026', '10260']);
  expect(await folios('fac-1026')).toEqual(['001026']);
  expect(await folios('ñ-1-10260')).toEqual(['10260']);
  expect(await folios('FAC 001026')).toEqual(['001026']);
  expect(await folios('w/x')).toEqual(['W/X']);
  expect(await folios(rows[0]?.uuid.slice(0, 13).toLowerCase() ?? '')).toEqual(['001026']);
  for (const amount of ['1,254,283.07', '1254283', '$1,254']) expect(await folios(amount)).toEqual(['001026']);
  expect(await folios('1,254,283.08')).toEqual([]);
  for (const name of ['perez nunez', 'Comercial', 'cpn010203', 'PÉREZ']) {
    const { payers, invoices } = await search(name);
    expect(payers).toEqual({
      total: 1,
      hits: [
        {
          companyId,
          name: receiver.name,
          rfc: receiver.rfc,
          open: { product: 'BI', currency: 'MXN', status: 30, count: 1, total: '1254283.07' },
          settledOn: null,
        },
      ],
    });
    expect(invoices.hits).toEqual([
      {
        documentId: sold,
        uuid: rows[0]?.uuid,
        serie: 'FAC',
        folio: '001026',
        receiverName: receiver.name,
        status: 30,
        isDeleted: false,
        currency: 'MXN',
        total: '1254283.07',
      },
    ]);
  }
  expect((await search('w/x')).invoices.hits).toMatchObject([{ isDeleted: true }]);
  const { sales: bySaleNumber } = await search(`venta ${sale?.numberOfSale}`);
  expect(bySaleNumber).toMatchObject({ total: 1, hits: [{ state: 'disbursed', count: 1, isReturned: false }] });
  const [deposit = ''] = bySaleNumber.hits.map(({ initialDeposit }) => initialDeposit);
  const [reference] = (await search(paymentReference)).references.hits;
  expect(reference).toMatchObject({ reference: paymentReference, state: 'pending', count: 1, amount: '1254283.07' });
  expect((await search(paymentReference.slice(-6))).references.hits).toEqual([reference]);
  expect((await search('1,254,283')).references.hits).toEqual([reference]);
  expect((await search(deposit)).sales.hits).toEqual(bySaleNumber.hits);
  const { trackingKey } = (
    await seller.session.call(routes.getSale, { params: { numberOfSale: String(sale?.numberOfSale) } })
  ).data;
  expect((await search(trackingKey?.toLowerCase() ?? '')).sales.hits).toEqual(bySaleNumber.hits);
  for (const q of ['%_', '9999999999999'])
    expect(await search(q)).toMatchObject({ invoices: { total: 0 }, payers: { total: 0 } });
});
