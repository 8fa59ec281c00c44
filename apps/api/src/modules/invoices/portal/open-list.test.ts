import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { checkImport, importTemplate, saveImport } from '@anticipa/contract/imports';
import { deleteInvoice, listInvoices, updateInvoice } from '@anticipa/contract/invoices';
import { setPaymentPolicy } from '@anticipa/contract/lender-receivers';
import { listOpenInvoices } from '@anticipa/contract/open-invoices';
import { getPaymentInformation, nextPayments } from '@anticipa/contract/payments';
import { findCompanies, savePaymentHabit } from '@anticipa/contract/receivers';
import { defaultWeekDays } from '@anticipa/domain/calendar';
import { domesticReceivers } from '@anticipa/sandbox/demo-parties';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, aUser, type TestClient, type TestUser } from '../../../../testing/builders.ts';
import { someInvoices } from '../../../../testing/invoice-rows.ts';
import { untilAdvisoryLockIsAwaited, untilRowIsAwaited } from '../../../../testing/locks.ts';
import { type Portal, startPortal } from '../../../../testing/portal.ts';
import { holdSale, payInFull, requestSale, sellAndDeposit } from '../../../../testing/sale-steps.ts';
import { aSeller } from '../../../../testing/seller.ts';
import type { Session } from '../../../../testing/session.ts';
import { plainXlsxOf } from '../../../platform/documents/xlsx.ts';

interface Someone {
  readonly client: TestClient;
  readonly user: TestUser;
  readonly companyId: string;
  readonly session: Session;
}

let portal: Portal;

beforeAll(async () => {
  portal = await startPortal({ checksWholeAnswers: false });
});
afterAll(() => portal.close());

/** A new client's user, with a receiver. */
const someone = async (): Promise<Someone> => {
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  const companyId = await aCompany(portal, { client });
  return { client, user, companyId, session: await portal.signIn(user.email) };
};

it('outside tests, the answers with 300 rows still follow the contract', async () => {
  const who = await someone();
  await someInvoices(portal, { ...who, count: 300 });
  const full = await who.session.call(listInvoices);
  expect(listInvoices.response.parse(full)).toEqual(full);
  expect(full.data).toHaveLength(300);
  const open = await who.session.call(listOpenInvoices);
  expect(listOpenInvoices.response.parse(open).invoices.map(([id]) => id)).toEqual(
    full.data.map(({ documentId }) => documentId),
  );
});

