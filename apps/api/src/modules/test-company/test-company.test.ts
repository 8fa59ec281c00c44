/** Test keys, which act on the test company of their client and on nothing else. */
import { createApiKey } from '@anticipa/contract/api-keys';
import type { ResponseOf } from '@anticipa/contract/route';
import type { V1Event } from '@anticipa/contract/v1/events';
import { v1ListEvents } from '@anticipa/contract/v1/events';
import { v1GetInvoice, v1ListCreditLines, v1ListInvoices } from '@anticipa/contract/v1/invoices';
import { v1GetKey } from '@anticipa/contract/v1/keys';
import {
  v1CreateReference,
  v1GetReference,
  v1GetStatement,
  v1ListMovements,
  v1ListReferences,
} from '@anticipa/contract/v1/money';
import { v1GetPreparedSale, v1ListPreparedSales, v1PrepareSale } from '@anticipa/contract/v1/prepared-sales';
import {
  v1AcceptSales,
  v1CancelSales,
  v1FixTerms,
  v1GetSale,
  v1HoldInvoices,
  v1ListSales,
  v1QuoteInvoices,
} from '@anticipa/contract/v1/sales';
import { type KeyMode, type KeyScope, keyScopes } from '@anticipa/domain/api-key';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { aUser } from '../../../testing/builders.ts';
import { signInFresh } from '../../../testing/fresh-factor.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { DUE_DATE } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { snapshotOf } from '../../../testing/snapshot.ts';
import { runAs } from '../../platform/work/transaction.ts';
import { newCompany } from './company.ts';
import { prepare, runAcceptor } from './preparing.ts';
import { cancel, hold } from './selling.ts';

let portal: Portal;
let seller: Seller;
let admin: Session;
let program: Session;
beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  admin = await signInFresh(portal, (await aUser(portal, { client: seller.client, isAdmin: true })).email);
  program = await aProgram(keyScopes, 'test');
});
afterAll(() => portal.close());

const aProgram = async (scopes: readonly KeyScope[], mode: KeyMode, by = admin): Promise<Session> => {
  const { token, key } = await by.call(createApiKey, { body: { name: 'ERP', scopes, mode } });
  expect([token.startsWith(`ak_${mode}_`), key.mode]).toEqual([true, mode]);
  return portal.visitor.by(token);
};

const examples = async (folios: readonly string[]) => {
  const { data } = await program.call(v1ListInvoices, { query: { limit: '200' } });
  return folios.map((folio) => {
    const found = data.find((one) => one.series === 'PRUEBA' && one.folio === folio);
    if (!found) throw new Error(`no example ${folio}`);
    return found;
  });
};
const choice = (invoices: readonly { readonly id: string }[]) => ({
  invoices: invoices.map(({ id }) => ({ invoice_id: id, due_date: DUE_DATE })),
});

/** Sells examples to the robot; returns the number of the sale. */
const sellExamples = async (folios: readonly string[], by = program): Promise<number> => {
  const { sales } = await by.call(v1HoldInvoices, { body: choice(await examples(folios)) });
  const sale_numbers = sales.map(({ number }) => number);
  const { terms } = await by.call(v1FixTerms, { body: { sale_numbers } });
  expect(terms.text).toMatch(/^CONTRATO DE PRUEBA\. No obliga a nadie/);
  await by.call(v1AcceptSales, { body: { sale_numbers, terms: { version: terms.version, hash: terms.hash } } });
  return sale_numbers[0] ?? 0;
};
const saleOf = (number: number) => program.call(v1GetSale, { params: { sale_number: String(number) } });

