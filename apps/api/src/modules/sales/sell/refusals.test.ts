import { routes } from '@anticipa/contract/routes';
import { companyStatus } from '@anticipa/domain/receiver';
import { domesticReceivers } from '@anticipa/sandbox/demo-parties';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, aUser, type TestClient, type TestUser } from '../../../../testing/builders.ts';
import { someInvoices } from '../../../../testing/invoice-rows.ts';
import { PRODUCT_IDS } from '../../../../testing/lender.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { DUE_DATE } from '../../../../testing/sale-steps.ts';
import type { Session } from '../../../../testing/session.ts';

let portal: Portal;
let client: TestClient;
let user: TestUser;
let companyId: string;
let session: Session;

beforeAll(async () => {
  portal = await startPortal();
  client = await aClient(portal, {
    bankAccounts: [
      ['BI', 'MXN'],
      ['FB', 'MXN'],
    ],
  });
  user = await aUser(portal, { client });
  companyId = await aCompany(portal, { client });
  await aLine(portal, { client, limit: '500000.00' });
  await aLine(portal, { client, product: 'BI', currency: 'USD', limit: '20000.00' });
  await aLine(portal, { client, product: 'FB', limit: '500000.00' });
  session = await portal.signIn(user.email);
});
afterAll(() => portal.close());

const anInvoice = async (options: Partial<Parameters<typeof someInvoices>[1]> = {}): Promise<string> =>
  (await someInvoices(portal, { client, user, companyId, ...options }))[0] ?? '';

/** Everything that a refused call must not change. */
const untouched = async (): Promise<unknown> => {
  const { rows } = await portal.db.owner.query(
    `select (select count(*) from sales) as sales, (select count(*) from sale_items) as items, (select count(*) from credit_holds) as holds,
       (select count(*) from audit where action like 'sale.%') as audits, (select count(*) from outbox) as outbox,
       (select count(*) from idempotency) as keys, (select sum(held) from credit_lines) as held,
       (select count(*) from invoices where sale_id is not null) as sold, (select max(last_number_of_sale) from clients) as last`,
  );
  return rows[0];
};

/** The code of both quote and sale for one chosen invoice; the sale must change nothing. */
const refusalOf = async (choice: Readonly<Record<string, unknown>>): Promise<string | undefined> => {
  const before = await untouched();
  const body = { documents: [{ dueDate: DUE_DATE, ...choice }] };
  const quoted = await session.call(routes.presell, { body });
  expect(quoted.data.items).toEqual([]);
  const refusal = await session.refusal(routes.setAsPreSell, { body, key: `refused-${Math.random()}` });
  expect(refusal.details.map(({ path, code }) => ({ path, code }))).toEqual(
    quoted.data.failures.map(({ path, code }) => ({ path, code })),
  );
  expect(await untouched()).toEqual(before);
  return refusal.code;
};

