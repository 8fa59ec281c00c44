import { routes } from '@anticipa/contract/routes';
import { addDays } from '@anticipa/domain/calendar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aStatementAccount, bankFile, bankRows, decisionOf, openLines } from '../../../testing/bank-files.ts';
import { anOperator } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, approvalOf, approveAsOther, authorisedSale, payInFull } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let seller: Seller;
let operator: Session;
/** The day of the authorisation, the last but one of a month. */
const AUTHORISED = '2026-03-30';
const [BANK_DAY, TODAY] = ['2026-03-31', '2026-04-02'];

/** Sales that wait for their deposits. */
let sales: string[];
beforeAll(async () => {
  portal = await startPortal({ now: `${AUTHORISED}T18:00:00Z` });
  seller = await aSeller(portal);
  sales = [];
  for (let place = 0; place < 5; place += 1) {
    const { saleId } = await authorisedSale(seller, await seller.invoices());
    sales.push(saleId);
  }
  portal.clock.pass(3 * 24 * 3_600_000);
  operator = await portal.signIn((await anOperator(portal)).email);
});
afterAll(() => portal.close());

const booking = (saleId = '', trackingKey = '', paidOn?: string, reason?: string) => ({
  params: { saleId },
  body: { trackingKey, ...(paidOn && { paidOn }), ...(reason && { reason }) },
});
const proposalOf = async (id: string | null) => {
  const { data } = await operator.call(routes.listProposals, { query: { waiting: 'true' } });
  const found = data.find((proposal) => proposal.id === id);
  if (!found) throw new Error('no proposal');
  return found;
};
/** Value dates of the entries of an event of a sale’s invoices, and the days on which the books have them. */
const daysOf = async (event: string, saleId: string | undefined) => {
  const { rows } = await portal.db.owner.query(
    `select distinct value_date::text as on, booked_on::text as booked from ledger_entries entry
     join ledger_lines line using (client_id, entry_number) join invoices using (client_id, document_id)
     where event = $1 and invoices.sale_id = $2 order by 1`,
    [event, saleId],
  );
  return rows.map(({ on, booked }) => [on, booked]);
};

/** Interest of a sale, as its client accepted it. */
const interestOf = async (saleId: string): Promise<string> => {
  const { rows } = await portal.db.owner.query('select sum(interest) as interest from sale_items where sale_id = $1', [
    saleId,
  ]);
  return rows[0].interest;
};

it('[DIN-120] a deposit counts from the day of the bank, also of the last month; never from the future or before its authorisation', async () => {
  const [saleId = ''] = sales;
  const refused = async (paidOn: string) =>
    (await operator.refusal(routes.disburseSale, booking(saleId, 'LATE1', paidOn))).code;
  expect(await refused(addDays(portal.clock.today(), 1))).toBe('VALUE_DATE_IN_FUTURE');
  expect(await refused('2026-03-29')).toBe('PAID_BEFORE_DUE');
  const agreed = await interestOf(saleId);
  const { sale } = await operator.call(routes.disburseSale, booking(saleId, 'LATE1', BANK_DAY));
  expect(sale.state).toBe('disbursed');
  expect(await daysOf('disbursement', saleId)).toEqual([[BANK_DAY, BANK_DAY]]);
  const days = [BANK_DAY, '2026-04-01', TODAY];
  expect(await daysOf('accrual', saleId)).toEqual(days.map((day) => [day, day]));
  const { rows } = await portal.db.owner.query(
    `select distinct deposited_on::text as on from invoices where sale_id = $1`,
    [saleId],
  );
  expect(rows).toEqual([{ on: BANK_DAY }]);
  expect(await interestOf(saleId)).toBe(agreed);
  const { data } = await operator.call(routes.listMadePayments, {});
  expect(data.map(({ trackingKey, paidOn }) => [trackingKey, paidOn])).toEqual([['LATE1', BANK_DAY]]);
});

