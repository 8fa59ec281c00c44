import { routes } from '@anticipa/contract/routes';
import { addDays } from '@anticipa/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, aUser } from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { PRODUCT_IDS } from '../../../testing/lender.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import {
  authoriseSale,
  DUE_DATE,
  holdSale,
  requestOneSale,
  requestSale,
  sellAndDeposit,
} from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  operator = await portal.signIn((await anOperator(portal)).email);
});
afterAll(() => portal.close());

const aSeller = async (...lines: readonly Omit<Parameters<typeof aLine>[1], 'client'>[]) => {
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  for (const line of lines) await aLine(portal, { client, ...line });
  const companyId = await aCompany(portal, { client });
  const session = await portal.signIn(user.email);
  const invoices = (options: Partial<Parameters<typeof someInvoices>[1]> = {}) =>
    someInvoices(portal, { client, user, companyId, ...options });
  return { client, user, session, invoices };
};

const setRate = async (rate: string | null): Promise<void> => {
  await portal.db.owner.query(`delete from exchange_rates`);
  if (rate === null) return;
  await portal.db.owner.query(`insert into exchange_rates values ($1, $2, 'DOF', $3)`, [
    portal.clock.today(),
    rate,
    portal.clock.now(),
  ]);
};

describe('the credits of a client', () => {
  it('[API-07] lists a client’s invoices in credit, which add up to what its lines have used', async () => {
    const { client, session, invoices } = await aSeller({ limit: '1000000.00' });
    const [first = '', second = '', held = ''] = await invoices({ count: 3, total: '10000.00' });
    await sellAndDeposit({ session, operator }, [first, second]);
    await holdSale(session, [held]);
    const { data } = await session.call(routes.listCredits, { params: { clientId: client.clientId } });
    expect(data.map(({ documentId }) => documentId).toSorted()).toEqual([first, second].toSorted());
    const [line] = (await session.call(routes.getCreditInformation)).lines;
    expect(data[0]).toMatchObject({
      creditLineId: line?.creditLineId,
      moneda: 'MXN',
      adelanto: '9000.00',
      documentType: 1,
      guaranteeOwnership: 10,
      total: '10000.00',
      dueDate: DUE_DATE,
    });
    expect(line?.creditUsed).toBe('18000.00');
  });
});

describe('credit information', () => {
  it('names the lines without a bank account of their currency', async () => {
    const client = await aClient(portal, { bankAccounts: [['BI', 'MXN']] });
    for (const currency of ['MXN', 'USD'] as const) await aLine(portal, { client, currency });
    const session = await portal.signIn((await aUser(portal, { client })).email);
    const { lines } = await session.call(routes.getCreditInformation);
    const accounts = lines.map(({ creditCurrency, hasBankAccount }) => `${creditCurrency} ${hasBankAccount}`);
    expect(accounts.toSorted()).toEqual(['MXN true', 'USD false']);
  });

  it('[TAB-13] names per product and currency what keeps the client from receiving money', async () => {
    const client = await aClient(portal, { bankAccounts: [['BI', 'MXN']] });
    await aLine(portal, { client });
    const session = await portal.signIn((await aUser(portal, { client })).email);
    const obstacles = async () =>
      (await session.call(routes.getCreditInformation)).obstacles.map((each) => Object.values(each).join(' '));
    const dollars = ['BI USD NO_CREDIT_LINE '];
    const factoring = ['FB MXN NO_CREDIT_LINE ', 'FB USD NO_CREDIT_LINE '];
    expect(await obstacles()).toEqual([...dollars, ...factoring]);
    const until = new Date(portal.clock.now().getTime() + 60_000);
    await portal.db.owner.query(`update bank_accounts set pays_from = $1 where client_id = $2`, [
      until,
      client.clientId,
    ]);
    expect(await obstacles()).toEqual([`BI MXN ACCOUNT_HELD ${until.toISOString()}`, ...dollars, ...factoring]);
    await portal.db.owner.query(`delete from bank_accounts where client_id = $1`, [client.clientId]);
    expect(await obstacles()).toEqual(['BI MXN NO_ACCOUNT ', ...dollars, ...factoring]);
  });

  it('returns lines, products, accounts, the rate of the day and upcoming holidays', async () => {
    const { session } = await aSeller({ limit: '1000000.00' });
    const answer = await session.call(routes.getCreditInformation);
    expect(answer).toMatchObject({
      today: '2026-03-10',
      tipoCambio: '18.5',
      tipoCambioPublished: true,
      tipoCambioDate: '2026-03-10',
      tipoCambioSource: 'DOF',
    });
    expect(answer.products.map((each) => [each.product, each.autorizado, each.active])).toEqual([
      ['BI', true, true],
      ['FB', true, true],
    ]);
    expect(answer.products[0]?.accounts).toEqual([
      { currency: 'MXN', bank: 'Banco', ending: '7891' },
      { currency: 'USD', bank: 'Banco', ending: '7891' },
    ]);
    expect(answer.lines).toEqual([
      expect.objectContaining({
        product: 'BI',
        productId: PRODUCT_IDS.BI,
        moneda: 'MXN',
        limiteCredito: '1000000.00',
        available: '1000000.00',
        availableMXN: '1000000.00',
        availableUSD: null,
        interestRate: '24',
        porcentajeAdelanto: '90',
        diasBase: 360,
        ivaRate: '16',
        moratoryRate: '48',
        earlyRebate: false,
        hasBankAccount: true,
      }),
    ]);
    const names = answer.holidays.map((holiday) => `${holiday.date} ${holiday.name}`);
    expect(names).toContain('2026-04-03 Viernes Santo');
    expect(names).toContain('2027-03-26 Viernes Santo');
    expect(names[0]).toBe('2026-03-16 Natalicio de Benito Juárez');
  });

  it('marks the reference rate if none is published, and includes the lender’s extra holidays', async () => {
    const { session } = await aSeller({});
    await setRate(null);
    await portal.db.owner.query(`insert into extra_holidays values ('2026-06-01', 'Toma de posesión')`);
    const answer = await session.call(routes.getCreditInformation);
    expect(answer).toMatchObject({ tipoCambio: '19', tipoCambioPublished: false, tipoCambioDate: null });
    expect(answer.holidays).toContainEqual({ date: '2026-06-01', name: 'Toma de posesión' });
    await setRate('18.5');
  });

  it('keeps a rate over a weekend but not over a business day', async () => {
    const { session, user } = await aSeller({});
    await setRate('18.5');
    const now = portal.clock.now();
    portal.clock.set(new Date('2026-03-11T17:00:00Z'));
    const later = await portal.signIn(user.email);
    expect((await later.call(routes.getCreditInformation)).tipoCambioPublished).toBe(false);
    await portal.db.owner.query(`update exchange_rates set rate_date = '2026-03-13'`);
    portal.clock.set(new Date('2026-03-15T17:00:00Z'));
    const sunday = await portal.signIn(user.email);
    expect((await sunday.call(routes.getCreditInformation)).tipoCambioDate).toBe('2026-03-13');
    portal.clock.set(now);
    await setRate('18.5');
    expect((await (await portal.signIn(user.email)).call(routes.getCreditInformation)).today).toBe('2026-03-10');
    expect(session.token).not.toBeNull();
    operator = await portal.signIn((await anOperator(portal)).email);
  });
});

