import { routes } from '@anticipa/contract/routes';
import { domesticReceivers } from '@anticipa/sandbox/demo-parties';
import { rounds } from '@anticipa/sandbox/rounds';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCompany, anOperator, aUser, firstReceiver } from '../../../testing/builders.ts';
import { aCostCentre } from '../../../testing/payers.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, payInFull, sellAndDeposit, stateOfReference } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { workIn } from '../../../testing/work.ts';
import { referenceMails } from './mail.ts';

let portal: Portal;
let seller: Seller;
let session: Session;
let operator: Session;
let colleague: Session;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  ({ session, operator } = seller);
  colleague = await portal.signIn((await aUser(portal, { client: seller.client })).email);
});
afterAll(() => portal.close());

const uuidsOf = async (documentIds: readonly string[]): Promise<string[]> => {
  const { rows } = await portal.db.owner.query<{ uuid: string }>(
    `select uuid from invoices where document_id = any($1::uuid[]) order by array_position($1::uuid[], document_id)`,
    [documentIds],
  );
  return rows.map((row) => row.uuid);
};
const inCredit = async (options: { count?: number } = {}, dueDate?: string): Promise<string[]> => {
  const documentIds = await seller.invoices(options);
  await sellAndDeposit(seller, documentIds, dueDate);
  return uuidsOf(documentIds);
};
const refer = (invoices: readonly string[]) => session.call(routes.setPaymentReference, { body: { invoices } });

const invoicesOf = async (uuids: readonly string[]) =>
  (await session.call(routes.listInvoices, { query: {} })).data.filter(({ uuid }) => uuids.includes(uuid));

describe('[RPG-05] the amount of a reference', () => {
  it('is that of the chosen day of payment, and is quoted before', async () => {
    const uuids = await inCredit();
    // Ten days after the due date of 2026-04-24, 116,000.00 at 48 % gives 1,546.67.
    const body = { invoices: uuids, payOn: '2026-05-04' };
    const { data } = await session.call(routes.quotePaymentReference, { body });
    const figures = { lateCharges: '1546.67', amount: '117546.67', validUntil: '2026-05-04' };
    expect(data).toMatchObject({
      ...figures,
      lastPayOn: '2026-06-08',
      total: '116000.00',
      currency: 'MXN',
      invoices: [{ uuid: uuids[0], dueDate: '2026-04-24', total: '116000.00', lateCharges: '1546.67' }],
    });
    const { id } = await session.call(routes.setPaymentReference, { body });
    const { paymentReference } = await session.call(routes.getPaymentReference, { params: { referenceId: id } });
    expect(paymentReference).toMatchObject({ ...figures, state: 'pending' });
    const { data: due } = await operator.call(routes.listDueReferences);
    expect(due.find(({ reference }) => reference === paymentReference.reference)?.amount).toBe('117546.67');
  });

  it('is refused for a day before today or after 90 days', async () => {
    const invoices = await inCredit();
    for (const payOn of ['2026-03-09', '2026-06-09']) {
      const refused = { code: 'REFERENCE_DAY_OUT_OF_RANGE' };
      expect(await session.refusal(routes.setPaymentReference, { body: { invoices, payOn } })).toMatchObject(refused);
      expect(await session.refusal(routes.quotePaymentReference, { body: { invoices, payOn } })).toMatchObject(refused);
    }
    expect(
      (await session.call(routes.setPaymentReference, { body: { invoices, payOn: '2026-06-08' } })).id,
    ).toBeTruthy();
  });
});

