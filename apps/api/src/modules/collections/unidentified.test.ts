import { routes } from '@anticipa/contract/routes';
import { clabeOf } from '@anticipa/domain/clabe';
import { makeReference } from '@anticipa/domain/reference';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { clientEntriesOf, lenderEntriesOf } from '../../../testing/journal.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, approveAsOther, collect, referenceFor, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let seller: Seller;
let session: Session;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  ({ session, operator } = seller);
});
afterAll(() => portal.close());

const on = async (day: string): Promise<void> => {
  portal.clock.set(new Date(`${day}T19:45:00-06:00`));
  session = await portal.signIn(seller.user.email);
  operator = await portal.signIn((await anOperator(portal)).email);
};
const inCredit = async (): Promise<string> => {
  const [documentId = ''] = await seller.invoices({});
  await sellAndDeposit({ session, operator }, [documentId]);
  return documentId;
};
const payment = (pays: object, over: object = {}) => aPayment(pays, { valueDate: portal.clock.today(), ...over });
const refusal = (body: object) => operator.refusal(routes.registerCollection, { body });

/** Registers a payment that is not booked for any invoice. */
const keep = async (body: object) => {
  const { collection, unidentified } = await operator.call(routes.registerCollection, { body });
  if (collection !== null || unidentified === null) throw new Error('the payment was identified');
  return unidentified;
};
const unknown = (over: object = {}) => keep(payment({ reference: ' pago de facturas ' }, over));
const step = (paymentId: string, body: object = {}) => ({ params: { paymentId }, body });
const identification = (paymentId: string, documentIds: readonly string[]) =>
  step(paymentId, { pays: { documentIds } });
const identify = async (paymentId: string, documentId: string) => {
  const { collection } = await operator.call(routes.identifyPayment, identification(paymentId, [documentId]));
  if (collection === null) throw new Error('the payment was not identified');
  return collection;
};
const waiting = async () =>
  (await operator.call(routes.listUnidentifiedPayments, { query: { state: 'waiting' } })).data.map(
    ({ paymentId }) => paymentId,
  );

const lenderEntries = (paymentId: string) => lenderEntriesOf(portal, paymentId);
const clientEntries = (collectionId: string) => clientEntriesOf(portal, collectionId);

