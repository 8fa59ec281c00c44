/** Tests of what programs prepare, sell and upload, within the rights of the owners of their keys, and of requests that are wrong. */
import { createApiKey } from '@anticipa/contract/api-keys';
import { routes } from '@anticipa/contract/routes';
import { v1ListEvents } from '@anticipa/contract/v1/events';
import { v1CreateUpload, v1ListInvoices } from '@anticipa/contract/v1/invoices';
import { v1CreateReference, v1GetStatement } from '@anticipa/contract/v1/money';
import { v1GetPreparedSale, v1ListPreparedSales, v1PrepareSale } from '@anticipa/contract/v1/prepared-sales';
import { v1AcceptSales, v1FixTerms, v1GetSale, v1HoldInvoices, v1QuoteInvoices } from '@anticipa/contract/v1/sales';
import { type KeyScope, keyScopes } from '@anticipa/domain/api-key';
import type { SaleRight } from '@anticipa/domain/sale-right';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anInvoiceFile, aUser } from '../../../testing/builders.ts';
import { signInFresh } from '../../../testing/fresh-factor.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { acceptanceOf, DUE_DATE, holdSale } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { feedIsWhole } from '../../../testing/webhooks.ts';

let portal: Portal;
let seller: Seller;
let admin: Session;
beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  admin = await signInFresh(portal, (await aUser(portal, { client: seller.client, isAdmin: true })).email);
});
afterAll(() => portal.close());

const aProgram = async (scopes: readonly KeyScope[]): Promise<Session> => {
  const { token } = await admin.call(createApiKey, { body: { name: 'ERP', scopes } });
  return portal.visitor.by(token);
};

const choice = (ids: readonly string[]) => ({
  invoices: ids.map((invoice_id) => ({ invoice_id, due_date: DUE_DATE })),
});

it('[APV-03] [LLA-03] a key with the scope prepare alone leaves invoices for a person, who accepts them', async () => {
  const preparer = await aProgram(['prepare']);
  const [id = ''] = await seller.invoices();
  const body = { ...choice([id]), note: 'Pedido 1042' };
  const first = await preparer.send(v1PrepareSale, { body, key: 'program-prepare-1' });
  expect(first.body).toMatchObject({
    state: 'waiting',
    note: 'Pedido 1042',
    invoice_count: 1,
    last_due_date: DUE_DATE,
    totals: [{ product: 'BI', currency: 'MXN', invoice_count: 1, total: '116000.00', initial_deposit: '100920.00' }],
  });
  expect((await preparer.send(v1PrepareSale, { body, key: 'program-prepare-1' })).bytes).toEqual(first.bytes);
  expect((await preparer.send(v1PrepareSale, { body })).code).toBe('ALREADY_PREPARED');
  const { data: waiting } = await seller.session.call(routes.listPreparedSales);
  const prepared = waiting.find(({ note }) => note === 'Pedido 1042');
  expect(prepared).toMatchObject({ preparedId: (first.body as { id: string }).id, mayAccept: true });
  const params = { preparedId: prepared?.preparedId ?? '' };
  // The key's call replaces what a person has returned.
  await seller.session.call(routes.returnPreparedSale, { params, body: { reason: 'Falta la orden' } });
  const again = await preparer.call(v1PrepareSale, { body });
  const documents = [{ documentId: id, dueDate: DUE_DATE }];
  const held = await seller.session.call(routes.setAsPreSell, { body: { documents, preparedId: again.id } });
  expect(held.sales).toMatchObject([{ state: 'held' }]);
  const { rows } = await portal.db.owner.query(
    `select actor_kind from audit where action = 'sale.prepare' and subject = $1`,
    [`prepared-sale:${again.id}`],
  );
  expect(rows).toEqual([{ actor_kind: 'key' }]);
});