describe('[RPG-05] a reference', () => {
  const cancel = (id: string) => ({ params: { id }, body: {} });

  it('is cancelled once, by its audit and a mail; its invoices are offered again', async () => {
    const uuids = await inCredit({ count: 2 });
    const { id } = await refer(uuids);
    for (const asker of [session, colleague]) {
      const { paymentReference } = await asker.call(routes.cancelPaymentReference, cancel(id));
      expect(paymentReference).toMatchObject({ id, state: 'cancelled', amount: '232000.00' });
    }
    expect((await invoicesOf(uuids)).map(({ paymentReference }) => paymentReference)).toEqual([null, null]);
    const { rows } = await portal.db.owner.query(
      `select action, (select kind from outbox where payload->>'referenceId' = $1) as kind from audit
       where subject = 'reference:' || $1 order by recorded_at, action`,
      [id],
    );
    expect(rows).toEqual(
      ['reference.cancel', 'reference.create'].map((action) => ({ action, kind: 'reference-cancelled' })),
    );
    expect((await refer(uuids)).id).not.toBe(id);
    const { base64 } = await session.call(routes.paymentReferencePdf, cancel(id));
    const { text } = await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true });
    expect(text).toContain('cancelada: no se debe pagar');
    expect(text).not.toContain('012180001234567891');
  });

  it('is cancelled with a mail to its maker and to its canceller, and shown on all screens', async () => {
    const uuids = await inCredit();
    const [documentId] = (await invoicesOf(uuids)).map((invoice) => invoice.documentId);
    const received: unknown[] = [];
    await portal.db.owner.query(`listen portal_events`);
    const hear = ({ payload = '' }): void => void received.push(JSON.parse(payload));
    portal.db.owner.on('notification', hear);
    const { id, paymentReference } = await refer(uuids);
    await colleague.call(routes.cancelPaymentReference, cancel(id));
    await portal.db.owner.query(`unlisten portal_events`);
    portal.db.owner.off('notification', hear);
    const { clientId } = seller.client;
    const changed = [
      { clientId, noun: 'references', ids: [id] },
      { clientId, noun: 'invoices', ids: [documentId] },
    ];
    expect(received).toEqual([...changed, ...changed]);
    const { rows } = await portal.db.owner.query<{ payload: { userId: string } }>(
      `select payload from outbox where payload->>'referenceId' = $1`,
      [id],
    );
    const people = await Promise.all([session, colleague].map((asker) => asker.call(routes.getSession)));
    expect(rows.map(({ payload }) => payload.userId).toSorted()).toEqual(
      people.map(({ user }) => user?.userId).toSorted(),
    );
    const mail = await portal.db.worker.withTransaction({ as: 'worker' }, (executor) =>
      referenceMails(portal)['reference-cancelled'](workIn(executor, portal.clock, clientId), rows[0]?.payload),
    );
    expect(mail?.subject).toBe(`Referencia ${paymentReference} cancelada`);
    expect(mail?.paragraphs[0]).toContain('Ya no pagues MXN 116,000.00 con esta referencia');
  });

  it('is not cancelled once money has arrived for it, and keeps what was settled otherwise', async () => {
    const half = await refer(await inCredit());
    const pay = (pays: object, amount: string) => {
      const body = aPayment(pays, { amount, valueDate: portal.clock.today() });
      return operator.call(routes.registerCollection, { body });
    };
    await pay({ reference: half.paymentReference }, '1000.00');
    const refused = await session.refusal(routes.cancelPaymentReference, cancel(half.id));
    expect(refused.code).toBe('REFERENCE_NOT_CANCELLABLE');

    const uuids = await inCredit({ count: 2 });
    const { id } = await refer(uuids);
    const [settled] = await invoicesOf(uuids.slice(0, 1));
    await pay({ documentIds: [settled?.documentId] }, '116000.00');
    await session.call(routes.cancelPaymentReference, cancel(id));
    const { rows } = await portal.db.owner.query(
      `select reference_id from invoices where uuid = any($1::text[]) order by array_position($1::text[], uuid)`,
      [uuids],
    );
    expect(rows).toEqual([{ reference_id: id }, { reference_id: null }]);
  });

  it('is either paid or cancelled by concurrent calls', async () => {
    for (let round = 0; round < rounds(4, 40); round += 1) {
      const uuids = await inCredit();
      const { id, paymentReference: reference } = await refer(uuids);
      const body = aPayment({ reference }, { valueDate: portal.clock.today() });
      const calls = [
        () => operator.send(routes.registerCollection, { body }),
        () => colleague.send(routes.cancelPaymentReference, cancel(id)),
      ];
      const answers = await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()));
      const [paid, cancelled] = round % 2 === 0 ? answers : answers.toReversed();
      const isCancelled = cancelled?.status === 200;
      if (!isCancelled) expect(cancelled?.code).toBe('REFERENCE_NOT_CANCELLABLE');
      expect(await stateOfReference(portal, id)).toBe(isCancelled ? 'cancelled' : 'paid');
      expect(paid?.body).toMatchObject(
        isCancelled ? { unidentified: { reason: 'cancelled' } } : { unidentified: null },
      );
      const { rows } = await portal.db.owner.query(`select status, reference_id from invoices where uuid = any($1)`, [
        uuids,
      ]);
      expect(rows).toEqual([isCancelled ? { status: 30, reference_id: null } : { status: 40, reference_id: id }]);
    }
  });
});

