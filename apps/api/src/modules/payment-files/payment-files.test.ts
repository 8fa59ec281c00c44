import type { FiledPayment, PaymentFile } from '@anticipa/contract/payment-files';
import { routes } from '@anticipa/contract/routes';
import { clabeOf } from '@anticipa/domain/clabe';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { anOperator } from '../../../testing/builders.ts';
import { type Portal, startPortal } from '../../../testing/portal.ts';
import { aPayment, authorisedSale, collect, payInFull, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { aSeller, type Seller } from '../../../testing/seller.ts';
import type { Session } from '../../../testing/session.ts';

let portal: Portal;
let seller: Seller;
let session: Session;
let operator: Session;
let layoutId: string;
let dollars: string;

const terms = { reach: 'any', separator: 'comma', columns: 'cuenta\nimporte\nconcepto' } as const;
const reason = 'el banco no lo pagó';

beforeAll(async () => {
  portal = await startPortal();
  seller = await aSeller(portal);
  ({ session, operator } = seller);
  const save = async (name: string, currency: 'MXN' | 'USD') =>
    (await operator.call(routes.savePaymentLayout, { body: { name, currency, ...terms } })).layout.layoutId;
  layoutId = await save('Mi banco', 'MXN');
  dollars = await save('Mi banco en dólares', 'USD');
});
afterAll(() => portal.close());

let saleId: string;
const answeredSale = async (options: Parameters<Seller['invoices']>[0] = {}): Promise<string> => {
  const sale = await authorisedSale({ session, operator }, await seller.invoices(options));
  return sale.saleId;
};
beforeEach(async () => {
  saleId = await answeredSale();
});

const deposit = (subject: string, amount = '100920.00') => ({ kind: 'deposit', subject, amount });
const make = (payments: readonly object[], layout = layoutId) => ({ body: { layoutId: layout, payments } });
const made = async (payments: readonly object[], layout?: string): Promise<PaymentFile> => {
  const { file } = await operator.call(routes.makePaymentFile, make(payments, layout));
  if (file === null) throw new Error('a file that waits');
  return file;
};
const refused = (payments: readonly object[], layout?: string) =>
  operator.refusal(routes.makePaymentFile, make(payments, layout));
const only = ({ payments: [payment] }: PaymentFile): FiledPayment => {
  if (!payment) throw new Error('an empty file');
  return payment;
};
const now = async ({ fileId }: PaymentFile): Promise<PaymentFile | undefined> =>
  (await operator.call(routes.listPaymentFiles)).files.find((file) => file.fileId === fileId);
const withdraw = ({ fileId, payments }: PaymentFile) => ({
  params: { fileId },
  body: { references: payments.map(({ reference }) => reference), reason },
});

describe('[DIN-30] a file of transfers', () => {
  it('[DIN-33] [DIN-45] has deposits, devoluciones and money sent back, each with its reference; downloaded again it is the same', async () => {
    const [settled = ''] = await seller.invoices();
    await sellAndDeposit({ session, operator }, [settled]);
    const receiptOf = aPayment({ documentIds: [settled] }, { valueDate: portal.clock.today() });
    const { collectionId } = await collect(operator, receiptOf);
    const unknown = aPayment(
      { reference: 'AN129999999991' },
      { valueDate: portal.clock.today(), amount: '500.00', bank: 'BANORTE' },
    );
    const { unidentified } = await operator.call(routes.registerCollection, { body: unknown });
    const paymentId = unidentified?.paymentId ?? '';
    await operator.call(routes.sendBackPayment, { params: { paymentId }, body: {} });
    const clabe = clabeOf('07218000123456789');
    const [payout] = (await operator.call(routes.listPayables)).payouts;
    const back = { kind: 'return', subject: paymentId, amount: '500.00', beneficiary: 'Quien pagó, S.A.' };
    const elsewhere = await refused([{ ...back, clabe: '012180004643051249' }]);
    expect(elsewhere.code).toBe('SECOND_PERSON_NEEDED');
    const file = await made([
      deposit(saleId),
      { kind: 'payout', subject: seller.client.clientId, amount: payout?.amount },
      { ...back, clabe },
    ]);
    const receipt = { query: { kind: 'collection', id: collectionId } } as const;
    expect((await operator.refusal(routes.previewReversal, receipt)).code).toBe('PAYMENT_FILED');
    const kinds = file.payments.map(({ kind, amount, state }) => [kind, amount, state]);
    expect(kinds.toSorted()).toEqual([
      ['deposit', '100920.00', 'filed'],
      ['payout', expect.stringMatching(/^11\d{3}\.\d\d$/), 'filed'],
      ['return', '500.00', 'filed'],
    ]);
    const download = () => operator.call(routes.downloadPaymentFile, { params: { fileId: file.fileId } });
    const { base64, fileName } = await download();
    const lines = Buffer.from(base64, 'base64').toString('latin1').split('\r\n');
    expect(lines).toHaveLength(4);
    for (const { clabe: to, amount, reference } of file.payments)
      expect(lines.join('\n')).toMatch(new RegExp(`${to},${amount},.* R0*${reference}$`, 'm'));
    expect(fileName).toMatch(/^pagos-\d{5}\.txt$/);
    const [later = ''] = await seller.invoices();
    await sellAndDeposit({ session, operator }, [later]);
    await payInFull(operator, later);
    const confirm = (amount = '') =>
      operator.call(routes.confirmPayout, {
        body: {
          clientId: seller.client.clientId,
          currency: 'MXN',
          amount,
          trackingKey: `PAYOUT${amount.slice(0, 5)}${amount === payout?.amount ? 1 : 2}`,
        },
      });
    const [rest] = (await operator.call(routes.listPayables)).payouts;
    await confirm(payout?.amount);
    expect((await now(file))?.payments.map(({ state }) => state).toSorted()).toEqual(['filed', 'filed', 'paid']);
    expect((await operator.call(routes.listPayables)).payouts).toEqual([rest]);
    const open = { ...file, payments: file.payments.filter(({ kind }) => kind !== 'payout') };
    await operator.call(routes.withdrawFiledPayments, withdraw(open));
    expect(await download()).toEqual({ base64, fileName });
  });

  it('[DIN-31] a payment in a file is in no other one, is not withdrawn by its answer, and leaves the file when it is booked', async () => {
    const file = await made([deposit(saleId)]);
    expect(await refused([deposit(saleId)])).toMatchObject({ status: 409, code: 'PAYMENT_FILED' });
    const { sale } = await operator.call(routes.getLenderSale, { params: { saleId } });
    const rejections = sale.items.map(({ documentId }) => ({ documentId, motive: 'LENDER_DOCUMENTS' }));
    const answer = { params: { saleId }, body: { rejections } };
    expect(await operator.refusal(routes.withdrawAuthorisation, answer)).toMatchObject({ code: 'PAYMENT_FILED' });
    const shown = (await operator.call(routes.listPayables)).deposits.find((each) => each.saleId === saleId);
    expect(shown?.way).toBe('filed');
    await operator.call(routes.disburseSale, { params: { saleId }, body: { trackingKey: 'BYHAND1' } });
    expect(await now(file)).toMatchObject({ payments: [{ state: 'paid', trackingKey: 'BYHAND1' }] });
    expect(await operator.refusal(routes.withdrawFiledPayments, withdraw(file))).toMatchObject({
      code: 'PAYMENT_NOT_FILED',
    });
    expect(await refused([deposit(saleId)])).toMatchObject({ code: 'PAYMENT_NOT_DUE' });
  });

  it('[DIN-31] lets one of several people file a payment, and a withdrawn one be filed again', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => operator.send(routes.makePaymentFile, make([deposit(saleId)]))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const { files } = await operator.call(routes.listPaymentFiles);
    const [file] = files;
    if (!file) throw new Error('no file');
    expect(only(file)).toMatchObject({ subject: saleId, state: 'filed' });
    const { file: without } = await operator.call(routes.withdrawFiledPayments, withdraw(file));
    expect(only(without)).toMatchObject({ state: 'withdrawn', reason });
    expect(only(await made([deposit(saleId)])).reference).not.toBe(only(file).reference);
  });

  it('[DIN-30] pays in dollars, and refuses what is shown wrong, goes elsewhere or does not fit', async () => {
    const inDollars = await answeredSale({ currency: 'USD', total: '10000.00' });
    const [{ amount } = { amount: '' }] = (await operator.call(routes.listPayables)).deposits.filter(
      (each) => each.saleId === inDollars,
    );
    expect(await refused([deposit(inDollars, amount)])).toMatchObject({ code: 'PAYMENT_NOT_DUE' });
    expect(only(await made([deposit(inDollars, amount)], dollars)).amount).toBe(amount);
    expect(await refused([deposit(saleId, '100920.01')])).toMatchObject({ code: 'PAYMENT_AMOUNT_CHANGED' });
    const save = (over: object) =>
      operator.send(routes.savePaymentLayout, { body: { name: 'Otro', currency: 'MXN', ...terms, ...over } });
    expect(await save({ columns: 'cuenta\nimporte\n"012180001234567891"' })).toMatchObject({ code: 'LAYOUT_INVALID' });
    expect(await save({ name: 'Mi banco' })).toMatchObject({ code: 'LAYOUT_NAME_TAKEN' });
    const { layout: narrow } = await operator.call(routes.savePaymentLayout, {
      body: { name: 'Angosto', currency: 'MXN', ...terms, separator: 'none', columns: 'cuenta 18\nimporte 6' },
    });
    expect(await refused([deposit(saleId)], narrow.layoutId)).toMatchObject({
      code: 'LAYOUT_DOES_NOT_FIT',
      details: [{ path: saleId }],
    });
    const { layout: same } = await operator.call(routes.savePaymentLayout, {
      body: { layoutId: narrow.layoutId, name: 'Angosto', currency: 'MXN', ...terms, reach: 'other' },
    });
    expect(await refused([deposit(saleId)], same.layoutId)).toMatchObject({ code: 'LAYOUT_DOES_NOT_FIT' });
    expect((await operator.call(routes.listPaymentFiles)).files.some(({ layout }) => layout === 'Angosto')).toBe(false);
  });
});

