import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, collect, reverseAsTwo, sellAndDeposit, stateOfReference } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

/** 100 days after the due date: late charges 15,466.67 and their IVA 2,474.67, of an aforo of 11,600.00. */
const PAID_ON = '2026-08-02';
/** Includes the interest's IVA of 556.80, which is not invoiced yet. */
const BALANCE = '6898.14';

let portal: Portal;
let seller: Seller;
let session: Session;
let operator: Session;
/** Settled, each with the same balance due. */
let settled: string[];

const on = async (day: string): Promise<void> => {
  portal.clock.set(new Date(`${day}T19:30:00-06:00`));
  session = await portal.signIn(seller.user.email);
  operator = await portal.signIn((await anOperator(portal)).email);
};

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  await on('2026-03-10');
  settled = await seller.invoices({ count: 6 });
  await sellAndDeposit({ session, operator }, settled);
  await on(PAID_ON);
  for (const documentId of settled) {
    const { invoices } = await pay({ documentIds: [documentId] });
    expect(invoices).toMatchObject([{ finalDeposit: '0.00', balanceDue: BALANCE }]);
  }
});
afterAll(() => portal.close());

const pay = (pays: object, over: object = {}) =>
  collect(operator, aPayment(pays, { valueDate: portal.clock.today(), ...over }));
const uuidsOf = async (documentIds: readonly string[]): Promise<string[]> => {
  const { data } = await session.call(routes.listInvoices, { query: { status: '25,30,40' } });
  return data.filter(({ documentId }) => documentIds.includes(documentId)).map(({ uuid }) => uuid);
};
const refer = async (documentIds: readonly string[]) =>
  session.call(routes.setPaymentReference, { body: { invoices: await uuidsOf(documentIds) } });
const refusalOf = async (documentIds: readonly string[]): Promise<string> => {
  const body = { invoices: await uuidsOf(documentIds) };
  return (await session.refusal(routes.setPaymentReference, { body })).code;
};
const leftForTheClient = async (reference: string): Promise<string | undefined> => {
  const params = { clientId: seller.client.clientId };
  const { data } = await session.call(routes.listPaymentReferences, { params });
  return data.find((made) => made.reference === reference)?.left;
};
const dueAtTheLender = async (reference: string): Promise<string | undefined> =>
  (await operator.call(routes.listDueReferences)).data.find((due) => due.reference === reference)?.amount;
const journalOf = async (documentId: string): Promise<string[]> => {
  const { rows } = await portal.db.owner.query<{ line: string }>(
    `select concat_ws(' ', event, account, debit, credit) as line
     from ledger_lines join ledger_entries using (client_id, entry_number)
     where document_id = $1 and collection_id = (
       select collection_id from collection_items join collections using (client_id, collection_id)
       where document_id = $1 order by registered_at desc, tracking_key desc limit 1)
     order by entry_number, line_number`,
    [documentId],
  );
  return rows.map(({ line }) => line);
};
const owing = async (documentId: string): Promise<string> => {
  const { rows } = await portal.db.owner.query<{ owing: string }>(
    `select coalesce(sum(debit - credit), 0)::numeric(18, 2)::text as owing from ledger_lines
     where document_id = $1 and account in ('CLIENTE', 'IVA_POR_FACTURAR', 'IVA_NO_COBRADO')`,
    [documentId],
  );
  return rows[0]?.owing ?? '';
};

