/** The calls for programs, by programs with keys. */
import { createApiKey } from '@anticipa/contract/api-keys';
import { routes } from '@anticipa/contract/routes';
import { v1GetCalendar } from '@anticipa/contract/v1/calendar';
import { v1ListEvents } from '@anticipa/contract/v1/events';
import {
  v1CreateUpload,
  v1GetInvoice,
  v1ListCreditLines,
  v1ListInvoices,
  v1ListReceivers,
} from '@anticipa/contract/v1/invoices';
import { v1GetKey } from '@anticipa/contract/v1/keys';
import {
  v1CreateReference,
  v1GetReference,
  v1GetStatement,
  v1ListMovements,
  v1ListReferences,
} from '@anticipa/contract/v1/money';
import {
  v1AcceptSales,
  v1CancelSales,
  v1FixTerms,
  v1GetSale,
  v1HoldInvoices,
  v1ListSales,
  v1QuoteInvoices,
} from '@anticipa/contract/v1/sales';
import { cursorOf } from '@anticipa/contract/v1/shapes';
import { type KeyScope, keyScopes } from '@anticipa/domain/api-key';
import { dateOf, datesBetween } from '@anticipa/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aLine, anInvoiceFile, aUser } from '../../../testing/builders.ts';
import { signInFresh } from '../../../testing/fresh-factor.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { answerTo, DUE_DATE, payInFull, sellAndDeposit, transferDevoluciones } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let seller: Seller;
let admin: Session;
let program: Session;
beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  admin = await signInFresh(portal, (await aUser(portal, { client: seller.client, isAdmin: true })).email);
  program = await aProgram(keyScopes);
});
afterAll(() => portal.close());

const aProgram = async (scopes: readonly KeyScope[]): Promise<Session> => {
  const { token } = await admin.call(createApiKey, { body: { name: 'ERP', scopes } });
  return portal.visitor.by(token);
};

const choice = (ids: readonly string[]) => ({
  invoices: ids.map((invoice_id) => ({ invoice_id, due_date: DUE_DATE })),
});

it('[APV-03] a program carries the golden sale to the cent from quote to deposit, and the log names its key', async () => {
  const [id = ''] = await seller.invoices();
  const golden = {
    total: '116000.00',
    interest: '3480.00',
    interest_tax: '556.80',
    advance: '104400.00',
    reserve: '11600.00',
    initial_deposit: '100920.00',
  };
  const quote = await program.call(v1QuoteInvoices, { body: choice([id]) });
  expect(quote).toMatchObject({ failures: [], items: [golden], groups: [{ count: 1, totals: golden }] });
  const { sales } = await program.call(v1HoldInvoices, { body: choice([id]), key: 'program-sale-1' });
  const [held] = sales;
  expect(held).toMatchObject({ state: 'held', totals: golden, items: [golden] });
  const sale_numbers = [held?.number ?? 0];
  const { terms } = await program.call(v1FixTerms, { body: { sale_numbers } });
  expect(terms.text).toContain('interés MXN 3,480.00');
  const wrong = { sale_numbers, terms: { version: terms.version, hash: '0'.repeat(64) } };
  const unlike = await program.send(v1AcceptSales, { body: wrong });
  expect(unlike.body).toMatchObject({ code: 'TERMS_NOT_ACCEPTED' });
  // Only what is wrong, in the words of the program's own body.
  expect((unlike.body as { errors: unknown }).errors).toEqual([
    { field: 'terms.hash', code: 'TERMS_NOT_ACCEPTED', title: expect.any(String), expected: terms.hash },
  ]);
  const accepted = { sale_numbers, terms: { version: terms.version, hash: terms.hash } };
  const first = await program.send(v1AcceptSales, { body: accepted, key: 'program-accept-1' });
  expect(first.body).toMatchObject({ sales: [{ state: 'requested', expires_at: null }] });
  const again = await program.send(v1AcceptSales, { body: accepted, key: 'program-accept-1' });
  expect(again.bytes).toEqual(first.bytes);
  const saleId = held?.id ?? '';
  const decisions = [{ documentId: id, authorised: true, motive: null }];
  await seller.operator.call(routes.answerSale, await answerTo(seller.operator, saleId, decisions));
  await seller.operator.call(routes.disburseSale, { params: { saleId }, body: { trackingKey: 'SPEI0001' } });
  const params = { sale_number: String(sale_numbers[0]) };
  expect(await program.call(v1GetSale, { params })).toMatchObject({
    state: 'disbursed',
    tracking_key: 'SPEI0001',
    totals: golden,
    items: [{ ...golden, state: 'disbursed', rejection: null }],
  });
  expect(await program.call(v1GetInvoice, { params: { invoice_id: id } })).toMatchObject({
    status: 'financed',
    sale_number: sale_numbers[0],
    deposited_on: '2026-03-10',
    amount_due: '116000.00',
  });
  const query = { from: portal.clock.today(), to: portal.clock.today() };
  const { currencies } = await program.call(v1GetStatement, { query });
  const deposits = currencies.flatMap((one) => one.deposits);
  expect(deposits).toContainEqual(expect.objectContaining({ amount: '100920.00', tracking_key: 'SPEI0001' }));
  const { rows } = await portal.db.owner.query(
    `select action, actor_kind, name from audit join api_keys on key_id = actor_id where subject = $1 order by audit_id`,
    [`sale:${saleId}`],
  );
  expect(rows).toEqual(
    ['sale.hold', 'sale.process', 'sale.request'].map((action) => ({ action, actor_kind: 'key', name: 'ERP' })),
  );
});