it('[DIN-120] devoluciones and money sent back count from the day of the bank, which is not before they were due', async () => {
  const [saleId = ''] = sales;
  const { sale } = await operator.call(routes.getLenderSale, { params: { saleId } });
  await payInFull(operator, sale.items[0]?.documentId ?? '');
  const due = (await operator.call(routes.listPayables)).payouts[0];
  const payout = (paidOn: string) => ({
    body: { clientId: due?.clientId, currency: 'MXN', amount: due?.amount, trackingKey: 'LATE2', paidOn },
  });
  expect((await operator.refusal(routes.confirmPayout, payout('2026-04-01'))).code).toBe('PAID_BEFORE_DUE');
  expect((await operator.call(routes.confirmPayout, payout(TODAY))).payout).toMatchObject({ date: TODAY });
  const unknown = aPayment({ reference: 'AN129999999991' }, { valueDate: '2026-04-01', amount: '500.00' });
  const { unidentified } = await operator.call(routes.registerCollection, { body: unknown });
  const params = { paymentId: unidentified?.paymentId ?? '' };
  await operator.call(routes.sendBackPayment, { params, body: {} });
  const back = (paidOn: string) => ({ params, body: { trackingKey: 'LATE3', paidOn } });
  expect((await operator.refusal(routes.confirmReturn, back(BANK_DAY))).code).toBe('PAID_BEFORE_DUE');
  await operator.call(routes.confirmReturn, back('2026-04-01'));
  const { rows } = await portal.db.owner.query(
    `select value_date::text as on from lender_entries where event = 'return' and payment_id = $1`,
    [params.paymentId],
  );
  expect(rows).toEqual([{ on: '2026-04-01' }]);
});

it('[DIN-120] [DIN-45] a day of more than three days ago needs a reason and a second person, typed or from a file of the bank', async () => {
  const [, typed = '', filed = ''] = sales;
  const { layout } = await operator.call(routes.savePaymentLayout, {
    body: { name: 'Mi banco', currency: 'MXN', reach: 'any', separator: 'comma', columns: 'cuenta\nimporte\nconcepto' },
  });
  const { deposits } = await operator.call(routes.listPayables);
  const { amount = '' } = deposits.find(({ saleId }) => saleId === filed) ?? {};
  const { file } = await operator.call(routes.makePaymentFile, {
    body: { layoutId: layout.layoutId, payments: [{ kind: 'deposit', subject: filed, amount }] },
  });
  const key = `SPEI ENVIADO R${String(file?.payments[0]?.reference).padStart(7, '0')}`;
  portal.clock.pass(2 * 24 * 3_600_000);
  operator = await portal.signIn((await anOperator(portal)).email);
  const reason = 'lo confirmó el banco hasta hoy';
  const late = booking(typed, 'LATE4', BANK_DAY);
  expect((await operator.refusal(routes.disburseSale, late)).code).toBe('SECOND_PERSON_NEEDED');
  const { proposalId } = await operator.call(routes.disburseSale, booking(typed, 'LATE4', BANK_DAY, reason));
  const proposal = await proposalOf(proposalId);
  expect(proposal.change).toMatchObject({ proposed: { rule: 'backdated', paidOn: BANK_DAY } });
  await approveAsOther(portal, proposal);
  // March is closed by now.
  expect(await daysOf('disbursement', typed)).toEqual([[BANK_DAY, '2026-04-01']]);

  const { account } = await operator.call(routes.saveStatementAccount, { body: aStatementAccount('Banco', '001200') });
  const rows = bankRows(portal.clock.today(), [[key, `-${amount}`, BANK_DAY]]);
  await operator.call(routes.bringBankFile, bankFile(account.accountId, rows));
  const book = async () => {
    const lineIds = (await openLines(operator, account.accountId)).map(({ lineId }) => lineId);
    const { lines } = await operator.call(routes.bookBankLines, { body: { lineIds } });
    return lines.map(({ state, cause, bookedAs }) => [state, cause, bookedAs]);
  };
  expect(await book()).toEqual([['waiting', 'second-person', null]]);
  const [line] = await openLines(operator, account.accountId);
  expect((await operator.refusal(routes.decideBankLine, decisionOf(line, { kind: 'book' }))).code).toBe(
    'SECOND_PERSON_NEEDED',
  );
  const decided = await operator.call(routes.decideBankLine, decisionOf(line, { kind: 'book', reason }));
  expect(decided.isProposed).toBe(true);
  const { data } = await operator.call(routes.listProposals, { query: { waiting: 'true' } });
  for (const each of data) await approveAsOther(portal, each);
  expect(await book()).toEqual([['booked', null, 'deposit']]);
  expect(await daysOf('disbursement', filed)).toEqual([[BANK_DAY, '2026-04-01']]);
});