it('[LLA-10] [WEB-01] a program reads what became of what it prepared: a return with its reason, then the sales', async () => {
  const preparer = await aProgram(['prepare']);
  const reader = await aProgram(['read']);
  const read = (id: string) => reader.call(v1GetPreparedSale, { params: { prepared_sale_id: id } });
  portal.clock.pass(60_000);
  const since = portal.clock.now().toISOString();
  const ids = [...(await seller.invoices()), ...(await seller.invoices({ currency: 'USD' }))];
  const [left = ''] = await seller.invoices();
  const invoices = choice([...ids, left]).invoices.map((one) => ({ ...one, purchase_order: 'OC1' }));
  const body = { invoices, note: 'Pedido 1043' };
  const first = await preparer.call(v1PrepareSale, { body });
  expect(first).toMatchObject({ return_reason: null, sale_numbers: [], invoice_ids: [...ids, left] });
  // As the person who owns the key sees it, who may not be the one that accepts.
  expect(first.acceptors).not.toHaveLength(0);
  expect(await read(first.id)).toEqual(first);
  expect((await preparer.send(v1GetPreparedSale, { params: { prepared_sale_id: first.id } })).code).toBe(
    'KEY_SCOPE_MISSING',
  );
  portal.clock.pass(1000);
  const later = portal.clock.now().toISOString();
  const params = { preparedId: first.id };
  await seller.session.call(routes.returnPreparedSale, { params, body: { reason: 'Falta la orden' } });
  const returned = { state: 'returned', return_reason: 'Falta la orden', acceptors: [], updated_at: later };
  expect(await read(first.id)).toMatchObject(returned);
  const again = await preparer.call(v1PrepareSale, { body });
  expect(await read(first.id)).toMatchObject({ ...returned, state: 'withdrawn' });
  // A hold that is given up is no acceptance, and the person who accepts leaves one invoice out.
  const givenUp = await holdSale(seller.session, ids, DUE_DATE, undefined, again.id);
  const numberOfSales = givenUp.map(({ numberOfSale }) => numberOfSale);
  await seller.session.call(routes.cancelPreSell, { body: { numberOfSales } });
  const held = await holdSale(seller.session, ids, DUE_DATE, undefined, again.id);
  expect(await read(again.id)).toMatchObject({ state: 'waiting', sale_numbers: [] });
  await seller.session.call(routes.requestAuthorization, await acceptanceOf(seller.session, held));
  const accepted = await read(again.id);
  expect(accepted).toMatchObject({
    state: 'accepted',
    sale_numbers: held.map(({ numberOfSale }) => numberOfSale),
    invoice_count: 3,
  });
  expect(accepted.sale_numbers).toHaveLength(2);
  const page = await reader.call(v1ListPreparedSales, { query: { updated_since: since, limit: '1' } });
  expect(page.data.map(({ id }) => id)).toEqual([first.id]);
  const rest = { updated_since: since, limit: '1', cursor: page.next_cursor ?? '' };
  expect(await reader.call(v1ListPreparedSales, { query: rest })).toEqual({ data: [accepted], next_cursor: null });
  await feedIsWhole(portal);
  const { data: events } = await reader.call(v1ListEvents, { query: { limit: '200' } });
  const told = (id: string) => events.filter((one) => one.object_id === id).map(({ type }) => type);
  expect(told(first.id)).toEqual(['prepared_sale.created', 'prepared_sale.returned', 'prepared_sale.withdrawn']);
  expect(told(again.id)).toEqual(['prepared_sale.created', 'prepared_sale.accepted']);
  const { object_url = '' } = events.find((one) => one.object_id === again.id) ?? {};
  expect((await reader.get(object_url)).body).toEqual(accepted);
  const whole = await reader.send(v1ListPreparedSales);
  const headers = { 'if-none-match': String(whole.headers.etag) };
  expect((await reader.send(v1ListPreparedSales, { headers })).status).toBe(304);
  const other = await signInFresh(portal, (await aUser(portal, { client: (await aSeller(portal)).client })).email);
  expect((await other.send(v1GetPreparedSale, { params: { prepared_sale_id: again.id } })).code).toBe('NOT_FOUND');
  expect((await other.call(v1ListPreparedSales)).data).toEqual([]);
});