describe('[PRE-04] money of unknown purpose', () => {
  it('is kept, and its tracking key counts once', async () => {
    const body = payment({ reference: 'AN110000000000' }, { amount: '500.5' });
    const kept = await keep(body);
    expect(kept).toMatchObject({ amount: '500.50', reason: 'unknown', state: 'waiting', clientRFC: null });
    expect(await keep({ ...body, pays: { reference: 'an110000000000 ' } })).toEqual(kept);
    expect(await waiting()).toContain(kept.paymentId);
    expect(await lenderEntries(kept.paymentId)).toEqual([
      '2026-03-10 unidentified BANCOS COBROS_POR_IDENTIFICAR 500.50',
    ]);
    const documentId = await inCredit();
    const others = [
      { amount: '500.51' },
      { bank: 'Otro banco' },
      { pays: { reference: 'AN110000000001' } },
      { pays: { documentIds: [documentId] } },
    ];
    const reused = { status: 409, code: 'TRACKING_KEY_REUSED' };
    for (const changed of others) expect(await refusal({ ...body, ...changed })).toMatchObject(reused);
    const { trackingKey } = await collect(operator, payment({ documentIds: [documentId] }));
    expect(await refusal({ ...body, trackingKey })).toMatchObject(reused);
  });

  it('a reference that was given to a client later belongs to no client', async () => {
    const documentId = await inCredit();
    const { rows } = await portal.db.owner.query<{ next: string }>(
      `select nextval('payment_reference_numbers') + 1 as next`,
    );
    const reference = makeReference({ currency: 'MXN', product: 'BI' }, Number(rows[0]?.next));
    const body = payment({ reference });
    const kept = await keep(body);
    expect((await referenceFor(session, [documentId])).paymentReference).toBe(reference);
    expect(await keep(body)).toEqual({ ...kept, reason: 'unknown', clientRFC: null });
  });

  it('sent several times at once is kept once', async () => {
    const body = payment({ reference: 'SIN REFERENCIA' });
    const sent = await Promise.all([1, 2, 3].map(() => operator.send(routes.registerCollection, { body })));
    expect(sent.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(sent.map(({ bytes }) => bytes.toString())).size).toBe(1);
  });

  it('is listed oldest first', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) {
      portal.clock.pass(1000);
      ids.push((await unknown()).paymentId);
    }
    expect((await waiting()).slice(-4)).toEqual(ids);
  });

  it('is refused with a value date after today or an amount that is not above zero', async () => {
    const tomorrow = payment({ reference: 'X' }, { valueDate: '2026-03-11' });
    expect(await refusal(tomorrow)).toMatchObject({ status: 422, code: 'VALUE_DATE_IN_FUTURE' });
    for (const amount of ['0', '-1.00', 0])
      expect(await refusal(payment({ reference: 'X' }, { amount }))).toMatchObject({ status: 400 });
  });

  it('is paid twice: the second payment goes back to its payer, and the bank has what it had', async () => {
    const documentId = await inCredit();
    const { paymentReference: reference } = await referenceFor(session, [documentId]);
    await collect(operator, payment({ reference }));
    const { paymentId, ...kept } = await keep(payment({ reference }));
    expect(kept).toMatchObject({ reason: 'paid', clientRFC: seller.client.rfc, amount: '116000.00' });
    const confirm = () => operator.send(routes.confirmReturn, step(paymentId, { trackingKey: `BACK${reference}` }));
    expect((await confirm()).code).toBe('PAYMENT_NOT_WAITING');
    for (let times = 0; times < 2; times += 1) {
      const { payment: sent } = await operator.call(routes.sendBackPayment, step(paymentId));
      expect(sent.state).toBe('sent-back');
    }
    await on('2026-03-11');
    for (let times = 0; times < 2; times += 1) {
      expect((await confirm()).body).toMatchObject({ payment: { state: 'returned', returnKey: `BACK${reference}` } });
    }
    expect(await lenderEntries(paymentId)).toEqual([
      '2026-03-10 unidentified BANCOS COBROS_POR_IDENTIFICAR 116000.00',
      '2026-03-10 send-back COBROS_POR_IDENTIFICAR POR_DEPOSITAR 116000.00',
      '2026-03-11 return POR_DEPOSITAR BANCOS 116000.00',
    ]);
    const elsewhere = await operator.refusal(routes.confirmReturn, step(paymentId, { trackingKey: 'ELSEWHERE' }));
    expect(elsewhere.code).toBe('PAYMENT_NOT_WAITING');
    const [own, other] = [await inCredit(), await unknown()];
    const identified = await operator.refusal(routes.identifyPayment, identification(paymentId, [own]));
    expect(identified).toMatchObject({ status: 409, code: 'PAYMENT_NOT_WAITING' });
    await operator.call(routes.sendBackPayment, step(other.paymentId));
    const reused = step(other.paymentId, { trackingKey: `BACK${reference}` });
    expect((await operator.refusal(routes.confirmReturn, reused)).code).toBe('TRACKING_KEY_REUSED');
    await on('2026-03-10');
  });

  it('[DIN-125] is not sent back after all: a reversing entry makes it wait again, until the bank has it', async () => {
    const { paymentId } = await unknown({ bank: 'BANORTE' });
    const keepIt = (reason = 'el cliente dijo qué paga') =>
      operator.send(routes.keepPayment, step(paymentId, { reason }));
    await operator.call(routes.sendBackPayment, step(paymentId, { reason: 'nadie lo reconoce' }));
    await on('2026-03-11');
    for (let times = 0; times < 2; times += 1)
      expect((await keepIt()).body).toMatchObject({
        payment: { state: 'waiting', left: '116000.00', returned: '0.00' },
      });
    expect(await waiting()).toContain(paymentId);
    expect((await operator.call(routes.listPayables)).returns.map((row) => row.paymentId)).not.toContain(paymentId);
    const first = [
      '2026-03-10 unidentified BANCOS COBROS_POR_IDENTIFICAR 116000.00',
      '2026-03-10 send-back COBROS_POR_IDENTIFICAR POR_DEPOSITAR 116000.00',
      '2026-03-10 send-back POR_DEPOSITAR COBROS_POR_IDENTIFICAR 116000.00',
    ];
    expect(await lenderEntries(paymentId)).toEqual(first);
    await operator.call(routes.sendBackPayment, step(paymentId));
    const terms = { currency: 'MXN', reach: 'any', separator: 'comma', columns: 'cuenta\nimporte' } as const;
    const { layout } = await operator.call(routes.savePaymentLayout, { body: { name: 'Banco', ...terms } });
    const to = { clabe: clabeOf('07218000123456789'), beneficiary: 'Quien pagó' };
    const back = { kind: 'return', subject: paymentId, amount: '116000.00', ...to } as const;
    const body = { layoutId: layout.layoutId, payments: [back] };
    const { file } = await operator.call(routes.makePaymentFile, { body });
    if (file === null) throw new Error('a file that waits');
    expect((await keepIt()).code).toBe('PAYMENT_FILED');
    const references = file.payments.map(({ reference }) => reference);
    await operator.call(routes.withdrawFiledPayments, {
      params: { fileId: file.fileId },
      body: { references, reason: 'no se subió al banco' },
    });
    expect((await keepIt('otra vez aparece')).status).toBe(200);
    expect(await lenderEntries(paymentId)).toHaveLength(5);
    const { rows } = await portal.db.owner.query(
      `select action, details->>'reason' as reason from audit where subject = $1 and action <> 'unidentified.unidentified' order by recorded_at, audit_id`,
      [`unidentified-payment:${paymentId}`],
    );
    expect(rows).toEqual([
      { action: 'unidentified.send-back', reason: 'nadie lo reconoce' },
      { action: 'unidentified.keep', reason: 'el cliente dijo qué paga' },
      { action: 'unidentified.send-back', reason: null },
      { action: 'unidentified.keep', reason: 'otra vez aparece' },
    ]);
    await operator.call(routes.sendBackPayment, step(paymentId));
    await operator.call(routes.confirmReturn, step(paymentId, { trackingKey: 'BACK125' }));
    expect((await keepIt()).code).toBe('PAYMENT_NOT_WAITING');
    await on('2026-03-10');
  });
});

