import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { clientEntriesOf, lenderEntriesOf } from '../../../testing/journal.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { racing } from '../../../testing/racing.ts';
import {
  answerTo,
  aPayment,
  approveAsOther,
  authoriseSale,
  requestSale,
  sellAndDeposit,
} from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';
import { unidentifiedInvariants } from '../../invariants/unidentified.ts';
import { runAs, WORKER } from '../../platform/work/transaction.ts';
import { settleWait } from './settle-waits.ts';

let portal: Portal;
let seller: Seller;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  ({ operator } = seller);
});
afterAll(() => portal.close());

const on = async (day: string): Promise<void> => {
  portal.clock.set(new Date(`${day}T19:45:00-06:00`));
  operator = await portal.signIn((await anOperator(portal)).email);
};
const sell = async ({ invoices, user }: Seller): Promise<string> => {
  const [documentId = ''] = await invoices({});
  await sellAndDeposit({ session: await portal.signIn(user.email), operator }, [documentId]);
  return documentId;
};
const inCredit = () => sell(seller);
const ofAnother = async () => sell(await aSeller(portal));
const payment = (pays: object, over: object = {}) => aPayment(pays, { valueDate: portal.clock.today(), ...over });
const step = (paymentId: string, body: object = {}) => ({ params: { paymentId }, body });

/** Registers a payment that nobody can match. */
const unknown = async (over: object) => {
  const body = payment({ reference: 'PAGO DE FACTURAS' }, over);
  const { unidentified } = await operator.call(routes.registerCollection, { body });
  if (unidentified === null) throw new Error('the payment was identified');
  return unidentified;
};

const lenderEntries = (paymentId: string) => lenderEntriesOf(portal, paymentId);
const clientEntries = (collectionId: string) => clientEntriesOf(portal, collectionId);

/** A receipt in the list of a state: its rest, the money sent back, and its parts. */
const shown = async (trackingKey: string, state: 'waiting' | 'identified' | 'sent-back' | 'returned') => {
  const { data } = await operator.call(routes.listUnidentifiedPayments, { query: { state } });
  const receipt = data.find((one) => one.trackingKey === trackingKey);
  return (
    receipt && { left: receipt.left, returned: receipt.returned, paid: receipt.applications.map((one) => one.amount) }
  );
};
it('[DIN-20] a receipt for invoices of two clients has a part for each of them, and the rest is left', async () => {
  await on('2026-03-10');
  const documentIds = [await inCredit(), await ofAnother()];
  await on('2026-04-24');
  const body = payment({ documentIds }, { amount: '232500.00' });
  const { collection, unidentified } = await operator.call(routes.registerCollection, { body });
  expect(collection).toBeNull();
  expect(unidentified).toMatchObject({
    state: 'waiting',
    reason: 'parts',
    left: '500.00',
    returned: '0.00',
    nextPart: 3,
  });
  expect(await operator.call(routes.registerCollection, { body })).toMatchObject({ unidentified });
  const paid = unidentified?.applications ?? [];
  expect(paid.map(({ amount }) => amount)).toEqual(['116000.00', '116000.00']);
  expect(new Set(paid.map(({ clientRFC }) => clientRFC)).size).toBe(2);
  for (const { collectionId } of paid) {
    const entries = await clientEntries(collectionId);
    expect(entries.slice(0, 2)).toEqual([
      '2026-04-24 collection ENTRE_DIARIOS 116000.00 0.00',
      '2026-04-24 collection CARTERA 0.00 116000.00',
    ]);
    expect(entries).toContain('2026-04-24 release POR_DEPOSITAR 0.00 11043.20');
  }
  expect(await lenderEntries(unidentified?.paymentId ?? '')).toEqual([
    '2026-04-24 unidentified BANCOS COBROS_POR_IDENTIFICAR 232500.00',
    '2026-04-24 identification COBROS_POR_IDENTIFICAR ENTRE_DIARIOS 116000.00',
    '2026-04-24 identification COBROS_POR_IDENTIFICAR ENTRE_DIARIOS 116000.00',
  ]);
  const reused = await operator.refusal(routes.registerCollection, {
    body: { ...body, pays: { documentIds: documentIds.slice(1) } },
  });
  expect(reused.code).toBe('TRACKING_KEY_REUSED');
});

it('[DIN-20] a receipt for more clients than its amount reaches pays those due first', async () => {
  await on('2026-03-10');
  const documentIds = [await ofAnother(), await inCredit()];
  const body = payment({ documentIds }, { amount: '116000.00' });
  const { unidentified } = await operator.call(routes.registerCollection, { body });
  expect(unidentified).toMatchObject({ state: 'identified', left: '0.00', applications: [{ amount: '116000.00' }] });
});