it('[APV-03] a hold is answered once per key, refused for another body, and can be cancelled', async () => {
  const [one = '', two = ''] = await seller.invoices({ count: 2, total: '10000.00' });
  const held = await program.send(v1HoldInvoices, { body: choice([one]), key: 'program-hold-1' });
  const again = await program.send(v1HoldInvoices, { body: choice([one]), key: 'program-hold-1' });
  expect([again.status, again.bytes]).toEqual([200, held.bytes]);
  expect((await program.send(v1HoldInvoices, { body: choice([two]), key: 'program-hold-1' })).code).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  );
  const { sales } = held.body as { sales: { number: number }[] };
  const sale_numbers = sales.map(({ number }) => number);
  const cancelled = await program.call(v1CancelSales, { body: { sale_numbers } });
  expect(cancelled.sales.map(({ state }) => state)).toEqual(['cancelled']);
  const refused = await program.send(v1HoldInvoices, {
    body: { invoices: [{ invoice_id: one, due_date: '2026-04-25' }] },
    headers: { 'accept-language': 'en' },
  });
  expect(refused.status).toBe(422);
  expect(refused.body).toMatchObject({ code: 'PAYMENT_DATE_NOT_BUSINESS_DAY', errors: [{ field: one }] });
});

it('[APV-03] factoring takes the due date that its credit line states, and no other', async () => {
  await aLine(portal, { client: seller.client, product: 'FB' });
  const { data: lines } = await program.call(v1ListCreditLines, { query: {} });
  const date = lines.find(({ product }) => product === 'FB')?.fixed_due_date ?? '';
  expect(lines.filter(({ product }) => product === 'BI').map((one) => one.fixed_due_date)).toEqual([null, null]);
  const [invoice_id = ''] = await seller.invoices({ product: 'FB' });
  const failures = async (due_date: string) =>
    (
      await program.call(v1QuoteInvoices, { body: { invoices: [{ invoice_id, due_date, purchase_order: 'OC-1' }] } })
    ).failures.map(({ code }) => code);
  expect(await failures(date)).toEqual([]);
  expect(await failures('2026-04-27')).toEqual(['PAYMENT_DATE_MISSING']);
});

