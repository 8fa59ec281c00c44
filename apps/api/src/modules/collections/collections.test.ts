import { routes } from '@anticipa/contract/routes';
import { sql } from 'kysely';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anOperator, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, collectAsTwo, referenceFor, sellAndDeposit, stateOfReference } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

/** Date of every deposit; the invoices are due on Friday 24 April 2026. */
const SOLD_ON = '2026-03-10';
/** Still the same day in Mexico City, when the next has begun in UTC. */
const IN_THE_EVENING = 'T19:30:00-06:00';

let portal: Portal;
let client: TestClient;
let user: TestUser;
let unsold: Seller['invoices'];
let session: Session;
let operator: Session;

beforeAll(async () => {
  portal = await startPortal();
  ({ client, user, invoices: unsold } = await aSeller(portal));
});
// Each case starts on the day of its deposits.
beforeEach(() => on(SOLD_ON));
afterAll(() => portal.close());

/** Moves the clock and signs in again, because the earlier sessions have expired. */
const on = async (day: string): Promise<void> => {
  portal.clock.set(new Date(`${day}${IN_THE_EVENING}`));
  session = await portal.signIn(user.email);
  operator = await portal.signIn((await anOperator(portal)).email);
};

const inCredit = async (options: Parameters<typeof unsold>[0] = {}): Promise<string[]> => {
  const documentIds = await unsold(options);
  await sellAndDeposit({ session, operator }, documentIds);
  return documentIds;
};

const payment = (pays: object, over: object = {}) => aPayment(pays, { valueDate: portal.clock.today(), ...over });
const pay = async (body: object) => ({ collection: await collectAsTwo(portal, operator, body) });
const settledRows = async () => (await session.call(routes.listInvoices, { query: { status: '40' } })).data;
const credit = async () => (await session.call(routes.getCreditInformation)).lines.map(({ creditUsed }) => creditUsed);
const journalOf = async (documentId: string): Promise<string[]> => {
  const { rows } = await portal.db.owner.query<{ line: string }>(
    `select concat_ws(' ', event, account, debit, credit) as line
     from ledger_lines join ledger_entries using (client_id, entry_number)
     where document_id = $1 and collection_id is not null order by entry_number, line_number`,
    [documentId],
  );
  return rows.map(({ line }) => line);
};
const refer = (documentIds: readonly string[]) => referenceFor(session, documentIds);
const stateOf = (referenceId: string) => stateOfReference(portal, referenceId);

it('[PRE-04] payments registered out of order settle on the latest value date, by that payment', async () => {
  const [documentId = ''] = await unsold();
  await sellAndDeposit({ session, operator }, [documentId], '2026-07-31');
  await on('2026-06-08');
  for (const [amount, valueDate, bank] of [
    ['60000.00', '2026-06-05', 'Su último banco'],
    ['56000.00', '2026-06-03', 'Su primer banco'],
  ] as const)
    await pay(payment({ documentIds: [documentId] }, { amount, valueDate, bank }));
  const row = (await settledRows()).find((each) => each.documentId === documentId);
  expect(row).toMatchObject({ paymentDate: '2026-06-05', paidAmount: '116000.00', bank: 'Su último banco' });
});

