import { createHash } from 'node:crypto';
import { INBOX_PAGE, type InboxQueue } from '@anticipa/contract/lender-inbox';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, anOperator, secondReceiver } from '../../../../testing/builders.ts';
import { someInvoices } from '../../../../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { answerTo, authoriseSale, requestOneSale, requestSale } from '../../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../../testing/seller.ts';
import type { Session } from '../../../../testing/session.ts';

const DAY_MS = 24 * 3_600_000;

let portal: Portal;
let seller: Seller;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
});
afterAll(() => portal.close());

const request = (documentIds: readonly string[]) => requestOneSale(seller.session, documentIds);
const inbox = (queue: InboxQueue, after?: string) =>
  seller.operator.call(routes.listInbox, { query: { queue, ...(after === undefined ? {} : { after }) } });

describe('[OPE-03] the inbox', () => {
  it('has each sale in the queue of its next step, with its client, receivers and promise', async () => {
    const { client, user, invoices } = seller;
    const [small = ''] = await invoices({ total: '1000.00' });
    const companyId = await aCompany(portal, { client, receiver: secondReceiver() });
    const [large = ''] = await someInvoices(portal, { client, user, companyId });
    const sale = await request([small, large]);
    await portal.db.owner.query(`update invoices set verification = 'pending' where document_id = $1`, [large]);
    const now = portal.clock.now();
    const waiting = {
      saleId: sale.saleId,
      numberOfSale: sale.numberOfSale,
      clientId: client.clientId,
      clientRFC: client.rfc,
      entityName: client.entityName,
      requestedAt: now.toISOString(),
      // Asked for on a Tuesday evening.
      promisedAt: new Date(now.getTime() + DAY_MS).toISOString(),
      count: 2,
      total: '117000.00',
      initialDeposit: sale.totals.initialDeposit,
      receivers: 2,
      largestReceiver: secondReceiver().name,
      unconfirmed: 1,
    };
    const before = await inbox('answer');
    expect(before.data).toEqual([expect.objectContaining(waiting)]);
    expect(before.queues).toEqual({
      answer: { count: 1, late: 0 },
      confirmation: { count: 0, late: 0 },
      correction: { count: 0, late: 0 },
      payout: { count: 0, late: 0 },
    });

    const decisions = [
      { documentId: small, authorised: false, motive: 'LENDER_DOCUMENTS' },
      { documentId: large, authorised: true, motive: null },
    ];
    await seller.operator.call(routes.answerSale, await answerTo(seller.operator, sale.saleId, decisions));
    const { evidence } = await seller.operator.call(routes.getLenderSale, { params: { saleId: sale.saleId } });
    const claims = evidence.map(({ checks }) => checks.find(({ rule }) => rule === 'duplicate')?.result);
    expect(claims.toSorted()).toEqual(['passed', 'unknown']);
    expect(await inbox('answer')).toMatchObject({ data: [], next: null });
    const answered = await inbox('payout');
    expect(answered.data).toMatchObject([{ saleId: sale.saleId, count: 1, total: '116000.00', receivers: 1 }]);
    await seller.operator.call(routes.withdrawAuthorisation, {
      params: { saleId: sale.saleId },
      body: { rejections: [{ documentId: large, motive: 'LENDER_DOCUMENTS' }] },
    });
    expect((await inbox('payout')).data).toEqual([]);
  });

  it('counts the sales past their promise, and is only for operators', async () => {
    const sale = await request(await seller.invoices());
    const late = new Date(portal.clock.now().getTime() - 1);
    await portal.db.owner.query('update sales set promised_at = $1 where sale_id = $2', [late, sale.saleId]);
    expect((await inbox('answer')).queues.answer).toEqual({ count: 1, late: 1 });
    await authoriseSale(seller.operator, sale);
    expect((await inbox('answer')).queues).toEqual({
      answer: { count: 0, late: 0 },
      confirmation: { count: 0, late: 0 },
      correction: { count: 0, late: 0 },
      payout: { count: 1, late: 1 },
    });
    const query = { queue: 'answer' } as const;
    expect(await seller.session.send(routes.listInbox, { query })).toMatchObject({ status: 403 });
  });

  it('is read in pages by the promised time, each sale once', async () => {
    const sale = await request(await seller.invoices());
    const more = INBOX_PAGE + 20;
    const documents = await seller.invoices({ count: more });
    const { owner } = portal.db;
    // Pairs with an equal promise, so that the id decides between them.
    await owner.query(
      `create table cloned as select gen_random_uuid() as sale_id, document_id, n
         from unnest($1::uuid[]) with ordinality as document (document_id, n)`,
      [documents],
    );
    await owner.query(
      `insert into sales (client_id, sale_id, number_of_sale, product, currency, state, created_by, created_at, requested_at, promised_at)
       select client_id, cloned.sale_id, 1000 + n, product, currency, state, created_by, created_at, requested_at,
         promised_at - (n / 2) * interval '1 minute' from sales, cloned where sales.sale_id = $1`,
      [sale.saleId],
    );
    await owner.query(
      `insert into sale_items (client_id, sale_id, document_id, position, state, previous_status, emitted_on, due_date, payment_days,
         interest_rate, advance_percent, days_in_year, iva_rate, total, interest, iva, aforo, advance, initial_deposit, moratory_rate)
       select client_id, cloned.sale_id, cloned.document_id, 0, state, previous_status, emitted_on, due_date, payment_days,
         interest_rate, advance_percent, days_in_year, iva_rate, total, interest, iva, aforo, advance, initial_deposit, moratory_rate
       from sale_items, cloned where sale_items.sale_id = $1`,
      [sale.saleId],
    );
    const first = await inbox('answer');
    const second = await inbox('answer', first.next ?? '');
    expect([first.data.length, second.data.length, second.next]).toEqual([INBOX_PAGE, 21, null]);
    expect(first.queues.answer.count).toBe(more + 1);
    const listed = [...first.data, ...second.data];
    const keys = listed.map(({ promisedAt, saleId }) => `${promisedAt} ${saleId}`);
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(keys).size).toBe(more + 1);
    await owner.query('delete from sale_items where sale_id in (select sale_id from cloned)');
    await owner.query('delete from sales where sale_id in (select sale_id from cloned)');
    await owner.query('drop table cloned');
  });
});