it('[DIN-12] a file or a payment by hand above the lender’s amounts waits for a second person; a payment of a file does not wait again', async () => {
  await portal.db.owner.query(`insert into approval_amounts (currency, per_payment) values ('MXN', 0)`);
  const second = await portal.signIn((await anOperator(portal)).email);
  const approve = async (proposalId: string | null) => {
    const { data } = await second.call(routes.listProposals, { query: { waiting: 'true' } });
    const { id = '', ground = '' } = data.find((proposal) => proposal.id === proposalId) ?? {};
    const body = { decision: { kind: 'approve', ground: ground ?? '' } } as const;
    await second.call(routes.decideProposal, { params: { proposalId: id }, body });
  };
  expect((await refused([deposit(saleId)])).code).toBe('SECOND_PERSON_NEEDED');
  const wanted = make([deposit(saleId)]);
  const proposed = await operator.call(routes.makePaymentFile, { body: { ...wanted.body, reason } });
  expect([proposed.file, (await refused([deposit(saleId)])).code]).toEqual([null, 'PROPOSAL_PENDING']);
  await approve(proposed.proposalId);
  const [file] = (await operator.call(routes.listPaymentFiles)).files;
  expect(file?.payments).toMatchObject([{ subject: saleId, state: 'filed' }]);
  const booking = (sale: string, trackingKey: string) => ({ params: { saleId: sale }, body: { trackingKey } });
  const booked = await operator.call(routes.disburseSale, booking(saleId, 'FILED12'));
  expect([booked.proposalId, booked.sale.state]).toEqual([null, 'disbursed']);
  const other = await answeredSale();
  const byHand = booking(other, 'HAND12');
  expect((await operator.refusal(routes.disburseSale, byHand)).code).toBe('SECOND_PERSON_NEEDED');
  const waiting = await operator.call(routes.disburseSale, { ...byHand, body: { ...byHand.body, reason } });
  expect(waiting.sale.state).toBe('answered');
  await approve(waiting.proposalId);
  const { sale } = await operator.call(routes.getLenderSale, { params: { saleId: other } });
  expect(sale.state).toBe('disbursed');
  await portal.db.owner.query('delete from approval_amounts');
});