it('[DIN-21] a receipt is identified in parts, and only what is left goes back', async () => {
  await on('2026-03-10');
  const [own, other] = [await inCredit(), await ofAnother()];
  const { paymentId, trackingKey } = await unknown({ amount: '200000.00' });
  const apply = (documentId: string, amount: string, part: number) =>
    operator.send(routes.identifyPayment, step(paymentId, { pays: { documentIds: [documentId] }, amount, part }));
  const first = await apply(own, '116000.00', 1);
  expect(first.body).toMatchObject({
    collection: { amount: '116000.00' },
    payment: { left: '84000.00', nextPart: 2 },
  });
  expect((await apply(own, '116000.00', 1)).body).toMatchObject({ collection: { amount: '116000.00' } });
  expect((await apply(other, '60000.00', 1)).code).toBe('PAYMENT_CHANGED');
  expect((await apply(other, '84000.01', 2)).code).toBe('PAYMENT_LEFT_EXCEEDED');
  expect((await apply(other, '60000.00', 2)).body).toMatchObject({ payment: { left: '24000.00', state: 'waiting' } });
  await operator.call(routes.sendBackPayment, step(paymentId));
  expect(await shown(trackingKey, 'sent-back')).toEqual({
    left: '0.00',
    returned: '24000.00',
    paid: ['116000.00', '60000.00'],
  });
  const { returns } = await operator.call(routes.listPayables);
  expect(returns.find((one) => one.paymentId === paymentId)).toMatchObject({ amount: '24000.00' });
  await operator.call(routes.confirmReturn, step(paymentId, { trackingKey: `BACK${trackingKey}` }));
  expect((await lenderEntries(paymentId)).slice(1)).toEqual([
    '2026-03-10 identification COBROS_POR_IDENTIFICAR ENTRE_DIARIOS 116000.00',
    '2026-03-10 identification COBROS_POR_IDENTIFICAR ENTRE_DIARIOS 60000.00',
    '2026-03-10 send-back COBROS_POR_IDENTIFICAR POR_DEPOSITAR 24000.00',
    '2026-03-10 return POR_DEPOSITAR BANCOS 24000.00',
  ]);
  for (const { id, sql } of unidentifiedInvariants)
    expect({ id, found: (await portal.db.owner.query(sql)).rows }).toEqual({ id, found: [] });
});

it('[DIN-21] when two people apply a part at once, one part is booked and the other is refused', async () => {
  const [first, second] = [await ofAnother(), await inCredit()];
  for (const round of racing(portal.clock, 3, 1000)) {
    const { paymentId } = await unknown({ amount: '20.00' });
    const answers = await Promise.all(
      [first, second].map((documentId) =>
        operator.send(
          routes.identifyPayment,
          step(paymentId, { pays: { documentIds: [documentId] }, amount: '10.00', part: 1 }),
        ),
      ),
    );
    const codes = answers.map(({ status, code }) => code ?? status).toSorted();
    expect([round, ...codes]).toEqual([round, 200, 'PAYMENT_CHANGED']);
    expect(await lenderEntries(paymentId)).toHaveLength(2);
  }
});

it('[DIN-22] [DIN-45] money that came before a deposit pays on the day of the deposit', async () => {
  await on('2026-03-10');
  const { paymentId } = await unknown({ valueDate: '2026-03-09' });
  const [named, found] = [await inCredit(), await inCredit()];
  const { collection } = await operator.call(
    routes.identifyPayment,
    step(paymentId, { pays: { documentIds: [found] } }),
  );
  expect(collection).toMatchObject({
    valueDate: '2026-03-10',
    invoices: [{ recargos: '0.00' }],
  });
  const typed = payment({ documentIds: [named] }, { valueDate: '2026-03-09' });
  expect(await operator.refusal(routes.registerCollection, { body: typed })).toMatchObject({
    code: 'SECOND_PERSON_NEEDED',
    details: [{ path: 'beforeDeposit' }],
  });
  const { proposal } = await operator.call(routes.registerCollection, {
    body: { ...typed, reason: 'Llegó un día antes' },
  });
  if (proposal) await approveAsOther(portal, proposal);
  const { unidentified } = await operator.call(routes.registerCollection, { body: typed });
  const part = { amount: '116000.00', valueDate: '2026-03-10' };
  expect(unidentified).toMatchObject({
    state: 'identified',
    reason: 'early',
    valueDate: '2026-03-09',
    applications: [part],
  });
  expect(await lenderEntries(unidentified?.paymentId ?? '')).toEqual([
    '2026-03-09 unidentified BANCOS COBROS_POR_IDENTIFICAR 116000.00',
    '2026-03-10 identification COBROS_POR_IDENTIFICAR ENTRE_DIARIOS 116000.00',
  ]);
});