describe('the list of open invoices', () => {
  const read = async ({ session }: Someone, headers: Readonly<Record<string, string>> = {}, query = {}) => {
    const answer = await session.send(listOpenInvoices, { headers, query });
    return { ...answer, etag: String(answer.headers.etag) };
  };

  it('has the figures of the full list, each receiver once', async () => {
    const who = await someone();
    await someInvoices(portal, { ...who, count: 2, total: '0.10', paymentMethod: 'PUE' });
    await someInvoices(portal, { ...who, product: 'FB', status: 10, currency: 'USD', emittedOn: '2026-01-15' });
    await someInvoices(portal, { ...who, status: 0, rejectedAt: new Date('2026-03-10T05:59:59Z') });
    await someInvoices(portal, { ...who, status: 0, motive: 'OF_TOMORROW' });
    const { data } = await who.session.call(listInvoices, { query: { status: '20,10,0' } });
    const open = await who.session.call(listOpenInvoices);
    const productIds = new Map(open.products);
    expect(open.receivers).toHaveLength(1);
    const listed = open.invoices.map(([documentId, serie, folio, number, currency, total, emittedOn, ...rest]) => {
      const [code, status, isSynced, verification, motive, rejectedDate, purchaseOrder, , paymentMethod] = rest;
      const [receiverKey, receiverRFC, receiverName, receiverStatus] = open.receivers[number] ?? [];
      const receiver = { receiverKey, receiverRFC, receiverName, receiverStatus };
      const figures = { currency, total, emittedOn, productId: productIds.get(code), code, rejectedDate };
      return {
        documentId,
        serie,
        folio,
        ...receiver,
        ...figures,
        status,
        isSynced,
        verification,
        motive,
        purchaseOrder,
        paymentMethod,
      };
    });
    expect(listed.toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1))).toMatchObject(
      data
        .toSorted((a, b) => (a.documentId < b.documentId ? -1 : 1))
        .map((full) => ({ ...full, code: full.Product.code, motive: full.motive?.code ?? null }))
        .map((full) => Object.fromEntries(Object.keys(listed[0] ?? {}).map((key) => [key, Reflect.get(full, key)]))),
    );
    expect(listed.map(({ rejectedDate }) => rejectedDate)).toContain('2026-03-09');
  });

  it('[VTA-15] [OPE-06] has the habit that the client saved, else the lender’s policy, else the stated term, else the observed habit', async () => {
    const who = await aSeller(portal);
    const receivers = async () => (await who.session.call(listOpenInvoices)).receivers.map((receiver) => receiver[4]);
    /** Sold and paid on the test's Tuesday. */
    const paid = async (emittedOn: string): Promise<void> => {
      const sold = await who.invoices({ emittedOn, statedTerm: 7 });
      await sellAndDeposit(who, sold);
      for (const documentId of sold) await payInFull(who.operator, documentId);
    };
    await who.invoices();
    await paid('2026-01-19');
    await paid('2026-02-28');
    expect(await receivers()).toEqual([null]);
    await paid('2026-02-18');
    const observed = ['observed', 20, '2'];
    expect(await receivers()).toEqual([observed]);
    await who.invoices({ statedTerm: 30, status: 0 });
    await who.invoices({ statedTerm: 30, product: 'FB' });
    expect(await receivers()).toEqual([observed]);
    await who.invoices({ statedTerm: 60, count: 2 });
    expect(await receivers()).toEqual([['invoice', 60, '5']]);
    const [other = ''] = await who.invoices({ statedTerm: 90 });
    expect(await receivers()).toEqual([observed]);
    const weekDays = { ...defaultWeekDays, tuesday: true };
    await who.operator.call(setPaymentPolicy, {
      params: { companyId: who.companyId },
      body: { seen: null, policy: { term: 45, weekDays }, reason: 'Convenio con el receptor' },
    });
    expect(await receivers()).toEqual([['policy', 45, '25']]);
    const [receiver] = domesticReceivers;
    await who.session.call(savePaymentHabit, { body: { rfc: receiver?.rfc ?? '', paymentDays: 15, weekDays } });
    expect(await receivers()).toEqual([['saved', 15, '25']]);
    const some = await who.session.call(listOpenInvoices, { query: { ids: other } });
    expect(some.receivers.map((row) => row[4])).toEqual([['saved', 15, '25']]);
  });

  it('[VTA-15] marks the receivers of the last sale', async () => {
    const who = await someone();
    const [, receiver] = domesticReceivers;
    await aLine(portal, { client: who.client, limit: '1000000.00' });
    const companyId = await aCompany(portal, { client: who.client, ...(receiver ? { receiver } : {}) });
    const sold = await someInvoices(portal, { ...who, count: 2 });
    await someInvoices(portal, { ...who, companyId });
    const marked = async () =>
      new Map((await who.session.call(listOpenInvoices)).receivers.map((row) => [row[1], row[5]]));
    expect([...(await marked()).values()]).toEqual([false, false]);
    await requestSale(who.session, sold.slice(0, 1));
    expect((await marked()).get(receiver?.rfc ?? '')).toBe(false);
    expect([...(await marked()).values()].toSorted()).toEqual([false, true]);
  });

  it('answers with the invoices asked for, if they are open and the caller’s', async () => {
    const who = await someone();
    const [own = ''] = await someInvoices(portal, { ...who, count: 2 });
    const other = await someone();
    const [foreign = ''] = await someInvoices(portal, other);
    const ids = [own, foreign, crypto.randomUUID()].join(',');
    expect((await who.session.call(listOpenInvoices, { query: { ids } })).invoices.map(([id]) => id)).toEqual([own]);
    // The version of all rows would cost more than these.
    expect((await read(who, {}, { ids })).etag).toBe('undefined');
    expect((await read(who, {}, { ids: 'x' })).status).toBe(400);
  });

  it('answers 304 until an invoice or a receiver changes', async () => {
    const who = await someone();
    const [id = ''] = await someInvoices(portal, { ...who, count: 2 });
    const first = await read(who);
    const again = await read(who, { 'if-none-match': first.etag });
    expect([again.status, again.bytes.length, again.etag]).toEqual([304, 0, first.etag]);
    const { owner } = portal.db;
    const changes = [
      ['update invoices set purchase_order = purchase_order where document_id = $1', id],
      ['update companies set status = status where company_id = $1', who.companyId],
      [
        `insert into payment_habits select client_id, company_id, 30, false, false, false, false, true, now()
          from company_links where client_id = $1`,
        who.client.clientId,
      ],
    ] as const;
    let known = first.etag;
    for (const [change, changed] of changes) {
      await owner.query(change, [changed]);
      const next = await read(who, { 'if-none-match': known });
      expect([next.status, next.etag === known]).toEqual([200, false]);
      known = next.etag;
    }
    await someInvoices(portal, who);
    expect((await read(who, { 'if-none-match': known })).status).toBe(200);
    expect((await read(await someone(), { 'if-none-match': known })).status).toBe(200);
  });

  it('has another version once a payment may have changed what is known of its receivers', async () => {
    const who = await aSeller(portal);
    const [sold = ''] = await who.invoices();
    await sellAndDeposit(who, [sold]);
    const etag = async () => String((await who.session.send(listOpenInvoices)).headers.etag);
    const before = await etag();
    await payInFull(who.operator, sold);
    expect(await etag()).not.toBe(before);
  });

  it('gives screens that ask at once the same bytes, compressed as they accept', async () => {
    const who = await someone();
    await someInvoices(portal, { ...who, count: 300 });
    const encodings = ['br', 'identity', 'br', 'gzip'];
    const answers = await Promise.all(encodings.map((encoding) => read(who, { 'accept-encoding': encoding })));
    const texts = answers.map(({ bytes }, index) => {
      if (encodings[index] === 'br') return brotliDecompressSync(bytes).toString();
      return (encodings[index] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
    });
    expect(new Set(texts).size).toBe(1);
    expect(listOpenInvoices.response.parse(JSON.parse(texts[0] ?? '')).invoices).toHaveLength(300);
  });
});

