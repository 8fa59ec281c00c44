import { ageingGroups, exportAgeing } from '@anticipa/contract/portfolio';
import { routes } from '@anticipa/contract/routes';
import { addDays } from '@anticipa/domain/calendar';
import { decimalOf, moneyOf, sum } from '@anticipa/domain/money';
import type { OperatorRole } from '@anticipa/domain/operator';
import { companyStatus } from '@anticipa/domain/receiver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, anOperator, secondReceiver } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, authoriseSale, collect, requestSale, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let large: Seller;
let small: Seller;

beforeAll(async () => {
  portal = await startPortal();
  large = await aSeller(portal);
  small = await aSeller(portal);
  const [a = '', b = '', c = '', d = ''] = await large.invoices({ count: 4 });
  await sellAndDeposit(large, [a, b]);
  await sellAndDeposit(large, [c]);
  await requestSale(large.session, [d]);
  const [e = '', f = ''] = await small.invoices({ count: 2 });
  await sellAndDeposit(small, [e]);
  const [answered] = await requestSale(small.session, [f]);
  if (answered) await authoriseSale(small.operator, answered);
  const paid = { valueDate: portal.clock.today() };
  await collect(large.operator, aPayment({ documentIds: [a] }, { ...paid, amount: '16000.00' }));
  await collect(large.operator, aPayment({ documentIds: [c] }, paid));
});
afterAll(() => portal.close());

const overview = () => large.operator.call(routes.getOverview);
const sumOf = (texts: readonly string[]): string =>
  decimalOf(
    sum(
      'MXN',
      texts.map((text) => moneyOf(text, 'MXN')),
    ),
  );
const one = async (text: string): Promise<string> => (await portal.db.owner.query(text)).rows[0].sum;

