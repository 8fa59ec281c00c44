import { routes } from '@anticipa/contract/routes';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aClient,
  aCompany,
  aLine,
  anInvoiceFile,
  anOperator,
  aUser,
  type TestClient,
  type TestUser,
} from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { logInto } from '../../../testing/log.ts';
import { type Portal, START, startPortal } from '../../../testing/portal.ts';
import {
  answerTo,
  aPayment,
  approvalOf,
  authoriseSale,
  DUE_DATE,
  holdSale,
  requestOneSale,
  requestSale,
} from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { enteredBy, type FileSpec, naming, note, uploadBody } from '../../../testing/uploads.ts';
import { workIn } from '../../../testing/work.ts';
import { creditLines } from '../credit/queries.ts';
import { sweepExpired } from './jobs.ts';
import { salesByNumber, salesOfInvoices } from './queries.ts';

const MANY = rounds(200, 1000);

let portal: Portal;
let client: TestClient;
let user: TestUser;
let invoices: Seller['invoices'];
let session: Session;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  ({ client, user, session, operator, invoices } = await aSeller(portal));
  // Makes the last write of a step fail on demand; everything before it must roll back.
  await portal.db.owner.query(`
    create table broken_step (action text, client_id uuid);
    grant select on broken_step to public;
    create function break_step() returns trigger language plpgsql as $$
    begin
      if exists (
        select from broken_step where action = new.action and coalesce(client_id = new.client_id, true)
      ) then raise exception 'broken on purpose'; end if;
      return new;
    end $$;
    create trigger break_step before insert on audit for each row execute function break_step()`);
});
afterAll(() => portal.close());

/** Every row affected by a sale, as one text. */
const everything = async (): Promise<string> => {
  const tables =
    `sales sale_items credit_holds credit_lines acceptances outbox idempotency audit invoices invoice_events
    invoice_claims ledger_entries ledger_lines payment_references collections collection_items approvals credit_notes
    cfdi_relations alerts`.split(/\s+/);
  const parts = tables.map(
    (table) =>
      `(select coalesce(jsonb_agg(row order by row::text), '[]')::text from (select to_jsonb(t) - 'checked_at' as row from ${table} t) rows)`,
  );
  const { rows } = await portal.db.owner.query<{ all: string }>(`select concat_ws(';', ${parts.join(', ')}) as all`);
  return rows[0]?.all ?? '';
};

const brokenAt = async (action: string, call: () => ReturnType<Session['send']>): Promise<void> => {
  await portal.db.owner.query(`insert into broken_step values ($1)`, [action]);
  const before = await everything();
  const answer = await call();
  expect({ action, status: answer.status, code: answer.code }).toEqual({ action, status: 500, code: 'UNEXPECTED' });
  expect(await everything()).toBe(before);
  await portal.db.owner.query(`delete from broken_step`);
  expect({ action, status: (await call()).status }).toEqual({ action, status: 200 });
};