describe('a balance due of a settled invoice', () => {
  it('[PRE-04] [RPG-05] a balance due is paid with its reference, and only the IVA that is still to be invoiced is left of it', async () => {
    const [documentId = ''] = settled;
    const { paymentReference: reference, id } = await refer([documentId]);
    const { data } = await session.call(routes.listPaymentReferences, {
      params: { clientId: seller.client.clientId },
    });
    expect(data).toMatchObject([{ reference, amount: BALANCE, lateCharges: '0.00', count: 1, state: 'pending' }]);
    expect(await dueAtTheLender(reference)).toBe(BALANCE);
    expect(await refusalOf([documentId])).toBe('INVOICE_ALREADY_REFERENCED');
    const { invoices } = await pay({ reference }, { amount: BALANCE });
    const figures = { recargos: '0.00', ivaRecargos: '0.00', finalDeposit: '0.00', balanceDue: '0.00' };
    expect(invoices).toEqual([{ documentId, paidAmount: BALANCE, ...figures }]);
    expect(await journalOf(documentId)).toEqual([
      'balance-payment BANCOS 6898.14 0.00',
      'balance-payment CLIENTE 0.00 6898.14',
    ]);
    expect(await owing(documentId)).toBe('-556.80');
    expect(await stateOfReference(portal, id)).toBe('paid');
    expect(await refusalOf([documentId])).toBe('INVOICE_NOT_IN_CREDIT');
    const { data: rows } = await session.call(routes.listInvoices, { query: { paymentReference: reference } });
    expect(rows).toMatchObject([{ documentId, status: 40, paidAmount: '122898.14', recargos: '15466.67' }]);
  });

  it('[PRE-04] is paid in parts; more than it waits to be sent back', async () => {
    const [, documentId = ''] = settled;
    const { paymentReference: reference, id } = await refer([documentId]);
    expect(await pay({ reference }, { amount: '6000.00' })).toMatchObject({
      reference,
      invoices: [{ balanceDue: '898.14', finalDeposit: '0.00' }],
    });
    expect(await stateOfReference(portal, id)).toBe('live');
    expect([await dueAtTheLender(reference), await leftForTheClient(reference)]).toEqual(['898.14', '898.14']);
    const kept = async (amount: string): Promise<string | undefined> => {
      const body = aPayment({ reference }, { valueDate: PAID_ON, amount });
      return (await operator.call(routes.registerCollection, { body })).unidentified?.reason;
    };
    expect(await kept('898.15')).toBe('paid');
    const dollars = aPayment({ reference }, { valueDate: PAID_ON, amount: '1000.00', currency: 'USD' });
    expect((await operator.refusal(routes.registerCollection, { body: dollars })).code).toBe(
      'COLLECTION_CURRENCY_DIFFERS',
    );
    expect(await pay({ documentIds: [documentId] }, { amount: '898.14' })).toMatchObject({
      invoices: [{ balanceDue: '0.00', finalDeposit: '0.00' }],
    });
    expect(await stateOfReference(portal, id)).toBe('paid');
    expect(await dueAtTheLender(reference)).toBeUndefined();
    expect(await kept('0.01')).toBe('paid');
  });

  it('[PRE-04] is paid once by several payments at once, by its reference and by name', async () => {
    const documentId = settled[4] ?? '';
    const { paymentReference: reference, id } = await refer([documentId]);
    const send = (pays: object) =>
      operator.send(routes.registerCollection, { body: aPayment(pays, { valueDate: PAID_ON, amount: BALANCE }) });
    const answers = await Promise.all([
      ...Array.from({ length: 3 }, () => send({ reference })),
      ...Array.from({ length: 3 }, () => send({ documentIds: [documentId] })),
    ]);
    const outcomes = answers.map(
      ({ body, code }) =>
        code ?? (body as { unidentified: null | { reason: string } }).unidentified?.reason ?? 'booked',
    );
    expect(outcomes.filter((one) => one === 'booked')).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set(['booked', 'paid']));
    expect(await owing(documentId)).toBe('-556.80');
    expect(await stateOfReference(portal, id)).toBe('paid');
  });

  it('[RPG-03] [RPG-05] the reference of a balance due can be cancelled, ends, and is followed by another one', async () => {
    const [, , documentId = ''] = settled;
    const cancelled = await refer([documentId]);
    await session.call(routes.cancelPaymentReference, { params: { id: cancelled.id }, body: {} });
    const late = aPayment({ reference: cancelled.paymentReference }, { valueDate: PAID_ON, amount: BALANCE });
    expect(await operator.call(routes.registerCollection, { body: late })).toMatchObject({
      collection: null,
      unidentified: { reason: 'cancelled' },
    });
    const first = await refer([documentId]);
    await on('2026-08-03');
    const second = await refer([documentId]);
    expect(await stateOfReference(portal, first.id)).toBe('expired');
    const ended = aPayment({ reference: first.paymentReference }, { valueDate: '2026-08-03', amount: BALANCE });
    const { unidentified } = await operator.call(routes.registerCollection, { body: ended });
    expect(unidentified?.reason).toBe('expired');
    await pay({ reference: second.paymentReference }, { amount: BALANCE });
    expect(await owing(documentId)).toBe('-556.80');
  });

  it('[RPG-01] is not mixed with invoices in credit', async () => {
    await on('2026-08-04');
    const inCredit = await seller.invoices();
    await sellAndDeposit({ session, operator }, inCredit, '2026-09-25');
    expect(await refusalOf([settled[3] ?? '', ...inCredit])).toBe('INVOICE_NOT_IN_CREDIT');
    const overdue = { overdue: 'MXN' } as const;
    expect((await session.refusal(routes.quotePaymentReference, { body: overdue })).code).toBe(
      'REFERENCE_WITHOUT_INVOICES',
    );
  });
});