describe('[OPE-10] the overview', () => {
  it('has the exposure of the journal and of the sales under way', async () => {
    const { exposures } = await overview();
    expect(exposures.map(({ currency }) => currency)).toEqual(['MXN']);
    const [mxn] = exposures;
    const receivable = await one(
      `select sum(debit - credit) from ledger_lines where account = 'CARTERA'
         and document_id in (select document_id from invoices where status = 30)`,
    );
    // One invoice of three is partly paid.
    expect([mxn?.owed, receivable]).toEqual(['332000.00', '332000.00']);
    expect(mxn?.held).toBe(await one(`select sum(total) from invoices where status = 25`));
    expect(mxn?.clients).toMatchObject({
      count: 2,
      largest: [
        { id: large.client.clientId, held: '116000.00', owed: '216000.00', share: '58.9' },
        { id: small.client.clientId, held: '116000.00', owed: '116000.00', share: '41.1' },
      ],
      concentration: { five: '100.0', herfindahl: 5157 },
    });
  });

  it('[OPE-05] lists the lines that end within 30 days, or have just ended', async () => {
    const today = portal.clock.today();
    const end = (seller: Seller, on: string | null) =>
      portal.db.owner.query(`update credit_lines set valid_until = $1 where client_id = $2 and currency = 'MXN'`, [
        on,
        seller.client.clientId,
      ]);
    const listed = async () => (await overview()).endingLines.map(({ clientId, validUntil }) => [clientId, validUntil]);
    await end(large, addDays(today, 30));
    await end(small, addDays(today, -30));
    expect(await listed()).toEqual([
      [small.client.clientId, addDays(today, -30)],
      [large.client.clientId, addDays(today, 30)],
    ]);
    await end(large, addDays(today, 31));
    await end(small, addDays(today, -31));
    expect(await listed()).toEqual([]);
    for (const seller of [large, small]) await end(seller, null);
  });

  it('has the use of the lines that clients see', async () => {
    const { lines } = await overview();
    const seen = await Promise.all(
      [large, small].map(async ({ session }) => (await session.call(routes.getCreditInformation)).lines),
    );
    for (const { product, currency, limit, used, held } of lines) {
      const same = seen.flat().filter((line) => line.product === product && line.moneda === currency);
      expect([limit, used, held]).toEqual([
        sumOf(same.map((line) => line.creditLimit)),
        sumOf(same.map((line) => line.creditUsed)),
        sumOf(same.map((line) => line.creditHeld)),
      ]);
    }
    expect(lines).toContainEqual(expect.objectContaining({ product: 'BI', currency: 'MXN', held: '208800.00' }));
  });

  it('[OPE-10] has as available only what some client can draw', async () => {
    const available = async () => {
      const { lines } = await overview();
      return lines.find(({ product, currency }) => product === 'BI' && currency === 'MXN')?.available;
    };
    const own = async ({ session }: Seller) => {
      const { lines } = await session.call(routes.getCreditInformation);
      return lines.find(({ product, moneda }) => product === 'BI' && moneda === 'MXN')?.available ?? '';
    };
    const [ofLarge, ofSmall] = [await own(large), await own(small)];
    expect(await available()).toBe(sumOf([ofLarge, ofSmall]));
    const { owner } = portal.db;
    const line = `client_id = $1 and product = 'BI' and currency = 'MXN'`;
    const change = async (set: string, back: string, left: string, table = 'credit_lines') => {
      const where = table === 'credit_lines' ? line : `client_id = $1 and product = 'BI'`;
      await owner.query(`update ${table} set ${set} where ${where}`, [small.client.clientId]);
      expect([set, await available()]).toEqual([set, left]);
      await owner.query(`update ${table} set ${back} where ${where}`, [small.client.clientId]);
    };
    await change('credit_limit = credit_limit - 8900000', 'credit_limit = credit_limit + 8900000', ofLarge);
    await change(`valid_until = '2026-03-09'`, 'valid_until = null', ofLarge);
    await change('active = false', 'active = true', ofLarge, 'client_products');
  });

  it('opens rows with the same sums', async () => {
    const { exposures, weeks } = await overview();
    const [mxn] = exposures;
    const open = async (of: object) =>
      (await large.operator.call(routes.listExposures, { query: { currency: 'MXN', ...of } })).data;
    for (const [parties, key] of [
      [mxn?.clients, 'clientId'],
      [mxn?.receivers, 'companyId'],
    ] as const) {
      for (const { id, held, owed, name } of parties?.largest ?? []) {
        const rows = await open({ [key]: id });
        expect([sumOf(rows.map((row) => row.held)), sumOf(rows.map((row) => row.owed))]).toEqual([held, owed]);
        expect(new Set(rows.map((row) => (key === 'clientId' ? row.entityName : row.receiverName)))).toEqual(
          new Set([name]),
        );
      }
    }
    expect(sumOf((await open({})).map((row) => row.owed))).toBe(mxn?.owed);
    const [week] = weeks;
    const query = { currency: 'MXN', monday: week?.monday ?? '' };
    const { data } = await large.operator.call(routes.listDepositedSales, { query });
    expect([data.length, sumOf(data.map((row) => row.deposit)), sumOf(data.map((row) => row.interest))]).toEqual([
      week?.sales,
      week?.deposit,
      week?.interest,
    ]);
  });

  it('sums the deposits of a week, with the yield of the golden sale', async () => {
    const { weeks } = await overview();
    expect(weeks).toEqual([
      {
        monday: '2026-03-09',
        currency: 'MXN',
        sales: 3,
        total: '464000.00',
        deposit: await one(
          `select sum(debit) from ledger_lines join ledger_entries using (client_id, entry_number)
           where account = 'POR_DEPOSITAR' and event = 'disbursement'`,
        ),
        interest: '13920.00',
        yield: '27.97',
      },
    ]);
  });

  it('counts what waits by the time since it entered its queue', async () => {
    const counts = async () =>
      (await overview()).waiting.filter(({ count }) => count > 0).map(({ queue, age }) => `${queue} ${age}`);
    expect(await counts()).toEqual(['answer hour', 'payout hour']);
    for (const [hours, age] of [
      [1, 'four-hours'],
      [3, 'day'],
      [20, 'longer'],
    ] as const) {
      const earlier = `${hours} hours`;
      await portal.db.owner.query(
        'update sales set requested_at = requested_at - $1::interval, answered_at = answered_at - $1::interval',
        [earlier],
      );
      expect(await counts()).toEqual([`answer ${age}`, `payout ${age}`]);
    }
    const { data } = await large.operator.call(routes.listInbox, { query: { queue: 'answer' } });
    const [{ saleId = '', numberOfSale = 0 } = {}] = data;
    const { seen } = await large.operator.call(routes.getLenderSale, { params: { saleId } });
    const body = { version: seen.version, message: 'Falta la orden de compra', documentIds: [] };
    await large.operator.call(routes.returnSale, { params: { saleId }, body });
    expect(await counts()).toEqual(['correction hour', 'payout longer']);
    const params = { numberOfSale: String(numberOfSale) };
    await large.session.call(routes.resendSale, { params, body: { corrections: [], note: '' } });
    expect(await counts()).toEqual(['answer hour', 'payout longer']);
    await portal.db.owner.query(
      `update sale_returns set returned_at = returned_at - interval '5 hours', resent_at = resent_at - interval '5 hours'`,
    );
    expect(await counts()).toEqual(['answer day', 'payout longer']);
    await portal.db.owner.query(`insert into approval_amounts (currency, per_sale) values ('MXN', 0)`);
    const { sale } = await large.operator.call(routes.getLenderSale, { params: { saleId } });
    await authoriseSale(large.operator, sale);
    expect(await counts()).toEqual(['confirmation hour', 'payout longer']);
  });
});

