import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, aUser, type TestClient } from '../../../../testing/builders.ts';
import { someInvoices } from '../../../../testing/invoice-rows.ts';
import { untilRowIsAwaited } from '../../../../testing/locks.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { answerTo, authoriseSale, DUE_DATE, requestOneSale, requestSale } from '../../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../../testing/seller.ts';
import type { Session } from '../../../../testing/session.ts';

let portal: Portal;
let client: TestClient;
let invoices: Seller['invoices'];
let session: Session;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  ({ client, session, operator, invoices } = await aSeller(portal));
});
afterAll(() => portal.close());

const aRequestedSale = async (options: Parameters<typeof invoices>[0] = {}) => {
  const documentIds = await invoices(options);
  const sale = await requestOneSale(session, documentIds);
  return { ...sale, documentIds, params: { saleId: sale.saleId } };
};
const line = async () => {
  const { lines } = await session.call(routes.getCreditInformation);
  const { creditHeld, creditUsed } = lines.find(({ moneda }) => moneda === 'MXN') ?? {};
  return { creditHeld: Number(creditHeld), creditUsed: Number(creditUsed) };
};
const yes = (documentId: string) => ({ documentId, authorised: true, motive: null });
const no = (documentId: string) => ({ documentId, authorised: false, motive: 'LENDER_PAYER_DECLINED' });