describe('a payment in full', () => {
  it('[PRE-02] [PRE-04] settles the golden sale to the cent, releases its credit and is in the ledger', async () => {
    const before = await credit();
    const [documentId = ''] = await inCredit();
    await on('2026-04-24');
    const { collection } = await pay(payment({ documentIds: [documentId.toUpperCase()] }));
    expect(collection).toMatchObject({
      amount: '116000.00',
      clientId: client.clientId,
      reference: null,
      invoices: [{ documentId, paidAmount: '116000.00', finalDeposit: '11043.20', balanceDue: '0.00' }],
    });
    expect((await settledRows()).find((row) => row.documentId === documentId)).toMatchObject({
      status: 40,
      initialDeposit: '100920.00',
      comision: '3480.00',
      fechaDeposito: SOLD_ON,
      dueDate: '2026-04-24',
      paymentDate: '2026-04-24',
      recargos: '0.00',
      ivaRecargos: '0.00',
      finalDeposit: '11043.20',
      source: 'STP',
      bank: 'Banco de Prueba',
    });
    expect(await credit()).toEqual(before);
    expect(await journalOf(documentId)).toEqual([
      'collection BANCOS 116000.00 0.00',
      'collection CARTERA 0.00 116000.00',
      'release AFORO_POR_DEVOLVER 11600.00 0.00',
      'release IVA_POR_FACTURAR 0.00 556.80',
      'release POR_DEPOSITAR 0.00 11043.20',
    ]);
  });

  it('[PRE-04] ten days late deducts late charges and their IVA from the aforo, by value date', async () => {
    const [documentId = ''] = await inCredit();
    await portal.db.owner.query(`update credit_lines set moratory_rate = 96 where client_id = $1`, [client.clientId]);
    // Registered a week later: neither the delay nor a rate change after the sale costs anything.
    await on('2026-05-11');
    const { collection } = await pay(payment({ documentIds: [documentId] }, { valueDate: '2026-05-04' }));
    await portal.db.owner.query(`update credit_lines set moratory_rate = 48 where client_id = $1`, [client.clientId]);
    const figures = { recargos: '1546.67', ivaRecargos: '247.47', finalDeposit: '9249.06' };
    expect(collection.invoices).toEqual([{ documentId, paidAmount: '116000.00', balanceDue: '0.00', ...figures }]);
    expect((await settledRows()).find((row) => row.documentId === documentId)).toMatchObject({
      paymentDate: '2026-05-04',
      ...figures,
    });
    expect(await journalOf(documentId)).toEqual([
      'collection BANCOS 116000.00 0.00',
      'collection CARTERA 0.00 116000.00',
      'late-charges CLIENTE 1794.14 0.00',
      'late-charges RECARGOS 0.00 1546.67',
      'late-charges IVA_COBRADO 0.00 247.47',
      'release AFORO_POR_DEVOLVER 11600.00 0.00',
      'release CLIENTE 0.00 1794.14',
      'release IVA_POR_FACTURAR 0.00 556.80',
      'release POR_DEPOSITAR 0.00 9249.06',
    ]);
  });

  it('a payment too late for the aforo leaves a balance due, never a negative devolución', async () => {
    const [documentId = ''] = await inCredit();
    await on('2026-08-03');
    const { collection } = await pay(payment({ documentIds: [documentId] }, { valueDate: '2026-08-02' }));
    expect(collection.invoices).toMatchObject([{ finalDeposit: '0.00', balanceDue: '6898.14' }]);
  });

  it('pays several invoices of several sales at once, in dollars too', async () => {
    const documentIds = [...(await inCredit({ count: 2 })), ...(await inCredit())];
    const { collection } = await pay(payment({ documentIds }, { amount: 348000 }));
    expect(collection.invoices.map(({ documentId }) => documentId)).toEqual(documentIds.toSorted());
    const dollars = await inCredit({ currency: 'USD', total: '1000.00' });
    await pay(payment({ documentIds: dollars }, { amount: '1000', currency: 'USD' }));
    expect(await credit()).toEqual(['0.00', '0.00']);
  });

  it('[PRE-04] a payment too small for all of its invoices pays those that are due first', async () => {
    const [later = '', first = ''] = (await unsold({ count: 2 })).toSorted();
    await sellAndDeposit({ session, operator }, [later], '2026-05-08');
    await sellAndDeposit({ session, operator }, [first]);
    const { collection } = await pay(payment({ documentIds: [later, first] }));
    expect(collection.invoices).toMatchObject([{ documentId: first, paidAmount: '116000.00' }]);
  });

  it('filters by payment date, both dates inclusive', async () => {
    const listed = async (query: Record<string, string>): Promise<(string | null)[]> =>
      (await session.call(routes.listInvoices, { query: { status: '40', ...query } })).data
        .map(({ paymentDate }) => paymentDate)
        .toSorted();
    const range = { fechaPagoInicial: '2026-04-24', fechaPagoFinal: '2026-05-04' };
    expect(await listed(range)).toEqual(['2026-04-24', '2026-05-04']);
    expect(await listed({ fechaPagoInicial: '2026-05-05' })).toEqual(['2026-06-05', '2026-08-02']);
  });
});