it('[LLA-12] a program that sells what it left to a person reads at once, and by an event, that it has expired', async () => {
  const program = await aProgram(keyScopes);
  const invoices = choice(await seller.invoices());
  const { id } = await program.call(v1PrepareSale, { body: invoices });
  const read = () => program.call(v1GetPreparedSale, { params: { prepared_sale_id: id } });
  const { sales } = await program.call(v1HoldInvoices, { body: invoices });
  const sale_numbers = sales.map(({ number }) => number);
  const { terms } = await program.call(v1FixTerms, { body: { sale_numbers } });
  portal.clock.pass(1000);
  expect(await read()).toMatchObject({ state: 'waiting' });
  const accepted = { sale_numbers, terms: { version: terms.version, hash: terms.hash } };
  await program.call(v1AcceptSales, { body: accepted });
  const updated_at = portal.clock.now().toISOString();
  expect(await read()).toMatchObject({ state: 'expired', sale_numbers: [], acceptors: [], updated_at });
  await feedIsWhole(portal);
  const { data: events } = await program.call(v1ListEvents, { query: { limit: '200' } });
  expect(events.filter((one) => one.object_id === id).map(({ type }) => type)).toEqual([
    'prepared_sale.created',
    'prepared_sale.expired',
  ]);
});

describe('the right of the owner of a key', () => {
  const keyOf = async (grant: { saleRight?: SaleRight; acceptUpTo?: string }, scopes: readonly KeyScope[]) => {
    const owner = await aUser(portal, { client: seller.client, isAdmin: true, ...grant });
    const { token } = await (await signInFresh(portal, owner.email)).call(createApiKey, {
      body: { name: 'ERP', scopes },
    });
    return { owner, holder: portal.visitor.by(token) };
  };
  const change = async (userId: string, grant: { saleRight?: SaleRight; acceptUpTo?: string | null }) =>
    admin.call(routes.updateUser, { params: { userId }, body: { firstName: 'Ana', lastName: 'López', ...grant } });

  it('[LLA-07] bounds what the key sells, from its next call on', async () => {
    const { owner, holder } = await keyOf({ acceptUpTo: '116000.00' }, ['sell']);
    const [one = '', two = ''] = await seller.invoices({ count: 2 });
    expect((await holder.send(v1HoldInvoices, { body: choice([one, two]) })).code).toBe('ABOVE_OWN_LIMIT');
    const { sales } = await holder.call(v1HoldInvoices, { body: choice([one]) });
    const sale_numbers = sales.map(({ number }) => number);
    const { terms } = await holder.call(v1FixTerms, { body: { sale_numbers } });
    await change(owner.userId, { acceptUpTo: '115999.99' });
    const accepted = { sale_numbers, terms: { version: terms.version, hash: terms.hash } };
    expect((await holder.send(v1AcceptSales, { body: accepted })).code).toBe('ABOVE_OWN_LIMIT');
    await change(owner.userId, { saleRight: 'prepare' });
    expect((await holder.send(v1AcceptSales, { body: accepted })).code).toBe('RIGHT_NEEDED');
    await change(owner.userId, { saleRight: 'accept', acceptUpTo: null });
    expect((await holder.call(v1AcceptSales, { body: accepted })).sales).toMatchObject([{ state: 'requested' }]);
  });

  it('[LLA-07] refuses a key with every scope what its owner may not: RIGHT_NEEDED, and KEY_SCOPE_MISSING without the scope', async () => {
    const { owner, holder } = await keyOf({ saleRight: 'prepare' }, keyScopes);
    const [id = ''] = await seller.invoices();
    expect((await holder.send(v1HoldInvoices, { body: choice([id]) })).code).toBe('RIGHT_NEEDED');
    expect((await (await aProgram(['prepare'])).send(v1HoldInvoices, { body: choice([id]) })).code).toBe(
      'KEY_SCOPE_MISSING',
    );
    await change(owner.userId, { saleRight: 'consult' });
    expect((await holder.send(v1PrepareSale, { body: choice([id]) })).code).toBe('RIGHT_NEEDED');
    await change(owner.userId, { saleRight: 'prepare' });
    expect((await holder.call(v1PrepareSale, { body: choice([id]) })).state).toBe('waiting');
  });
});

