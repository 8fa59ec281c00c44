import { randomUUID } from 'node:crypto';
import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { clientEntriesOf, lenderEntriesOf } from '../../../testing/journal.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, approvalOf, approveAsOther, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let sellers: readonly [Seller, Seller, Seller];
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  sellers = [await aSeller(portal), await aSeller(portal), await aSeller(portal)];
});
afterAll(() => portal.close());

const on = async (day: string): Promise<void> => {
  portal.clock.set(new Date(`${day}T19:45:00-06:00`));
  operator = await portal.signIn((await anOperator(portal)).email);
};
/** An invoice of 116,000.00 in credit of each seller. */
const inCredit = async (): Promise<string[]> => {
  await on('2026-03-10');
  const sold: string[] = [];
  for (const { invoices, user } of sellers) {
    const [documentId = ''] = await invoices();
    await sellAndDeposit({ session: await portal.signIn(user.email), operator }, [documentId]);
    sold.push(documentId);
  }
  await on('2026-04-24');
  return sold;
};
const receive = async (amount: string) => {
  const body = aPayment({ reference: 'PAGO DE TRES' }, { valueDate: portal.clock.today(), amount });
  const { unidentified } = await operator.call(routes.registerCollection, { body });
  if (unidentified === null) throw new Error('the payment was identified');
  return unidentified;
};
const statementOf = async ({ user }: Seller) => {
  const session = await portal.signIn(user.email);
  const query = { startDate: '2026-04-01', endDate: '2026-04-30' };
  return (await session.call(routes.getStatement, { query })).data.currencies[0];
};

it('[DIN-26] [DIN-27] one transfer of the receiver for three clients, short by a credit note, is right to the cent everywhere', async () => {
  const documentIds = await inCredit();
  const [, , third = ''] = documentIds;
  const { paymentId, trackingKey } = await receive('338000.00');
  const params = { paymentId };
  const cfdiUuid = randomUUID().toUpperCase();
  const deductions = [{ documentId: third, kind: 'credit-note', amount: '10000.00', cfdiUuid }] as const;
  const body = { pays: { documentIds }, amount: '338000.00', part: 1, deductions: [...deductions] };
  const shown = await operator.call(routes.previewIdentification, { params, body });
  expect(shown).toMatchObject({ left: '0.00', doubts: expect.arrayContaining(['deduction']) });
  expect((await operator.refusal(routes.identifyPayment, { params, body })).code).toBe('SECOND_PERSON_NEEDED');
  const asked = { ...body, reason: 'Así lo avisó el receptor' };
  const { proposal } = await operator.call(routes.identifyPayment, { params, body: asked });
  if (proposal === null) throw new Error('one person was enough');
  await approveAsOther(portal, proposal);
  expect((await lenderEntriesOf(portal, paymentId)).toSorted()).toEqual(
    [
      '2026-04-24 unidentified BANCOS COBROS_POR_IDENTIFICAR 338000.00',
      ...['116000.00', '116000.00', '106000.00']
        .toSorted()
        .map((amount) => `2026-04-24 identification COBROS_POR_IDENTIFICAR ENTRE_DIARIOS ${amount}`),
    ].toSorted(),
  );
  const { data } = await operator.call(routes.listAppliedReceipts);
  const parts = data.find((one) => one.trackingKey === trackingKey)?.parts ?? [];
  const figures = parts.flatMap(({ payer, invoices }) =>
    invoices.map(({ documentId, paid, owed, finalDeposit, isSettled, deductions: kept }) => ({
      ...{ documentId, payer, paid, owed, finalDeposit, isSettled, kept },
    })),
  );
  const whole = {
    payer: 'debtor',
    paid: '116000.00',
    owed: '0.00',
    finalDeposit: '11043.20',
    isSettled: true,
    kept: [],
  };
  const note = { kind: 'credit-note', amount: '10000.00' };
  expect(figures).toEqual(
    expect.arrayContaining([
      ...documentIds.slice(0, 2).map((documentId) => ({ documentId, ...whole })),
      { documentId: third, ...whole, paid: '106000.00', finalDeposit: '1043.20', kept: [note] },
    ]),
  );
  expect(figures).toHaveLength(3);
  const ofThird = parts.find(({ invoices }) => invoices.some(({ documentId }) => documentId === third));
  expect(await clientEntriesOf(portal, ofThird?.collectionId ?? '')).toEqual([
    '2026-04-24 collection ENTRE_DIARIOS 106000.00 0.00',
    '2026-04-24 collection CARTERA 0.00 106000.00',
    '2026-04-24 release AFORO_POR_DEVOLVER 1600.00 0.00',
    '2026-04-24 release IVA_POR_FACTURAR 0.00 556.80',
    '2026-04-24 release POR_DEPOSITAR 0.00 1043.20',
  ]);
  const { rows } = await portal.db.owner.query(
    `select concat_ws(' ', value_date, account, debit, credit) as line from ledger_entries join ledger_lines using (client_id, entry_number)
     where event = 'supplier-credit' and document_id = $1 order by line_number`,
    [third],
  );
  expect(rows.map(({ line }) => line)).toEqual([
    '2026-04-24 AFORO_POR_DEVOLVER 10000.00 0.00',
    '2026-04-24 CARTERA 0.00 10000.00',
  ]);
  // The sheet of LIVA 1-C has the payment of the debtor, not its deduction.
  const collected = await Promise.all(sellers.map(async (seller) => (await statementOf(seller))?.collections));
  expect(collected).toMatchObject(
    ['116000.00', '116000.00', '106000.00'].map((amount) => [{ trackingKey, amount, valueDate: '2026-04-24' }]),
  );
});