describe('the answer', () => {
  it('authorises some and rejects others, which return with a motive and release their credit exactly once', async () => {
    const before = await line();
    const { params, documentIds } = await aRequestedSale({ count: 3 });
    const [first = '', second = '', third = ''] = documentIds;
    const order = await answerTo(operator, params.saleId, [yes(first), no(second), yes(third)]);
    const answered = await operator.call(routes.answerSale, order);
    expect(answered.sale.state).toBe('answered');
    expect(await line()).toEqual({ ...before, creditHeld: before.creditHeld + 208_800 });
    expect(await operator.call(routes.answerSale, order)).toEqual(answered);
    expect(await line()).toEqual({ ...before, creditHeld: before.creditHeld + 208_800 });

    const { data } = await session.call(routes.listInvoices, { query: { status: '0' } });
    const rejected = data.find((invoice) => invoice.documentId === second);
    expect(rejected).toMatchObject({
      status: 0,
      motive: { code: 'LENDER_PAYER_DECLINED', description: 'El pagador no confirmó la factura', user: false },
      rejectedDate: '2026-03-10',
    });
    const { dueDate, paymentDays, interestRate, comision, iva, aforo, initialDeposit, saleId } = rejected ?? {};
    const ofSale = [dueDate, paymentDays, interestRate, comision, iva, aforo, initialDeposit, saleId];
    expect(new Set(ofSale)).toEqual(new Set([null]));
    const other = await answerTo(operator, params.saleId, [yes(first), yes(second), yes(third)]);
    expect(await operator.refusal(routes.answerSale, other)).toMatchObject({
      code: 'SALE_STATE_CONFLICT',
    });
    // Rejected today by the lender, so sellable again today.
    const [again] = await requestSale(session, [second]);
    expect(again?.items).toHaveLength(1);
  });

  it('an answer that rejects everything ends the sale without entries or deposit', async () => {
    const { params, documentIds } = await aRequestedSale({ count: 2 });
    const order = await answerTo(operator, params.saleId, documentIds.map(no));
    const { sale } = await operator.call(routes.answerSale, order);
    expect(sale.state).toBe('cancelled');
    expect(await operator.call(routes.answerSale, order)).toEqual({ sale });
    const deposit = { params, body: { trackingKey: 'NOTHING1' } };
    expect(await operator.refusal(routes.disburseSale, deposit)).toMatchObject({ code: 'SALE_STATE_CONFLICT' });
    const { rows } = await portal.db.owner.query(`select * from ledger_entries where sale_id = $1`, [params.saleId]);
    expect(rows).toEqual([]);
  });

  it('must decide each invoice of the sale once, with a motive for each rejection', async () => {
    const { params, documentIds } = await aRequestedSale({ count: 2 });
    const [first = '', second = ''] = documentIds;
    const cases = [
      [[yes(first)], 400, 'INVALID_REQUEST'],
      [[yes(first), yes(second), no(second)], 400, 'INVALID_REQUEST'],
      [[yes(first), { ...no(second), motive: null }], 422, 'MOTIVE_MISSING'],
      [[yes(first), yes(second), yes('11111111-1111-4111-8111-111111111111')], 404, 'NOT_FOUND'],
      [[yes(first), { ...no(second), motive: 'BECAUSE' }], 400, 'INVALID_REQUEST'],
    ] as const;
    for (const [decisions, status, code] of cases) {
      const order = await answerTo(operator, params.saleId, decisions);
      expect(await operator.refusal(routes.answerSale, order)).toMatchObject({
        status,
        code,
      });
    }
    const { rows } = await portal.db.owner.query(`select state from sales where sale_id = $1`, [params.saleId]);
    expect(rows).toEqual([{ state: 'requested' }]);
  });

  it('requires an operator and an existing sale', async () => {
    const { params, documentIds } = await aRequestedSale();
    const order = await answerTo(operator, params.saleId, documentIds.map(yes));
    expect(await session.send(routes.answerSale, order)).toMatchObject({ status: 403 });
    expect(await portal.visitor.send(routes.answerSale, order)).toMatchObject({ status: 401 });
    const missing = { ...order, params: { saleId: '11111111-1111-4111-8111-111111111111' } };
    expect(await operator.refusal(routes.answerSale, missing)).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});

describe('the deposit', () => {
  it('puts the authorised invoices in credit once, even if repeated', async () => {
    const before = await line();
    const sale = await aRequestedSale({ count: 2 });
    await authoriseSale(operator, sale);
    const deposit = { params: sale.params, body: { trackingKey: 'DEP1' } };
    const disbursed = await operator.call(routes.disburseSale, deposit);
    expect(disbursed.sale.state).toBe('disbursed');
    expect(await operator.call(routes.disburseSale, deposit)).toEqual(disbursed);
    expect(await line()).toEqual({ ...before, creditUsed: before.creditUsed + 208_800 });
    const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
    const mine = data.filter((invoice) => sale.documentIds.includes(invoice.documentId));
    expect(mine).toHaveLength(2);
    for (const invoice of mine) {
      expect(invoice).toMatchObject({ initialDeposit: '100920.00', fechaDeposito: '2026-03-10', dueDate: DUE_DATE });
    }
    const other = { params: sale.params, body: { trackingKey: 'DEP2' } };
    expect(await operator.refusal(routes.disburseSale, other)).toMatchObject({ code: 'SALE_STATE_CONFLICT' });
  });

  it('[RES-07] the deposit of one sale is not replayed for another sale', async () => {
    const [first, second] = [await aRequestedSale(), await aRequestedSale()];
    for (const sale of [first, second]) await authoriseSale(operator, sale);
    const call = { body: { trackingKey: 'DEPKEYED' }, key: 'deposit-of-the-day' };
    await operator.call(routes.disburseSale, { ...call, params: first.params });
    const refusal = await operator.refusal(routes.disburseSale, { ...call, params: second.params });
    expect(refusal).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('is refused without entries if the tracking key paid another sale', async () => {
    const [first, second] = [await aRequestedSale(), await aRequestedSale()];
    for (const sale of [first, second]) await authoriseSale(operator, sale);
    await operator.call(routes.disburseSale, { params: first.params, body: { trackingKey: 'TWICE' } });
    const refusal = await operator.refusal(routes.disburseSale, {
      params: second.params,
      body: { trackingKey: 'TWICE' },
    });
    expect(refusal).toMatchObject({ status: 409, code: 'TRACKING_KEY_REUSED' });
    const { rows } = await portal.db.owner.query(
      `select sales.state, status from sales join invoices using (client_id, sale_id) where sale_id = $1`,
      [second.saleId],
    );
    expect(rows).toEqual([{ state: 'answered', status: 25 }]);
  });

  it('is refused while an invoice is unconfirmed', async () => {
    const { documentIds, ...sale } = await aRequestedSale({ count: 2 });
    const pending = documentIds.slice(0, 1);
    await portal.db.owner.query(`update invoices set verification = 'pending' where document_id = any($1)`, [pending]);
    const answered = await authoriseSale(operator, sale);
    expect(answered.pendingVerification).toEqual(pending);
    const deposit = { params: sale.params, body: { trackingKey: 'PENDING1' } };
    expect(await operator.refusal(routes.disburseSale, deposit)).toMatchObject({
      status: 409,
      code: 'VERIFICATION_PENDING',
      details: [{ path: pending[0] }],
    });
    await portal.db.owner.query(`update invoices set verification = 'verified' where document_id = any($1)`, [pending]);
    await operator.call(routes.disburseSale, deposit);
  });

  it('waits for a concurrent objection of the tax authority', async () => {
    const { documentIds, ...sale } = await aRequestedSale();
    await authoriseSale(operator, sale);
    const { owner } = portal.db;
    await owner.query('begin');
    await owner.query(`update invoices set verification = 'pending' where document_id = any($1)`, [documentIds]);
    const deposit = operator.send(routes.disburseSale, { params: sale.params, body: { trackingKey: 'RACE1' } });
    await untilRowIsAwaited(owner);
    await owner.query('commit');
    expect((await deposit).code).toBe('VERIFICATION_PENDING');
    expect(await operator.call(routes.listLenderSales, { query: { state: 'answered' } })).toMatchObject({
      data: expect.arrayContaining([expect.objectContaining({ saleId: sale.saleId })]),
    });
  });
});

describe('withdrawing an authorisation', () => {
  const withdraw = (params: { saleId: string }, documentIds: readonly string[], note?: string) => {
    const rejections = documentIds.map((documentId) => ({ documentId, motive: 'CANCELLED_AT_TAX_AUTHORITY', note }));
    return { params, body: { rejections } };
  };
  const booked = async (saleId: string) => {
    const { rows } = await portal.db.owner.query(
      `select account, sum(debit - credit)::text as balance from ledger_entries
       join ledger_lines using (client_id, entry_number) where sale_id = $1 group by account order by account`,
      [saleId],
    );
    return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
  };

  it('keeps the time of the answer', async () => {
    const { documentIds, ...sale } = await aRequestedSale({ count: 2 });
    await authoriseSale(operator, sale);
    const answeredAt = async () => {
      const text = 'select answered_at from sales where sale_id = $1';
      return (await portal.db.owner.query(text, [sale.saleId])).rows;
    };
    const first = await answeredAt();
    portal.clock.pass(60_000);
    await operator.call(routes.withdrawAuthorisation, withdraw(sale.params, documentIds.slice(0, 1)));
    expect(await answeredAt()).toEqual(first);
  });

  it('removes an invoice that can never be confirmed, so that the others get their deposit', async () => {
    const before = await line();
    const { documentIds, ...sale } = await aRequestedSale({ count: 3 });
    const [lost = '', ...rest] = documentIds;
    await authoriseSale(operator, sale);
    await portal.db.owner.query(`update invoices set verification = 'pending' where document_id = $1`, [lost]);
    const deposit = { params: sale.params, body: { trackingKey: 'FREED1' } };
    expect(await operator.refusal(routes.disburseSale, deposit)).toMatchObject({ code: 'VERIFICATION_PENDING' });

    const order = withdraw(sale.params, [lost], 'Cancelada ayer');
    const { sale: left } = await operator.call(routes.withdrawAuthorisation, order);
    expect(left).toMatchObject({ state: 'answered', pendingVerification: [] });
    expect(left.decisions.find(({ documentId }) => documentId === lost)).toMatchObject({ note: 'Cancelada ayer' });
    expect(await operator.call(routes.withdrawAuthorisation, order)).toEqual({ sale: left });
    expect(await line()).toEqual({ ...before, creditHeld: before.creditHeld + 208_800 });
    expect(await booked(sale.saleId)).toMatchObject({ CARTERA: '232000.00', POR_DEPOSITAR: '-201840.00' });

    await operator.call(routes.disburseSale, deposit);
    expect(await line()).toEqual({ ...before, creditUsed: before.creditUsed + 208_800 });
    const { data } = await session.call(routes.listInvoices);
    const stateOf = (id: string) => data.find(({ documentId }) => documentId === id);
    expect(stateOf(lost)).toMatchObject({ status: 0, motive: { code: 'CANCELLED_AT_TAX_AUTHORITY' }, saleId: null });
    for (const id of rest) expect(stateOf(id)).toMatchObject({ status: 30 });
  });

  it('withdrawing all remaining invoices ends the sale, and its entries cancel out', async () => {
    const before = await line();
    const { documentIds, ...sale } = await aRequestedSale({ count: 2 });
    await authoriseSale(operator, sale);
    const [first = '', second = ''] = documentIds;
    await operator.call(routes.withdrawAuthorisation, withdraw(sale.params, [first]));
    const { sale: ended } = await operator.call(routes.withdrawAuthorisation, withdraw(sale.params, [second]));
    expect(ended.state).toBe('cancelled');
    expect(await line()).toEqual(before);
    expect(new Set(Object.values(await booked(sale.saleId)))).toEqual(new Set(['0.00']));
    const deposit = { params: sale.params, body: { trackingKey: 'FREED2' } };
    expect(await operator.refusal(routes.disburseSale, deposit)).toMatchObject({ code: 'SALE_STATE_CONFLICT' });
  });

  it('requires authorised invoices of this sale before the deposit', async () => {
    const { documentIds, ...sale } = await aRequestedSale({ count: 2 });
    const [first = '', second = ''] = documentIds;
    const refusal = (order: ReturnType<typeof withdraw>) => operator.refusal(routes.withdrawAuthorisation, order);
    expect(await refusal(withdraw(sale.params, [first]))).toMatchObject({ code: 'SALE_STATE_CONFLICT' });
    await operator.call(routes.answerSale, await answerTo(operator, sale.saleId, [yes(first), no(second)]));
    expect(await refusal(withdraw(sale.params, [second]))).toMatchObject({ code: 'SALE_STATE_CONFLICT' });
    expect(await refusal(withdraw(sale.params, [first, first]))).toMatchObject({ code: 'INVALID_REQUEST' });
    const other = await aRequestedSale();
    expect(await refusal(withdraw(sale.params, other.documentIds))).toMatchObject({ code: 'NOT_FOUND' });
    await operator.call(routes.disburseSale, { params: sale.params, body: { trackingKey: 'FREED3' } });
    expect(await refusal(withdraw(sale.params, [first]))).toMatchObject({ code: 'SALE_STATE_CONFLICT' });
  });
});

it('lists the sales of every client by state, oldest first, with the client', async () => {
  const other = await aClient(portal);
  const seller = await aUser(portal, { client: other });
  await aLine(portal, { client: other });
  const company = await aCompany(portal, { client: other });
  const theirs = await portal.signIn(seller.email);
  const [documentId = ''] = await someInvoices(portal, { client: other, user: seller, companyId: company });
  await requestSale(theirs, [documentId]);
  const { data } = await operator.call(routes.listLenderSales, { query: { state: 'requested' } });
  const requested = data.map((sale) => sale.requestedAt ?? '');
  expect(requested).toEqual(requested.toSorted());
  expect(data.map((sale) => sale.clientRFC)).toContain(other.rfc);
  expect(data.map((sale) => sale.clientRFC)).toContain(client.rfc);
  expect((await session.send(routes.listLenderSales, { query: { state: 'requested' } })).status).toBe(403);
});

it('notifies the client’s open screens', async () => {
  const received: unknown[] = [];
  const ears = await portal.db.owner.query(`listen portal_events`);
  expect(ears.command).toBe('LISTEN');
  portal.db.owner.on('notification', ({ payload = '' }) => received.push(JSON.parse(payload)));
  const sale = await aRequestedSale();
  received.splice(0);
  await authoriseSale(operator, sale);
  await portal.db.owner.query(`unlisten portal_events`);
  const { clientId } = client;
  expect(received).toContainEqual({ clientId, noun: 'invoices', ids: sale.documentIds });
  expect(received).toContainEqual({ clientId, noun: 'sales', ids: [sale.saleId] });
  expect(received).toContainEqual({ clientId, noun: 'credit', ids: [] });
});
