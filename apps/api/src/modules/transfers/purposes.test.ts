import { listAdjustments } from '@anticipa/contract/adjustments';
import { type Approval, decideProposal, listProposals } from '@anticipa/contract/approvals';
import { confirmPayout, confirmReturn } from '@anticipa/contract/collections';
import { listPayables } from '@anticipa/contract/payables';
import { previewReversal } from '@anticipa/contract/reversals';
import { closeTransfer, listTroubledTransfers, orderTransfers, type WantedPayment } from '@anticipa/contract/transfers';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dyingDeps, type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { anOperator } from '../../../testing/builders.ts';
import { bookedOf, duePayout, dueReturn, SENDER } from '../../../testing/due-payments.ts';
import { LONG_PACE_MS, racing } from '../../../testing/racing.ts';
import { adjustAsTwo, aPayment, collect, forwardToClient, sellAndDeposit } from '../../../testing/sale-steps.ts';
import type { Session } from '../../../testing/session.ts';
import { advanceOrder, pollOrders, reconcileOrders } from './advance.ts';

const MINUTE_MS = 60_000;
const CLABE = '012180001234567899';

let world: PortalWithBank;
beforeAll(async () => {
  world = await startPortalWithBank();
});
afterAll(() => world.close());
beforeEach(() => world.bank.decide('paid'));

const bodyOf = (payments: readonly WantedPayment[]) => ({ body: { payments: [...payments] } });
const call = (payments: readonly WantedPayment[]) => world.seller.operator.call(orderTransfers, bodyOf(payments));
const send = (payments: readonly WantedPayment[]) => world.seller.operator.send(orderTransfers, bodyOf(payments));

const anotherOperator = async () => world.portal.signIn((await anOperator(world.portal)).email);

const aPayout = () => duePayout(world);
const aReturn = (over?: { readonly cuentaOrdenante?: string }) => dueReturn(world, over);

const stateOf = async (orderId: string): Promise<string> =>
  (await world.portal.db.owner.query('select state from transfer_orders where order_id = $1', [orderId])).rows[0].state;

const booked = (trackingKey: string) => bookedOf(world, trackingKey);
const payablesNow = () => world.seller.operator.call(listPayables, {});

it('[DIN-10] devoluciones and money sent back are ordered like deposits, and booked once the bank has paid them', async () => {
  const { operator } = world.seller;
  const [payout, back] = [await aPayout(), await aReturn()];
  const listed = await payablesNow();
  const due = listed.payouts.find(({ clientId }) => clientId === payout.clientId);
  expect(due).toMatchObject({ way: 'order', obstacle: null, account: { clabe: CLABE } });
  expect(listed.returns).toMatchObject([{ way: 'order', account: { clabe: SENDER, warnings: ['first'] } }]);
  world.bank.decide('in-flight');
  const { orders } = await call([back, { ...payout, amount: due?.amount ?? '' }]);
  expect(orders).toMatchObject([
    { purpose: 'return', paymentId: back.paymentId, amount: '1160.50', clabe: SENDER },
    { purpose: 'payout', saleId: null, amount: due?.amount, clabe: CLABE },
  ]);
  await world.run();
  const open = await payablesNow();
  expect([open.payouts.map(({ way }) => way), open.returns.map(({ way }) => way)]).toEqual([['ordered'], ['ordered']]);
  // Nothing else pays the same meanwhile, and a second order is the first one.
  const byHand = {
    clientId: payout.clientId,
    currency: 'MXN',
    amount: due?.amount ?? '',
    trackingKey: 'HAND1',
  } as const;
  expect((await operator.send(confirmPayout, { body: byHand })).code).toBe('TRANSFER_OPEN');
  const params = { paymentId: back.paymentId };
  expect((await operator.send(confirmReturn, { params, body: { trackingKey: 'HAND2' } })).code).toBe('TRANSFER_OPEN');
  expect((await call([payout])).orders.map(({ orderId }) => orderId)).toEqual([orders[1]?.orderId]);
  for (const { trackingKey, amount } of orders) {
    const [sent] = world.atBank(trackingKey);
    if (sent) world.bank.records.settle(sent, 'LQ');
    await pollOrders(world.deps());
    expect([world.atBank(trackingKey).length, await booked(trackingKey)]).toEqual([1, { times: 1, amount }]);
  }
  const left = await payablesNow();
  expect([left.payouts, left.returns]).toEqual([[], []]);
});