describe('[OPE-22] a typed payment', () => {
  it('[DIN-128] an amount that the same payer has just paid needs a second person, unless an invoice owes exactly that', async () => {
    const [first, second] = [await inCredit(), await inCredit()];
    await collect(operator, payment({ documentIds: [first] }, { amount: '100000.00' }));
    const again = payment({ documentIds: [second] }, { amount: '100000.00' });
    expect(await refusal(again)).toMatchObject({ code: 'SECOND_PERSON_NEEDED', details: [{ path: 'again' }] });
    const reason = 'son dos pagos del mismo día';
    const { proposal } = await operator.call(routes.registerCollection, { body: { ...again, reason } });
    if (!proposal) throw new Error('no proposal');
    await approveAsOther(portal, proposal);
    const [third, fourth] = [await inCredit(), await inCredit()];
    for (const documentId of [third, fourth]) await collect(operator, payment({ documentIds: [documentId] }));
    // Another amount, or the same one much later, is another payment.
    const fifth = await inCredit();
    await collect(operator, payment({ documentIds: [fifth] }, { amount: '99999.99' }));
  });

  it('a payment above what is owed, or of long ago, books nothing before a second person confirms it', async () => {
    const documentId = await inCredit();
    const slip = payment({ documentIds: [documentId] }, { amount: '11600000.00' });
    const doubts = ['amount', 'slip'];
    expect(await refusal(slip)).toMatchObject({
      code: 'SECOND_PERSON_NEEDED',
      details: doubts.map((path) => ({ path })),
    });
    const typed = { ...slip, reason: 'Pagó otras también' };
    const { proposal, ...rest } = await operator.call(routes.registerCollection, { body: typed });
    expect(rest).toEqual({ collection: null, unidentified: null });
    const { id: proposalId = '', ground } = proposal ?? {};
    const decide = { params: { proposalId }, body: { decision: { kind: 'approve', ground: ground ?? '' } as const } };
    expect((await operator.refusal(routes.decideProposal, decide)).code).toBe('OWN_PROPOSAL');
    expect(proposal?.change).toMatchObject({
      now: { owed: '116000.00' },
      proposed: { amount: '11600000.00', payer: 'debtor', invoices: [documentId], doubts },
    });
    // Meanwhile the right amount is booked: the slip can no longer be.
    const { trackingKey } = await collect(operator, { ...slip, amount: '116000.00' });
    expect(trackingKey).toBe(slip.trackingKey);
    const second = await portal.signIn((await anOperator(portal, { roles: ['tesoreria'] })).email);
    expect((await second.call(routes.decideProposal, decide)).proposal.state).toBe('outdated');
  });

  it('two people keep a payment of long ago without a match; one does in its time', async () => {
    const old = payment({ reference: 'NO EXISTE' }, { valueDate: '2026-03-06' });
    expect(await refusal(old)).toMatchObject({ code: 'SECOND_PERSON_NEEDED', details: [{ path: 'valueDate' }] });
    const recent = payment({ reference: 'NO EXISTE' }, { valueDate: '2026-03-07' });
    expect((await operator.call(routes.registerCollection, { body: recent })).unidentified).not.toBeNull();
    const { proposal } = await operator.call(routes.registerCollection, { body: { ...old, reason: 'Llegó tarde' } });
    if (proposal) await approveAsOther(portal, proposal);
    const again = await operator.call(routes.registerCollection, { body: old });
    expect(again).toMatchObject({ unidentified: { valueDate: '2026-03-06' }, proposal: null });
  });
});

