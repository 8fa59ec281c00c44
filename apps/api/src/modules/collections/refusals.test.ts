import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, aLine, aUser } from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import {
  aPayment,
  approveAsOther,
  closeAsTwo,
  collect,
  referenceFor,
  sellAndDeposit,
  stateOfReference,
} from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let unsold: Seller['invoices'];
let session: Session;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  ({ session, operator, invoices: unsold } = await aSeller(portal));
});
afterAll(() => portal.close());

const inCredit = async (options: Parameters<typeof unsold>[0] = {}): Promise<string[]> => {
  const documentIds = await unsold(options);
  await sellAndDeposit({ session, operator }, documentIds);
  return documentIds;
};

const payment = (pays: object, over: object = {}) => aPayment(pays, { valueDate: portal.clock.today(), ...over });
const pay = async (body: object, key?: string) => ({ collection: await collect(operator, body, key) });
const refusal = (body: object) => operator.refusal(routes.registerCollection, { body });
const refer = (documentIds: readonly string[]) => referenceFor(session, documentIds);
const stateOf = (referenceId: string) => stateOfReference(portal, referenceId);

describe('refused without changes', () => {
  it('refuses a date after today', async () => {
    const tomorrow = payment({ documentIds: await inCredit() }, { valueDate: '2026-03-11' });
    expect(await refusal(tomorrow)).toMatchObject({ status: 422, code: 'VALUE_DATE_IN_FUTURE' });
  });

  it('refuses another currency, and invoices not in credit or of nobody', async () => {
    const paid = await inCredit();
    expect(await refusal(payment({ documentIds: paid }, { currency: 'USD' }))).toMatchObject({
      code: 'COLLECTION_CURRENCY_DIFFERS',
      details: [{ path: paid[0] }],
    });
    const other = await unsold();
    expect(await refusal(payment({ documentIds: [...paid, ...other] }))).toMatchObject({
      code: 'INVOICE_NOT_IN_CREDIT',
      details: [{ path: other[0] }],
    });
    const stranger = await aClient(portal);
    const seller = await aUser(portal, { client: stranger });
    const foreign = await someInvoices(portal, {
      client: stranger,
      user: seller,
      companyId: await aCompany(portal, { client: stranger }),
    });
    expect(await refusal(payment({ documentIds: [...paid, ...foreign] }))).toMatchObject({
      code: 'INVOICE_NOT_IN_CREDIT',
      details: [{ path: foreign[0] }],
    });
    const nobodys = '11111111-1111-4111-8111-111111111111';
    expect(await refusal(payment({ documentIds: [...paid, nobodys] }))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      details: [{ path: nobodys }],
    });
    expect(await refusal(payment({ documentIds: ['11111111-1111-4111-8111-111111111111'] }))).toMatchObject({
      status: 404,
    });
  });

  it('refuses anyone but an operator', async () => {
    const body = payment({ documentIds: await inCredit() });
    expect((await session.send(routes.registerCollection, { body })).status).toBe(403);
    expect((await portal.visitor.send(routes.registerCollection, { body })).status).toBe(401);
    expect((await session.send(routes.listDueReferences)).status).toBe(403);
  });
});