it('[RPG-05] covers all overdue invoices of a currency that have none, and expires after its last day', async () => {
  seller = await aSeller(portal);
  const [free = '', taken = ''] = await inCredit({ count: 2 });
  await inCredit({}, '2026-04-27');
  await seller.session.call(routes.setPaymentReference, { body: { invoices: [taken] } });
  const [, automatic = firstReceiver()] = domesticReceivers;
  const companyId = await aCompany(portal, { client: seller.client, receiver: automatic });
  const [paid = '', ...others] = [...(await seller.invoices()), ...(await seller.invoices({ companyId }))];
  await sellAndDeposit(seller, [paid, ...others]);
  await payInFull(seller.operator, paid);
  await aCostCentre(portal, { client: seller.client, rfcPayer: automatic.rfc });
  const on = async (day: string): Promise<Session> => {
    portal.clock.set(new Date(`${day}T17:00:00Z`));
    return portal.signIn(seller.user.email);
  };
  const due = await on('2026-04-24');
  const { data } = await due.call(routes.quotePaymentReference, { body: { overdue: 'MXN' } });
  expect(data.invoices.map(({ uuid }) => uuid)).toEqual([free]);
  const none = await due.refusal(routes.quotePaymentReference, { body: { overdue: 'USD' } });
  expect(none.code).toBe('REFERENCE_WITHOUT_INVOICES');
  const states = async (asker: Session) =>
    (await asker.call(routes.listPaymentReferences, { params: { clientId: seller.client.clientId } })).data.map(
      ({ state }) => state,
    );
  expect(await states(due)).toEqual(['pending']);
  expect(await states(await on('2026-04-25'))).toEqual(['expired']);
});

it('[RPG-05] an expired reference covers no invoices; money that the bank counts from a later day is kept', async () => {
  portal.clock.set(new Date('2026-05-04T17:00:00Z'));
  seller = await aSeller(portal);
  ({ session, operator } = seller);
  const on = async (day: string): Promise<void> => {
    portal.clock.set(new Date(`${day}T17:00:00Z`));
    session = await portal.signIn(seller.user.email);
    operator = await portal.signIn((await anOperator(portal)).email);
  };
  const uuids = await inCredit({ count: 3 }, '2026-06-05');
  const { id, paymentReference: reference } = await refer(uuids);
  const references = async () =>
    (await session.call(routes.listInvoices, { query: { status: '30,40' } })).data
      .filter(({ uuid }) => uuids.includes(uuid))
      .map(({ paymentReference }) => paymentReference);
  const pay = async (pays: object, valueDate: string) =>
    (await operator.call(routes.registerCollection, { body: aPayment(pays, { valueDate }) })).unidentified?.reason;
  const states = async () =>
    (await session.call(routes.listPaymentReferences, { params: { clientId: seller.client.clientId } })).data
      .filter((each) => each.id === id)
      .map(({ state }) => state);
  await on('2026-06-05');
  expect(await references()).toEqual([reference, reference, reference]);
  await on('2026-06-06');
  expect(await references()).toEqual([null, null, null]);
  expect((await operator.call(routes.listDueReferences)).data.map((due) => due.reference)).not.toContain(reference);
  const { data } = await session.call(routes.quotePaymentReference, { body: { overdue: 'MXN' } });
  expect(data.invoices.map(({ uuid }) => uuid).toSorted()).toEqual(uuids.toSorted());
  expect((await session.call(routes.getHome)).overdue).toMatchObject([{ references: [] }]);
  expect(await pay({ reference }, '2026-06-06')).toBe('expired');
  // The payment is in time, though registered a day late.
  expect(await pay({ reference }, '2026-06-05')).toBeUndefined();
  expect((await references()).filter((each) => each === reference)).toEqual([reference]);
  expect(await states()).toEqual(['expired']);
  const open = (await invoicesOf(uuids)).filter(({ status }) => status === 30);
  const [first = '', second] = open.map(({ uuid }) => uuid);
  const later = await refer([first]);
  expect(await references()).toEqual(expect.arrayContaining([reference, later.paymentReference, null]));
  expect(await pay({ reference }, '2026-06-05')).toBe('paid');
  const [paid] = open.filter(({ uuid }) => uuid === second);
  expect(await pay({ documentIds: [paid?.documentId] }, '2026-06-06')).toBeUndefined();
  expect(await states()).toEqual(['expired']);
  expect(await references()).toEqual(expect.arrayContaining([reference, later.paymentReference, null]));
  const { base64 } = await session.call(routes.paymentReferencePdf, { params: { id }, body: {} });
  const { text } = await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true });
  expect(text).toContain('vencida: no se debe pagar');
});