describe('[DIN-121] a payment that was registered by mistake', () => {
  const wrong = 'se registró en la venta equivocada';
  const proposing = (id: string, trackingKey: string, purpose = 'deposit') => ({
    body: { purpose, id, trackingKey, outcome: 'unmade', reference: null, reason: wrong },
  });
  const undo = async (...named: Parameters<typeof proposing>) => {
    const { proposal } = await operator.call(routes.proposeReturn, proposing(...named));
    await approveAsOther(portal, proposal);
  };
  const made = async () => (await operator.call(routes.listMadePayments, {})).data;
  const attemptsOf = async (saleId: string) =>
    (await made())
      .filter(({ id }) => id === saleId)
      .map(({ trackingKey, state }) => [trackingKey, state])
      .toSorted();

  it('is undone on its own day by two people: due again, its account pays, and its key is free', async () => {
    const [, , , saleId = '', other = ''] = sales;
    const day = addDays(portal.clock.today(), -1);
    await operator.call(routes.disburseSale, booking(saleId, 'WRONG1', day));
    const { proposal } = await operator.call(routes.proposeReturn, proposing(saleId, 'WRONG1'));
    const approving = await Promise.all(
      [1, 2].map(async () => {
        const second = await portal.signIn((await anOperator(portal)).email);
        return second.send(routes.decideProposal, approvalOf(proposal));
      }),
    );
    expect(approving.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const { rows } = await portal.db.owner.query(
      `select value_date::text as on, reverses is not null as reverses from ledger_entries
       where event = 'disbursement' and subject = $1 order by entry_number`,
      [saleId],
    );
    expect(rows).toEqual([false, true].map((reverses) => ({ on: day, reverses })));
    const { deposits } = await operator.call(routes.listPayables);
    const due = deposits.find((deposit) => deposit.saleId === saleId);
    expect(due).toMatchObject({ obstacle: null, account: { coolingUntil: null } });
    await operator.call(routes.disburseSale, booking(other, 'WRONG1'));
    await operator.call(routes.disburseSale, booking(saleId, 'RIGHT1'));
    const { rows: lost } = await portal.db.owner.query('select days_lost from returned_payments where sale_id = $1', [
      saleId,
    ]);
    expect(lost).toEqual([{ days_lost: 0 }]);
    expect(await attemptsOf(saleId)).toEqual([
      ['RIGHT1', 'paid'],
      ['WRONG1', 'unmade'],
    ]);
  });

  it('is in its file again, which the bank may still pay; the movement that was taken for it is left to a person', async () => {
    const [, , filed = ''] = sales;
    const { trackingKey = '' } = (await made()).find(({ id }) => id === filed) ?? {};
    await undo(filed, trackingKey);
    const { rows } = await portal.db.owner.query('select state, tracking_key from filed_payments where subject = $1', [
      filed,
    ]);
    expect(rows).toEqual([{ state: 'filed', tracking_key: null }]);
    const { open } = await operator.call(routes.getBank);
    expect(open.map(({ state, cause }) => [state, cause])).toEqual([['waiting', 'unmatched']]);
  });

  it('is not undone while a receipt hangs on it; devoluciones and money sent back are undone too', async () => {
    const [, , , saleId = ''] = sales;
    const { sale } = await operator.call(routes.getLenderSale, { params: { saleId } });
    const { proposal } = await operator.call(routes.proposeReturn, proposing(saleId, 'RIGHT1'));
    await payInFull(operator, sale.items[0]?.documentId ?? '');
    const second = await portal.signIn((await anOperator(portal)).email);
    await second.send(routes.decideProposal, approvalOf(proposal));
    expect(await attemptsOf(saleId)).toContainEqual(['RIGHT1', 'paid']);
    expect((await operator.refusal(routes.proposeReturn, proposing(saleId, 'RIGHT1'))).code).toBe('PAYMENT_USED');
    for (const key of ['LATE2', 'LATE3']) {
      const { id = '', purpose } = (await made()).find(({ trackingKey }) => trackingKey === key) ?? {};
      await undo(id, key, purpose);
    }
    const { payouts, returns } = await operator.call(routes.listPayables);
    expect([payouts.map(({ obstacle }) => obstacle), returns.length]).toEqual([[null], 1]);
  });
});