it('[LLA-09] a test key sells, is paid and reconciles, and leaves no trace but its company', async () => {
  const others = async () =>
    [...(await snapshotOf(portal.db.owner))].filter(([table]) => !['api_keys', 'test_companies'].includes(table));
  const before = await others();
  expect(await program.call(v1GetKey)).toMatchObject({
    company: { tax_id: 'XIA190128J61', name: 'EMPRESA DE PRUEBA' },
    key: { mode: 'test' },
  });
  const start = (await program.call(v1ListEvents, { query: { limit: '200' } })).next_cursor ?? '';
  const number = await sellExamples(['1', '9']);
  portal.clock.pass(19_999);
  expect((await saleOf(number)).state).toBe('requested');
  portal.clock.pass(1);
  expect(await saleOf(number)).toMatchObject({
    state: 'answered',
    items: [{ state: 'authorised' }, { state: 'rejected', rejection: expect.any(String) }],
    totals: { total: '116000.00', initial_deposit: '100920.00' },
  });
  portal.clock.pass(20_000);
  expect(await saleOf(number)).toMatchObject({ state: 'disbursed', tracking_key: 'PRUEBA00000001' });
  const [sold] = await examples(['1']);
  expect(sold).toMatchObject({ status: 'financed', amount_due: '116000.00' });
  const { data: lines } = await program.call(v1ListCreditLines);
  expect(lines[0]).toMatchObject({ used: '104400.00', held: '0.00', available: '1895600.00' });
  const reference = await program.call(v1CreateReference, { body: { fiscal_uuids: [sold?.fiscal_uuid] } });
  expect(reference).toMatchObject({ state: 'pending', amount: '116000.00' });
  portal.clock.pass(20_000);
  const paid = await program.call(v1GetReference, { params: { reference_id: reference.id } });
  expect(paid.state).toBe('paid');
  const changed = async (updated_since: string) =>
    (await program.call(v1ListReferences, { query: { updated_since } })).data.map(({ id }) => id);
  expect(await changed(paid.updated_at)).toEqual([reference.id]);
  expect(await changed(new Date(Date.parse(paid.updated_at) + 1).toISOString())).toEqual([]);
  expect(await program.call(v1GetInvoice, { params: { invoice_id: sold?.id ?? '' } })).toMatchObject({
    status: 'settled',
    final_deposit: '11043.20',
  });
  const query = { from: portal.clock.today(), to: portal.clock.today() };
  const { currencies } = await program.call(v1GetStatement, { query });
  expect(currencies).toMatchObject([
    {
      interest: '3480.00',
      accounts: [{ closing: '0.00' }, { closing: '0.00' }, { closing: '-556.80' }],
      deposits: [
        { amount: '100920.00', tracking_key: 'PRUEBA00000001', sale_number: number, invoice_id: sold?.id },
        { amount: '11043.20', sale_number: null, invoice_id: sold?.id, folio: 'PRUEBA-1', parts: { length: 1 } },
      ],
    },
  ]);
  expect((await program.call(v1ListMovements, { query })).data.map(({ balance }) => balance)).toEqual([
    '116000.00',
    '0.00',
    '11600.00',
    '0.00',
    '-556.80',
  ]);
  const walked: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const paged: Record<string, string> = { ...query, limit: '2', ...(cursor && { cursor }) };
    const page: ResponseOf<typeof v1ListMovements> = await program.call(v1ListMovements, { query: paged as never });
    walked.push(...page.data.map(({ balance }) => balance));
    cursor = page.next_cursor;
  }
  expect(walked).toHaveLength(5);
  const { data: events } = await program.call(v1ListEvents, { query: { limit: '200', cursor: start } });
  const told = (prefix: string) => events.map(({ type }: V1Event) => type).filter((type) => type.startsWith(prefix));
  expect(told('sale.')).toEqual(['sale.held', 'sale.quoted', 'sale.requested', 'sale.answered', 'sale.disbursed']);
  expect(told('reference.')).toEqual(['reference.created', 'reference.paid']);
  expect(await others()).toEqual(before);
});

it('[LLA-09] a test key cannot open a transaction of its client, whatever reaches for one', async () => {
  const { rows } = await portal.db.owner.query<{ clientId: string }>(
    'select client_id as "clientId" from clients where rfc = $1',
    [seller.client.rfc],
  );
  const actor = { kind: 'client', clientId: rows[0]?.clientId, isReadOnly: false, key: { mode: 'test' } };
  const opener = { actor, requestId: 'test', idempotency: null } as unknown as Parameters<typeof runAs>[1];
  const opening = { db: portal.db.api, clock: portal.clock };
  expect(() => runAs(opening, opener, async () => null)).toThrow('a test key reached the records');
});