describe('[DIN-51] what waits today', () => {
  const today = async (operator: Session = large.operator) => {
    const { figures } = await operator.call(routes.getToday);
    return new Map(figures.map(({ figure, count, amounts }) => [figure, [count, ...amounts.map((sum) => sum.amount)]]));
  };
  const figureOf = (rows: readonly { readonly amount: string }[]) =>
    rows.length === 0 ? [0] : [rows.length, sumOf(rows.map(({ amount }) => amount))];

  it('counts and sums the rows that each figure opens', async () => {
    await portal.db.owner.query(`update sales set promised_at = $1 where state = 'answered'`, [portal.clock.now()]);
    const paid = { amount: '1250.00', trackingKey: 'UNKNOWN1', valueDate: portal.clock.today() };
    await large.operator.call(routes.registerCollection, { body: aPayment({ reference: '404' }, paid) });
    const whole = { ...paid, amount: '100000.00', trackingKey: 'UNKNOWN2' };
    await large.operator.call(routes.registerCollection, { body: aPayment({ reference: '405' }, whole) });
    await aCompany(portal, { receiver: { ...secondReceiver(), rfc: 'NUE010101AB1' }, status: companyStatus.PENDING });
    const figures = await today();
    const { operator } = large;
    const inbox = await operator.call(routes.listInbox, { query: { queue: 'payout' } });
    expect(figures.get('answers')).toEqual([inbox.queues.answer.count]);
    expect(figures.get('confirmations')).toEqual([inbox.queues.confirmation.count]);
    const urgent = await operator.call(routes.listTodayRows, { params: { figure: 'promises' } });
    expect(urgent.data.map(({ id }) => id)).toEqual(inbox.data.map(({ saleId }) => saleId));
    expect(figures.get('promises')).toEqual(figureOf(urgent.data));
    const { deposits, payouts, returns } = await operator.call(routes.listPayables);
    expect([figures.get('payouts'), figures.get('returns')]).toEqual([figureOf(payouts), figureOf(returns)]);
    const ready = await operator.call(routes.listTodayRows, { params: { figure: 'deposits' } });
    expect(ready.data.map(({ id }) => id)).toEqual(
      deposits.filter(({ obstacle, way }) => obstacle === null && way !== 'ordered').map(({ saleId }) => saleId),
    );
    expect([figures.get('deposits'), ready.data.length]).toEqual([figureOf(ready.data), 1]);
    const { data: waiting } = await operator.call(routes.listWaitingReceipts);
    const [proposed, unknown] = [true, false].map((has) =>
      waiting.filter(({ proposal }) => (proposal !== null) === has).map(({ left }) => ({ amount: left })),
    );
    expect([figures.get('proposed'), proposed?.length]).toEqual([figureOf(proposed ?? []), 1]);
    expect([figures.get('unidentified'), unknown?.length]).toEqual([figureOf(unknown ?? []), 1]);
    for (const view of ['overdue', 'week', 'broken'] as const) {
      const { data } = await operator.call(routes.listPortfolio, { query: { view } });
      expect(figures.get(view)).toEqual(figureOf(data.map(({ owed }) => ({ amount: owed }))));
    }
    const receivers = await operator.call(routes.listReceivers, { query: { status: '10' } });
    expect([figures.get('receivers'), receivers.data.length]).toEqual([[1], 1]);
    const alerts = await operator.call(routes.listAlerts, { query: { state: 'open' } });
    expect(figures.get('alerts')).toEqual([alerts.data.length]);
  });

  it('counts only proposals that the operator may decide, and has only figures that a role may open', async () => {
    const as = async (roles: readonly OperatorRole[]) => portal.signIn((await anOperator(portal, { roles })).email);
    const [maker, checker, support] = [await as(['riesgo']), await as(['riesgo']), await as(['soporte'])];
    const where = { clientId: small.client.clientId, product: 'BI', currency: 'MXN', reason: 'baja de ventas' };
    const change = { kind: 'credit-line', proposed: { limit: '8000000.00' } };
    await maker.call(routes.propose, { body: { ...where, change } });
    const counts = [maker, checker, support].map(async (session) => (await today(session)).get('proposals'));
    expect(await Promise.all(counts)).toEqual([[0], [1], [0]]);
    const { data } = await checker.call(routes.listProposals, { query: { waiting: 'true' } });
    expect(data).toHaveLength(1);
    expect([...(await today(support)).keys()].join(' ')).toBe(
      'promises answers confirmations transfers proposals requests receivers overdue week broken systems alerts',
    );
    const refused = { params: { figure: 'deposits' } };
    expect((await support.send(routes.listTodayRows, refused)).code).toBe('ROLE_NEEDED');
  });
});