it('[DIN-24] money is proposed with its reason, shown before it is booked, and not proposed again once refused', async () => {
  await on('2026-03-10');
  const { rows } = await portal.db.owner.query(
    `update invoices set serie = 'ZQ', folio = '701' where document_id = $1 returning total`,
    [await inCredit()],
  );
  expect(rows).toEqual([{ total: '116000.00' }]);
  for (const search of ['ZQ-701', 'zq701']) {
    const found = await operator.call(routes.listPayableInvoices, { query: { currency: 'MXN', search } });
    expect(found.data).toMatchObject([{ folio: 'ZQ-701' }]);
  }
  const body = payment({ reference: 'pago fact zq-701' }, { amount: '120000.00' });
  const { unidentified } = await operator.call(routes.registerCollection, { body });
  const { paymentId = '', trackingKey = '' } = unidentified ?? {};
  const proposed = async () => {
    const { data } = await operator.call(routes.listWaitingReceipts);
    return data.find((one) => one.paymentId === paymentId)?.proposal ?? null;
  };
  const first = await proposed();
  expect(first).toMatchObject({ use: 'apply', why: ['named'], invoices: [{ folio: 'ZQ-701', owed: '116000.00' }] });
  const documentIds = first?.invoices.map(({ documentId }) => documentId) ?? [];
  const identification = { pays: { documentIds }, part: 1 };
  const shown = await operator.call(routes.previewIdentification, step(paymentId, identification));
  expect(shown).toMatchObject({ left: '0.00', doubts: ['amount'], parts: [{ amount: '120000.00' }] });
  expect(shown.parts[0]?.invoices).toMatchObject([
    { folio: 'ZQ-701', paid: '120000.00', owed: '0.00', isSettled: true, finalDeposit: '15043.20', balanceDue: '0.00' },
  ]);
  expect(await lenderEntries(paymentId)).toHaveLength(1);
  const [documentId = ''] = documentIds;
  const refusal = step(paymentId, { documentIds, reason: 'El folio es de otro proveedor' });
  expect(await operator.refusal(routes.refuseProposal, step(paymentId, { documentIds }))).toMatchObject({
    code: 'INVALID_REQUEST',
  });
  expect(await operator.call(routes.refuseProposal, refusal)).toEqual({});
  expect(await operator.call(routes.refuseProposal, refusal)).toEqual({});
  expect(await proposed()).toBeNull();
  const { data: waiting } = await operator.call(routes.listWaitingReceipts);
  const reason = 'El folio es de otro proveedor';
  expect(waiting.find((one) => one.paymentId === paymentId)?.refusals).toMatchObject([{ folios: ['ZQ-701'], reason }]);
  const { data: log } = await operator.call(routes.listLog, { query: { action: 'unidentified.refuse-proposal' } });
  expect(log.filter((entry) => entry.reason === reason)).toHaveLength(1);
  const part = { ...identification, amount: '116000.00' };
  const { parts } = await operator.call(routes.previewIdentification, step(paymentId, part));
  const { collection, payment: left } = await operator.call(routes.identifyPayment, step(paymentId, part));
  expect(left?.left).toBe('4000.00');
  const { today, data, sums } = await operator.call(routes.listAppliedReceipts);
  const applied = data.find((one) => one.trackingKey === trackingKey);
  const { finalDeposit } = collection?.invoices[0] ?? {};
  expect(applied?.parts[0]?.invoices).toMatchObject([{ documentId, paid: '116000.00', isSettled: true, finalDeposit }]);
  expect(applied?.parts.map(({ invoices }) => invoices)).toEqual(parts.map(({ invoices }) => invoices));
  expect(today).toBe('2026-03-10');
  const cents = (amounts: readonly { amount: string }[]) =>
    amounts.reduce((all, { amount }) => all + BigInt(amount.replace('.', '')), 0n);
  expect(sums).toMatchObject([{ currency: 'MXN', count: data.length }]);
  expect(cents(sums)).toBe(cents(data));
  const empty = await operator.call(routes.listAppliedReceipts, { query: { day: '2026-03-09' } });
  expect([empty.sums, empty.data]).toEqual([[], []]);
});