it('[LLA-09] live and test keys see nothing of each other', async () => {
  const live = await aProgram(keyScopes, 'live');
  const [real = ''] = await seller.invoices();
  const [example] = await examples(['2']);
  const read = async (by: Session, invoice_id: string) =>
    (await by.send(v1GetInvoice, { params: { invoice_id } })).code;
  expect(await read(live, real)).toBeNull();
  expect(await read(program, example?.id ?? '')).toBeNull();
  expect(await read(program, real)).toBe('NOT_FOUND');
  expect(await read(live, example?.id ?? '')).toBe('NOT_FOUND');
  expect((await program.send(v1QuoteInvoices, { body: choice([{ id: real }]) })).code).toBe('NOT_FOUND');
});

it('[LLA-09] scopes, the right of the owner, refusals and repetitions are those of other keys', async () => {
  const [example] = await examples(['3']);
  const body = choice(example ? [example] : []);
  const reader = await aProgram(['read'], 'test');
  expect((await reader.send(v1HoldInvoices, { body })).code).toBe('KEY_SCOPE_MISSING');
  const bound = await aUser(portal, { client: seller.client, isAdmin: true, acceptUpTo: '23199.99' });
  const bounded = await aProgram(keyScopes, 'test', await signInFresh(portal, bound.email));
  expect((await bounded.send(v1HoldInvoices, { body })).code).toBe('ABOVE_OWN_LIMIT');
  const first = await program.send(v1HoldInvoices, { body, key: 'test-hold-1' });
  expect((await program.send(v1HoldInvoices, { body, key: 'test-hold-1' })).bytes).toEqual(first.bytes);
  const [other] = await examples(['4']);
  const another = choice(other ? [other] : []);
  expect((await program.send(v1HoldInvoices, { body: another, key: 'test-hold-1' })).code).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  );
  expect((await program.send(v1HoldInvoices, { body })).code).toBe('INVOICE_ALREADY_IN_SALE');
  const sunday = { invoices: [{ invoice_id: other?.id, due_date: '2026-04-26' }] };
  expect((await program.send(v1HoldInvoices, { body: sunday })).code).toBe('PAYMENT_DATE_NOT_BUSINESS_DAY');
  const { sales } = first.body as { sales: { number: number }[] };
  const sale_numbers = sales.map(({ number }) => number);
  expect((await program.call(v1CancelSales, { body: { sale_numbers } })).sales[0]?.state).toBe('cancelled');
  expect((await examples(['3']))[0]?.status).toBe('sellable');
  const held = await program.call(v1HoldInvoices, { body });
  portal.clock.pass(30 * 60_000);
  expect((await saleOf(held.sales[0]?.number ?? 0)).state).toBe('expired');
  expect((await program.send(v1FixTerms, { body: { sale_numbers: [held.sales[0]?.number] } })).code).toBe(
    'SALE_EXPIRED',
  );
});