it('[OPE-22] typed as the client’s, the second person sees who paid, and it is booked as the client’s', async () => {
  await on('2026-03-10');
  const documentId = await inCredit();
  const body = payment({ documentIds: [documentId] }, { amount: '120000.00', payer: 'client' });
  const typed = { ...body, reason: 'Lo pagó la empresa' };
  const { proposal } = await operator.call(routes.registerCollection, { body: typed });
  if (proposal === null) throw new Error('one person was enough');
  expect(proposal.change).toMatchObject({ now: { payer: null }, proposed: { payer: 'client' } });
  await approveAsOther(portal, proposal);
  expect(await collect(operator, body)).toMatchObject({ payer: 'client', amount: '120000.00' });
  const query = { startDate: '2026-03-01', endDate: '2026-03-31' };
  const { currencies } = (await session.call(routes.getStatement, { query })).data;
  const keys = currencies.flatMap(({ collections }) => collections.map(({ trackingKey }) => trackingKey));
  expect(keys).not.toContain(body.trackingKey);
});

it('[OPE-22] a payment of 10^12 or more is refused: the devoluciones of two such ones could not be shown', async () => {
  const huge = payment({ reference: 'NO EXISTE' }, { amount: '1000000000000.00' });
  expect(await refusal(huge)).toMatchObject({ code: 'INVALID_REQUEST', details: [{ path: 'amount' }] });
});

it('[OPE-22] identified as more than what is owed waits for a second person', async () => {
  const documentId = await inCredit();
  const { paymentId } = await unknown({ amount: '13892609.00' });
  const typed = identification(paymentId, [documentId]);
  expect(await operator.refusal(routes.identifyPayment, typed)).toMatchObject({ code: 'SECOND_PERSON_NEEDED' });
  const body = { ...typed.body, reason: 'Pagó de más' };
  const { proposal } = await operator.call(routes.identifyPayment, { ...typed, body });
  if (proposal) await approveAsOther(portal, proposal);
  expect(await identify(paymentId, documentId)).toMatchObject({ amount: '13892609.00' });
});

it('[DIN-45] a surplus is measured by the tolerance that the lender has set', async () => {
  const setTolerance = (percent: string) =>
    portal.db.owner.query(
      `insert into approval_amounts (currency, per_sale, surplus_percent) values ('MXN', null, $1)
        on conflict (currency) do update set surplus_percent = excluded.surplus_percent`,
      [percent],
    );
  const [wide, narrow] = [await inCredit(), await inCredit()];
  await setTolerance('5.00');
  const body = payment({ documentIds: [wide] }, { amount: '121800.00' });
  expect(await refusal({ ...body, amount: '121800.01' })).toMatchObject({ code: 'SECOND_PERSON_NEEDED' });
  expect(await collect(operator, body)).toMatchObject({ amount: '121800.00' });
  await setTolerance('0.00');
  const { paymentId } = await unknown({ amount: '116000.01' });
  const typed = identification(paymentId, [narrow]);
  expect(await operator.refusal(routes.identifyPayment, typed)).toMatchObject({ details: [{ path: 'amount' }] });
  const { proposal } = await operator.call(routes.identifyPayment, {
    ...typed,
    body: { ...typed.body, reason: 'Un centavo de más' },
  });
  // The second person reads the tolerance by which the amount was measured.
  expect(proposal?.change.proposed).toMatchObject({ doubts: ['amount'], surplusPercent: '0.00' });
  await portal.db.owner.query('delete from approval_amounts');
});