describe('[API-01] an invoice sent back', () => {
  const change = (session: Session, documentId: string, body: object) =>
    session.send(updateInvoice, { params: { documentId }, body });

  it('an invoice sent back as it is, with a purchase order, gets that order, cleaned', async () => {
    const who = await someone();
    const [documentId = ''] = await someInvoices(portal, who);
    const [before] = (await who.session.call(listInvoices)).data;
    expect((await change(who.session, documentId, { ...before, purchaseOrder: ' oc 12 ' })).body).toEqual({
      data: { ...before, purchaseOrder: 'OC12' },
    });
    const numbers = { ...before, total: Number(before?.total), exchangeRate: 1, selected: true };
    await change(who.session, documentId, { ...numbers, purchaseOrder: ' oc12' });
    await change(who.session, documentId, {});
    expect((await who.session.call(listInvoices)).data).toEqual([{ ...before, purchaseOrder: 'OC12' }]);
    expect((await change(who.session, documentId, { purchaseOrder: null })).body).toEqual({ data: before });
    const { rows } = await portal.db.owner.query(
      'select action, details from audit where subject = $1 order by audit_id',
      [`invoice:${documentId}`],
    );
    expect(rows).toEqual([
      { action: 'invoice.purchase-order', details: { before: null, after: 'OC12' } },
      { action: 'invoice.purchase-order', details: { before: 'OC12', after: null } },
    ]);
  });

  it('an invoice with any other change is refused, and so is one in a sale or deleted', async () => {
    const who = await someone();
    const [documentId = '', sold = '', deleted = ''] = await someInvoices(portal, { ...who, count: 3 });
    await aLine(portal, { client: who.client });
    const { body } = await change(who.session, documentId, { total: '1.00', status: 30, purchaseOrder: 'X' });
    expect(body).toMatchObject({
      error: { code: 'INVOICE_FIELD_FIXED', details: [{ path: 'total' }, { path: 'status' }] },
    });
    await holdSale(who.session, [sold]);
    expect((await change(who.session, sold, { purchaseOrder: 'X' })).code).toBe('INVOICE_ALREADY_IN_SALE');
    const removal = await who.session.refusal(deleteInvoice, { body: { documentId: sold } });
    expect(removal.code).toBe('INVOICE_NOT_DELETABLE');
    await who.session.call(deleteInvoice, { body: { documentId: deleted } });
    expect((await change(who.session, deleted, { purchaseOrder: 'X' })).code).toBe('NOT_FOUND');
    const { data } = await who.session.call(listInvoices);
    expect(data.map(({ purchaseOrder }) => purchaseOrder)).not.toContain('X');
  });
});