describe('[DIN-04] the portfolio', () => {
  const operator = () => large.operator;

  it('lists each invoice in credit once, by due date, with what is owed as in the journal', async () => {
    const { data, ageing, next, today } = await operator().call(routes.listPortfolio, { query: { view: 'all' } });
    const { rows } = await portal.db.owner.query(
      `select document_id, sum(debit - credit) as owed from ledger_lines where account = 'CARTERA'
         and document_id in (select document_id from invoices where status = 30) group by document_id`,
    );
    expect(Object.fromEntries(data.map(({ documentId, owed }) => [documentId, owed]))).toEqual(
      Object.fromEntries(rows.map(({ document_id, owed }) => [document_id, owed])),
    );
    const keys = data.map(({ dueDate, folio }) => `${dueDate} ${folio}`);
    expect(keys).toEqual(keys.toSorted(new Intl.Collator('es-MX', { numeric: true }).compare));
    expect([next, today]).toEqual([null, portal.clock.today()]);
    expect(ageing).toEqual([{ currency: 'MXN', age: 'not-due', count: 3, owed: '332000.00' }]);
    // One of them is partly paid. Its aforo would pay the rest, up to its own amount.
    expect(data.flatMap(({ aforo, owed }) => (aforo === null ? [] : [[owed, aforo]]))).toEqual([
      ['100000.00', '11600.00'],
    ]);
  });

  it('ages an invoice from the day after its due date, and counts its late charges', async () => {
    const [first] = (await operator().call(routes.listPortfolio, { query: { view: 'all' } })).data;
    if (!first) throw new Error('nothing is owed');
    for (const [days, age] of [
      [0, 'not-due'],
      [1, 'to-30'],
      [30, 'to-30'],
      [31, 'to-60'],
      [91, 'over-90'],
    ] as const) {
      const pass = (-first.daysLate + days) * 24 * 3_600_000;
      portal.clock.pass(pass);
      const session = await portal.signIn((await anOperator(portal)).email);
      const { data, ageing } = await session.call(routes.listPortfolio, {
        query: { view: days > 0 ? 'overdue' : 'week', clientId: first.clientId },
      });
      expect(data.find(({ documentId }) => documentId === first.documentId)).toMatchObject({ daysLate: days });
      expect(ageing.map((sum) => sum.age)).toContain(age);
      portal.clock.pass(-pass);
    }
  });
});