it('[DIN-10] is refused whole, with the payment that cannot be ordered: paid already, changed, or to an unknown account', async () => {
  const back = await aReturn();
  const unknown = await aReturn({ cuentaOrdenante: '' });
  const foreign = { purpose: 'payout', clientId: world.seller.client.clientId } as const;
  for (const [other, code] of [
    [foreign, 'NOTHING_TO_PAY'],
    [unknown, 'TRANSFER_BY_HAND'],
    [{ purpose: 'deposit', saleId: unknown.paymentId }, 'NOT_FOUND'],
  ] as const) {
    const refused = await send([back, other]);
    expect([refused.code, refused.body]).toMatchObject([code, { error: { details: [{ path: 'payments.1' }] } }]);
  }
  expect((await send([{ ...back, amount: '1160.51' }])).code).toBe('PAYMENT_AMOUNT_CHANGED');
  const { returns } = await payablesNow();
  expect(returns.find(({ paymentId }) => paymentId === unknown.paymentId)).toMatchObject({
    way: 'hand',
    account: null,
  });
});

it('[SIS-04] a devolución that the bank refuses is in trouble, and one that never appears is closed, until it is paid', async () => {
  const payout = await aPayout();
  const trouble = async () => {
    const { data } = await world.seller.operator.call(listTroubledTransfers, {});
    return data.filter(({ purpose }) => purpose === 'payout').map((one) => one.trouble);
  };
  world.bank.decide('refused');
  await call([payout]);
  await world.run();
  expect(await trouble()).toEqual(['failed']);
  world.bank.decide('lost');
  const [order] = (await call([payout])).orders;
  const params = { orderId: order?.orderId ?? '' };
  await world.run();
  world.portal.clock.pass(24 * 60 * MINUTE_MS);
  const operator = await anotherOperator();
  await operator.call(closeTransfer, { params, body: { reason: 'Nunca apareció en el banco' } });
  world.portal.clock.pass(-24 * 60 * MINUTE_MS);
  expect(await trouble()).toEqual(['closed']);
  const body = {
    clientId: payout.clientId,
    currency: 'MXN',
    amount: order?.amount ?? '',
    trackingKey: 'HAND3',
  } as const;
  await world.seller.operator.call(confirmPayout, { body });
  expect(await trouble()).toEqual([]);
  // The bank pays it after all.
  const [lost] = world.atBank(order?.trackingKey ?? '');
  if (lost) {
    lost.isHidden = false;
    world.bank.records.settle(lost, 'LQ');
  }
  await reconcileOrders(world.deps());
  expect(await world.alertsOf(params.orderId)).toEqual(['paid-twice']);
  expect((await booked(order?.trackingKey ?? '')).times).toBe(0);
});

it('[DIN-11] two people who order the same pay it once', async () => {
  for (const round of racing(world.portal.clock, 3, 1000, LONG_PACE_MS)) {
    const wanted = round % 2 === 0 ? await aReturn() : await aPayout();
    const other = await anotherOperator();
    const body = { payments: [wanted] };
    const both = await Promise.all([
      world.seller.operator.call(orderTransfers, { body }),
      other.call(orderTransfers, { body }),
    ]);
    const ids = new Set(both.flatMap(({ orders }) => orders.map(({ orderId }) => orderId)));
    const [{ orderId = '', trackingKey = '' } = {}] = both[0].orders;
    await world.run();
    await pollOrders(world.deps());
    expect([round, ids.size, await stateOf(orderId), world.atBank(trackingKey).length]).toEqual([round, 1, 'paid', 1]);
  }
});