it('[APV-11] a program reads the days that can be due dates, which are those that a quote takes', async () => {
  await portal.db.owner.query(`insert into extra_holidays (holiday, name) values ('2026-03-20', 'Cierre del banco')`);
  const query = { from: '2026-03-01', to: '2026-04-10' };
  const { today, payment_dates, holidays } = await program.call(v1GetCalendar, { query });
  expect(today).toBe(portal.clock.today());
  expect(holidays).toEqual([
    { date: '2026-03-16', name: 'Natalicio de Benito Juárez' },
    { date: '2026-03-20', name: 'Cierre del banco' },
    { date: '2026-04-02', name: 'Jueves Santo' },
    { date: '2026-04-03', name: 'Viernes Santo' },
  ]);
  const [invoice_id = ''] = await seller.invoices();
  const taken: string[] = [];
  for (const date of datesBetween(dateOf('2026-03-09'), dateOf('2026-03-23'))) {
    const { items } = await program.call(v1QuoteInvoices, { body: { invoices: [{ invoice_id, due_date: date }] } });
    if (items.length > 0) taken.push(date);
  }
  expect(payment_dates.filter((date) => date <= '2026-03-23')).toEqual(taken);
  expect(taken).toEqual([
    '2026-03-11',
    '2026-03-12',
    '2026-03-13',
    '2026-03-17',
    '2026-03-18',
    '2026-03-19',
    '2026-03-23',
  ]);
  expect(payment_dates.at(-1)).toBe('2026-04-10');
  expect((await program.send(v1GetCalendar, { query: { from: query.from, to: '2027-04-06' } })).body).toMatchObject({
    code: 'INVALID_REQUEST',
    errors: [{ field: 'to', detail: 'debe ser a lo más 400 días después de `from`' }],
  });
  await portal.db.owner.query(`delete from extra_holidays where holiday = '2026-03-20'`);
});

it('[LLA-02] a call without a key is refused with KEY_INVALID', async () => {
  const { status, code } = await portal.visitor.send(v1GetKey);
  expect([status, code]).toEqual([401, 'KEY_INVALID']);
});

it('[APV-03] an upload answers what the file became; a bad file is kept with its reason', async () => {
  const file = await anInvoiceFile(portal, seller.client);
  const body = { file_name: file.name, content: Buffer.from(file.bytes).toString('base64') };
  const first = await program.call(v1CreateUpload, { body });
  expect(first).toMatchObject({ outcome: 'invoice', upload: { refusal: null, invoice_id: first.invoice?.id } });
  expect(first.invoice).toMatchObject({ total: '116000.00', updated_at: portal.clock.now().toISOString() });
  expect((await program.call(v1CreateUpload, { body })).outcome).toBe('existing');
  const bad = await program.call(v1CreateUpload, { body: { file_name: 'x.xml', content: btoa('<x/>') } });
  expect(bad).toMatchObject({ outcome: 'refused', invoice: null, upload: { refusal: { code: expect.any(String) } } });
});