describe('a payment reference', () => {
  it('is outstanding until paid by its number', async () => {
    const documentIds = await inCredit({ count: 2 });
    const { paymentReference: reference, id } = await refer(documentIds);
    const waiting = async () => {
      const { data, today } = await operator.call(routes.listDueReferences);
      expect(today).toBe(SOLD_ON);
      return data.filter((each) => each.reference === reference);
    };
    expect(await waiting()).toMatchObject([
      { amount: '232000.00', currency: 'MXN', count: 2, clientId: client.clientId, clientRFC: client.rfc },
    ]);
    const body = payment({ reference: ` ${reference.toLowerCase()} ` }, { amount: '232000.00', source: 'REFERENCIA' });
    expect((await pay(body)).collection).toMatchObject({ reference, source: 'REFERENCIA' });
    expect(await stateOf(id)).toBe('paid');
    expect(await waiting()).toEqual([]);
  });

  it('[DIN-108] is paid less what was kept back from one of its invoices, and what is too much waits as its preview says', async () => {
    const [first = '', second = ''] = await inCredit({ count: 2 });
    const { paymentReference: reference, id } = await refer([first, second]);
    const { data } = await operator.call(routes.listDueReferences);
    const asked = data.find((each) => each.reference === reference)?.invoices ?? [];
    expect(asked.toSorted((one, other) => one.documentId.localeCompare(other.documentId))).toEqual(
      [first, second].toSorted().map((documentId) => ({ documentId, folio: expect.any(String), owed: '116000.00' })),
    );
    const deductions = [{ documentId: first, kind: 'fee', amount: '500.00' }];
    const body = { ...payment({ reference }, { amount: '231600.00', source: 'REFERENCIA' }), deductions };
    const { trackingKey: _, bank: __, ...unkeyed } = body;
    const shown = await operator.call(routes.previewCollection, { body: unkeyed });
    expect(shown.left).toBe('100.00');
    const { unidentified } = await operator.call(routes.registerCollection, { body });
    expect(unidentified).toMatchObject({ left: '100.00', state: 'waiting' });
    const paid = shown.parts.flatMap(({ invoices }) => invoices.map((one) => [one.documentId, one.paid, one.owed]));
    expect(paid.toSorted()).toEqual(
      [
        [first, '115500.00', '500.00'],
        [second, '116000.00', '0.00'],
      ].toSorted(),
    );
    expect(await stateOf(id)).toBe('live');
  });

  it('a reference with one invoice paid otherwise is outstanding for the rest', async () => {
    const [first = '', second = ''] = await inCredit({ count: 2 });
    const { paymentReference: reference, id } = await refer([first, second]);
    await pay(payment({ documentIds: [first] }));
    expect(await stateOf(id)).toBe('live');
    const { collection } = await pay(payment({ reference }));
    expect(collection.invoices).toMatchObject([{ documentId: second }]);
    expect(await stateOf(id)).toBe('paid');
  });

  it('a reference with late charges is paid in its amount, and the part covered by the aforo is returned', async () => {
    const [documentId = ''] = await inCredit();
    await on('2026-05-04');
    const { paymentReference: reference, id } = await refer([documentId]);
    const { data: due } = await operator.call(routes.listDueReferences);
    expect(due.find((each) => each.reference === reference)?.amount).toBe('117546.67');
    const { base64 } = await session.call(routes.paymentReferencePdf, { params: { id }, body: {} });
    const { text } = await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true });
    for (const figure of ['MXN 117,546.67', 'MXN 116,000.00', 'MXN 1,546.67', '04/05/2026'])
      expect(text).toContain(figure);
    expect(text).not.toContain('05/05/2026');
    const { collection } = await pay(payment({ reference }, { amount: '117546.67' }));
    expect(collection.invoices).toMatchObject([
      { paidAmount: '117546.67', recargos: '1546.67', ivaRecargos: '247.47', finalDeposit: '10795.73' },
    ]);
  });
});