it('[LLA-10] a robot accepts what a test key prepares, or returns it with a reason', async () => {
  const read = (id: string) => program.call(v1GetPreparedSale, { params: { prepared_sale_id: id } });
  const body = { ...choice(await examples(['5', '11'])), note: 'Pedido 1' };
  const prepared = await program.call(v1PrepareSale, { body });
  expect(prepared).toMatchObject({
    state: 'waiting',
    sale_numbers: [],
    totals: [{ currency: 'MXN' }, { currency: 'USD' }],
  });
  expect(await read(prepared.id)).toEqual(prepared);
  expect((await program.send(v1PrepareSale, { body })).code).toBe('ALREADY_PREPARED');
  portal.clock.pass(20_000);
  const { sale_numbers, ...accepted } = await read(prepared.id);
  expect([accepted.state, accepted.updated_at]).toEqual(['accepted', portal.clock.now().toISOString()]);
  const sales = await Promise.all(sale_numbers.map(saleOf));
  expect(sales.map(({ currency, state }) => [currency, state])).toEqual([
    ['MXN', 'requested'],
    ['USD', 'requested'],
  ]);
  const { data: events } = await program.call(v1ListEvents, { query: { limit: '200' } });
  expect(events.filter((one) => one.object_id === prepared.id)).toMatchObject(
    ['created', 'accepted'].map((what) => ({
      type: `prepared_sale.${what}`,
      object_url: `/v1/prepared-sales/${prepared.id}`,
    })),
  );
  const company = newCompany(portal.clock.now());
  const ids = company.invoices.filter(({ folio }) => folio === '8' || folio === '9').map(({ id }) => id);
  const chosen = { invoices: ids.map((invoice_id) => ({ invoice_id, due_date: DUE_DATE })) };
  const stateOf = (at: number) => {
    runAcceptor(company, new Date(portal.clock.now().getTime() + at));
    return company.prepared.map(({ state, return_reason }) => [state, return_reason !== null]);
  };
  expect(prepare(company, chosen, portal.clock.now()).ok).toBe(true);
  expect(stateOf(20_000)).toEqual([['returned', true]]);
  // Another one with any of its invoices replaces it; one whose invoices are sold meanwhile comes to nothing.
  const one = { invoices: chosen.invoices.slice(0, 1) };
  expect(prepare(company, one, portal.clock.now()).ok).toBe(true);
  hold(company, one, { now: portal.clock.now(), actor: { acceptUpTo: null } });
  expect(stateOf(20_000)).toEqual([
    ['withdrawn', true],
    ['expired', false],
  ]);
  expect((await program.call(v1ListPreparedSales)).data.map(({ id }) => id)).toEqual([prepared.id]);
});

it('[LLA-12] what a test key left to the robot ends when it sells the invoices itself', async () => {
  const body = choice(await examples(['6']));
  const { id } = await program.call(v1PrepareSale, { body });
  const stateNow = async () => (await program.call(v1GetPreparedSale, { params: { prepared_sale_id: id } })).state;
  const { sales } = await program.call(v1HoldInvoices, { body });
  const sale_numbers = sales.map(({ number }) => number);
  const { terms } = await program.call(v1FixTerms, { body: { sale_numbers } });
  expect(await stateNow()).toBe('waiting');
  const { version, hash } = terms;
  await program.call(v1AcceptSales, { body: { sale_numbers, terms: { version, hash } } });
  expect(await stateNow()).toBe('expired');
});

it('[LLA-09] the lists of a test company are walked by cursor like all others', async () => {
  const walked: string[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: '5', ...(cursor === null ? {} : { cursor }) };
    const page: { data: { id: string }[]; next_cursor: string | null } = await program.call(v1ListInvoices, { query });
    walked.push(...page.data.map(({ id }) => id));
    cursor = page.next_cursor;
  } while (cursor !== null);
  expect([walked.length, new Set(walked).size]).toEqual([12, 12]);
  portal.clock.pass(1);
  const updated_since = portal.clock.now().toISOString();
  expect((await program.call(v1ListSales, { query: { updated_since } })).data).toEqual([]);
});

it('[LLA-09] a program that holds and cancels without end keeps its company small, and the last sales in it', () => {
  const now = portal.clock.now();
  const company = newCompany(now);
  const actor = { acceptUpTo: null };
  const body = { invoices: company.invoices.slice(0, 1).map(({ id }) => ({ invoice_id: id, due_date: DUE_DATE })) };
  for (let round = 1; round <= 150; round += 1) {
    hold(company, body, { now, actor });
    const ended = cancel(company, [round], now);
    expect(ended.ok && ended.value.sales).toMatchObject([{ number: round, state: 'cancelled' }]);
  }
  expect([company.sales.length, company.sales.at(-1)?.number]).toEqual([100, 150]);
});

it('[LLA-09] a test company begins anew after 30 days, to the millisecond', async () => {
  const other = await aSeller(portal);
  const boss = await signInFresh(portal, (await aUser(portal, { client: other.client, isAdmin: true })).email);
  const fresh = await aProgram(keyScopes, 'test', boss);
  const { company } = await fresh.call(v1GetKey);
  portal.clock.pass(30 * 86_400_000 - 1);
  expect((await fresh.call(v1GetKey)).company.id).toBe(company.id);
  portal.clock.pass(1);
  expect((await fresh.call(v1GetKey)).company.id).not.toBe(company.id);
});