describe('[PRE-04] identified money', () => {
  it('pays with its own value date, whenever it is identified, and the client sees it as a payment', async () => {
    const documentId = await inCredit();
    const { id, paymentReference: reference } = await referenceFor(session, [documentId]);
    await session.call(routes.cancelPaymentReference, { params: { id }, body: {} });
    await on('2026-05-07');
    const { paymentId, trackingKey, ...kept } = await keep(payment({ reference }, { valueDate: '2026-05-04' }));
    expect(kept).toMatchObject({ reason: 'cancelled', clientRFC: seller.client.rfc });
    await on('2026-05-20');
    // Ten days late by its value date.
    const collection = await identify(paymentId, documentId);
    const figures = { recargos: '1546.67', ivaRecargos: '247.47', finalDeposit: '9249.06' };
    expect(collection).toMatchObject({ trackingKey, valueDate: '2026-05-04', invoices: [figures] });
    expect(await identify(paymentId, documentId)).toEqual(collection);
    expect(await waiting()).not.toContain(paymentId);
    expect(await lenderEntries(paymentId)).toEqual([
      '2026-05-04 unidentified BANCOS COBROS_POR_IDENTIFICAR 116000.00',
      '2026-05-04 identification COBROS_POR_IDENTIFICAR ENTRE_DIARIOS 116000.00',
    ]);
    expect((await clientEntries(collection.collectionId)).slice(0, 2)).toEqual([
      '2026-05-04 collection ENTRE_DIARIOS 116000.00 0.00',
      '2026-05-04 collection CARTERA 0.00 116000.00',
    ]);
    const { data } = await session.call(routes.listInvoices, { query: { status: '40' } });
    expect(data.find((row) => row.documentId === documentId)).toMatchObject({ paymentDate: '2026-05-04', ...figures });
    const query = { startDate: '2026-05-01', endDate: '2026-05-31' };
    const { currencies } = (await session.call(routes.getStatement, { query })).data;
    expect(currencies[0]?.collections).toMatchObject([{ valueDate: '2026-05-04', amount: '116000.00', trackingKey }]);
    expect(currencies[0]?.accounts.map(({ movements }) => movements.at(-1)?.concept)).toContain('Cobro del deudor');
  });

  it('is refused for invoices that it cannot pay, unchanged', async () => {
    await on('2026-03-10');
    const { paymentId } = await unknown();
    const documentId = await inCredit();
    const refused = async (pays: object, of = paymentId) =>
      (await operator.refusal(routes.identifyPayment, step(of, { pays }))).code;
    const dollars = await unknown({ currency: 'USD' });
    expect(await refused({ documentIds: [documentId] }, dollars.paymentId)).toBe('COLLECTION_CURRENCY_DIFFERS');
    expect(await refused({ documentIds: await seller.invoices({}) })).toBe('INVOICE_NOT_IN_CREDIT');
    expect(await refused({ documentIds: [paymentId] })).toBe('NOT_FOUND');
    expect(await refused({ documentIds: [documentId] }, documentId)).toBe('NOT_FOUND');
    expect(await refused({ reference: 'AN110000000000' })).toBe('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
    expect(await lenderEntries(paymentId)).toHaveLength(1);
  });

  it('has one outcome when it is identified twice and sent back at once', async () => {
    for (let round = 0; round < rounds(4, 40); round += 1) {
      const { paymentId } = await unknown();
      const [first, second] = [await inCredit(), await inCredit()];
      const calls = [
        () => operator.send(routes.identifyPayment, identification(paymentId, [first])),
        () => operator.send(routes.sendBackPayment, step(paymentId)),
        () => operator.send(routes.identifyPayment, identification(paymentId, [second])),
      ];
      const ordered = round % 2 === 0 ? calls : calls.toReversed();
      const answers = await Promise.all(ordered.map((call) => call()));
      expect(answers.map(({ status, code }) => code ?? status).toSorted()).toEqual([
        200,
        'PAYMENT_NOT_WAITING',
        'PAYMENT_NOT_WAITING',
      ]);
      expect(await lenderEntries(paymentId)).toHaveLength(2);
    }
  });
});
