import type { ResponseOf } from '@anticipa/contract/route';
import { routes } from '@anticipa/contract/routes';
import { isReference } from '@anticipa/domain/reference';
import { extractText } from 'unpdf';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aClient, aCompany, anOperator, aUser, type TestClient, type TestUser } from '../../../testing/builders.ts';
import { someInvoices } from '../../../testing/invoice-rows.ts';
import { aCostCentre } from '../../../testing/payers.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { requestSale, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let client: TestClient;
let user: TestUser;
let unsold: Seller['invoices'];
let session: Session;
let operator: Session;
let colleague: Session;

beforeAll(async () => {
  portal = await startPortal();
  ({ client, user, session, operator, invoices: unsold } = await aSeller(portal));
  colleague = await portal.signIn((await aUser(portal, { client })).email);
});
afterAll(() => portal.close());

const uuidsOf = async (documentIds: readonly string[]): Promise<string[]> => {
  const { rows } = await portal.db.owner.query<{ uuid: string }>(
    `select uuid from invoices where document_id = any($1::uuid[]) order by array_position($1::uuid[], document_id)`,
    [documentIds],
  );
  return rows.map((row) => row.uuid);
};
const inCredit = async (options: Parameters<typeof unsold>[0] = {}): Promise<string[]> => {
  const documentIds = await unsold(options);
  await sellAndDeposit({ session, operator }, documentIds);
  return uuidsOf(documentIds);
};
const refer = (invoices: readonly string[]) => session.call(routes.setPaymentReference, { body: { invoices } });
const refusal = (invoices: readonly string[]) => session.refusal(routes.setPaymentReference, { body: { invoices } });

