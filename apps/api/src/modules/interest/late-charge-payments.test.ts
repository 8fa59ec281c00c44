import { routes } from '@anticipa/contract/routes';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { aSellerOfJanuary, publishTodaysRate, SOLD_AT } from '../../../testing/interest.ts';
import { runCron } from '../../../testing/jobs.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, closeAsTwo, collect } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let session: Session;
let operator: Session;
/** An invoice of 116,000.00, due on 2 March. */
let documentId: string;
let email: string;

const on = async (day: string): Promise<void> => {
  portal.clock.set(new Date(`${day}T17:00:00Z`));
  await publishTodaysRate(portal);
  session = await portal.signIn(email);
  operator = await portal.signIn((await anOperator(portal)).email);
};

beforeAll(async () => {
  portal = await startPortal({ now: SOLD_AT });
  await portal.pki.lenderSealer();
});
beforeEach(async () => {
  portal.clock.set(new Date(SOLD_AT));
  const { user } = await aSellerOfJanuary(portal);
  ({ email } = user);
  await on('2026-02-05');
  const { data } = await session.call(routes.listInvoices, { query: { status: '30' } });
  [documentId = ''] = data.filter(({ currency }) => currency === 'MXN').map((row) => row.documentId);
});
afterAll(() => portal.close());

const payment = (amount: string, valueDate: string) => aPayment({ documentIds: [documentId] }, { amount, valueDate });
const pay = (amount: string, valueDate: string) => collect(operator, payment(amount, valueDate));
const refused = async (amount: string, valueDate: string) =>
  (await operator.refusal(routes.registerCollection, { body: payment(amount, valueDate) })).code;
const run = async (...jobs: string[]): Promise<void> => {
  for (const job of jobs) expect(await runCron(portal, { smtpUrl: 'smtp://127.0.0.1:1' }, job)).toEqual([]);
};
/** Balance of the invoice in the journal. */
const balance = async (account: string): Promise<string> => {
  const { rows } = await portal.db.owner.query<{ balance: string }>(
    `select coalesce(sum(debit - credit), 0)::text as balance from ledger_lines where document_id = $1 and account = $2`,
    [documentId, account],
  );
  return rows[0]?.balance ?? '';
};
/** Balances of all accounts of the invoice, and the days and amounts of its payments' IVA. */
const standing = async () => {
  const { rows } = await portal.db.owner.query(
    `select account, sum(credit - debit) as balance,
       coalesce(sum(credit - debit) filter (where event in ('late-charges-invoice', 'invoice-payment', 'late-charges-cancellation')), 0) as invoiced
     from ledger_lines join ledger_entries using (client_id, entry_number) where document_id = $1 group by account order by account`,
    [documentId],
  );
  return rows;
};
const lateChargesInvoice = async (day: string) => {
  const search = { startDate: day, endDate: day, active: true };
  const [invoice] = (await session.call(routes.listInterestInvoices, { body: { search } })).data;
  if (!invoice) throw new Error('late charges were not invoiced');
  return invoice;
};
const fileOf = async (id: string): Promise<string> => {
  const { file } = await session.call(routes.interestInvoiceFile, { params: { fileType: 'xml', id } });
  return Buffer.from(file.Content, 'base64').toString('utf8');
};

/** Ten days late, with a shortfall that the aforo covered in part: the client owes 58.67 + 9.39 of late charges. */
const settleWithoutLateCharges = async (): Promise<void> => {
  await pay('100000.00', '2026-02-05');
  await closeAsTwo(portal, operator, documentId);
  await on('2026-03-12');
  await pay('4400.00', '2026-03-12');
  await run('invoice-late-charges');
};