const see = (saleId: string) => seller.operator.call(routes.getLenderSale, { params: { saleId } });
const receiverBecomes = (status: number) =>
  portal.db.owner.query('update companies set status = $1 where company_id = $2', [status, seller.companyId]);

describe('[OPE-03] a sale with its evidence', () => {
  it('promises no deposit before a new account receives it', async () => {
    const { client, invoices } = seller;
    const until = new Date(portal.clock.now().getTime() + 2 * DAY_MS);
    const receiveFrom = (instant: Date | null): Promise<unknown> =>
      portal.db.owner.query('update bank_accounts set pays_from = $1 where client_id = $2', [instant, client.clientId]);
    await receiveFrom(until);
    const { saleId } = await request(await invoices());
    const { data } = await inbox('answer');
    expect(data.find((sale) => sale.saleId === saleId)?.promisedAt).toBe(until.toISOString());
    await receiveFrom(null);
  });

  it('shows each check with its result, the credit line and the accepted terms', async () => {
    const sale = await request(await seller.invoices({ count: 2 }));
    const seen = await see(sale.saleId);
    expect(seen.evidence.map(({ documentId }) => documentId)).toEqual(sale.items.map(({ documentId }) => documentId));
    const now = portal.clock.now().toISOString();
    for (const { checks } of seen.evidence) {
      expect(checks.filter(({ result }) => result !== 'passed')).toEqual([
        expect.objectContaining({ rule: 'issuer-listed', result: 'unknown' }),
        expect.objectContaining({ rule: 'receiver-listed', result: 'unknown' }),
        { rule: 'concentration', result: 'warning', measured: { share: 100, limit: 30 }, at: now },
      ]);
      expect(checks).toContainEqual(
        expect.objectContaining({
          rule: 'credit-line',
          result: 'passed',
          measured: { taken: seen.line.held, limit: '9000000.00' },
        }),
      );
      expect(checks).toContainEqual(expect.objectContaining({ rule: 'tax-status', result: 'passed', at: now }));
    }
    const { lines } = await seller.session.call(routes.getCreditInformation);
    const held = lines.find(({ creditCurrency }) => creditCurrency === 'MXN')?.creditHeld;
    expect(seen.line).toEqual({ currency: 'MXN', limit: '9000000.00', used: '0.00', held });
    expect(seen.acceptance).toMatchObject({ by: 'Ana Prueba', at: now, address: '127.0.0.1' });
    expect(
      createHash('sha256')
        .update(seen.acceptance?.text ?? '')
        .digest('hex'),
    ).toBe(seen.acceptance?.hash);
    expect(await seller.session.send(routes.getLenderSale, { params: { saleId: sale.saleId } })).toMatchObject({
      status: 403,
    });
    const missing = { params: { saleId: '11111111-1111-4111-8111-111111111111' } };
    expect(await seller.operator.refusal(routes.getLenderSale, missing)).toMatchObject({ code: 'NOT_FOUND' });
  });

  it('measures what the receiver owes, with the sale, against its limit and that of the client', async () => {
    const sale = await request(await seller.invoices({ count: 1 }));
    const limits = async () =>
      (await see(sale.saleId)).evidence[0]?.checks
        .filter(({ rule }) => rule === 'receiver-limit' || rule === 'pair-limit')
        .map(({ rule, at, ...found }) => found);
    expect(await limits()).toEqual([
      { result: 'passed', measured: null },
      { result: 'passed', measured: null },
    ]);
    const { rows } = await portal.db.owner.query<{ taken: string }>(
      `update receiver_exposures set limit_amount = held + owed where company_id = $1 and currency = 'MXN'
         returning limit_amount as taken`,
      [seller.companyId],
    );
    const taken = rows[0]?.taken ?? '';
    await portal.db.owner.query('update pair_exposures set limit_amount = 1 where company_id = $1', [seller.companyId]);
    expect(await limits()).toEqual([
      { result: 'passed', measured: { taken, limit: taken } },
      { result: 'warning', measured: { taken, limit: '1.00' } },
    ]);
    await portal.db.owner.query('update receiver_exposures set limit_amount = null');
    await portal.db.owner.query('update pair_exposures set limit_amount = null');
  });

  it('takes an answer that rests on what is still so, with its notes', async () => {
    const sale = await request(await seller.invoices({ count: 2 }));
    const { seen } = await see(sale.saleId);
    // The balances move in the meantime, the verdicts do not.
    await request(await seller.invoices());
    const [first = '', second = ''] = sale.items.map(({ documentId }) => documentId);
    const decisions = [
      { documentId: first, authorised: true, motive: null, note: 'Confirmada por teléfono' },
      { documentId: second, authorised: false, motive: 'LENDER_DOCUMENTS' },
    ];
    const order = { params: { saleId: sale.saleId }, body: { seen, decisions } };
    const answered = await seller.operator.call(routes.answerSale, order);
    expect(answered.sale.state).toBe('answered');
    expect(answered.sale.decisions).toMatchObject([{ note: 'Confirmada por teléfono' }, { note: null }]);
    // Repeated, although the version has grown with the answer.
    expect(await seller.operator.call(routes.answerSale, order)).toEqual(answered);
    expect((await see(sale.saleId)).seen.version).toBeGreaterThan(seen.version);
  });

  it('books nothing once the evidence or the sale has changed, and names the new picture', async () => {
    const sale = await request(await seller.invoices());
    const { seen } = await see(sale.saleId);
    const decisions = sale.items.map(({ documentId }) => ({ documentId, authorised: true, motive: null }));
    const order = { params: { saleId: sale.saleId }, body: { seen, decisions } };
    await receiverBecomes(10);
    const refusal = await seller.operator.refusal(routes.answerSale, order);
    const { seen: now } = await see(sale.saleId);
    expect(refusal).toMatchObject({
      status: 409,
      code: 'EVIDENCE_CHANGED',
      details: [{ path: 'seen.evidence', expected: now.evidence }],
    });
    await receiverBecomes(20);
    const blind = { ...order, body: { decisions } };
    expect(await seller.operator.refusal(routes.answerSale, blind)).toMatchObject({
      status: 400,
      code: 'INVALID_REQUEST',
    });
    const older = { ...order, body: { decisions, seen: { ...seen, version: seen.version - 1 } } };
    expect(await seller.operator.refusal(routes.answerSale, older)).toMatchObject({
      code: 'EVIDENCE_CHANGED',
      details: [{ path: 'seen.version', expected: String(seen.version) }],
    });
    const { sale: unchanged } = await see(sale.saleId);
    expect(unchanged).toMatchObject({ state: 'requested', decisions: [] });
    await seller.operator.call(routes.answerSale, order);
  });

  it('refuses to authorise an invoice with a failed check, and takes its rejection', async () => {
    const sale = await request(await seller.invoices());
    await receiverBecomes(30);
    const [documentId = ''] = sale.items.map((item) => item.documentId);
    const yes = await answerTo(seller.operator, sale.saleId, [{ documentId, authorised: true, motive: null }]);
    expect(await seller.operator.refusal(routes.answerSale, yes)).toMatchObject({
      status: 422,
      code: 'INVOICE_BLOCKED',
      details: [{ path: documentId }],
    });
    const decisions = [{ documentId, authorised: false, motive: 'LENDER_RISK_LIMIT' }];
    await seller.operator.call(routes.answerSale, { ...yes, body: { ...yes.body, decisions } });
    await receiverBecomes(20);
  });

  it('names the other operators who have read it within 45 seconds, and keeps no older readings', async () => {
    const sale = await request(await seller.invoices({ count: 1 }));
    const params = { saleId: sale.saleId };
    const { email } = await anOperator(portal);
    const colleague = await portal.signIn(email);
    const viewers = async (by: Session) => (await by.call(routes.getLenderSale, { params })).viewers;
    expect(await viewers(colleague)).toEqual([]);
    expect(await viewers(seller.operator)).toEqual(['Oscar Operador']);
    portal.clock.pass(45_000);
    expect(await viewers(seller.operator)).toEqual(['Oscar Operador']);
    portal.clock.pass(1);
    expect(await viewers(seller.operator)).toEqual([]);
    expect(await viewers(colleague)).toHaveLength(1);

    portal.clock.pass(45_001);
    const other = await aSeller(portal);
    const [elsewhere] = await requestSale(other.session, await other.invoices());
    await colleague.call(routes.getLenderSale, { params: { saleId: elsewhere?.saleId ?? '' } });
    const { rows } = await portal.db.owner.query(
      `select sale_id from sale_viewers join operators using (operator_id) where email = $1`,
      [email],
    );
    expect(rows).toEqual([{ sale_id: elsewhere?.saleId }]);
  });
});