it('notifies the client’s screens, and registered payments are immutable', async () => {
  const received: unknown[] = [];
  const documentIds = await inCredit();
  const { paymentReference: reference, id } = await refer(documentIds);
  await portal.db.owner.query(`listen portal_events`);
  portal.db.owner.on('notification', ({ payload = '' }) => received.push(JSON.parse(payload)));
  const { clientId } = client;
  for (const amount of ['1000.00', '115000.00']) {
    await pay(payment({ reference }, { amount }));
    await portal.db.owner.query('select');
    expect(received.splice(0)).toEqual([
      { clientId, noun: 'invoices', ids: documentIds },
      { clientId, noun: 'references', ids: [id] },
      { clientId, noun: 'credit', ids: [] },
      { clientId, noun: 'notices', ids: [] },
    ]);
  }
  await portal.db.owner.query(`unlisten portal_events`);
  for (const statement of ['update collections set amount = 1', 'delete from collections']) {
    const attempt = portal.db.api.withTransaction({ as: 'operator' }, (executor) =>
      sql.raw(statement).execute(executor),
    );
    await expect(attempt).rejects.toThrow('permission denied');
  }
});

describe('an expected payment', () => {
  it('[API-01] [LIQ-03] [LIQ-04] a payment is announced while due, then listed with its source, and its balance is what was paid', async () => {
    const [documentId = '', unpaid = ''] = await inCredit({ count: 2 });
    const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
    const uuidOf = (wanted: string) => data.find((row) => row.documentId === wanted)?.uuid ?? '';
    const due = async () =>
      (await session.call(routes.nextPayments)).data.find(({ dueDate }) => dueDate === '2026-04-24');
    const uuids = [uuidOf(documentId), uuidOf(unpaid)];
    const arrived = async () =>
      (await session.call(routes.getPaymentInformation, { query: { uuids: uuids.join(',').toLowerCase() } })).data;
    const balance = async (id: string) => (await session.call(routes.getInvoiceBalance, { params: { id } })).data;
    const before = await due();
    expect(before).toMatchObject({ isOverdue: false, product: 'BI', currency: 'MXN' });
    expect(await arrived()).toEqual([]);
    const open = { uuid: uuidOf(documentId), fully_paid_at: null, credited_amount: '0.00' };
    expect(await balance(documentId)).toEqual(open);
    await on('2026-04-24');
    await pay(payment({ documentIds: [documentId] }));
    expect(await due()).toMatchObject({ isOverdue: true, count: (before?.count ?? 0) - 1 });
    const cents = (text = '0') => Number(text.replace('.', ''));
    const after = await due();
    expect(cents(before?.total) - cents(after?.total)).toBe(11_600_000);
    expect(cents(before?.finalDeposit) - cents(after?.finalDeposit)).toBe(1_104_320);
    expect(await arrived()).toEqual([
      { uuid: uuidOf(documentId), paymentOrder: { source: 'STP', bankName: 'Banco de Prueba' } },
    ]);
    const paid = { ...open, fully_paid_at: '2026-04-24', credited_amount: '116000.00' };
    expect(await balance(uuidOf(documentId))).toEqual(paid);
    const { data: all } = await session.call(routes.listInvoiceBalances);
    expect(all).toContainEqual(paid);
    expect(all).toContainEqual({ ...open, uuid: uuidOf(unpaid) });
    await pay(payment({ documentIds: [unpaid] }, { amount: '1000.00' }));
    await pay(payment({ documentIds: [unpaid] }, { amount: '500.50' }));
    expect(cents(after?.total) - cents((await due())?.total)).toBe(150_050);
    expect(await balance(unpaid)).toEqual({ ...open, uuid: uuidOf(unpaid), credited_amount: '1500.50' });
  });
});

it('counts settled invoices like their list', async () => {
  const settled = await settledRows();
  expect(settled.length).toBeGreaterThan(2);
  const totalIn = (wanted: string): string => {
    const rows = settled.filter(({ currency }) => currency === wanted);
    return (rows.reduce((sum, { total }) => sum + Number(total.replace('.', '')), 0) / 100).toFixed(2);
  };
  const counted = (await session.call(routes.countInvoices, {})).data.filter(({ status }) => status === 40);
  expect(counted).toEqual([
    {
      product: 'BI',
      status: 40,
      count: settled.length,
      totalMXN: totalIn('MXN'),
      totalUSD: totalIn('USD'),
      firstEmitted: settled.map(({ emittedOn }) => emittedOn).toSorted()[0],
      firstDue: settled.map(({ dueDate }) => dueDate).toSorted()[0],
      overdue: 0,
    },
  ]);
});
