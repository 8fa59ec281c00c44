import type { PortfolioView } from '@anticipa/contract/portfolio';
import { routes } from '@anticipa/contract/routes';
import { addDays, type IsoDate } from '@anticipa/domain/calendar';
import { moneyOf, sum } from '@anticipa/domain/money';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import {
  aPayment,
  approveAsOther,
  authorisedSale,
  collect,
  referenceFor,
  sellAndDeposit,
} from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let unsold: Seller['invoices'];
let session: Session;
let operator: Session;
let email: string;

beforeAll(async () => {
  portal = await startPortal();
  const seller = await aSeller(portal);
  ({ session, operator, invoices: unsold } = seller);
  email = seller.user.email;
});
afterAll(() => portal.close());

const inCredit = async (): Promise<string> => {
  const documentIds = await unsold();
  await sellAndDeposit({ session, operator }, documentIds);
  return documentIds[0] ?? '';
};
const today = (): IsoDate => portal.clock.today();
const nextDay = async (): Promise<void> => {
  portal.clock.pass(24 * 3_600_000);
  operator = await portal.signIn((await anOperator(portal)).email);
  session = await portal.signIn(email);
};
const of = (documentId: string) => ({ params: { documentId } });
const promise = (documentId: string, amount: string, payOn: string) =>
  operator.call(routes.recordPromise, {
    ...of(documentId),
    body: { promised: { amount, payOn, promisedBy: 'Laura Pérez' } },
  });
const refused = (documentId: string, body: object) =>
  operator.refusal(routes.recordPromise, { ...of(documentId), body });
const owedRow = async (documentId: string) => {
  const { data } = await operator.call(routes.listPortfolio, { query: { view: 'all' } });
  return data.find((row) => row.documentId === documentId);
};
const inView = async (view: PortfolioView) =>
  (await operator.call(routes.listPortfolio, { query: { view } })).data.map(({ documentId }) => documentId);
const promises = async (documentId: string) =>
  (await operator.call(routes.getFollowUp, of(documentId))).promises.map(({ promise: last, note }) => [
    last && [last.amount, last.state],
    note,
  ]);

it('[DIN-70] a promise is open until its day, kept by money of those days, corrected by a later one and taken back', async () => {
  const documentId = await inCredit();
  const day = addDays(today(), 2);
  await promise(documentId, '80000.00', day);
  await promise(documentId, '60000.00', day);
  expect(await owedRow(documentId)).toMatchObject({
    promise: { amount: '60000.00', payOn: day, promisedBy: 'Laura Pérez', state: 'open' },
  });
  const body = aPayment({ documentIds: [documentId] }, { amount: '60000.00', valueDate: today() });
  await collect(operator, body);
  expect((await owedRow(documentId))?.promise?.state).toBe('kept');
  const takenBack = { promised: null, note: 'era de otra factura' };
  await operator.call(routes.recordPromise, { ...of(documentId), body: takenBack });
  expect((await owedRow(documentId))?.promise).toBeNull();
  expect(await promises(documentId)).toEqual([
    [null, 'era de otra factura'],
    [['60000.00', 'kept'], null],
    [['80000.00', 'replaced'], null],
  ]);
  expect(await refused(documentId, takenBack)).toMatchObject({ code: 'PROMISE_MISSING' });
});

it('[DIN-70] refuses a promise of a day that is over, of more than is owed then, or for an invoice that is not in credit', async () => {
  const documentId = await inCredit();
  const [other = ''] = await unsold();
  const body = (over: object) => ({
    promised: { amount: '100.00', payOn: today(), promisedBy: 'Laura Pérez', ...over },
  });
  expect(await refused(documentId, body({ payOn: addDays(today(), -1) }))).toMatchObject({ code: 'PROMISE_IN_PAST' });
  expect(await refused(documentId, body({ amount: '116000.01' }))).toMatchObject({ code: 'PROMISE_ABOVE_DEBT' });
  // Ten days after the due date 1,546.67 of late charges are owed too.
  expect(await refused(documentId, body({ amount: '117546.68', payOn: '2026-05-04' }))).toMatchObject({
    code: 'PROMISE_ABOVE_DEBT',
  });
  await promise(documentId, '117546.67', '2026-05-04');
  expect(await refused(other, body({}))).toMatchObject({ code: 'INVOICE_NOT_IN_CREDIT' });
});