it('[DIN-14] [DIN-15] [DIN-57] a payment is recalled, and comes back as two people saw it: the account is blocked, and the deposit is paid again once', async () => {
  const disburse = (trackingKey: string) => ({ params: { saleId }, body: { trackingKey } });
  await operator.call(routes.disburseSale, disburse('FIRST14'));
  const named = { purpose: 'deposit', id: saleId, trackingKey: 'FIRST14' } as const;
  const made = async () => (await operator.call(routes.listMadePayments)).data.filter(({ id }) => id === saleId);
  await operator.call(routes.recallPayment, { body: { ...named, reason: 'la cuenta se cerró' } });
  const again = { body: { ...named, reason: 'otra vez lo mismo' } };
  expect((await operator.refusal(routes.recallPayment, again)).code).toBe('PAYMENT_RECALLED');
  expect(await made()).toMatchObject([{ state: 'recalled', reason: 'la cuenta se cerró', amount: '100920.00' }]);
  await operator.call(routes.endRecall, { body: { ...named, reason: 'el banco no lo recuperó' } });
  expect(await made()).toMatchObject([{ state: 'paid', reason: 'el banco no lo recuperó' }]);
  await operator.call(routes.recallPayment, again);
  const wanted = { body: { ...named, outcome: 'returned', reference: 'BACK14', reason: 'llegó al banco' } };
  const { proposal } = await operator.call(routes.proposeReturn, wanted);
  expect((await operator.refusal(routes.proposeReturn, wanted)).code).toBe('PROPOSAL_PENDING');
  expect(proposal.change).toMatchObject({ now: { amount: '100920.00', currency: 'MXN' } });
  const approval = {
    params: { proposalId: proposal.id },
    body: { decision: { kind: 'approve', ground: proposal.ground ?? '' } },
  } as const;
  const people = await Promise.all([anOperator(portal), anOperator(portal)]);
  const seconds = await Promise.all(people.map(({ email }) => portal.signIn(email)));
  const answers = await Promise.all(seconds.map((second) => second.send(routes.decideProposal, approval)));
  expect(answers.map(({ code }) => code).toSorted()).toEqual(['PROPOSAL_CLOSED', null]);
  expect(await made()).toMatchObject([{ state: 'returned', reason: 'llegó al banco', trackingKey: 'FIRST14' }]);
  expect((await operator.refusal(routes.disburseSale, disburse('SECOND14'))).code).toBe('ACCOUNT_BLOCKED');
  expect(await refused([deposit(saleId)])).toMatchObject({ code: 'ACCOUNT_BLOCKED' });
  await portal.db.owner.query('update bank_accounts set pays_from = null');
  const keys = ['SECOND14', 'THIRD14'];
  const paid = await Promise.all(keys.map((key) => operator.send(routes.disburseSale, disburse(key))));
  expect(paid.map(({ code }) => code).toSorted()).toEqual(['SALE_STATE_CONFLICT', null]);
  expect((await made()).map(({ state }) => state).toSorted()).toEqual(['paid', 'returned']);
  expect((await operator.refusal(routes.proposeReturn, wanted)).code).toBe('PAYMENT_NOT_MADE');
  const params = { clientId: seller.client.clientId };
  const { data } = await operator.call(routes.listClientTransfers, { params, query: {} });
  const own = data.filter((row) => row.saleId === saleId);
  expect(own.map(({ state, failure, amount }) => `${state} ${failure} ${amount}`).toSorted()).toEqual([
    'paid null 100920.00',
    'returned llegó al banco 100920.00',
  ]);
});