describe('an invalid choice gets the same code in quote and sale', () => {
  it('[VTA-03] nothing selected', async () => {
    const refusal = await session.refusal(routes.setAsPreSell, { body: { documents: [] } });
    expect(refusal).toMatchObject({
      status: 422,
      code: 'NO_INVOICE_SELECTED',
      message: 'Selecciona las facturas que deseas vender',
    });
    expect((await session.refusal(routes.presell, { body: { documents: [] } })).code).toBe('NO_INVOICE_SELECTED');
  });

  it('[VTA-04] a missing payment date', async () => {
    expect(await refusalOf({ documentId: await anInvoice(), dueDate: null })).toBe('PAYMENT_DATE_MISSING');
  });

  it.each([['2026-03-10'], ['2026-03-09'], ['2020-01-01']])(
    '[VTA-05] a payment date of %s, today or before',
    async (dueDate) => {
      expect(await refusalOf({ documentId: await anInvoice(), dueDate })).toBe('PAYMENT_DATE_NOT_AFTER_TODAY');
    },
  );

  it('[VTA-06] more than 180 days from emission to payment', async () => {
    // 2026-03-10 + 182 days is a Tuesday; 180 would be Sunday 6 September, 178 Friday the 4th.
    expect(await refusalOf({ documentId: await anInvoice(), dueDate: '2026-09-08' })).toBe('TERM_OVER_180_DAYS');
    const documentId = await anInvoice();
    const quote = await session.call(routes.presell, { body: { documents: [{ documentId, dueDate: '2026-09-04' }] } });
    expect(quote.data.items[0]).toMatchObject({ paymentDays: 178 });
  });

  it.each([
    ['2026-04-25', 'Saturday'],
    ['2026-05-01', 'Labour Day'],
    ['2026-04-03', 'Good Friday'],
  ])('a payment date of %s, %s', async (dueDate) => {
    expect(await refusalOf({ documentId: await anInvoice(), dueDate })).toBe('PAYMENT_DATE_NOT_BUSINESS_DAY');
  });

  it('[VTA-07] FB without a purchase order, blanks included', async () => {
    const documentId = await anInvoice({ product: 'FB' });
    expect(await refusalOf({ documentId, purchaseOrder: '   ' })).toBe('PURCHASE_ORDER_MISSING');
    expect(await refusalOf({ documentId, purchaseOrder: '\u200b' })).toBe('PURCHASE_ORDER_MISSING');
    expect(await refusalOf({ documentId })).toBe('PURCHASE_ORDER_MISSING');
  });

  it('[VTA-13] no bank account in the currency', async () => {
    expect(await refusalOf({ documentId: await anInvoice({ currency: 'USD', total: '1000.00' }) })).toBe(
      'BANK_ACCOUNT_MISSING',
    );
  });

  it('[VTA-14] more than the available credit', async () => {
    expect(await refusalOf({ documentId: await anInvoice({ total: '600000.00' }) })).toBe('CREDIT_EXCEEDED');
  });

  it.each([
    ['rejected yesterday', { status: 0, rejectedAt: new Date('2026-03-09T17:00:00Z') }, 'INVOICE_NOT_SELLABLE'],
    ['deleted by a user today', { status: 0, motive: 'DELETED_BY_USER' }, 'INVOICE_NOT_SELLABLE'],
    ['of a currency without a line', { currency: 'EUR' }, 'CREDIT_LINE_MISSING'],
  ] as const)('[VTA-12] an invoice %s', async (_, options, code) => {
    expect(await refusalOf({ documentId: await anInvoice(options) })).toBe(code);
  });

  it('[VTA-12] an invoice whose receiver was disabled after it entered', async () => {
    const [, receiver] = domesticReceivers;
    if (!receiver) throw new Error('the demo has one receiver only');
    const disabled = await aCompany(portal, { client, receiver, status: companyStatus.DISABLED });
    expect(await refusalOf({ documentId: await anInvoice({ companyId: disabled }) })).toBe('INVOICE_REJECTED');
  });

  it('interest that exceeds the advance', async () => {
    const greedy = await aClient(portal);
    const seller = await aUser(portal, { client: greedy });
    await aLine(portal, { client: greedy, interestRate: '400' });
    const company = await aCompany(portal, { client: greedy });
    const [documentId = ''] = await someInvoices(portal, { client: greedy, user: seller, companyId: company });
    const theirs = await portal.signIn(seller.email);
    const body = { documents: [{ documentId, dueDate: '2026-09-04' }] };
    expect((await theirs.refusal(routes.setAsPreSell, { body })).code).toBe('DEPOSIT_NOT_POSITIVE');
  });
});

it('[VTA-12] sells AUTORIZADA, REGISTRADO and RECHAZADA of today', async () => {
  const [, , receiver] = domesticReceivers;
  if (!receiver) throw new Error('the demo has too few receivers');
  const pending = await aCompany(portal, { client, receiver, status: companyStatus.PENDING });
  const registered = await anInvoice({ status: 10, companyId: pending });
  const documentIds = [await anInvoice(), registered, await anInvoice({ status: 0 })];
  const body = { documents: documentIds.map((documentId) => ({ documentId, dueDate: DUE_DATE })) };
  const { data, sales } = await session.call(routes.setAsPreSell, { body });
  expect(data.map((each) => each.documentId)).toEqual(documentIds);
  expect(sales[0]?.items).toHaveLength(3);
  const numberOfSales = sales.map((sale) => sale.numberOfSale);
  await session.call(routes.cancelPreSell, { body: { numberOfSales } });
  const { rows } = await portal.db.owner.query(
    `select status, motive from invoices where document_id = any($1) order by status desc`,
    [documentIds],
  );
  expect(rows).toEqual([
    { status: 20, motive: null },
    { status: 10, motive: null },
    { status: 0, motive: 'LENDER_DOCUMENTS' },
  ]);
});

it('[VTA-12] [VTA-17] refuses an inactive and an unauthorised product', async () => {
  for (const settings of [{ active: false }, { authorised: false }]) {
    const other = await aClient(portal, { products: { BI: settings } });
    const seller = await aUser(portal, { client: other });
    await aLine(portal, { client: other });
    const company = await aCompany(portal, { client: other });
    const [documentId = ''] = await someInvoices(portal, { client: other, user: seller, companyId: company });
    const theirs = await portal.signIn(seller.email);
    const refusal = await theirs.refusal(routes.setAsPreSell, {
      body: { documents: [{ documentId, dueDate: DUE_DATE }] },
    });
    expect(refusal).toMatchObject({ status: 422, code: 'PRODUCT_INACTIVE' });
  }
});