it('[DIN-71] a dispute is opened once, seen by its client, closed with an outcome once, and changes no balance', async () => {
  const documentId = await inCredit();
  const open = { ...of(documentId), body: { raisedBy: 'Laura Pérez', reason: 'faltan dos cajas' } };
  const ends = { ...of(documentId), body: { outcome: 'owed', note: 'las cajas llegaron' } };
  expect(await operator.refusal(routes.closeDispute, ends)).toMatchObject({ code: 'DISPUTE_NOT_OPEN' });
  const { dispute } = await operator.call(routes.openDispute, open);
  expect(await operator.refusal(routes.openDispute, open)).toMatchObject({ status: 409, code: 'DISPUTE_OPEN' });
  const sheet = async () => (await session.call(routes.getInvoice, { params: { id: documentId } })).data.dispute;
  expect(await sheet()).toEqual(dispute);
  expect(await owedRow(documentId)).toMatchObject({ isDisputed: true, owed: '116000.00' });
  await operator.call(routes.closeDispute, ends);
  expect(await sheet()).toBeNull();
  expect((await owedRow(documentId))?.isDisputed).toBe(false);
  expect((await operator.call(routes.getFollowUp, of(documentId))).disputes).toMatchObject([
    { reason: 'faltan dos cajas', raisedBy: 'Laura Pérez', end: { outcome: 'owed', note: 'las cajas llegaron' } },
  ]);
  const alter = `update disputes set outcome = 'mistaken' where document_id = $1`;
  await expect(portal.db.owner.query(alter, [documentId])).rejects.toThrow('a dispute is closed once');
});

it('[DIN-70] a promise is broken from the day after, unless the money of its days is booked later', async () => {
  const [late, silent] = [await inCredit(), await inCredit()];
  const day = today();
  for (const documentId of [late, silent]) await promise(documentId, '1000.00', day);
  await nextDay();
  expect((await owedRow(late))?.promise?.state).toBe('broken');
  expect(await inView('broken')).toEqual(expect.arrayContaining([late, silent]));
  await collect(operator, aPayment({ documentIds: [late] }, { amount: '1000.00', valueDate: day }));
  expect([(await owedRow(late))?.promise?.state, (await owedRow(silent))?.promise?.state]).toEqual(['kept', 'broken']);
  expect(await inView('broken')).not.toContain(late);
});

it('[DIN-55] finds invoices by client, receiver, folio and sale, in one product and currency, and sums those alone', async () => {
  const sold = await unsold({ count: 12 });
  await sellAndDeposit({ session, operator }, sold);
  const [documentId = ''] = sold;
  const find = (query: object) => operator.call(routes.listPortfolio, { query: { view: 'all', ...query } });
  const { data } = await find({});
  const invoice = data.find((row) => row.documentId === documentId);
  if (!invoice) throw new Error('the invoice is not in credit');
  // All invoices are due on the same day, so A-9 comes before A-10.
  expect(data.map((row) => row.documentId).filter((id) => sold.includes(id))).toEqual(sold);
  const { folio, clientRFC, entityName, receiverName, numberOfSale } = invoice;
  for (const search of [folio, clientRFC, entityName.slice(2, 12), ` ${receiverName.toLowerCase()} `]) {
    const found = await find({ search });
    expect(found.data).toContainEqual(invoice);
    const owed = sum(
      'MXN',
      found.data.map((row) => moneyOf(row.owed, 'MXN')),
    );
    expect(
      sum(
        'MXN',
        found.ageing.map((age) => moneyOf(age.owed, 'MXN')),
      ),
    ).toEqual(owed);
  }
  expect((await find({ search: String(numberOfSale) })).data).toContainEqual(invoice);
  const [head, ...behind] = data;
  expect((await find({ after: `${head?.dueDate}.${head?.documentId}` })).data).toEqual(behind);
  expect((await find({ product: 'BI', currency: 'MXN' })).data).toEqual(data);
  for (const none of [{ product: 'FB' }, { currency: 'USD' }, { search: '%' }, { search: `${folio}x` }])
    expect((await find(none)).data).toEqual([]);
});