it('[DIN-26] [DIN-102] a fee that was kept back stays owed with its reason, and no one can keep back what is not owed', async () => {
  const [first = '', second = ''] = await inCredit();
  const { paymentId } = await receive('231500.00');
  const params = { paymentId };
  const paying = (deductions: object[]) => ({
    params,
    body: { pays: { documentIds: [first, second] }, amount: '231500.00', part: 1, deductions },
  });
  const refused = async (deductions: object[]) =>
    (await operator.refusal(routes.identifyPayment, paying(deductions))).code;
  const fee = { documentId: first, kind: 'fee', amount: '500.00' };
  expect(await refused([{ ...fee, amount: '116000.00' }])).toBe('ADJUSTMENT_EXCEEDS_DEBT');
  expect(await refused([fee, fee])).toBe('INVOICE_NOT_IN_CREDIT');
  expect(await refused([{ ...fee, kind: 'credit-note' }])).toBe('INVALID_REQUEST');
  const { payment } = await operator.call(routes.identifyPayment, paying([fee]));
  expect(payment).toMatchObject({ state: 'identified', left: '0.00' });
  // Sent again as something else, a part is refused, and not answered as if that had been booked.
  const again = async (over: object) => {
    const { body } = paying([fee]);
    return (await operator.send(routes.identifyPayment, { params, body: { ...body, ...over } })).code;
  };
  expect(await again({})).toBeNull();
  for (const other of [{ deductions: [] }, { deductions: [{ ...fee, amount: '400.00' }] }, { amount: '231000.00' }])
    expect([other, await again(other)]).toEqual([other, 'PAYMENT_NOT_WAITING']);
  expect(await again({ payer: 'client' })).toBe('PAYMENT_NOT_WAITING');
  const { data } = await operator.call(routes.listAppliedReceipts);
  const invoices = data.flatMap(({ parts }) => parts.flatMap((part) => part.invoices));
  expect(invoices.find(({ documentId }) => documentId === first)).toMatchObject({
    ...{ paid: '115500.00', owed: '500.00', isSettled: false },
    deductions: [{ kind: 'fee', amount: '500.00' }],
  });
  expect(invoices.find(({ documentId }) => documentId === second)).toMatchObject({
    paid: '116000.00',
    isSettled: true,
  });
});