describe('a new reference', () => {
  it('[RPG-03] a reference is unique and valid, covers its invoices, and they are not offered again', async () => {
    const uuids = await inCredit({ count: 2 });
    const made = await refer(uuids.map((uuid) => uuid.toLowerCase()));
    expect(made.rowsUpdated).toBe(2);
    expect(isReference(made.paymentReference)).toBe(true);
    expect(made.paymentReference.startsWith('AN11')).toBe(true);
    const { paymentReference } = await session.call(routes.getPaymentReference, { params: { referenceId: made.id } });
    expect(paymentReference).toMatchObject({ count: 2, currency: 'MXN', amount: '232000.00', userId: user.userId });
    expect(paymentReference.invoices.map((invoice) => invoice.paymentReference)).toEqual([
      made.paymentReference,
      made.paymentReference,
    ]);
    expect(await refusal(uuids)).toMatchObject({ status: 409, code: 'INVOICE_ALREADY_REFERENCED' });
    const query = { paymentReference: made.paymentReference.toLowerCase() };
    expect(
      (await session.call(routes.listInvoices, { query })).data.map(({ documentId }) => documentId).toSorted(),
    ).toEqual(paymentReference.invoices.map(({ documentId }) => documentId).toSorted());
    expect((await session.call(routes.listInvoices, { query: { ...query, showCredit: 'false' } })).data).toEqual([]);
    const other = { params: { referenceId: made.id }, query: { referenceId: made.paymentReference } };
    expect((await session.refusal(routes.getPaymentReference, other)).code).toBe('PAYMENT_REFERENCE_RECORD_NOT_FOUND');
    expect((await refer(await inCredit())).paymentReference).not.toBe(made.paymentReference);
  });

  it('[RPG-03] excludes invoices paid to an active CLABE of the receiver', async () => {
    const [uuid = ''] = await inCredit();
    const [payer] = (await session.call(routes.listInvoices, { query: { status: '30' } })).data.filter(
      (invoice) => invoice.uuid === uuid,
    );
    expect(payer?.paidAutomatically).toBe(false);
    await aCostCentre(portal, { client, rfcPayer: payer?.receiverRFC ?? '' });
    const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
    expect(data.find((invoice) => invoice.uuid === uuid)?.paidAutomatically).toBe(true);
    expect(await refusal([uuid])).toMatchObject({ status: 422, code: 'INVOICE_PAID_AUTOMATICALLY' });
    await portal.db.owner.query('update cost_centres set active = false where client_id = $1', [client.clientId]);
    expect((await refer([uuid])).rowsUpdated).toBe(1);
  });

  it('[RPG-01] requires invoices', async () => {
    expect(await refusal([])).toMatchObject({
      status: 422,
      code: 'REFERENCE_WITHOUT_INVOICES',
      message: 'Ninguna factura seleccionada',
    });
  });

  it('[RPG-01] requires a single currency', async () => {
    const mixed = [...(await inCredit()), ...(await inCredit({ currency: 'USD', total: '1000.00' }))];
    expect(await refusal(mixed)).toMatchObject({
      status: 422,
      code: 'REFERENCE_MIXED_CURRENCIES',
      message: 'Selecciona facturas de una sola moneda para poder generar la referencia',
    });
  });

  it('requires invoices in credit, neither unsold nor in a sale', async () => {
    const requested = await unsold();
    await requestSale(session, requested);
    for (const documentIds of [await unsold(), requested]) {
      const [uuid = ''] = await uuidsOf(documentIds);
      expect(await refusal([uuid])).toMatchObject({ code: 'INVOICE_NOT_IN_CREDIT' });
    }
  });

  it('gives the same answer for foreign and missing invoices', async () => {
    const other = await aClient(portal);
    const seller = await aUser(portal, { client: other });
    const company = await aCompany(portal, { client: other });
    const foreign = await someInvoices(portal, { client: other, user: seller, companyId: company });
    for (const uuid of [...(await uuidsOf(foreign)), '11111111-1111-4111-8111-111111111111']) {
      expect(await refusal([...(await inCredit()), uuid])).toMatchObject({ status: 404, code: 'NOT_FOUND' });
    }
  });

  it('[RPG-03] one of two concurrent requests wins, and the other lists the taken invoices', async () => {
    for (let round = 0; round < 5; round += 1) {
      const documentIds = await unsold({ count: 3 });
      await sellAndDeposit({ session, operator }, documentIds);
      const [first = '', shared = '', last = ''] = await uuidsOf(documentIds);
      const asked = [
        [first, shared],
        [shared, last],
      ];
      const answers = await Promise.all(
        [session, colleague].map((each, index) =>
          each.send(routes.setPaymentReference, { body: { invoices: asked[index] } }),
        ),
      );
      expect(answers.map(({ code, status }) => code ?? status).toSorted()).toEqual([200, 'INVOICE_ALREADY_REFERENCED']);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
        error: { details: [{ path: documentIds[1], code: 'INVOICE_ALREADY_REFERENCED' }] },
      });
    }
  });

  it('includes the late charges of overdue invoices on the day of creation', async () => {
    const uuids = await inCredit();
    const today = portal.clock.now();
    // Ten days after the due date of 2026-04-24, 116,000.00 at 48 % gives 1,546.67.
    portal.clock.set(new Date('2026-05-04T17:00:00Z'));
    const later = await portal.signIn(user.email);
    const { data } = await later.call(routes.listInvoices, { query: { status: '30' } });
    expect(data.find(({ uuid }) => uuid === uuids[0])?.amountDue).toBe('117546.67');
    const { id } = await later.call(routes.setPaymentReference, { body: { invoices: uuids } });
    const { paymentReference } = await later.call(routes.getPaymentReference, { params: { referenceId: id } });
    expect(paymentReference.amount).toBe('117546.67');
    const { base64 } = await later.call(routes.paymentReferencePdf, { params: { id }, body: {} });
    const { text } = await extractText(new Uint8Array(Buffer.from(base64, 'base64')), { mergePages: true });
    for (const part of ['MXN 117,546.67', 'MXN 116,000.00', 'MXN 1,546.67', '04/05/2026']) expect(text).toContain(part);
    portal.clock.set(today);
    session = await portal.signIn(user.email);
    operator = await portal.signIn((await anOperator(portal)).email);
  });

  it('[RPG-04] a reference is refused without effect when numbers are exhausted', async () => {
    const uuids = await inCredit();
    const { rows } = await portal.db.owner.query(`select last_value from payment_reference_numbers`);
    await portal.db.owner.query(`select setval('payment_reference_numbers', 99999999)`);
    expect(await refusal(uuids)).toMatchObject({ status: 503, code: 'ERROR_GENERATING_REFERENCE' });
    await portal.db.owner.query(`select setval('payment_reference_numbers', $1)`, [rows[0]?.last_value]);
    expect((await refer(uuids)).rowsUpdated).toBe(1);
  });
});