it('[DIN-84] lists every invoice that was sold with its state, also those that ended, in pages and as a file', async () => {
  const [open, paid] = [await inCredit(), await inCredit()];
  await collect(operator, aPayment({ documentIds: [paid] }, { valueDate: today() }));
  const [kept = '', taken = ''] = await unsold({ count: 2 });
  const sale = await authorisedSale({ session, operator }, [kept, taken]);
  const rejections = [{ documentId: taken, motive: 'CANCELLED_AT_TAX_AUTHORITY' }];
  const { saleId } = sale;
  await operator.call(routes.withdrawAuthorisation, { params: { saleId }, body: { rejections } });
  const find = (query: Readonly<Record<string, string>> = {}) => operator.call(routes.listSoldInvoices, { query });
  const { data, next } = await find();
  const stateOf = (wanted: string) => data.find(({ documentId }) => documentId === wanted)?.state;
  expect([open, paid, kept, taken].map(stateOf)).toEqual(['in-credit', 'paid', 'to-deposit', 'withdrawn']);
  expect(data.find(({ documentId }) => documentId === paid)).toMatchObject({ depositedOn: today(), endedOn: today() });
  expect(next).toBeNull();
  const [first, ...others] = data;
  expect((await find({ after: `${first?.documentId}.${first?.saleId}` })).data).toEqual(others);
  const ended = await find({ state: 'paid' });
  expect(ended.data).toEqual(data.filter(({ state }) => state === 'paid'));
  const query = { format: 'csv', state: 'paid' };
  const { bytes } = await operator.send(routes.exportSoldInvoices, { query });
  expect(bytes.toString('utf8').trim().split('\r\n')).toHaveLength(1 + ended.data.length);
});

it('[DIN-72] a second person extends a due date: references, credit and past days stay, and the client reads both dates', async () => {
  const documentId = await inCredit();
  const { paymentReference } = await referenceFor(session, [documentId]);
  const query = { startDate: today(), endDate: today() };
  const statement = async () => ({ ...(await session.call(routes.getStatement, { query })).data, knownAt: null });
  const before = await statement();
  const used = async () => (await session.call(routes.getCreditInformation)).lines.map(({ creditUsed }) => creditUsed);
  const usedBefore = await used();
  await nextDay();
  const { interest, iva, perDay, days } = await operator.call(routes.previewExtension, {
    ...of(documentId),
    query: { dueDate: '2026-05-08' },
  });
  expect([interest, iva, perDay, days]).toEqual(['1082.67', '173.23', '77.33', 14]);
  const asked = { ...of(documentId), body: { dueDate: '2026-05-08', reason: 'lo pidió el receptor' } };
  const { proposal } = await operator.call(routes.proposeExtension, asked);
  expect(await operator.refusal(routes.proposeExtension, asked)).toMatchObject({ code: 'PROPOSAL_PENDING' });
  expect(await owedRow(documentId)).toMatchObject({ dueDate: '2026-04-24' });
  await approveAsOther(portal, proposal);
  expect(await owedRow(documentId)).toMatchObject({ dueDate: '2026-05-08' });
  const { invoice } = (await session.call(routes.getInvoice, { params: { id: documentId } })).data;
  expect(invoice).toMatchObject({ dueDate: '2026-05-08', extendedFrom: '2026-04-24', paymentReference });
  expect(await used()).toEqual(usedBefore);
  expect(await statement()).toEqual(before);
  expect((await operator.call(routes.getFollowUp, of(documentId))).extensions).toMatchObject([
    { dueBefore: '2026-04-24', dueDate: '2026-05-08', rate: '24', reason: 'lo pidió el receptor' },
  ]);
  for (const [dueDate, code] of [
    ['2026-05-08', 'EXTENSION_NOT_LATER'],
    ['2026-05-09', 'PAYMENT_DATE_NOT_BUSINESS_DAY'],
    ['2026-08-07', 'EXTENSION_TOO_LONG'],
  ] as const) {
    const body = { dueDate, reason: 'lo pidió el receptor' };
    expect(await operator.refusal(routes.proposeExtension, { ...of(documentId), body })).toMatchObject({ code });
  }
});