it('a failure after the last write of any step rolls back, and a retry succeeds', async () => {
  const [documentId = ''] = await invoices();
  const documents = [{ documentId, dueDate: DUE_DATE }];
  await brokenAt('sale.hold', () => session.send(routes.setAsPreSell, { body: { documents }, key: 'broken-hold' }));
  const numberOfSales = [1];
  await brokenAt('sale.process', () =>
    session.send(routes.processPreSells, { body: { numberOfSales }, key: 'broken-process' }),
  );
  const { terms, sales } = await session.call(routes.processPreSells, { body: { numberOfSales } });
  const acceptedTerms = { version: terms.version, hash: terms.hash };
  const request = { invoices: [{ documentId }], acceptedTerms };
  await brokenAt('sale.request', () =>
    session.send(routes.requestAuthorization, { body: request, key: 'broken-request' }),
  );
  const emails = [user.email];
  await brokenAt('sale.summary', () =>
    session.send(routes.sendSummary, { body: { numberOfSales, emails }, key: 'broken-mail' }),
  );
  const params = { saleId: sales[0]?.saleId ?? '' };
  const order = await answerTo(operator, params.saleId, [{ documentId, authorised: true, motive: null }]);
  await brokenAt('sale.answer', () => operator.send(routes.answerSale, order));
  await brokenAt('sale.disburse', () =>
    operator.send(routes.disburseSale, { params, body: { trackingKey: 'BROKEN' } }),
  );
  const { rows } = await portal.db.owner.query<{ uuid: string }>(`select uuid from invoices where document_id = $1`, [
    documentId,
  ]);
  const body = { invoices: rows.map((row) => row.uuid) };
  await brokenAt('reference.create', () => session.send(routes.setPaymentReference, { body, key: 'broken-reference' }));

  const slip = aPayment({ documentIds: [documentId] }, { amount: '11600000.00', valueDate: portal.clock.today() });
  const typed = { body: { ...slip, reason: 'Así está en el banco' } };
  await brokenAt('proposal.made', () => operator.send(routes.registerCollection, typed));
  const [approval = {}] = (await operator.call(routes.listProposals, { query: { waiting: 'true' } })).data.map(
    approvalOf,
  );
  const second = await portal.signIn((await anOperator(portal)).email);
  // After the payment, its settlement, release and reference.
  await brokenAt('proposal.decided', () => second.send(routes.decideProposal, approval));

  const [cancelled] = await holdSale(session, await invoices());
  const cancel = { body: { numberOfSales: [cancelled?.numberOfSale] }, key: 'broken-cancel' };
  await brokenAt('sale.cancel', () => session.send(routes.cancelPreSell, cancel));
});

it('[CAR-09] one debt is never for sale twice, whenever the entry of a related CFDI fails', async () => {
  const fileOf = (spec: FileSpec = {}) => anInvoiceFile(portal, client, spec);
  const older = await enteredBy(session, await fileOf());
  for (const spec of [note('01', 1_600_000n, older.uuid), naming('04', older.uuid)]) {
    const body = uploadBody(await fileOf(spec));
    await brokenAt('invoice.related', () => session.send(routes.uploadFile, { body }));
  }
  const { data } = await session.call(routes.listInvoices, { query: { status: '0,10,20' } });
  const replaced = data.filter(({ motive }) => motive?.code === 'REPLACED');
  expect(replaced).toMatchObject([{ documentId: older.documentId, total: '100000.00' }]);
});

it('an expired sale that cannot be ended does not keep another client’s from ending', async () => {
  const { owner } = portal.db;
  const logged: string[] = [];
  const sellers = [{ client, user, invoices }, await aSeller(portal)];
  for (const broken of sellers) {
    const held = [];
    for (const { client: own, user: person, invoices: sellable } of sellers) {
      const [sale] = await holdSale(await portal.signIn(person.email), await sellable());
      held.push({ clientId: own.clientId, saleId: sale?.saleId });
    }
    portal.clock.pass(30 * 60_000);
    await owner.query(`insert into broken_step values ('sale.expire', $1)`, [broken.client.clientId]);
    await sweepExpired({ db: portal.db.worker, clock: portal.clock, log: logInto(logged) });
    const { rows } = await owner.query(
      `select client_id as "clientId", sale_id as "saleId" from sales where state = 'expired' and sale_id = any($1)`,
      [held.map(({ saleId }) => saleId)],
    );
    expect(rows).toEqual(held.filter(({ clientId }) => clientId !== broken.client.clientId));
    await owner.query('delete from broken_step');
    await sweepExpired({ db: portal.db.worker, clock: portal.clock, log: logInto(logged) });
  }
  expect(logged).toEqual(Array(2).fill('a step of a job failed; the others go on'));
  portal.clock.set(START);
  session = await portal.signIn(user.email);
});

