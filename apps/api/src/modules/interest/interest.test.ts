import type { InterestRow, listInterest } from '@anticipa/contract/interest';
import type { SentBodyOf } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { dateOf } from '@anticipa/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, aUser } from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { authoriseSale, requestSale, sellAndDeposit } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { clientsToInvoice } from './clients-to-cut.ts';

/** Friday 16 January 2026, 11:00 in Mexico City; sales are due 45 days later, on a Monday. */
const SOLD_AT = '2026-01-16T17:00:00Z';
const DUE = '2026-03-02';

let portal: Portal;
let seller: Awaited<ReturnType<typeof aSeller>>;
let session: Session;

const aSeller = async (interestRate = '24') => {
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client });
  for (const line of [{}, { currency: 'USD' }] as const) {
    await aLine(portal, { client, limit: '9000000.00', interestRate, ...line });
  }
  const invoices = (options: Partial<Parameters<typeof someInvoices>[1]> = {}) =>
    someInvoices(portal, { client, user, companyId, ...options });
  return { client, user, invoices };
};

const signIn = async ({ user }: { readonly user: { readonly email: string } }) => ({
  session: await portal.signIn(user.email),
  operator: await portal.signIn((await anOperator(portal)).email),
});

const at = (instant: string): void => portal.clock.set(new Date(instant));
const accrue = () => runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, 'accrue-interest');

beforeAll(async () => {
  portal = await startPortal({ now: SOLD_AT });
  seller = await aSeller();
  const people = await signIn(seller);
  await sellAndDeposit(
    people,
    [
      ...(await seller.invoices({ total: '116000.00' })),
      ...(await seller.invoices({ currency: 'USD', total: '1000.00' })),
    ],
    DUE,
  );
  at('2026-03-20T17:00:00Z');
  expect(await accrue()).toEqual([]);
  session = await portal.signIn(seller.user.email);
});
afterAll(() => portal.close());

type Query = SentBodyOf<typeof listInterest>;
const query = async (body: Query, as = session): Promise<InterestRow[]> =>
  (await as.call(routes.listInterest, { body })).data.credits;
const written = (rows: readonly InterestRow[]): string[] =>
  rows.map(({ periodo, interest, iva, currency }) => `${periodo} ${interest} ${iva} ${currency}`);
const january: Query = { startDate: '2026-01-01', endDate: '2026-01-31' };

describe('the interest query', () => {
  it('[INT-01] returns each invoice’s interest and IVA of a month, with folio and product', async () => {
    expect(await query(january)).toEqual([
      {
        documentId: expect.any(String),
        periodo: '2026-01',
        folioInvoice: 'A-1',
        receiverName: expect.any(String),
        days: 15,
        interest: '1160.00',
        iva: '185.60',
        currency: 'MXN',
        productName: 'Anticipo Índice',
        invoiceFolio: null,
      },
      expect.objectContaining({ folioInvoice: 'A-1', interest: '10.00', iva: '1.60', currency: 'USD' }),
    ]);
  });

  it('[INT-01] the months add up to the booked 3,480.00 and IVA of 556.80', async () => {
    const rows = await query({ startDate: '2026-01-01', endDate: '2026-12-31' });
    expect(written(rows.filter(({ currency }) => currency === 'MXN'))).toEqual([
      '2026-01 1160.00 185.60 MXN',
      '2026-02 2165.33 346.45 MXN',
      '2026-03 154.67 24.75 MXN',
    ]);
  });

  it('[INT-01] uses days of Mexico City, up to today', async () => {
    at('2026-01-20T05:59:59Z');
    const people = await signIn(seller);
    const all = { startDate: '2026-01-01', endDate: '2026-12-31', products: ['BI'] } satisfies Query;
    // Still the 19th in Mexico City, three days after the sale.
    expect(written(await query(all, people.session))).toEqual(['2026-01 232.00 37.12 MXN', '2026-01 2.00 0.32 USD']);
    at('2026-01-20T06:00:00Z');
    const later = await signIn(seller);
    expect(written(await query(all, later.session))).toEqual(['2026-01 309.33 49.49 MXN', '2026-01 2.67 0.43 USD']);
    at('2026-03-20T17:00:00Z');
    session = await portal.signIn(seller.user.email);
  });

  it('[INT-02] omits invoices without interest: before the sale, after the due date, at rate 0, not paid out', async () => {
    expect(await query({ startDate: '2025-12-01', endDate: '2026-01-16' })).toEqual([]);
    expect(await query({ startDate: '2026-03-03', endDate: '2026-03-31' })).toEqual([]);
    at(SOLD_AT);
    const free = await aSeller('0');
    const sold = await aSeller();
    await sellAndDeposit(await signIn(free), await free.invoices(), DUE);
    const people = await signIn(sold);
    await sold.invoices();
    await requestSale(people.session, await sold.invoices(), DUE);
    const [answered] = await requestSale(people.session, await sold.invoices(), DUE);
    if (answered) await authoriseSale(people.operator, answered);
    at('2026-03-20T17:00:00Z');
    for (const one of [free, sold]) expect(await query(january, (await signIn(one)).session)).toEqual([]);
  });

  it.each([
    ['in a later month', '2026-02-03', ['2026-02 3325.33 532.05 MXN', '2026-03 154.67 24.75 MXN']],
    ['after the due date', '2026-04-07', ['2026-04 3480.00 556.80 MXN']],
  ])('[INT-01] a deposit %s earns the days before it on its day', async (_case, day, expected) => {
    at(SOLD_AT);
    const late = await aSeller();
    const [sale] = await requestSale((await signIn(late)).session, await late.invoices(), DUE);
    at(`${day}T17:00:00Z`);
    const { operator } = await signIn(late);
    if (sale) await authoriseSale(operator, sale);
    const body = { trackingKey: `LATE${day.replaceAll('-', '')}` };
    await operator.call(routes.disburseSale, { params: { saleId: sale?.saleId ?? '' }, body });
    at('2026-04-20T17:00:00Z');
    await accrue();
    const rows = await query({ startDate: day, endDate: '2026-04-20' }, (await signIn(late)).session);
    expect(written(rows)).toEqual(expected);
    const deps = { db: portal.db.worker, clock: portal.clock };
    expect(await runAs(deps, WORKER, (work) => clientsToInvoice(work, dateOf(day)))).toContain(late.client.clientId);
    at('2026-03-20T17:00:00Z');
  });

  it('filters by product, for the own company only', async () => {
    expect(await query({ ...january, products: ['FB'] })).toEqual([]);
    expect(await query({ ...january, products: ['BI'], clientIds: [seller.client.clientId] })).toHaveLength(2);
    const stranger = await aSeller();
    const foreign = { ...january, clientIds: [seller.client.clientId, stranger.client.clientId] };
    expect(await session.refusal(routes.listInterest, { body: foreign })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    expect(await query(january, (await signIn(stranger)).session)).toEqual([]);
  });

  it.each([
    ['ends before it begins', { startDate: '2026-02-01', endDate: '2026-01-31' }],
    ['has an invalid date', { startDate: '2026-02-01', endDate: '2026-02-29' }],
    ['has an unknown product', { ...january, products: ['XX'] }],
    ['has no end', { startDate: '2026-02-01' }],
  ])('is refused if it %s', async (_case, body) => {
    expect(await session.refusal(routes.listInterest, { body: body as Query })).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
    });
  });
});