describe('[EFE-21] a table from a spreadsheet', () => {
  const check = ({ session }: Someone, body: string | Buffer, kind = 'orders') =>
    session.call(checkImport, { query: { kind }, body });
  const save = ({ session }: Someone, body: string | Buffer, fingerprint: string, kind = 'orders') =>
    session.send(saveImport, { query: { kind, fingerprint }, body });
  const problemsOf = ({ rows }: Awaited<ReturnType<typeof check>>) => rows.map(({ problem }) => problem);

  it('saves the good rows of purchase orders at once, names what is wrong with the others, and changes nothing the second time', async () => {
    const [who, other] = [await someone(), await someone()];
    const [first = '', second = '', sold = ''] = await someInvoices(portal, { ...who, count: 3 });
    const [theirs = ''] = await someInvoices(portal, other);
    await aLine(portal, { client: who.client });
    await holdSale(who.session, [sold]);
    const { rows: uuids } = await portal.db.owner.query<{ document_id: string; uuid: string }>(
      'select document_id, uuid from invoices where document_id = any($1)',
      [[first, theirs]],
    );
    const uuidOf = (id: string): string => uuids.find(({ document_id }) => document_id === id)?.uuid ?? '';
    const pasted = [
      'UUID\tSerie\tFolio\tOrden de compra',
      `${uuidOf(first).toLowerCase()}\t\t\toc 7`,
      '\tA\t0002\t=1+1',
      '\tA\t3\tOC9',
      `${uuidOf(theirs)}\t\t\tOC9`,
      '\t\t2\tOC8',
    ].join('\r\n');
    const checked = await check(who, pasted);
    const wrong = ['INVOICE_NOT_SELLABLE', 'INVOICE_UNKNOWN', 'LISTED_TWICE'];
    expect([problemsOf(checked), checked.changes]).toEqual([[null, null, ...wrong], 2]);
    expect(checked.rows[0]).toMatchObject({ row: 2, name: 'A-1', before: { order: null }, after: { order: 'OC7' } });
    const orders = async (whose: Someone) =>
      new Map((await whose.session.call(listInvoices)).data.map((each) => [each.documentId, each.purchaseOrder]));
    expect((await orders(who)).get(first)).toBeNull();
    expect((await save(who, pasted, checked.fingerprint)).body).toEqual({ changed: 2 });
    expect([(await orders(who)).get(first), (await orders(who)).get(second)]).toEqual(['OC7', '=1+1']);
    expect([(await orders(who)).get(sold), (await orders(other)).get(theirs)]).toEqual(['OC1', null]);
    const again = await check(who, pasted);
    expect([problemsOf(again).slice(0, 2), again.changes]).toEqual([[null, null], 0]);
    expect((await save(who, pasted, checked.fingerprint)).body).toEqual({ changed: 0 });
    const { rows } = await portal.db.owner.query(
      "select 1 from audit where action = 'invoice.purchase-order' and client_id = $1",
      [who.client.clientId],
    );
    expect(rows).toHaveLength(2);
  });

  it('when two people save terms at once, one succeeds and the other has to review the table again', async () => {
    const who = await someone();
    const other = await portal.signIn((await aUser(portal, { client: who.client })).email);
    const { owner } = portal.db;
    const companies = async () => (await who.session.call(findCompanies)).data;
    const [{ rfc } = { rfc: '' }] = await companies();
    const table = (term: number) => `RFC;Plazo\n${rfc};${term}\n`;
    const saveTerm = (term: number, fingerprint: string, session = other) =>
      save({ ...who, session }, table(term), fingerprint, 'terms');
    const checked = async (term: number) => (await check(who, table(term), 'terms')).fingerprint;
    const saved = async () => (await companies()).map(({ paymentDays }) => paymentDays[0]?.paymentDays);
    expect((await saveTerm(30, await checked(30))).body).toEqual({ changed: 1 });
    const [mine, theirs] = [await checked(45), await checked(60)];
    await owner.query('begin');
    await owner.query('select from payment_habits where client_id = $1 for update', [who.client.clientId]);
    const first = saveTerm(45, mine, who.session);
    await untilRowIsAwaited(owner);
    const second = saveTerm(60, theirs);
    await untilAdvisoryLockIsAwaited(owner);
    await owner.query('commit');
    expect([(await first).body, (await second).code]).toEqual([{ changed: 1 }, 'IMPORT_CHANGED']);
    expect(await saved()).toEqual([45]);
    expect((await saveTerm(60, await checked(60))).body).toEqual({ changed: 1 });
    expect(await saved()).toEqual([60]);
  });

  it('refuses to save what has changed since it was checked', async () => {
    const who = await someone();
    const [documentId = ''] = await someInvoices(portal, who);
    const table = 'Folio;OC\n1;OC1\n';
    const { fingerprint } = await check(who, table);
    await who.session.call(updateInvoice, { params: { documentId }, body: { purchaseOrder: 'OC0' } });
    expect((await save(who, table, fingerprint)).code).toBe('IMPORT_CHANGED');
  });

  it('saves the terms of a workbook, and gives a table with them to fill in again', async () => {
    const who = await someone();
    const [{ rfc = '' } = {}] = (await who.session.call(findCompanies)).data;
    const file = await plainXlsxOf('Plazos', [
      ['RFC', 'Plazo en días', 'Día de pago'],
      [rfc, 30, 'martes y viernes'],
      ['ABC010101AB9', 30, null],
    ]);
    const checked = await check(who, file, 'terms');
    expect(problemsOf(checked)).toEqual([null, 'RECEIVER_UNKNOWN']);
    expect((await save(who, file, checked.fingerprint, 'terms')).body).toEqual({ changed: 1 });
    const [company] = (await who.session.call(findCompanies)).data;
    expect(company?.paymentDays[0]).toMatchObject({ paymentDays: 30, weekDays: { tuesday: true, friday: true } });
    for (const format of ['xlsx', 'csv']) {
      const { bytes } = await who.session.send(importTemplate, { query: { kind: 'terms', format } });
      expect(await check(who, bytes, 'terms')).toMatchObject({ changes: 0, rows: [{ problem: null }] });
    }
    await someInvoices(portal, { ...who, product: 'FB' });
    const { bytes } = await who.session.send(importTemplate, { query: { kind: 'orders', format: 'xlsx' } });
    expect(problemsOf(await check(who, bytes))).toEqual(['ORDER_MISSING']);
  });

  const row = '1,OC1\n';
  const bomb = { 'xl/worksheets/sheet1.xml': new Uint8Array(64 * 1024 * 1024) };
  it.each([
    ['no table', 'hola', 'IMPORT_UNREADABLE'],
    ['headings alone', 'Folio,OC\n', 'IMPORT_UNREADABLE'],
    ['a thousand and one rows', `Folio,OC\n${row.repeat(1001)}`, 'IMPORT_TOO_LONG'],
    ['a workbook that unpacks to 64 megabytes', Buffer.from(zipSync(bomb)), 'IMPORT_UNREADABLE'],
    ['half a workbook', Buffer.from(zipSync(bomb)).subarray(0, 99), 'IMPORT_UNREADABLE'],
  ])('refuses %s', async (_case, body, code) => {
    const who = await someone();
    expect((await who.session.send(checkImport, { query: { kind: 'orders' }, body })).code).toBe(code);
  });
});