it('[APV-03] an upload under a key is counted once and answered once, and fails as a whole', async () => {
  const program = await aProgram(['upload']);
  const used = async () => {
    const { rows } = await portal.db.owner.query(
      `select sum(used)::text as used from daily_use where client_id = $1 and resource = 'upload-files'`,
      [seller.client.clientId],
    );
    return Number(rows[0]?.used ?? 0);
  };
  const file = await anInvoiceFile(portal, seller.client);
  const body = { file_name: file.name, content: Buffer.from(file.bytes).toString('base64') };
  const key = 'program-upload-1';
  // The program that stores the answer dies: nothing of the upload is left.
  await portal.db.owner.query(
    `alter table idempotency add constraint dies check (key <> 'program-upload-1') not valid`,
  );
  expect((await program.send(v1CreateUpload, { body, key })).status).toBe(500);
  await portal.db.owner.query(`alter table idempotency drop constraint dies`);
  const first = await program.send(v1CreateUpload, { body, key });
  expect(first.body).toMatchObject({ outcome: 'invoice', invoice: { updated_at: portal.clock.now().toISOString() } });
  // As one upload, of two calls.
  const before = await used();
  expect(before).toBe(1);
  expect((await program.send(v1CreateUpload, { body, key })).bytes).toEqual(first.bytes);
  expect(await used()).toBe(before);
  const other = { ...body, file_name: 'other.xml' };
  expect((await program.send(v1CreateUpload, { body: other, key })).code).toBe('IDEMPOTENCY_KEY_REUSED');
  expect(await used()).toBe(before);
});

