import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aClient, aCompany, aLine, anOperator, aUser } from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { answerTo } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let session: Session;
let operator: Session;
let documentId: string;
let clientId: string;
let email: string;

beforeAll(async () => {
  portal = await startPortal();
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  await aLine(portal, { client, limit: '500000.00' });
  const companyId = await aCompany(portal, { client });
  const [invoice = ''] = await someInvoices(portal, { client, user, companyId });
  [documentId, clientId, email] = [invoice, client.clientId, user.email];
  session = await portal.signIn(user.email);
  operator = await portal.signIn((await anOperator(portal)).email);
});
afterAll(() => portal.close());

// 2026-03-10 + 45 days = 2026-04-24, a Friday.
const dueDate = '2026-04-24';
const golden = {
  total: '116000.00',
  comision: '3480.00',
  adelanto: '104400.00',
  aforo: '11600.00',
  initialDeposit: '100920.00',
  iva: '556.80',
};

it('[PRE-01] [PRE-02] [PRE-04] [VTA-12] [RES-03] carries the golden sale to the cent from quote to deposit', async () => {
  const documents = [{ documentId, dueDate }];
  const { data: quote } = await session.call(routes.presell, { body: { documents } });
  expect(quote.failures).toEqual([]);
  expect(quote.items[0]).toMatchObject({
    ...golden,
    paymentDays: 45,
    interestRate: '24',
    effectiveAnnualCost: '31.65',
  });
  expect(quote.credit[0]).toMatchObject({ available: '500000.00', availableAfter: '395600.00' });

  const held = await session.call(routes.setAsPreSell, { body: { documents }, key: 'golden-sale-1' });
  expect(held.data).toEqual([{ documentId, numberOfSale: 1 }]);
  expect(held.sales[0]).toMatchObject({ state: 'held', totals: golden, items: [golden] });
  expect(held.sales[0]?.expiresAt).toBe('2026-03-11T02:00:00.000Z');
  expect(await credit()).toMatchObject({ creditHeld: '104400.00', creditUsed: '0.00', available: '395600.00' });

  const { terms } = await session.call(routes.processPreSells, { body: { numberOfSales: [1] } });
  expect(terms.text).toContain('interés MXN 3,480.00');
  const requested = await session.call(routes.requestAuthorization, {
    body: { invoices: [{ documentId }], clientId, acceptedTerms: { version: terms.version, hash: terms.hash } },
  });
  expect(requested.sales[0]).toMatchObject({ state: 'requested', expiresAt: null });
  await session.call(routes.sendSummary, { body: { numberOfSales: [1], emails: [` ${email.toUpperCase()} `] } });

  const inbox = await operator.call(routes.listLenderSales, { query: { state: 'requested' } });
  const saleId = inbox.data[0]?.saleId ?? '';
  const decisions = [{ documentId, authorised: true, motive: null }];
  await operator.call(routes.answerSale, await answerTo(operator, saleId, decisions));
  await operator.call(routes.disburseSale, { params: { saleId }, body: { trackingKey: 'SPEI0001' } });
  expect(await credit()).toMatchObject({ creditHeld: '0.00', creditUsed: '104400.00', available: '395600.00' });

  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  expect(data[0]).toMatchObject({ ...golden, status: 30, dueDate, fechaDeposito: '2026-03-10', numberOfSale: 1 });
});

it('books the sale in the ledger', async () => {
  const { rows } = await portal.db.owner.query(
    `select event, account, debit::text, credit::text from ledger_lines
     join ledger_entries using (client_id, entry_number) order by entry_number, line_number`,
  );
  expect(rows).toEqual([
    { event: 'authorisation', account: 'CARTERA', debit: '116000.00', credit: '0.00' },
    { event: 'authorisation', account: 'AFORO_POR_DEVOLVER', debit: '0.00', credit: '11600.00' },
    { event: 'authorisation', account: 'INTERES_POR_DEVENGAR', debit: '0.00', credit: '3480.00' },
    { event: 'authorisation', account: 'POR_DEPOSITAR', debit: '0.00', credit: '100920.00' },
    { event: 'disbursement', account: 'POR_DEPOSITAR', debit: '100920.00', credit: '0.00' },
    { event: 'disbursement', account: 'BANCOS', debit: '0.00', credit: '100920.00' },
  ]);
});

it('records every step: history, audit, acceptance and queued mails', async () => {
  const { owner } = portal.db;
  const column = async (sql: string): Promise<unknown[]> =>
    (await owner.query({ text: sql, rowMode: 'array' })).rows.flat();
  expect(await column(`select transition from invoice_events order by event_id`)).toEqual([
    'upload',
    'hold',
    'disburse',
  ]);
  expect(await column(`select action from audit where action like 'sale.%' order by audit_id`)).toEqual([
    'sale.hold',
    'sale.process',
    'sale.request',
    'sale.summary',
    'sale.read',
    'sale.answer',
    'sale.disburse',
  ]);
  expect(await column(`select terms_version from acceptances`)).toEqual(['1']);
  expect(await column(`select kind from outbox order by kind`)).toEqual(['notice', 'sale-deposit', 'sale-summary']);
});

const credit = async () => (await session.call(routes.getCreditInformation)).lines[0];