describe('[PRE-03] an invoice of another currency', () => {
  it('draws on a multi-currency line at the published rate, and from the answer on at that of its day', async () => {
    const { session, invoices } = await aSeller({ limit: '2000000.00', isMultiCurrency: true });
    const documentIds = await invoices({ currency: 'USD', total: '1000.00' });
    const [sale] = await requestSale(session, documentIds);
    expect(sale).toMatchObject({ currency: 'USD', totals: { initialDeposit: '870.00' } });
    // An advance of 900.00 at 18.5.
    expect(sale?.items[0]).toMatchObject({ creditAmount: '16650.00', creditCurrency: 'MXN', exchangeRate: '18.5' });
    expect((await session.call(routes.getCreditInformation)).lines[0]).toMatchObject({
      creditHeld: '16650.00',
      availableMXN: '1983350.00',
    });
    await setRate('21');
    if (!sale) throw new Error('nothing was sold');
    await authoriseSale(operator, sale);
    await operator.call(routes.disburseSale, { params: { saleId: sale.saleId }, body: { trackingKey: 'USD1' } });
    expect((await session.call(routes.getCreditInformation)).lines[0]).toMatchObject({
      creditHeld: '0.00',
      creditUsed: '18900.00',
    });
    const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
    expect(data[0]).toMatchObject({ currency: 'USD', exchangeRate: '18.5', initialDeposit: '870.00' });
    await setRate('18.5');
  });

  it('an invoice in another currency is refused alone while no rate is published', async () => {
    const { session, invoices } = await aSeller({ isMultiCurrency: true });
    const [dollars = ''] = await invoices({ currency: 'USD', total: '1000.00' });
    const [pesos = ''] = await invoices();
    await setRate(null);
    const documents = [dollars, pesos].map((documentId) => ({ documentId, dueDate: DUE_DATE }));
    const refusal = await session.refusal(routes.setAsPreSell, { body: { documents } });
    expect(refusal).toMatchObject({ status: 503, code: 'EXCHANGE_RATE_MISSING', details: [{ path: dollars }] });
    expect(await holdSale(session, [pesos])).toHaveLength(1);
    await setRate('18.5');
  });

  it('is refused without a line for it, and BI never uses FB’s credit', async () => {
    const { session, invoices } = await aSeller({ product: 'FB', isMultiCurrency: true });
    for (const currency of ['USD', 'MXN'] as const) {
      const [documentId = ''] = await invoices({ currency });
      const body = { documents: [{ documentId, dueDate: DUE_DATE }] };
      expect((await session.refusal(routes.setAsPreSell, { body })).code).toBe('CREDIT_LINE_MISSING');
    }
  });
});