it('[DIN-26] [DIN-05] [DIN-102] a payment that is typed may be short by a credit note, which is shown before, confirmed by two and booked once', async () => {
  const [first = ''] = await inCredit();
  const cfdiUuid = randomUUID().toUpperCase();
  const note = { documentId: first, kind: 'credit-note', amount: '10000.00', cfdiUuid } as const;
  const typed = { valueDate: portal.clock.today(), amount: '106000.00', deductions: [note] };
  const body = aPayment({ documentIds: [first] }, typed);
  const { trackingKey, bank: _, ...unkeyed } = body;
  const shown = await operator.call(routes.previewCollection, { body: unkeyed });
  expect(shown).toMatchObject({ left: '0.00', doubts: expect.arrayContaining(['deduction']), waitsFor: null });
  const after = {
    ...{ documentId: first, paid: '106000.00', owed: '0.00', isSettled: true, finalDeposit: '1043.20' },
    deductions: [{ kind: 'credit-note', amount: '10000.00' }],
  };
  expect(shown.parts.flatMap(({ invoices }) => invoices)).toMatchObject([after]);
  // The preview booked nothing.
  expect(await operator.refusal(routes.registerCollection, { body })).toMatchObject({
    code: 'SECOND_PERSON_NEEDED',
    details: [{ path: 'deduction' }],
  });
  const { proposal } = await operator.call(routes.registerCollection, { body: { ...body, reason: 'Así lo avisó' } });
  if (proposal === null) throw new Error('one person was enough');
  expect(proposal.change).toMatchObject({ now: { owed: '106000.00' }, proposed: { deductions: [note] } });
  await approveAsOther(portal, proposal);
  const { collection } = await operator.call(routes.registerCollection, { body });
  for (const over of [{ deductions: undefined }, { deductions: [{ ...note, cfdiUuid: randomUUID().toUpperCase() }] }])
    expect(await operator.refusal(routes.registerCollection, { body: { ...body, ...over } })).toMatchObject({
      code: 'TRACKING_KEY_REUSED',
    });
  expect(await clientEntriesOf(portal, collection?.collectionId ?? '')).toEqual([
    '2026-04-24 collection BANCOS 106000.00 0.00',
    '2026-04-24 collection CARTERA 0.00 106000.00',
    '2026-04-24 release AFORO_POR_DEVOLVER 1600.00 0.00',
    '2026-04-24 release IVA_POR_FACTURAR 0.00 556.80',
    '2026-04-24 release POR_DEPOSITAR 0.00 1043.20',
  ]);
  const { data } = await operator.call(routes.listAppliedReceipts);
  const applied = data.find((one) => one.trackingKey === trackingKey);
  expect(applied?.parts.flatMap(({ invoices }) => invoices)).toMatchObject([after]);
});

it('[DIN-26] [DIN-102] a typed payment of several invoices leaves owed only the one that is short, and no deduction is of another invoice', async () => {
  const [first = '', second = '', third = ''] = await inCredit();
  const fee = { documentId: first, kind: 'fee', amount: '500.00' } as const;
  const typed = { valueDate: portal.clock.today(), amount: '231500.00', deductions: [fee] };
  const body = aPayment({ documentIds: [first, second] }, typed);
  const refused = async (over: object) =>
    (await operator.refusal(routes.registerCollection, { body: { ...body, ...over } })).code;
  expect(await refused({ deductions: [{ ...fee, documentId: third }] })).toBe('INVOICE_NOT_IN_CREDIT');
  expect(await refused({ deductions: [{ ...fee, amount: '116000.00' }] })).toBe('ADJUSTMENT_EXCEEDS_DEBT');
  const { unidentified } = await operator.call(routes.registerCollection, { body });
  expect(unidentified).toMatchObject({ state: 'identified', left: '0.00' });
  expect((await operator.call(routes.registerCollection, { body })).unidentified).toEqual(unidentified);
  expect(await refused({ deductions: [{ ...fee, kind: 'withholding' }] })).toBe('TRACKING_KEY_REUSED');
  const { data } = await operator.call(routes.listAppliedReceipts);
  const invoices = data
    .filter(({ trackingKey }) => trackingKey === body.trackingKey)
    .flatMap(({ parts }) => parts.flatMap((part) => part.invoices));
  const short = { documentId: first, paid: '115500.00', owed: '500.00', isSettled: false };
  expect(invoices.toSorted((one, other) => Number(one.paid) - Number(other.paid))).toMatchObject([
    { ...short, deductions: [{ kind: 'fee', amount: '500.00' }] },
    { documentId: second, paid: '116000.00', isSettled: true, deductions: [] },
  ]);
});