it('[HFI-02] late charges that are paid after their invoice get a payment complement for each payment, and their IVA is collected', async () => {
  await settleWithoutLateCharges();
  await run('complement-payments');
  const invoice = await lateChargesInvoice('2026-03-12');
  expect(invoice).toMatchObject({ amount: '68.06', complements: [] });
  await on('2026-03-20');
  const { collection } = await operator.call(routes.registerCollection, { body: payment('30.00', '2026-03-19') });
  const share = { documentId, recargos: '0.00', ivaRecargos: '0.00', finalDeposit: '0.00' };
  expect(collection?.invoices).toEqual([{ ...share, paidAmount: '30.00', balanceDue: '594.86' }]);
  // Twice: the second finds nothing to do.
  await run('complement-payments', 'complement-payments');
  // 38.06 contains IVA of 5.25.
  expect(await balance('IVA_NO_COBRADO')).toBe('-5.25');
  expect(await refused('594.87', '2026-03-20')).toBe('BALANCE_DUE_EXCEEDED');
  await pay('594.86', '2026-03-20');
  await run('complement-payments');
  expect(await balance('IVA_NO_COBRADO')).toBe('0.00');
  const { unidentified } = await operator.call(routes.registerCollection, { body: payment('0.01', '2026-03-20') });
  // The complement of a day is issued when the day is over.
  expect((await lateChargesInvoice('2026-03-12')).complements).toHaveLength(1);
  await on('2026-03-21');
  await run('complement-payments');
  expect(unidentified).toMatchObject({ amount: '0.01', reason: 'paid' });
  const { id, complements } = await lateChargesInvoice('2026-03-12');
  expect(complements).toMatchObject([
    { paidOn: '2026-03-19', amount: '30.00' },
    { paidOn: '2026-03-20', amount: '38.06' },
  ]);
  const [first = '', second = ''] = await Promise.all(complements.map((one) => fileOf(one.id)));
  for (const piece of [
    'FechaPago="2026-03-19T12:00:00" FormaDePagoP="03" MonedaP="MXN" TipoCambioP="1" Monto="30.00"',
    'NumParcialidad="1" ImpSaldoAnt="68.06" ImpPagado="30.00" ImpSaldoInsoluto="38.06"',
    'TotalTrasladosBaseIVA16="25.86" TotalTrasladosImpuestoIVA16="4.14"',
  ])
    expect(first).toContain(piece);
  for (const piece of [
    'NumParcialidad="2" ImpSaldoAnt="38.06" ImpPagado="38.06" ImpSaldoInsoluto="0.00"',
    'TotalTrasladosBaseIVA16="32.81" TotalTrasladosImpuestoIVA16="5.25"',
  ])
    expect(second).toContain(piece);
  const before = await standing();
  const other = { params: { invoiceId: id }, body: { motive: '01' } };
  expect((await operator.call(routes.cancelInterestInvoice, other)).invoice.active).toBe(false);
  await run('complement-payments');
  // Invoice and payments are booked back and again, and both payments have a complement of the substitute.
  expect(await standing()).toEqual(before);
  const substitute = await lateChargesInvoice('2026-03-21');
  expect(substitute.complements.map(({ paidOn, amount }) => `${paidOn} ${amount}`)).toEqual([
    '2026-03-19 30.00',
    '2026-03-20 38.06',
  ]);
  const query = { startDate: '2026-03-19', endDate: '2026-03-20' };
  const [pesos] = (await session.call(routes.getStatement, { query })).data.currencies;
  const movements = pesos?.accounts.flatMap((account) => account.movements) ?? [];
  expect(movements.map(({ concept, credit }) => `${concept} ${credit}`)).toEqual([
    'Pago de tu saldo 30.00',
    'Pago de tu saldo 594.86',
  ]);
  // No collection from the receiver.
  expect(pesos?.collections).toEqual([]);
});

it('[HFI-02] the part that the aforo covered gets its own complement, by compensation', async () => {
  // 90 days late: recargos of 13,920.00 and their IVA, of which the aforo of 11,600.00 covers a part.
  await on('2026-05-31');
  await pay('116000.00', '2026-05-31');
  await run('invoice-late-charges');
  await on('2026-06-01');
  await run('complement-payments');
  const invoice = await lateChargesInvoice('2026-05-31');
  expect(invoice).toMatchObject({ amount: '16147.20', complements: [{ paidOn: '2026-05-31', amount: '11600.00' }] });
  const text = await fileOf(invoice.complements[0]?.id ?? '');
  for (const piece of ['FormaDePagoP="17"', 'ImpSaldoAnt="16147.20" ImpPagado="11600.00" ImpSaldoInsoluto="4547.20"'])
    expect(text).toContain(piece);
  expect(await balance('IVA_NO_COBRADO')).toBe('-627.20');
  // The late charges first, then the IVA of the interest.
  await pay('4547.20', '2026-05-31');
  await run('complement-payments');
  expect(await balance('IVA_NO_COBRADO')).toBe('0.00');
  const { complements } = await lateChargesInvoice('2026-05-31');
  expect(complements.map(({ amount }) => amount)).toEqual(['11600.00', '4547.20']);
  await pay('556.80', '2026-05-31');
  await run('complement-payments');
  expect((await lateChargesInvoice('2026-05-31')).complements).toEqual(complements);
});

it('[HFI-03] a payment while the cancellation of the invoice is open waits for its outcome', async () => {
  await settleWithoutLateCharges();
  const { id } = await lateChargesInvoice('2026-03-12');
  await portal.db.owner.query(
    `update interest_invoices set cancel_motive = '02', cancel_state = 'in-process', cancel_sent_at = now() where invoice_id = $1`,
    [id],
  );
  await pay('68.06', '2026-03-12');
  await on('2026-03-13');
  await run('complement-payments');
  expect([(await lateChargesInvoice('2026-03-12')).complements, await balance('IVA_NO_COBRADO')]).toEqual([
    [],
    '-9.39',
  ]);
  await portal.db.owner.query(`update interest_invoices set cancel_state = 'rejected' where invoice_id = $1`, [id]);
  await run('complement-payments');
  expect((await lateChargesInvoice('2026-03-12')).complements).toMatchObject([{ amount: '68.06' }]);
  expect(await balance('IVA_NO_COBRADO')).toBe('0.00');
});