describe('[RPG-04] the record of a reference', () => {
  it('the record of a reference is found by its text if the repeated values match', async () => {
    const { id, paymentReference: reference } = await refer(await inCredit());
    const right = { reference, count: 1, userId: user.userId, clientId: client.clientId };
    expect(await session.call(routes.addPaymentReference, { body: right })).toEqual({ id });
    const colleague = await aUser(portal, { client });
    const asked = { body: { ...right, userId: colleague.userId } };
    expect(await (await portal.signIn(colleague.email)).call(routes.addPaymentReference, asked)).toEqual({ id });
    const nobody = '11111111-1111-4111-8111-111111111111';
    const cases = [
      [{ reference: 'AN110000000000' }, 'ERROR_CREATING_OR_GETTING_RECORD'],
      [{ reference, count: 2 }, 'ERROR_CREATING_OR_GETTING_RECORD'],
      [{ reference, userId: nobody }, 'ERROR_CREATING_OR_GETTING_RECORD'],
      [{ reference, clientId: nobody }, 'NOT_FOUND'],
    ] as const;
    for (const [body, code] of cases) {
      expect(await session.refusal(routes.addPaymentReference, { body })).toMatchObject({ status: 404, code });
    }
  });

  it('is made for invoices without one, once under concurrent calls, and not if the repeated values differ', async () => {
    const invoices = await inCredit();
    const add = (body: object) => session.send(routes.addPaymentReference, { body });
    for (const [repeated, code] of [
      [{ count: 2 }, 'ERROR_CREATING_OR_GETTING_RECORD'],
      [{ clientId: '11111111-1111-4111-8111-111111111111' }, 'NOT_FOUND'],
    ] as const)
      expect((await add({ invoices, ...repeated })).code).toBe(code);
    const right = { invoices, count: 1, userId: user.userId, clientId: client.clientId };
    const answers = await Promise.all([add(right), add(right), add(right)]);
    expect(answers.map(({ code }) => code).toSorted()).toEqual([
      'INVOICE_ALREADY_REFERENCED',
      'INVOICE_ALREADY_REFERENCED',
      null,
    ]);
    const made = answers.find(({ code }) => code === null)?.body as ResponseOf<typeof routes.addPaymentReference>;
    const { paymentReference } = await session.call(routes.getPaymentReference, { params: { referenceId: made.id } });
    expect(paymentReference).toMatchObject({ count: 1, state: 'pending' });
    const { reference } = paymentReference;
    expect((await add({ reference })).body).toEqual(made);
  });

  it('is found by id; missing and foreign ones give the same answer', async () => {
    const { id } = await refer(await inCredit());
    const stranger = await portal.signIn((await aUser(portal, { client: await aClient(portal) })).email);
    for (const referenceId of ['undefined', 'null', ' ']) {
      const missing = await session.refusal(routes.getPaymentReference, { params: { referenceId } });
      expect(missing).toMatchObject({ status: 400, code: 'NO_PAYMENT_REFERENCE_ID' });
      expect((await session.refusal(routes.paymentReferencePdf, { params: { id: referenceId } })).code).toBe(
        missing.code,
      );
    }
    for (const [asker, referenceId] of [
      [stranger, id],
      [session, client.clientId],
      [session, 'AN1'],
    ] as const) {
      const code = 'PAYMENT_REFERENCE_RECORD_NOT_FOUND';
      expect(await asker.refusal(routes.getPaymentReference, { params: { referenceId } })).toMatchObject({
        status: 404,
        code,
      });
      expect(await asker.refusal(routes.paymentReferencePdf, { params: { id: referenceId } })).toMatchObject({
        status: 404,
        code,
      });
    }
  });

  it('is listed newest first, only for its client', async () => {
    const { data } = await session.call(routes.listPaymentReferences, { params: { clientId: client.clientId } });
    const dates = data.map((each) => each.date);
    expect(dates).toEqual(dates.toSorted().toReversed());
    expect(data[0]?.ClientUser).toEqual({ firstName: 'Ana', lastName: 'Prueba' });
    const params = { clientId: '11111111-1111-4111-8111-111111111111' };
    expect(await session.refusal(routes.listPaymentReferences, { params })).toMatchObject({ status: 404 });
  });
});

it('lists the lender’s accounts, one per currency', async () => {
  const { data } = await session.call(routes.getPaymentInstructions);
  expect(data.map(({ currency, clabe }) => [currency, clabe])).toEqual([
    ['MXN', '012180001234567891'],
    ['USD', '012180009876543217'],
  ]);
});