describe('tenant isolation', () => {
  const reads = async (as: 'tenant' | 'operator', tenantOfContext: string, tenant: string, ids: readonly string[]) => {
    const context = as === 'tenant' ? ({ as, clientId: tenantOfContext } as const) : ({ as } as const);
    return portal.db.api.withTransaction(context, async (executor) => {
      const work = workIn(executor, portal.clock, tenant);
      return {
        lines: (await creditLines(work, 'read')).length,
        byNumber: (await salesByNumber(work, [1, 2, 3], 'read')).length,
        byInvoice: (await salesOfInvoices(work, ids, 'read')).length,
      };
    });
  };

  it('row-level security alone and the query alone isolate tenants', async () => {
    const other = await aClient(portal);
    const [sale] = await holdSale(session, await invoices());
    const ids = sale?.items.map((item) => item.documentId) ?? [];
    const nothing = { lines: 0, byNumber: 0, byInvoice: 0 };
    const own = await reads('tenant', client.clientId, client.clientId, ids);
    expect(own.lines).toBe(2);
    expect(own.byInvoice).toBe(1);
    // The query uses this client, the transaction another one.
    expect(await reads('tenant', other.clientId, client.clientId, ids)).toEqual(nothing);
    // The transaction sees all clients, the query uses another one.
    expect(await reads('operator', '', other.clientId, ids)).toEqual(nothing);
  });
});

describe('the tax authority at the sale', () => {
  const scripted = async (behaviour: Parameters<Portal['taxStatus']['script']>[1]) => {
    const [documentId = ''] = await invoices();
    const { rows } = await portal.db.owner.query<{ uuid: string }>(`select uuid from invoices where document_id = $1`, [
      documentId,
    ]);
    portal.taxStatus.script(rows[0]?.uuid ?? '', behaviour);
    return documentId;
  };

  it('stops an invoice cancelled in the meantime, which the list explains', async () => {
    const documentId = await scripted('cancelled');
    const documents = [{ documentId, dueDate: DUE_DATE }];
    const refusal = await session.refusal(routes.setAsPreSell, { body: { documents } });
    expect(refusal).toMatchObject({ status: 422, code: 'INVOICE_REJECTED', details: [{ path: documentId }] });
    const { data } = await session.call(routes.listInvoices, { query: { status: '0' } });
    const motive = data.find((invoice) => invoice.documentId === documentId)?.motive;
    expect(motive?.code).toBe('CANCELLED_AT_TAX_AUTHORITY');
  });

  it('a check without an answer allows the sale but not its deposit', async () => {
    const documentId = await scripted('error-500');
    const sale = await requestOneSale(session, [documentId]);
    expect((await authoriseSale(operator, sale)).pendingVerification).toEqual([documentId]);
    const deposit = { params: { saleId: sale.saleId }, body: { trackingKey: 'UNSURE1' } };
    expect((await operator.refusal(routes.disburseSale, deposit)).code).toBe('VERIFICATION_PENDING');
  });
});