it('[DIN-25] money for a sold invoice waits for its deposit, and is unidentified if the sale ends without one', async () => {
  await on('2026-03-10');
  const session = await portal.signIn(seller.user.email);
  const [documentId = '', other = ''] = await seller.invoices({ count: 2 });
  const [sale] = await requestSale(session, [documentId]);
  await requestSale(session, [other]);
  if (!sale) throw new Error('nothing was requested');
  const { paymentId } = await unknown({ amount: '120000.00' });
  const found = await operator.call(routes.listPayableInvoices, { query: { currency: 'MXN', search: '116000' } });
  expect(found.data.filter(({ isSold }) => isSold).map((one) => one.documentId)).toEqual(
    expect.arrayContaining([documentId, other]),
  );
  const waiting = step(paymentId, { pays: { documentIds: [documentId] }, payer: 'client' });
  const shown = await operator.call(routes.previewIdentification, waiting);
  expect(shown).toMatchObject({ parts: [], left: '120000.00', waitsFor: [{ documentId }] });
  expect((await operator.call(routes.identifyPayment, waiting)).payment).toMatchObject({ waitsFor: [{ documentId }] });
  const typed = payment({ documentIds: [other] });
  const { unidentified } = await operator.call(routes.registerCollection, { body: typed });
  expect(unidentified).toMatchObject({ reason: 'early', waitsFor: [{ documentId: other }] });
  expect(await operator.call(routes.registerCollection, { body: typed })).toMatchObject({ unidentified });
  await on('2026-03-12');
  await authoriseSale(operator, sale);
  await operator.call(routes.disburseSale, { params: { saleId: sale.saleId }, body: { trackingKey: 'SPEIWAITED' } });
  const settle = (id: string) =>
    runAs({ db: portal.db.worker, clock: portal.clock }, WORKER, (work) => settleWait(work, id));
  // As a worker that was killed after it had committed does.
  for (let times = 0; times < 2; times += 1) await settle(paymentId);
  const waits = async (id: string) => {
    const { data } = await operator.call(routes.listWaitingReceipts);
    return data.find((one) => one.paymentId === id);
  };
  expect(await waits(paymentId)).toMatchObject({
    left: '4000.00',
    waitsFor: null,
    applications: [{ valueDate: '2026-03-12' }],
  });
  expect(await lenderEntries(paymentId)).toEqual([
    '2026-03-10 unidentified BANCOS COBROS_POR_IDENTIFICAR 120000.00',
    '2026-03-12 identification COBROS_POR_IDENTIFICAR ENTRE_DIARIOS 116000.00',
  ]);
  const { data: applied } = await operator.call(routes.listAppliedReceipts);
  expect(applied.find(({ parts }) => parts[0]?.invoices[0]?.documentId === documentId)).toMatchObject({
    parts: [{ payer: 'client', invoices: [{ paid: '116000.00', recargos: '0.00' }] }],
  });
  const { data: sales } = await operator.call(routes.listInbox, { query: { queue: 'answer' } });
  const { saleId = '' } = sales.at(-1) ?? {};
  await operator.call(
    routes.answerSale,
    await answerTo(operator, saleId, [{ documentId: other, authorised: false, motive: 'LENDER_RISK_LIMIT' }]),
  );
  const last = unidentified?.paymentId ?? '';
  await settle(last);
  expect(await waits(last)).toMatchObject({ reason: 'not-deposited', left: '116000.00', waitsFor: null });
});

it('[DIN-24] [DIN-51] all money that waits is listed and counted, even when it is more than one batch', async () => {
  await on('2026-03-10');
  await portal.db.owner.query(
    `with kept as (
      insert into unidentified_payments
        (payment_id, tracking_key, currency, amount, value_date, source, bank, reference, reason, state, registered_by, registered_at)
      select gen_random_uuid(), 'MUCHO' || place, 'MXN', 0.01, '2026-03-09', 'STP', 'BANORTE', 'X', 'unknown', 'waiting', operator_id, $1
      from generate_series(1, 501) place, (select operator_id from operators limit 1) somebody
      returning payment_id
    )
    select append_lender_entry(payment_id, 'unidentified', 'BANCOS', 'COBROS_POR_IDENTIFICAR', '2026-03-09', '2026-03-10', $1, null, 0.01)
    from kept`,
    [portal.clock.now()],
  );
  const { data } = await operator.call(routes.listWaitingReceipts);
  expect(data.filter(({ trackingKey }) => trackingKey.startsWith('MUCHO'))).toHaveLength(501);
  const { data: stored } = await operator.call(routes.listUnidentifiedPayments, { query: { state: 'waiting' } });
  expect(stored.map(({ paymentId }) => paymentId)).toEqual(data.map(({ paymentId }) => paymentId));
  const { figures } = await operator.call(routes.getToday);
  expect(figures.find(({ figure }) => figure === 'unidentified')?.count).toBe(
    data.filter(({ proposal, waitsFor }) => proposal === null && waitsFor === null).length,
  );
});