it('[SIS-02] [DIN-11] a worker killed at any step loses no devolución and no return, and pays none twice', async () => {
  for (let round = 0; round < rounds(6, 200); round += 1) {
    const wanted = round % 2 === 0 ? await aReturn() : await aPayout();
    world.bank.decide(round % 3 === 0 ? 'unanswered' : 'paid');
    const [{ orderId = '', trackingKey = '', amount = '' } = {}] = (await call([wanted])).orders;
    await advanceOrder(dyingDeps(world.deps(), 1 + (round % 13)), orderId).catch(() => undefined);
    await pollOrders(dyingDeps(world.deps(), 1 + ((round * 3) % 16))).catch(() => undefined);
    world.portal.clock.pass(2 * MINUTE_MS);
    await pollOrders(world.deps());
    await pollOrders(world.deps());
    expect([round, await stateOf(orderId), world.atBank(trackingKey).length]).toEqual([round, 'paid', 1]);
    expect(await booked(trackingKey)).toEqual({ times: 1, amount });
  }
});

const setAmounts = (perPayment: string | null, perDay: string | null) =>
  world.portal.db.owner.query(
    `insert into approval_amounts (currency, per_payment, payments_per_day) values ('MXN', $1, $2)
      on conflict (currency) do update set per_payment = $1, payments_per_day = $2`,
    [perPayment, perDay],
  );

/** Proposes payments, which need a second person. */
async function propose(payments: readonly WantedPayment[]): Promise<Approval> {
  const { operator } = world.seller;
  expect((await send(payments)).code).toBe('SECOND_PERSON_NEEDED');
  const body = { payments: [...payments], reason: 'lo acordó el comité' };
  const { orders, proposalId } = await operator.call(orderTransfers, { body });
  const { data } = await operator.call(listProposals, { query: { waiting: 'true' } });
  const proposal = data.find(({ id }) => id === proposalId);
  if (orders.length > 0 || proposal === undefined) throw new Error('nothing was proposed');
  return proposal;
}

const decide = async (operator: Session, { id, ground }: Approval, kind: 'approve' | 'reject' = 'approve') => {
  const decision = kind === 'approve' ? { kind, ground: ground ?? '' } : { kind, motive: 'cambió la cuenta' };
  return operator.send(decideProposal, { params: { proposalId: id }, body: { decision } });
};

it('[DIN-12] a payment above the lender’s amount waits for another person, who makes it as it was shown', async () => {
  const { operator } = world.seller;
  const back = await aReturn();
  await setAmounts('1160.49', null);
  const proposal = await propose([back]);
  expect(proposal.change.proposed).toMatchObject({
    way: 'order',
    total: '1160.50',
    rule: 'payment',
    limit: '1160.49',
    payments: [{ purpose: 'return', subject: back.paymentId, amount: '1160.50', clabe: SENDER }],
  });
  const { returns } = await payablesNow();
  expect(returns.find(({ paymentId }) => paymentId === back.paymentId)?.way).toBe('proposed');
  const params = { paymentId: back.paymentId };
  const byHand = { params, body: { trackingKey: 'HAND12' } };
  expect([(await send([back])).code, (await operator.send(confirmReturn, byHand)).code]).toEqual([
    'PROPOSAL_PENDING',
    'PROPOSAL_PENDING',
  ]);
  expect((await decide(operator, proposal)).code).toBe('OWN_PROPOSAL');
  expect((await decide(await anotherOperator(), proposal)).code).toBe(null);
  await world.run();
  await pollOrders(world.deps());
  expect(
    (await world.portal.db.owner.query(`select state from transfer_orders where payment_id = $1`, [back.paymentId]))
      .rows,
  ).toEqual([{ state: 'paid' }]);
  await setAmounts(null, null);
});

it('[DIN-12] proposed payments are refused once an account or an amount has changed, and can be proposed again', async () => {
  const payout = await aPayout();
  await setAmounts('0.00', null);
  const { portal, seller } = world;
  const change = (clabe: string) =>
    portal.db.owner.query('update bank_accounts set clabe = $2 where client_id = $1', [seller.client.clientId, clabe]);
  const proposal = await propose([payout]);
  await change('072180001234567897');
  const second = await anotherOperator();
  expect((await decide(second, proposal)).code).toBe('PAYMENTS_CHANGED');
  await change(CLABE);
  expect((await decide(second, proposal, 'reject')).code).toBe(null);
  const again = await propose([payout]);
  await setAmounts(null, null);
  // Another devolución becomes due meanwhile.
  await aPayout();
  expect((await decide(second, again)).code).toBe('PAYMENTS_CHANGED');
  await decide(second, again, 'reject');
  expect((await call([payout])).orders).toHaveLength(1);
  await world.run();
  await pollOrders(world.deps());
});