it('[OPE-22] a small shortfall is closed at once, and one that a payment has reduced not as it was proposed', async () => {
  const documentIds = await seller.invoices({ count: 2 });
  await sellAndDeposit({ session, operator }, documentIds, '2026-09-18');
  const [small = '', moved = ''] = documentIds;
  const close = (documentId: string) =>
    operator.call(routes.closeShortfall, { body: { documentId, reason: 'Retención del receptor' } });
  await pay({ documentIds: [small] }, { amount: '114840.00' });
  expect(await close(small)).toMatchObject({ shortfall: { covered: '1160.00', owed: '0.00' }, proposal: null });
  await pay({ documentIds: [moved] }, { amount: '105000.00' });
  const { proposal } = await close(moved);
  // A booking does not hold up the list of what waits.
  const { owner } = portal.db;
  await owner.query('begin');
  await owner.query('select from credit_lines for update');
  const { data: waiting } = await operator.call(routes.listProposals, { query: { waiting: 'true' } });
  await owner.query('commit');
  expect(waiting).toContainEqual(proposal);
  await pay({ documentIds: [moved] }, { amount: '500.00' });
  const second = await portal.signIn((await anOperator(portal)).email);
  const decision = { kind: 'approve', ground: proposal?.ground ?? '' } as const;
  const decided = await second.call(routes.decideProposal, {
    params: { proposalId: proposal?.id ?? '' },
    body: { decision },
  });
  expect(decided.proposal.state).toBe('outdated');
});

it('[OPE-22] a payment that another one overtakes while it is approved is not booked on what the second person saw', async () => {
  const [documentId = ''] = await seller.invoices();
  await sellAndDeposit({ session, operator }, [documentId], '2026-09-18');
  const more = aPayment({ documentIds: [documentId] }, { valueDate: portal.clock.today(), amount: '120000.00' });
  const { proposal } = await operator.call(routes.registerCollection, { body: { ...more, reason: 'Pagó de más' } });
  const second = await portal.signIn((await anOperator(portal)).email);
  const { owner } = portal.db;
  const waiting = async () =>
    (await owner.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`))
      .rowCount;
  await owner.query('begin');
  await owner.query('select from credit_lines for update');
  const part = pay({ documentIds: [documentId] }, { amount: '100000.00' });
  await expect.poll(waiting, { timeout: 60_000 }).toBe(1);
  const approval = second.send(routes.decideProposal, {
    params: { proposalId: proposal?.id ?? '' },
    body: { decision: { kind: 'approve', ground: proposal?.ground ?? '' } },
  });
  await expect.poll(waiting, { timeout: 60_000 }).toBe(2);
  await owner.query('commit');
  await part;
  expect((await approval).code).toBe('GROUND_CHANGED');
});

it('[DIN-42] the reference of a balance due ends with the receipt that left it', async () => {
  const documentId = settled.at(-1) ?? '';
  const { id } = await refer([documentId]);
  const { rows } = await portal.db.owner.query<{ id: string }>(
    'select collection_id as id from collection_items where document_id = $1',
    [documentId],
  );
  await reverseAsTwo(portal, operator, { kind: 'collection', id: rows[0]?.id ?? '' });
  expect(await stateOfReference(portal, id)).toBe('expired');
  // The invoice is owed again, and can have another one.
  await refer([documentId]);
});

it('[AVI-27] a notice of each payment says what it leaves to pay, and its reversal has one too', async () => {
  const [documentId = ''] = await seller.invoices();
  await sellAndDeposit({ session, operator }, [documentId], '2026-09-18');
  const { collectionId: id } = await pay({ documentIds: [documentId] }, { amount: '16000.00' });
  await reverseAsTwo(portal, operator, { kind: 'collection', id });
  await pay({ documentIds: [documentId] });
  const { data } = await session.call(routes.listNotices, { query: {} });
  const about = data.filter((notice) => notice.objectId === documentId);
  expect(about.map(({ event, amount, left }) => [event, amount, left]).toSorted()).toEqual([
    ['paid', '116000.00', null],
    ['part-paid', '16000.00', '100000.00'],
    ['payment-reversed', '16000.00', null],
  ]);
  const { rows } = await portal.db.owner.query<{ event: string; left: string }>(
    `select event, left_amount as left from notices where object_id = $1 and user_id = $2 order by created_at`,
    [settled[0], seller.user.userId],
  );
  expect(rows).toMatchObject([
    { event: 'part-paid', left: BALANCE },
    { event: 'part-paid', left: '0.00' },
  ]);
});