describe('a request that breaks a rule', () => {
  const ID = '0b5e2c1a-6f0e-4d39-9a57-3c8a5e1f7b20';
  const line = { invoice_id: ID, due_date: DUE_DATE };
  const quoted = (invoices: unknown) => [v1QuoteInvoices, { body: { invoices } }] as const;
  const listed = (query: Record<string, string>) => [v1ListInvoices, { query }] as const;
  const numbered = (...sale_numbers: unknown[]) => [v1FixTerms, { body: { sale_numbers } }] as const;
  const between = (from: string, to: string) => [v1GetStatement, { query: { from, to } }] as const;

  let program: Session;
  beforeAll(async () => {
    program = await aProgram(keyScopes);
  });

  it.each([
    [v1QuoteInvoices, { body: {} }, 'invoices', 'is required', 'es obligatoria'],
    [v1QuoteInvoices, {}, '', 'is required', 'es obligatoria'],
    [v1QuoteInvoices, { body: '{"secret' }, '', /^must be JSON in UTF-8/, /^debe ser JSON/],
    [v1QuoteInvoices, { body: [] }, '', 'must be an object', 'debe ser un objeto'],
    [...quoted('secret'), 'invoices', 'must be an array', 'debe ser una lista'],
    [...quoted([]), 'invoices', 'must have at least 1 item', 'debe tener al menos 1 elemento'],
    [...quoted([line, line]), 'invoices', 'must have each invoice once', 'debe tener cada factura una sola vez'],
    [...quoted([{ ...line, invoice_id: 'secret' }]), 'invoices.0.invoice_id', 'must be a UUID', 'debe ser un UUID'],
    [
      ...quoted([
        { ...line, invoice_id: ID.replace('0', '1') },
        { ...line, due_date: '2026-02-30' },
      ]),
      'invoices.1.due_date',
      'must be a date, such as 2026-04-24',
      'debe ser una fecha, como 2026-04-24',
    ],
    [...quoted([{ ...line, due_date: 1 }]), 'invoices.0.due_date', 'must be a string', 'debe ser un texto'],
    [
      ...quoted([{ ...line, purchase_order: 'secret'.repeat(11) }]),
      'invoices.0.purchase_order',
      'must have at most 60 characters',
      'debe tener como máximo 60 caracteres',
    ],
    [
      ...quoted([{ ...line, order: 'secret' }]),
      'invoices.0.order',
      'is an unknown property',
      'es una propiedad desconocida',
    ],
    [
      v1PrepareSale,
      { body: { invoices: [line], note: 'secret\n' } },
      'note',
      'must be one line without control characters',
      'debe ser un solo renglón sin caracteres de control',
    ],
    [v1CreateUpload, { body: { file_name: 'a', content: 'secret!' } }, 'content', 'must be base64', 'debe ser base64'],
    [v1CreateReference, { body: { fiscal_uuids: ['secret'] } }, 'fiscal_uuids.0', 'must be a UUID', 'debe ser un UUID'],
    [...numbered(1.5), 'sale_numbers.0', 'must be a whole number', 'debe ser un número entero'],
    [...numbered(12, '1'), 'sale_numbers.1', 'must be a number', 'debe ser un número'],
    [...numbered(0), 'sale_numbers.0', 'must be greater than 0', 'debe ser mayor que 0'],
    [...numbered(3e9), 'sale_numbers.0', 'must be at most 2147483647', 'debe ser como máximo 2147483647'],
    [
      v1GetSale,
      { params: { sale_number: 'x' } },
      'sale_number',
      'must be a whole number from 1 on',
      'debe ser un número entero a partir de 1',
    ],
    [...listed({ secret: 'x' }), 'secret', 'is an unknown property', 'es una propiedad desconocida'],
    [
      ...listed({ status: 'secret' }),
      'status',
      'must be one of: rejected, registered, sellable, held, financed, settled',
      /^debe ser uno de estos valores: rejected, /,
    ],
    [
      ...listed({ updated_since: 'secret' }),
      'updated_since',
      'must be an instant in UTC, such as 2026-03-01T00:00:00.000Z',
      /^debe ser un instante en UTC/,
    ],
    [
      ...listed({ limit: '0' }),
      'limit',
      'must be a whole number from 1 to 200',
      'debe ser un número entero de 1 a 200',
    ],
    [
      ...listed({ cursor: 'secret' }),
      'cursor',
      'must be a `next_cursor` of this list',
      'debe ser el `next_cursor` de esta lista',
    ],
    [...between('2026-03-02', '2026-03-01'), 'to', 'must not be before `from`', 'no debe ser anterior a `from`'],
    [
      v1HoldInvoices,
      { body: choice([ID]), key: 'secret' },
      'idempotency-key',
      'must have 8 to 200 visible ASCII characters',
      'debe tener de 8 a 200 caracteres ASCII visibles',
    ],
  ] as const)('[LLA-11] %# names its property and the rule in both languages', async (route, input, field, en, es) => {
    for (const [language, rule] of [
      ['en', en],
      ['es', es],
    ] as const) {
      const headers = { 'accept-language': language };
      const answer = await program.send(route, { ...input, headers } as Parameters<Session['send']>[1]);
      const detail = typeof rule === 'string' ? rule : expect.stringMatching(rule);
      const { title } = answer.body as { title: string };
      expect(answer.body).toMatchObject({ status: 400, code: 'INVALID_REQUEST' });
      expect((answer.body as { errors: unknown }).errors).toEqual([{ field, code: 'INVALID_REQUEST', title, detail }]);
      // The answer repeats the name of an unknown property, but never a value from the request.
      if (field !== 'secret') expect(answer.bytes.toString()).not.toContain('secret');
    }
  });

  it('[LLA-11] names every property that is wrong', async () => {
    const body = { invoices: [{ due_date: '24/04/2026', order: 1, day: 2 }], note: 'x' };
    const { errors } = (await program.send(v1QuoteInvoices, { body })).body as { errors: { field: string }[] };
    expect(errors.map(({ field }) => field)).toEqual([
      'invoices.0.invoice_id',
      'invoices.0.due_date',
      'invoices.0.order',
      'invoices.0.day',
      'note',
    ]);
  });
});