it('[DIN-12] a proposed payment whose key another one has by now is refused', async () => {
  const [one, other] = [await aReturn(), await aReturn()];
  await setAmounts('0.00', null);
  const { operator } = world.seller;
  const body = { trackingKey: 'HANDTWICE', reason: 'lo acordó el comité' };
  const ids = [];
  for (const { paymentId } of [one, other])
    ids.push((await operator.call(confirmReturn, { params: { paymentId }, body })).proposalId);
  const { data } = await operator.call(listProposals, { query: { waiting: 'true' } });
  const answers = [];
  for (const proposal of ids.flatMap((wanted) => data.filter(({ id }) => id === wanted)))
    answers.push((await decide(await anotherOperator(), proposal)).code);
  expect(answers).toEqual([null, 'TRACKING_KEY_REUSED']);
  await setAmounts(null, null);
});

it('[DIN-94] a devolución that the bank may be paying takes no more of the receiver’s money', async () => {
  const { portal, seller } = world;
  const { operator } = seller;
  const [documentId = ''] = await seller.invoices();
  await sellAndDeposit(seller, [documentId]);
  await adjustAsTwo(portal, operator, documentId, { kind: 'recourse' });
  const { standing, today } = await operator.call(listAdjustments, { params: { documentId } });
  const buyBack = { amount: standing?.toBuyBack ?? '', payer: 'client', valueDate: today };
  await collect(operator, aPayment({ documentIds: [documentId] }, buyBack));
  const money = (amount: string) => aPayment({ reference: 'NADIE' }, { amount, valueDate: today });
  await forwardToClient(operator, documentId, money('60000.00'));
  world.bank.decide('in-flight');
  const [order] = (await call([{ purpose: 'payout', clientId: seller.client.clientId }])).orders;
  await world.run();
  await expect(forwardToClient(operator, documentId, money('40000.00'))).rejects.toThrow('TRANSFER_OPEN');
  const [sent] = world.atBank(order?.trackingKey ?? '');
  if (sent) world.bank.records.settle(sent, 'LQ');
  await pollOrders(world.deps());
  expect((await booked(order?.trackingKey ?? '')).amount).toBe(order?.amount);
});

it('[DIN-12] what an operator pays in a day is counted once, also from two windows at the same time', async () => {
  for (const round of racing(world.portal.clock, 3, 200, LONG_PACE_MS)) {
    const { rows } = await world.portal.db.owner.query(
      'select coalesce(max(amount), 0) as paid from operator_payments',
    );
    await setAmounts(null, String(Number(rows[0].paid) + 2000));
    const [one, other] = [await aReturn(), await aReturn()];
    const answers = await Promise.all([send([one]), send([other])]);
    expect([round, ...answers.map(({ code }) => code).toSorted()]).toEqual([round, 'SECOND_PERSON_NEEDED', null]);
    // The payments of another operator count apart.
    const body = { payments: [answers[0]?.code === null ? other : one] };
    expect((await (await anotherOperator()).call(orderTransfers, { body })).orders).toHaveLength(1);
  }
  await setAmounts(null, null);
  await world.run();
});

it('[DIN-42] a receipt whose devolución the bank may be paying is not reversed until the bank has paid it', async () => {
  const { operator } = world.seller;
  const payout = await aPayout();
  const { rows } = await world.portal.db.owner.query(
    `select collection_id as id from invoices where client_id = $1 and final_deposit > 0 and payout_id is null`,
    [payout.clientId],
  );
  const receipt = { query: { kind: 'collection', id: rows[0].id } } as const;
  world.bank.decide('in-flight');
  const [order] = (await call([payout])).orders;
  await world.run();
  expect((await operator.send(previewReversal, receipt)).code).toBe('TRANSFER_OPEN');
  const [sent] = world.atBank(order?.trackingKey ?? '');
  if (sent) world.bank.records.settle(sent, 'LQ');
  await pollOrders(world.deps());
  const { consequences } = await operator.call(previewReversal, receipt);
  expect(consequences.map(({ kind }) => kind)).toContain('devolucion-owed');
});