it('lists every failure of a call, and any failure stops all', async () => {
  const [good, late] = [await anInvoice(), await anInvoice()];
  const body = {
    documents: [
      { documentId: good, dueDate: DUE_DATE },
      { documentId: late, dueDate: '2026-03-10' },
      { documentId: await anInvoice({ product: 'FB' }), dueDate: DUE_DATE },
    ],
  };
  const before = await untouched();
  const refusal = await session.refusal(routes.setAsPreSell, { body });
  expect(refusal.details.map((detail) => detail.code)).toEqual([
    'PAYMENT_DATE_NOT_AFTER_TODAY',
    'PURCHASE_ORDER_MISSING',
  ]);
  expect(await untouched()).toEqual(before);
});

describe('[RES-06] figures from the browser are compared and never used', () => {
  const right = {
    paymentDays: 45,
    comision: '3480.00',
    interestRate: '24.0',
    porcentajeAdelanto: 90,
    total: 116000,
    productId: PRODUCT_IDS.BI,
  };

  it('right figures in any spelling are accepted', async () => {
    const documentId = await anInvoice();
    const documents = [{ documentId, dueDate: DUE_DATE, soldBy: user.userId, ...right }];
    const { sales } = await session.call(routes.setAsPreSell, { body: { documents, rfc: client.rfc } });
    const numberOfSales = sales.map((sale) => sale.numberOfSale);
    await session.call(routes.cancelPreSell, { body: { numberOfSales } });
  });

  it.each([
    ['paymentDays', 44, '45'],
    ['comision', '3479.99', '3480.00'],
    ['comision', 0, '3480.00'],
    ['interestRate', '23.99', '24'],
    ['porcentajeAdelanto', '100', '90'],
    ['total', '116000.01', '116000.00'],
    ['productId', PRODUCT_IDS.FB, PRODUCT_IDS.BI],
  ])('%s of %s is refused with the right value', async (name, sent, expected) => {
    const documentId = await anInvoice();
    const before = await untouched();
    const documents = [{ documentId, dueDate: DUE_DATE, ...right, [name]: sent }];
    const refusal = await session.refusal(routes.setAsPreSell, { body: { documents } });
    expect(refusal).toMatchObject({
      status: 409,
      code: 'QUOTE_CHANGED',
      details: [{ path: `${documentId}.${name}`, code: 'QUOTE_CHANGED', expected }],
    });
    expect(await untouched()).toEqual(before);
  });

  it.each([
    ['soldBy', 'an unknown user', { soldBy: '11111111-1111-4111-8111-111111111111' }, {}],
    ['productId', 'a product that does not exist', { productId: '11111111-1111-4111-8111-111111111111' }, {}],
    ['rfc', 'another company', {}, { rfc: 'AAA010101AAA' }],
  ])('%s of %s is not found', async (_, __, figures, body) => {
    const documents = [{ documentId: await anInvoice(), dueDate: DUE_DATE, ...figures }];
    const before = await untouched();
    expect(await session.refusal(routes.setAsPreSell, { body: { documents, ...body } })).toMatchObject({ status: 404 });
    expect(await untouched()).toEqual(before);
  });
});

it('gives the same answer for foreign and missing invoices', async () => {
  const other = await aClient(portal);
  const seller = await aUser(portal, { client: other });
  const company = await aCompany(portal, { client: other });
  const [foreign = ''] = await someInvoices(portal, { client: other, user: seller, companyId: company });
  const own = await anInvoice();
  for (const documentId of [foreign, '11111111-1111-4111-8111-111111111111']) {
    const documents = [own, documentId].map((each) => ({ documentId: each, dueDate: DUE_DATE }));
    for (const route of [routes.presell, routes.setAsPreSell]) {
      const refusal = await session.refusal(route, { body: { documents } });
      expect(refusal).toMatchObject({ status: 404, code: 'NOT_FOUND', details: [{ path: documentId }] });
    }
  }
});

it('[VTA-07] stores a purchase order without spaces and in upper case', async () => {
  const documents = [{ documentId: await anInvoice({ product: 'FB' }), dueDate: DUE_DATE, purchaseOrder: '  ab 12 ' }];
  const { sales } = await session.call(routes.setAsPreSell, { body: { documents } });
  expect(sales[0]?.items[0]?.purchaseOrder).toBe('AB12');
});

it('[VTA-07] [API-03] strips lone surrogates, control characters and bidirectional marks from a purchase order', async () => {
  const purchaseOrder = '\ud800a\u0007b\u202e1\u200b2\u{1f4a3}\udfff';
  const documents = [{ documentId: await anInvoice(), dueDate: DUE_DATE, purchaseOrder }];
  const { sales } = await session.call(routes.setAsPreSell, { body: { documents } });
  expect(sales[0]?.items[0]?.purchaseOrder).toBe('AB12\u{1f4a3}');
  const unseen = { documentId: await anInvoice({ product: 'FB' }), purchaseOrder: '\u200b\ud800' };
  expect(await refusalOf(unseen)).toBe('PURCHASE_ORDER_MISSING');
});