describe('[OPE-05] the validity of a line', () => {
  const endLine = ({ clientId }: { readonly clientId: string }, on: string) =>
    portal.db.owner.query('update credit_lines set valid_until = $1 where client_id = $2', [on, clientId]);

  it('allows new sales until its last day; afterwards the client sees why, and earlier sales go on', async () => {
    const { client, session, invoices } = await aSeller({});
    const [first = '', second = ''] = await invoices({ count: 2 });
    const today = portal.clock.today();
    await endLine(client, today);
    expect((await session.call(routes.getCreditInformation)).lines[0]?.validUntil).toBe(today);
    const sale = await requestOneSale(session, [first]);
    await endLine(client, addDays(today, -1));
    const body = { documents: [{ documentId: second, dueDate: DUE_DATE }] };
    const refused = { code: 'CREDIT_LINE_ENDED', details: [{ path: second }] };
    expect(await session.refusal(routes.setAsPreSell, { body })).toMatchObject(refused);
    expect((await session.call(routes.presell, { body })).data.failures).toMatchObject([
      { path: second, code: 'CREDIT_LINE_ENDED' },
    ]);
    await authoriseSale(operator, sale);
    expect((await session.call(routes.getCreditInformation)).lines[0]).toMatchObject({ creditHeld: '104400.00' });
  });

  it('ends at midnight in Mexico City; a hold that is open then can still be requested', async () => {
    const before = portal.clock.now();
    portal.clock.set(new Date('2026-03-11T05:50:00Z'));
    const { client, session, invoices } = await aSeller({});
    const [first = '', second = ''] = await invoices({ count: 2 });
    await endLine(client, '2026-03-10');
    const sales = await holdSale(session, [first]);
    portal.clock.set(new Date('2026-03-11T06:00:00Z'));
    const late = { body: { documents: [{ documentId: second, dueDate: DUE_DATE }] } };
    expect((await session.refusal(routes.setAsPreSell, late)).code).toBe('CREDIT_LINE_ENDED');
    const body = { numberOfSales: sales.map(({ numberOfSale }) => numberOfSale) };
    const { terms } = await session.call(routes.processPreSells, { body });
    const request = {
      invoices: [{ documentId: first }],
      acceptedTerms: { version: terms.version, hash: terms.hash },
    };
    const [sale] = (await session.call(routes.requestAuthorization, { body: request })).sales;
    expect(sale).toMatchObject({ state: 'requested' });
    portal.clock.set(before);
  });

  it('is enforced by the database itself', async () => {
    const { client, session, invoices } = await aSeller({});
    await holdSale(session, await invoices());
    await endLine(client, addDays(portal.clock.today(), -1));
    const held = `credit_holds where client_id = '${client.clientId}'`;
    const holdAgain = portal.db.owner.query(
      `create temporary table again on commit drop as select * from ${held};
       delete from ${held}; insert into credit_holds select * from again`,
    );
    await expect(holdAgain).rejects.toThrow('after its last day');
  });
});

it('a mixed selection becomes one sale per product and currency, numbered in the order shown', async () => {
  const { session, invoices } = await aSeller(
    {},
    { currency: 'USD' },
    { product: 'FB' },
    { product: 'FB', currency: 'USD' },
  );
  const documentIds = [
    ...(await invoices({ product: 'FB', currency: 'USD', total: '500.00' })),
    ...(await invoices({ count: 2 })),
    ...(await invoices({ currency: 'USD', total: '700.00' })),
    ...(await invoices({ product: 'FB' })),
  ];
  const sales = await holdSale(session, documentIds);
  expect(sales.map((sale) => [sale.numberOfSale, sale.product, sale.currency, sale.items.length])).toEqual([
    [1, 'FB', 'USD', 1],
    [2, 'BI', 'MXN', 2],
    [3, 'BI', 'USD', 1],
    [4, 'FB', 'MXN', 1],
  ]);
});

it('a limit below current use blocks new sales without affecting existing ones', async () => {
  const { client, session, invoices } = await aSeller({ limit: '500000.00' });
  const [sale] = await holdSale(session, await invoices());
  await portal.db.owner.query(`update credit_lines set credit_limit = 100000 where client_id = $1`, [client.clientId]);
  const [documentId = ''] = await invoices({ total: '100.00' });
  const body = { documents: [{ documentId, dueDate: DUE_DATE }] };
  expect((await session.refusal(routes.setAsPreSell, { body })).code).toBe('CREDIT_EXCEEDED');
  expect((await session.call(routes.getCreditInformation)).lines[0]?.available).toBe('-4400.00');
  await session.call(routes.cancelPreSell, { body: { numberOfSales: [sale?.numberOfSale] } });
  expect((await session.call(routes.getCreditInformation)).lines[0]?.available).toBe('100000.00');
});