describe('midnight in Mexico City', () => {
  it('ends the day on which a rejected invoice is sellable, and invalidates tomorrow’s payment date', async () => {
    const rejected = await invoices({ status: 0 });
    const [documentId = ''] = await invoices();
    const sell = (seller: Session, id: string, dueDate: string) =>
      seller.refusal(routes.setAsPreSell, { body: { documents: [{ documentId: id, dueDate }] } });
    const quote = async (seller: Session, id: string, dueDate: string) =>
      (await seller.call(routes.presell, { body: { documents: [{ documentId: id, dueDate }] } })).data.items.length;
    portal.clock.set(new Date('2026-03-11T05:59:59.999Z'));
    const before = await portal.signIn(user.email);
    expect(await quote(before, rejected[0] ?? '', DUE_DATE)).toBe(1);
    expect(await quote(before, documentId, '2026-03-11')).toBe(1);
    portal.clock.set(new Date('2026-03-11T06:00:00.000Z'));
    expect((await sell(before, rejected[0] ?? '', DUE_DATE)).code).toBe('INVOICE_NOT_SELLABLE');
    expect((await sell(before, documentId, '2026-03-11')).code).toBe('PAYMENT_DATE_NOT_AFTER_TODAY');
  });

  it('sells an invoice restored the day after its deletion as REGISTRADO, and never a deleted one', async () => {
    const [deleted = '', restored = ''] = await invoices({ count: 2 });
    portal.clock.set(new Date('2026-03-11T05:59:59Z'));
    const before = await portal.signIn(user.email);
    for (const documentId of [deleted, restored]) await before.call(routes.deleteInvoice, { body: { documentId } });
    const sell = (seller: Session, documentId: string) =>
      seller.send(routes.setAsPreSell, { body: { documents: [{ documentId, dueDate: DUE_DATE }] } });
    expect((await sell(before, deleted)).code).toBe('INVOICE_NOT_SELLABLE');
    portal.clock.set(new Date('2026-03-11T06:00:00Z'));
    const { invoice } = await before.call(routes.restoreInvoice, { body: { documentId: restored } });
    expect(invoice).toMatchObject({ status: 10, motive: null });
    expect((await sell(before, deleted)).code).toBe('INVOICE_NOT_SELLABLE');
    const [sale] = routes.setAsPreSell.response.parse((await sell(before, restored)).body).sales;
    await before.call(routes.cancelPreSell, { body: { numberOfSales: [sale?.numberOfSale] } });
  });

  it('leaves a sent sale to the operator when its product is deactivated: nothing is paid out by itself', async () => {
    portal.clock.set(START);
    const seller = await aSeller(portal);
    const [documentId = ''] = await seller.invoices();
    const [sale] = await requestSale(seller.session, [documentId]);
    await portal.db.owner.query('update client_products set active = false where client_id = $1', [
      seller.client.clientId,
    ]);
    portal.clock.pass(3_600_000);
    await sweepExpired({ db: portal.db.worker, clock: portal.clock, log: logInto([]) });
    const states = async () => {
      const { rows } = await portal.db.owner.query<{ state: string }>('select state from sales where sale_id = $1', [
        sale?.saleId,
      ]);
      return rows.map(({ state }) => state);
    };
    expect(await states()).toEqual(['requested']);
    const operator = await portal.signIn((await anOperator(portal)).email);
    if (sale) await authoriseSale(operator, sale);
    expect(await states()).toEqual(['answered']);
  });

  it('stops a sale whose payment date was reached while reading the terms', async () => {
    portal.clock.set(new Date('2026-03-11T05:50:00Z'));
    const late = await portal.signIn(user.email);
    const ids = await invoices();
    const [sale] = await holdSale(late, ids, '2026-03-11');
    const numberOfSales = [sale?.numberOfSale];
    const { terms } = await late.call(routes.processPreSells, { body: { numberOfSales } });
    portal.clock.set(new Date('2026-03-11T06:01:00Z'));
    const acceptedTerms = { version: terms.version, hash: terms.hash };
    const body = { invoices: ids.map((documentId) => ({ documentId })), acceptedTerms };
    expect((await late.refusal(routes.requestAuthorization, { body })).code).toBe('PAYMENT_DATE_NOT_AFTER_TODAY');
    await late.call(routes.cancelPreSell, { body: { numberOfSales } });
  });
});

it(`sells 50 and ${MANY} invoices in one sale, from quote to deposit`, async () => {
  const big = await aClient(portal);
  const seller = await aUser(portal, { client: big });
  const company = await aCompany(portal, { client: big });
  await aLine(portal, { client: big, limit: '900000000.00' });
  const theirs = await portal.signIn(seller.email);
  const lender = await portal.signIn((await anOperator(portal)).email);
  for (const count of [50, MANY]) {
    const ids = await someInvoices(portal, { client: big, user: seller, companyId: company, count });
    const sale = await requestOneSale(theirs, ids);
    expect(sale.items).toHaveLength(count);
    await authoriseSale(lender, sale);
    const deposit = { params: { saleId: sale.saleId }, body: { trackingKey: `BIG${count}` } };
    expect((await lender.call(routes.disburseSale, deposit)).sale.state).toBe('disbursed');
  }
});