describe('[DIN-50] an invoice that the lender bought', () => {
  const read = (documentId: string) => large.operator.call(routes.getBoughtInvoice, { params: { documentId } });
  const eventsOf = async (documentId: string) => (await read(documentId)).movements.map(({ event }) => event);

  it('has the figures of its row, the balances of the journal and its payment with payer and key', async () => {
    const { data } = await large.operator.call(routes.listPortfolio, { query: { view: 'all' } });
    for (const { promise: _promise, isDisputed: _isDisputed, ...row } of data)
      expect(await read(row.documentId)).toMatchObject(row);
    const short = data.find(({ aforo }) => aforo !== null);
    const { movements, balances } = await read(short?.documentId ?? '');
    expect(balances.filter(({ account }) => account !== 'INGRESO_INTERES')).toEqual([
      { account: 'AFORO_POR_DEVOLVER', amount: '-11600.00' },
      { account: 'CARTERA', amount: '100000.00' },
      { account: 'INTERES_POR_DEVENGAR', amount: expect.any(String) },
      { account: 'BANCOS', amount: '-84920.00' },
    ]);
    expect(movements.map(({ event, amount, payer }) => [event, amount, payer])).toEqual([
      ['collection', '16000.00', 'debtor'],
      ['disbursement', '100920.00', null],
      ['authorisation', '116000.00', null],
    ]);
    expect(movements.filter(({ trackingKey }) => trackingKey !== null)).toHaveLength(2);
  });

  it('a paid one keeps its life and owes nothing', async () => {
    const paid = await one(`select document_id as sum from invoices where is_settled`);
    expect(await eventsOf(paid)).toEqual(['release', 'early-payment', 'collection', 'disbursement', 'authorisation']);
    expect(await read(paid)).toMatchObject({ standing: 'paid', owed: '0.00', amountDue: '0.00', daysLate: null });
  });

  it('one that the lender does not have is not found', async () => {
    const unknown = { params: { documentId: large.companyId } };
    expect(await large.operator.refusal(routes.getBoughtInvoice, unknown)).toMatchObject({ status: 404 });
  });
});

describe('[DIN-53] the ageing as of a day', () => {
  const read = (query: Readonly<Record<string, string>> = {}) =>
    large.operator.call(routes.listAgeing, { query: { by: 'client', asOf: portal.clock.today(), ...query } });

  it('is today that of the portfolio, whatever the group, and in the file', async () => {
    const { ageing } = await large.operator.call(routes.listPortfolio, { query: { view: 'all' } });
    for (const by of ageingGroups) {
      const { data } = await read({ by });
      expect(sumOf(data.map(({ owed }) => owed))).toBe(sumOf(ageing.map(({ owed }) => owed)));
      for (const { owed, ages } of data) expect(sumOf(Object.values(ages))).toBe(owed);
    }
    const { data: own } = await read({ clientId: small.client.clientId });
    expect(own.map(({ id, count, ages }) => [id, count, ages])).toEqual([
      [small.client.clientId, 1, { 'not-due': '116000.00' }],
    ]);
    const query = { format: 'csv', asOf: portal.clock.today() } as const;
    const { bytes } = await large.operator.send(exportAgeing, { query });
    expect(bytes.toString('utf8').trim().split('\r\n').slice(1)).toHaveLength(3);
    expect((await large.operator.send(exportAgeing, { query: { ...query, product: 'FB' } })).code).toBe(
      'NOTHING_TO_EXPORT',
    );
  });

  it('a payment counts from its value date, and a later record leaves a known day as it was', async () => {
    const yesterday = addDays(portal.clock.today(), -1);
    expect((await read({ asOf: yesterday })).data).toEqual([]);
    const before = (await read()).data;
    const day = portal.clock.today();
    portal.clock.pass(24 * 3_600_000);
    const session = await portal.signIn((await anOperator(portal)).email);
    const invoices = await session.call(routes.listPortfolio, {
      query: { view: 'all', clientId: small.client.clientId },
    });
    const documentIds = invoices.data.map(({ documentId }) => documentId);
    await collect(session, aPayment({ documentIds }, { amount: '6000.00', valueDate: day, trackingKey: 'KNOWN1' }));
    const as = async (query: object) =>
      (await session.call(routes.listAgeing, { query: { by: 'client', asOf: day, ...query } })).data;
    const [now] = await as({ clientId: small.client.clientId });
    expect(now?.owed).toBe('110000.00');
    expect(await as({ knownOn: day })).toEqual(before);
  });
});