it('[DIN-27] a part that the client paid is no collection of its debtor, and the other parts of the receipt are', async () => {
  const [first = '', second = ''] = await inCredit();
  const { paymentId, trackingKey } = await receive('232000.00');
  for (const [index, documentId, payer] of [
    [1, first, 'debtor'],
    [2, second, 'client'],
  ] as const) {
    const body = { pays: { documentIds: [documentId] }, amount: '116000.00', part: index, payer };
    await operator.call(routes.identifyPayment, { params: { paymentId }, body });
  }
  const [debtors, clients] = await Promise.all(sellers.slice(0, 2).map(statementOf));
  const keys = [debtors, clients].map((shown) =>
    shown?.collections.map((one) => one.trackingKey).includes(trackingKey),
  );
  expect(keys).toEqual([true, false]);
});

it('[DIN-28] a part booked for the wrong client is moved in one step, which two people see first', async () => {
  const [wrong = '', right = ''] = await inCredit();
  const { paymentId, trackingKey } = await receive('116500.00');
  const body = { pays: { documentIds: [wrong] }, amount: '116500.00', part: 1 };
  const { collection } = await operator.call(routes.identifyPayment, { params: { paymentId }, body });
  const id = collection?.collectionId ?? '';
  const wanted = { kind: 'collection', id, to: right } as const;
  const preview = (to: string) => ({ query: { ...wanted, money: 'waits' as const, to } });
  expect((await operator.refusal(routes.previewReversal, preview(paymentId))).code).toBe('NOT_FOUND');
  const { consequences } = await operator.call(routes.previewReversal, preview(right));
  const kinds = consequences.map(({ kind, amount }) => `${kind} ${amount}`);
  expect(kinds.slice(-2)).toEqual(['money-moved 116000.00', 'money-waits 500.00']);
  const asked = { kind: 'collection', id, money: 'waits', to: [right], reason: 'Era del otro cliente' } as const;
  const { proposal } = await operator.call(routes.proposeReversal, { body: asked });
  expect((await operator.refusal(routes.decideProposal, approvalOf(proposal))).code).toBe('OWN_PROPOSAL');
  await approveAsOther(portal, proposal);
  expect(await lenderEntriesOf(portal, paymentId)).toEqual([
    '2026-04-24 unidentified BANCOS COBROS_POR_IDENTIFICAR 116500.00',
    '2026-04-24 identification COBROS_POR_IDENTIFICAR ENTRE_DIARIOS 116500.00',
    '2026-04-24 identification ENTRE_DIARIOS COBROS_POR_IDENTIFICAR 116500.00',
    '2026-04-24 identification COBROS_POR_IDENTIFICAR ENTRE_DIARIOS 116000.00',
  ]);
  const { data } = await operator.call(routes.listWaitingReceipts);
  expect(data.find((one) => one.trackingKey === trackingKey)).toMatchObject({
    left: '500.00',
    applications: [{ amount: '116000.00' }],
  });
  const { rows } = await portal.db.owner.query('select document_id, status from invoices where document_id = any($1)', [
    [wrong, right],
  ]);
  expect(new Map(rows.map((row) => [row.document_id, row.status]))).toEqual(
    new Map([
      [wrong, 30],
      [right, 40],
    ]),
  );
});