describe('a tracking key is unique', () => {
  it('the same payment repeats the answer, a different one is refused', async () => {
    const documentIds = await inCredit({ count: 2 });
    const body = payment({ documentIds }, { amount: '232000.00' });
    const first = await pay(body, 'collection-key-1');
    expect(await pay(body, 'collection-key-1')).toEqual(first);
    expect(await pay(body)).toEqual(first);
    expect(await pay({ ...body, amount: 232000, pays: { documentIds: documentIds.toReversed() } })).toEqual(first);
    const [other = ''] = await inCredit();
    const others = [
      { pays: { documentIds: documentIds.slice(1) } },
      { pays: { documentIds: [other] }, amount: '116000.00' },
      { amount: '231999.99' },
      { currency: 'USD' },
      { source: 'REFERENCIA' },
      { bank: 'Otro banco' },
      { valueDate: '2026-03-09' },
    ];
    for (const changed of others) {
      expect(await refusal({ ...body, ...changed })).toMatchObject({ status: 409, code: 'TRACKING_KEY_REUSED' });
    }
    const keyed = await operator.send(routes.registerCollection, {
      body: { ...body, trackingKey: 'ANOTHER' },
      key: 'collection-key-1',
    });
    expect(keyed).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' });
  });

  it('refuses a key used again for a payment too small for all invoices it names', async () => {
    const documentIds = await inCredit({ count: 2 });
    const body = payment({ documentIds }, { amount: '1000.00' });
    const first = await pay(body);
    expect(first.collection.invoices).toMatchObject([{ paidAmount: '1000.00' }]);
    expect(await pay(body)).toEqual(first);
    const paid = first.collection.invoices.map(({ documentId }) => documentId);
    expect(await refusal({ ...body, pays: { documentIds: paid } })).toMatchObject({ code: 'TRACKING_KEY_REUSED' });
  });

  it('refuses a key used again for a payment by reference, however it is typed', async () => {
    const { paymentReference: reference } = await refer(await inCredit());
    const { paymentReference: other } = await refer(await inCredit());
    const body = payment({ reference });
    const first = await pay(body);
    expect(await pay({ ...body, pays: { reference: ` ${reference.toLowerCase()}` } })).toEqual(first);
    expect(await refusal({ ...body, pays: { reference: other } })).toMatchObject({ code: 'TRACKING_KEY_REUSED' });
  });

  it('one of two payments of one invoice at once wins, the other waits; a payment sent twice succeeds twice', async () => {
    const [documentId = ''] = await inCredit();
    const bodies = [1, 2].map(() => payment({ documentIds: [documentId] }));
    const rivals = await Promise.all(bodies.map((body) => operator.send(routes.registerCollection, { body })));
    const kept = rivals.map(({ body }) => (body as { unidentified: null | { reason: string } }).unidentified?.reason);
    expect(kept.toSorted()).toEqual(['paid', undefined]);

    const body = payment({ documentIds: await inCredit() });
    const twins = await Promise.all([1, 2, 3].map(() => operator.send(routes.registerCollection, { body })));
    expect(twins.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(twins.map(({ bytes }) => bytes.toString())).size).toBe(1);
    const { rows } = await portal.db.owner.query(
      `select count(*)::integer from audit where details->>'trackingKey' = $1`,
      [body.trackingKey],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});

it('a failure after the last write rolls back, and a retry succeeds', async () => {
  const documentIds = await inCredit();
  const { id } = await refer(documentIds);
  await portal.db.owner.query(`
    create function break_collection() returns trigger language plpgsql as $$ begin raise exception 'broken on purpose'; end $$;
    create trigger break_collection before insert on audit for each row
      when (new.action = 'collection.register') execute function break_collection()`);
  const state = async () => {
    const { rows } = await portal.db.owner.query(
      `select status, collection_id, final_deposit, state, (select count(*) from collections) as collections,
         (select count(*) from ledger_entries) as entries, (select sum(used) from credit_lines) as used
       from invoices join payment_references using (client_id, reference_id) where document_id = any($1)`,
      [documentIds],
    );
    return rows;
  };
  const before = await state();
  const body = payment({ documentIds });
  const broken = await operator.send(routes.registerCollection, { body, key: 'broken-collection' });
  expect(broken).toMatchObject({ status: 500, code: 'UNEXPECTED' });
  expect(await state()).toEqual(before);
  await portal.db.owner.query(`drop trigger break_collection on audit`);
  await pay(body, 'broken-collection');
  expect(await stateOf(id)).toBe('paid');
});

it('what is left of an invoice in dollars keeps its pesos of a line in pesos', async () => {
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  await aLine(portal, { client, isMultiCurrency: true });
  const companyId = await aCompany(portal, { client });
  const documentIds = await someInvoices(portal, { client, user, companyId, currency: 'USD', total: '1000.00' });
  const seller = await portal.signIn(user.email);
  await sellAndDeposit({ session: seller, operator }, documentIds);
  const used = async () => (await seller.call(routes.getCreditInformation)).lines.map(({ creditUsed }) => creditUsed);
  // 900.00 of advance, then 600.00, at 18.50.
  expect(await used()).toEqual(['16650.00']);
  await pay(payment({ documentIds }, { amount: '400.00', currency: 'USD' }));
  expect(await used()).toEqual(['11100.00']);
});

it('a cent left of an invoice in pesos keeps a cent of its line in dollars', async () => {
  const client = await aClient(portal);
  const user = await aUser(portal, { client });
  await aLine(portal, { client, currency: 'USD', limit: '900000.00', isMultiCurrency: true });
  const documentIds = await someInvoices(portal, { client, user, companyId: await aCompany(portal, { client }) });
  const seller = await portal.signIn(user.email);
  await sellAndDeposit({ session: seller, operator }, documentIds);
  const used = async () => (await seller.call(routes.getCreditInformation)).lines.map(({ creditUsed }) => creditUsed);
  await pay(payment({ documentIds }, { amount: '115999.99' }));
  expect(await used()).toEqual(['0.01']);
  await pay(payment({ documentIds }, { amount: '0.01' }));
  expect(await used()).toEqual(['0.00']);
});

it('[PRE-04] after its shortfall is closed only the rest of an invoice is asked for, and paid first', async () => {
  const [short = '', whole = ''] = await inCredit({ count: 2 });
  await pay(payment({ documentIds: [short] }, { amount: '100000.00' }));
  const body = { documentId: short, reason: 'El receptor no paga más' };
  const { shortfall, proposal } = await operator.call(routes.closeShortfall, { body });
  expect(shortfall).toBeNull();
  expect(proposal).toMatchObject({
    reason: body.reason,
    change: {
      kind: 'shortfall',
      now: { amount: '11600.00', owed: '16000.00' },
      proposed: { invoices: [short], amount: '11600.00' },
    },
  });
  if (proposal) await approveAsOther(portal, proposal);
  portal.clock.set(new Date(portal.clock.now().getTime() + 1000));
  const { paymentReference } = await refer([short]);
  const { data } = await operator.call(routes.listDueReferences);
  expect(data.find(({ reference }) => reference === paymentReference)?.amount).toBe('4400.00');
  const query = { from: '2026-04-24', to: '2026-04-24' };
  const due = async () => (await session.call(routes.getCalendar, { query })).data.find(({ kind }) => kind === 'due');
  const before = Number((await due())?.amount);
  const { collection } = await pay(payment({ documentIds: [short, whole] }, { amount: '120400.00' }));
  const shares = new Map(collection.invoices.map(({ documentId, paidAmount }) => [documentId, paidAmount]));
  expect([shares.get(short), shares.get(whole)]).toEqual(['4400.00', '116000.00']);
  expect(before - Number((await due())?.amount)).toBe(120_400);
});

describe('[PRE-04] a transfer of devoluciones', () => {
  const due = async ({ client }: Seller) =>
    (await operator.call(routes.listDuePayouts)).data.filter(({ clientId }) => clientId === client.clientId);
  const confirm = (body: object) => operator.call(routes.confirmPayout, { body });
  const refused = (body: object) => operator.refusal(routes.confirmPayout, { body });
  /** A client to which the devolución of one invoice is due. */
  const aPaidSeller = async (): Promise<Seller> => {
    const seller = await aSeller(portal);
    const documentIds = await seller.invoices();
    await sellAndDeposit(seller, documentIds);
    await pay(payment({ documentIds }));
    return seller;
  };

  it('pays what is due to one client, once, and repeats its answer', async () => {
    const [seller, other] = [await aPaidSeller(), await aPaidSeller()];
    // Settled without a devolución: the aforo covers the shortfall.
    const [covered = ''] = await seller.invoices();
    await sellAndDeposit(seller, [covered]);
    await pay(payment({ documentIds: [covered] }, { amount: '104400.00' }));
    await closeAsTwo(portal, operator, covered);
    const { clientId, rfc } = seller.client;
    const owed = { clientId, clientRFC: rfc, currency: 'MXN', amount: '11043.20', count: 1 };
    expect(await due(seller)).toEqual([owed]);
    const body = { clientId: clientId.toUpperCase(), currency: 'MXN', amount: '11043.20', trackingKey: 'DEVOLUCION1' };
    const received: unknown[] = [];
    await portal.db.owner.query(`listen portal_events`);
    const receive = ({ payload = '' }) => received.push(JSON.parse(payload));
    portal.db.owner.on('notification', receive);
    const { payout } = await confirm(body);
    await portal.db.owner.query(`unlisten portal_events`);
    portal.db.owner.off('notification', receive);
    expect(received).toContainEqual(expect.objectContaining({ clientId, noun: 'invoices', ids: [expect.any(String)] }));
    expect(payout).toMatchObject({ ...owed, trackingKey: 'DEVOLUCION1', date: '2026-03-10' });
    expect(await confirm(body)).toEqual({ payout, proposalId: null });
    expect([await due(seller), await due(other)]).toMatchObject([[], [{ amount: '11043.20', count: 1 }]]);
    for (const changed of [{ currency: 'USD' }, { amount: '11043.19' }, { clientId: other.client.clientId }])
      expect(await refused({ ...body, ...changed })).toMatchObject({ status: 409, code: 'TRACKING_KEY_REUSED' });
  });

  it('pays one of two transfers at once', async () => {
    const { client } = await aPaidSeller();
    const rivals = ['RIVAL1', 'RIVAL2'].map((trackingKey) =>
      operator.send(routes.confirmPayout, {
        body: { clientId: client.clientId, currency: 'MXN', amount: '11043.20', trackingKey },
      }),
    );
    const codes = (await Promise.all(rivals)).map(({ code, status }) => code ?? status);
    expect(codes.toSorted()).toEqual([200, 'PAYOUT_AMOUNT_DIFFERS']);
  });

  it('sent three times at once is booked once, with one answer', async () => {
    const { client } = await aPaidSeller();
    const body = { clientId: client.clientId, currency: 'MXN' as const, amount: '11043.20', trackingKey: 'THRICE' };
    const [first, ...others] = await Promise.all([confirm(body), confirm(body), confirm(body)]);
    expect(others).toEqual([first, first]);
  });
});