describe('lists', () => {
  const walk = async (query: Record<string, string>) => {
    const ids: string[] = [];
    let cursor: string | null = null;
    let pages = 0;
    do {
      const page: { data: { id: string }[]; next_cursor: string | null } = await program.call(v1ListInvoices, {
        query: { ...query, ...(cursor === null ? {} : { cursor }) },
      });
      ids.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
      pages += 1;
    } while (cursor !== null);
    return { ids, pages };
  };

  it('[APV-04] invoices are walked by cursor to the end, each object once, the least recently changed first', async () => {
    const made = await seller.invoices({ count: 7, total: '5000.00' });
    const { ids, pages } = await walk({ limit: '3' });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining(made));
    expect(pages).toBe(Math.ceil(ids.length / 3));
    portal.clock.pass(60_000);
    const since = portal.clock.now().toISOString();
    expect((await walk({ updated_since: since })).ids).toEqual([]);
    const [changed = ''] = made;
    await program.call(v1HoldInvoices, { body: choice([changed]) });
    expect((await walk({ updated_since: since })).ids).toEqual([changed]);
    expect((await walk({ limit: '200' })).ids.at(-1)).toBe(changed);
    expect((await walk({ status: 'held', updated_since: since })).ids).toEqual([changed]);
    const { data } = await program.call(v1ListSales, { query: { updated_since: since } });
    expect(data.map(({ items }) => items.map((item) => item.invoice_id))).toEqual([[changed]]);
  });

  it.each([
    { cursor: 'nonsense' },
    { cursor: btoa('["a"]') },
    { cursor: cursorOf({ at: '', id: 'a' }) },
    { cursor: cursorOf({ at: '2026-02-31T00:00:00.000000+00', id: '0b5e2c1a-6f0e-4d39-9a57-3c8a5e1f7b20' }) },
    { limit: '0' },
    { limit: '201' },
    { updated_since: 'today' },
  ])('[APV-04] refuse %o', async (query) => {
    const answer = await program.send(v1ListInvoices, { query });
    expect([answer.status, answer.code]).toEqual([400, 'INVALID_REQUEST']);
    expect(answer.body).toMatchObject({ errors: [{ field: Object.keys(query)[0] }] });
  });

  it('[APV-04] the feed refuses a cursor of another list', async () => {
    const { next_cursor } = await program.call(v1ListInvoices, { query: { limit: '1' } });
    const answer = await program.send(v1ListEvents, { query: { cursor: next_cursor ?? '' } });
    expect([answer.status, answer.code]).toEqual([400, 'INVALID_REQUEST']);
  });

  it('[APV-04] references and movements have pages too, and the sums of the statement agree with them', async () => {
    const { data: financed } = await program.call(v1ListInvoices, { query: { status: 'financed' } });
    const made = await program.call(v1CreateReference, {
      body: { fiscal_uuids: financed.map((invoice) => invoice.fiscal_uuid) },
      key: 'program-reference-1',
    });
    expect(made).toMatchObject({ state: 'pending', invoice_count: financed.length });
    expect(await program.call(v1GetReference, { params: { reference_id: made.id } })).toEqual(made);
    expect((await program.call(v1ListReferences, { query: { limit: '1' } })).data).toEqual([made]);
    portal.clock.pass(60_000);
    const updated_since = portal.clock.now().toISOString();
    const changed = async (since = updated_since) =>
      (await program.call(v1ListReferences, { query: { updated_since: since } })).data;
    expect(await changed(made.updated_at)).toEqual([made]);
    expect(await changed()).toEqual([]);
    await seller.session.call(routes.cancelPaymentReference, { params: { id: made.id }, body: {} });
    expect(await changed()).toEqual([{ ...made, state: 'cancelled', left: '0.00', updated_at: updated_since }]);
    expect((await program.call(v1ListReceivers, { query: { limit: '1' } })).data).toHaveLength(1);
    const query = { from: '2026-03-01', to: '2026-03-31' };
    const statement = await program.call(v1GetStatement, { query });
    const first = await program.call(v1ListMovements, { query: { ...query, limit: '1' } });
    portal.clock.pass(1000);
    const [later = ''] = await seller.invoices();
    await sellAndDeposit(seller, [later]);
    const rest = await program.call(v1ListMovements, {
      query: { ...query, limit: '200', cursor: first.next_cursor ?? '' },
    });
    const movements = [...first.data, ...rest.data];
    expect(new Set(movements.map((one) => JSON.stringify(one))).size).toBe(movements.length);
    for (const { currency, accounts } of statement.currencies)
      for (const { account, closing } of accounts) {
        const own = movements.filter((one) => one.currency === currency && one.account === account);
        if (own.length > 0) expect(own.at(-1)?.balance).toBe(closing);
      }
    const now = await program.call(v1ListMovements, { query: { ...query, limit: '200' } });
    expect(now.data.length).toBeGreaterThan(movements.length);
    const then = { ...query, limit: '200', known_at: statement.known_at };
    expect((await program.call(v1ListMovements, { query: then })).data).toEqual(movements);
  });
});