describe('[API-01] the invoices and payments asked for', () => {
  it('lists the invoices of a product, and those rejected in the last seven days of Mexico City', async () => {
    const who = await someone();
    const idsOf = async (query: Readonly<Record<string, string>>): Promise<string[]> =>
      (await who.session.call(listInvoices, { query })).data.map(({ documentId }) => documentId);
    const factoring = await someInvoices(portal, { ...who, product: 'FB' });
    await someInvoices(portal, who);
    expect(await idsOf({ products: 'FB' })).toEqual(factoring);
    const rejected = (at: string) => someInvoices(portal, { ...who, status: 0, rejectedAt: new Date(at) });
    await rejected('2026-03-03T05:59:59Z');
    const recent = await rejected('2026-03-03T06:00:00Z');
    expect(await idsOf({ status: '0', sevenDaysRejectedDate: 'true' })).toEqual(recent);
  });

  it('lists the payments of a product, and none if one is not the client’s', async () => {
    const who = await aSeller(portal);
    const [sold = ''] = await who.invoices();
    await sellAndDeposit(who, [sold]);
    const due = async (products: string) => (await who.session.call(nextPayments, { query: { products } })).data.length;
    expect([await due('BI'), await due('FB')]).toEqual([1, 0]);
    const [own] = (await who.session.call(listInvoices, { query: { status: '30' } })).data;
    const uuids = [own?.uuid, crypto.randomUUID().toUpperCase()].join(',');
    const refused = await who.session.refusal(getPaymentInformation, { query: { uuids } });
    expect(refused).toMatchObject({ status: 404, code: 'NOT_FOUND' });
  });
});