it('[APV-04] each transfer and each movement of a statement names its invoices, whatever its concept says', async () => {
  const [one = '', two = '', three = ''] = await seller.invoices({ count: 3 });
  const [sale] = await sellAndDeposit(seller, [one, two]);
  await sellAndDeposit(seller, [three]);
  const devolve = async (key: string, ids: readonly string[]) => {
    for (const id of ids) await payInFull(seller.operator, id);
    await transferDevoluciones(seller.operator, seller.client.clientId, key);
  };
  await devolve('DEVOLUCION1', [one, two]);
  await devolve('DEVOLUCION2', [three]);
  const query = { from: portal.clock.today(), to: portal.clock.today() };
  const { currencies } = await program.call(v1GetStatement, { query });
  const deposits = currencies.flatMap((all) => all.deposits);
  const { data: movements } = await program.call(v1ListMovements, { query: { ...query, limit: '200' } });
  const folios = new Map(movements.map(({ invoice_id, folio }) => [invoice_id, folio]));
  const part = (invoice_id: string, amount: string) => ({ invoice_id, folio: folios.get(invoice_id), amount });
  const final = { concept: 'Devolución de aforo', sale_number: null };
  const ofTwo = deposits.find(({ tracking_key }) => tracking_key === 'DEVOLUCION1');
  expect(ofTwo).toMatchObject({ ...final, invoice_id: null, folio: null, parts: { length: 2 } });
  const amount = ofTwo?.parts[0]?.amount ?? '';
  expect(ofTwo?.parts).toEqual(expect.arrayContaining([part(one, amount), part(two, amount)]));
  expect(deposits.find(({ tracking_key }) => tracking_key === 'DEVOLUCION2')).toMatchObject({
    ...final,
    amount,
    invoice_id: three,
    folio: folios.get(three),
    parts: [part(three, amount)],
  });
  expect(folios.get(three)).toMatch(/\d/);
  const deposit = deposits.find(({ sale_number }) => sale_number === sale?.numberOfSale);
  expect(deposit).toMatchObject({
    amount: '201840.00',
    invoice_id: null,
    parts: [part(one, '100920.00'), part(two, '100920.00')],
  });
});

it('[APV-05] an answer that the program has is not sent again until it changes', async () => {
  const first = await program.send(v1ListSales);
  const etag = String(first.headers.etag);
  const same = await program.send(v1ListSales, { headers: { 'if-none-match': etag } });
  expect([same.status, same.bytes.length]).toEqual([304, 0]);
  const [id = ''] = await seller.invoices({ total: '5000.00' });
  await program.call(v1HoldInvoices, { body: choice([id]) });
  const changed = await program.send(v1ListSales, { headers: { 'if-none-match': etag } });
  expect(changed.status).toBe(200);
  expect(changed.headers.etag).not.toBe(etag);
});

describe('versions', () => {
  /** A breaking change, as one could be made: the company's name moves, and a body's property is renamed. */
  const broken = [
    { date: '2026-11-28', changes: [] },
    {
      date: '2027-06-01',
      changes: [
        {
          call: 'GET /v1/key',
          toOlder: (answer: unknown) => {
            const { company, ...rest } = answer as { company: { name: string } };
            const { name, ...facts } = company;
            return { ...rest, company: facts, company_name: name };
          },
        },
        {
          call: 'POST /v1/quotes',
          fromOlder: (body: unknown) => ({ invoices: (body as { documents: unknown }).documents }),
        },
      ],
    },
  ];

  it('[APV-06] a program of an older version is answered in its shape after a breaking change', async () => {
    const later = await startPortal({ apiVersions: broken });
    const company = await aSeller(later);
    const boss = await signInFresh(later, (await aUser(later, { client: company.client, isAdmin: true })).email);
    const { token } = await boss.call(createApiKey, { body: { name: 'ERP', scopes: keyScopes } });
    const old = { headers: { 'api-version': '2026-11-28' } };
    const asked = later.visitor.by(token);
    const now = await asked.send(v1GetKey);
    expect(now.headers['api-version']).toBe('2027-06-01');
    expect(now.body).toMatchObject({ company: { name: company.client.entityName } });
    const before = await asked.send(v1GetKey, old);
    expect(before.headers['api-version']).toBe('2026-11-28');
    expect(before.body).toMatchObject({ company_name: company.client.entityName });
    expect((before.body as { company: object }).company).not.toHaveProperty('name');
    expect(before.headers.etag).not.toBe(now.headers.etag);
    const [id = ''] = await company.invoices();
    const documents = choice([id]).invoices;
    expect((await asked.send(v1QuoteInvoices, { ...old, body: { documents } })).status).toBe(200);
    expect((await asked.send(v1QuoteInvoices, { body: { documents } })).code).toBe('INVALID_REQUEST');
    await later.close();
  });

  it('[APV-06] an unknown version is refused', async () => {
    const answer = await program.send(v1GetKey, { headers: { 'api-version': '2020-01-01' } });
    expect([answer.status, answer.code]).toEqual([400, 'API_VERSION_UNKNOWN']);
  });
});
