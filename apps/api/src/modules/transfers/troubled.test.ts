import { disburseSale } from '@anticipa/contract/lender';
import { listPayables } from '@anticipa/contract/payables';
import { routes } from '@anticipa/contract/routes';
import { closeTransfer, listTroubledTransfers, orderTransfers } from '@anticipa/contract/transfers';
import type { StpTransfer } from '@anticipa/sandbox/stp-records';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { anOperator } from '../../../testing/builders.ts';
import { approveAsOther, depositOf, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { reconcileReceived } from '../received-transfers/poll.ts';
import { pollOrders, reconcileOrders } from './advance.ts';

const DAY_MS = 24 * 3_600_000;

let world: PortalWithBank;
beforeAll(async () => {
  world = await startPortalWithBank();
});
afterAll(() => world.close());

const order = (saleId: string) => world.seller.operator.send(orderTransfers, depositOf(saleId));
/** Transfers in trouble that an operator sees who has just signed in, on any day. */
const troubleOf = async (saleId: string) => {
  const operator = await world.portal.signIn((await anOperator(world.portal)).email);
  return (await operator.call(listTroubledTransfers, {})).data.find((one) => one.saleId === saleId);
};

it('[OPE-21] unidentified money has an open alert until it is identified, sent back, or a second person agrees', async () => {
  const { portal, seller } = world;
  const operator = await portal.signIn((await anOperator(portal)).email);
  const kept = async (claveRastreo: string) => {
    const cuentaBeneficiario = '646180110400000007';
    const transfer = await world.bank.deposit({ claveRastreo, monto: 116_000, cuentaBeneficiario, conceptoPago: '' });
    await reconcileReceived(world.deps());
    const { data } = await operator.call(routes.listUnidentifiedPayments, { query: { state: 'waiting' } });
    const found = data.find(({ trackingKey }) => trackingKey === transfer.claveRastreo);
    return { transfer, params: { paymentId: found?.paymentId ?? '' } };
  };
  const alertOf = async ({ claveRastreo }: StpTransfer) => {
    const { data } = await operator.call(routes.listAlerts, { query: {} });
    return data.find(({ details }) => details.trackingKey === claveRastreo);
  };
  const [known, foreign, other] = [await kept('KEPT1'), await kept('KEPT2'), await kept('KEPT3')];
  const [documentId = ''] = await seller.invoices();
  await sellAndDeposit(seller, [documentId]);
  await operator.call(routes.identifyPayment, {
    params: known.params,
    body: { pays: { documentIds: [documentId] } },
  });
  expect(await alertOf(known.transfer)).toMatchObject({ closure: { cause: 'identified', by: null } });
  await operator.call(routes.sendBackPayment, { params: foreign.params, body: {} });
  expect(await alertOf(foreign.transfer)).toMatchObject({ closure: null });
  const toReturn = async () => (await operator.call(listPayables, {})).returns.map(({ trackingKey }) => trackingKey);
  expect(await toReturn()).toEqual(['KEPT2']);
  await operator.call(routes.confirmReturn, { params: foreign.params, body: { trackingKey: 'BACK21' } });
  expect(await alertOf(foreign.transfer)).toMatchObject({ closure: { cause: 'sent-back' } });
  expect(await toReturn()).toEqual([]);
  const params = { alertId: (await alertOf(other.transfer))?.id ?? '' };
  const { code } = await operator.refusal(routes.closeAlert, { params, body: {} });
  expect([code, (await alertOf(other.transfer))?.needsSecond]).toEqual(['SECOND_PERSON_NEEDED', true]);
  const { proposal } = await operator.call(routes.closeAlert, { params, body: { reason: 'Prueba del banco' } });
  expect(await alertOf(other.transfer)).toMatchObject({ closure: null, waits: true });
  expect(proposal?.change).toMatchObject({ now: { amount: '116000.00', attended: false } });
  if (proposal) await approveAsOther(portal, proposal);
  expect(await alertOf(other.transfer)).toMatchObject({ closure: { cause: null, reason: 'Prueba del banco' } });
});

it('[DIN-01] lists each deposit that waits with its account, what stands in its way, and how it is paid', async () => {
  const { portal, seller, answeredSale } = world;
  const { saleId } = await answeredSale();
  const { client } = seller;
  const operator = await portal.signIn((await anOperator(portal)).email);
  const depositNow = async () => {
    const { deposits, totals } = await operator.call(listPayables, {});
    const deposit = deposits.find((one) => one.saleId === saleId);
    return { deposit, totals };
  };
  const { rows } = await portal.db.owner.query(
    `select sum(initial_deposit) as amount from sale_items where sale_id = $1`,
    [saleId],
  );
  const { deposit, totals } = await depositNow();
  expect(deposit).toMatchObject({
    clientId: client.clientId,
    amount: rows[0].amount,
    count: 1,
    account: { clabe: '012180001234567899', coolingUntil: null },
    obstacle: null,
    way: 'order',
  });
  const all = await operator.call(listPayables, {});
  const sum = all.deposits.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0);
  expect(totals).toEqual([{ currency: 'MXN', count: all.deposits.length, amount: (sum / 100).toFixed(2) }]);
  const change = (column: string, value: unknown) =>
    portal.db.owner.query(`update bank_accounts set ${column} = $1 where client_id = $2`, [value, client.clientId]);
  const until = new Date(portal.clock.now().getTime() + DAY_MS);
  await change('pays_from', until);
  expect((await depositNow()).deposit).toMatchObject({
    obstacle: 'cooling',
    account: { coolingUntil: until.toISOString() },
  });
  await change('pays_from', null);
  // The central bank takes no transfers of SPEI.
  await change('clabe', '001180001234567890');
  expect((await depositNow()).deposit).toMatchObject({ obstacle: null, way: 'hand' });
  await change('clabe', '012180001234567899');
  world.bank.decide('paid');
  await order(saleId);
  expect((await depositNow()).deposit).toMatchObject({ way: 'ordered' });
  await world.run();
  await pollOrders(world.deps());
  expect((await depositNow()).deposit).toBeUndefined();
});

it('[SIS-04] the last order of a sale is listed while it is in trouble, until the sale is paid', async () => {
  world.bank.decide('refused');
  const { saleId, orderId, trackingKey } = await world.order();
  expect(await troubleOf(saleId)).toBeUndefined();
  await world.run();
  const { client } = world.seller;
  expect(await troubleOf(saleId)).toMatchObject({
    orderId,
    trackingKey,
    trouble: 'failed',
    clientId: client.clientId,
    entityName: client.entityName,
    amount: expect.stringMatching(/^\d+\.\d\d$/),
    failure: expect.stringMatching(/^-\d+: /),
  });
  world.bank.decide('lost');
  expect((await order(saleId)).body).toMatchObject({ orders: [{ state: 'ordered' }] });
  const lost = await world.transferOf(saleId);
  await world.run();
  expect(await troubleOf(saleId)).toBeUndefined();
  world.portal.clock.pass(DAY_MS);
  expect(await troubleOf(saleId)).toMatchObject({ trouble: 'lost' });
  const body = { trackingKey: `BYHAND${trackingKey.slice(-8)}` };
  const closer = await world.portal.signIn((await anOperator(world.portal)).email);
  await closer.call(closeTransfer, {
    params: { orderId: lost?.orderId ?? '' },
    body: { reason: 'Nunca apareció en el banco' },
  });
  expect(await troubleOf(saleId)).toMatchObject({ trouble: 'closed' });
  await closer.call(disburseSale, { params: { saleId }, body });
  expect(await troubleOf(saleId)).toBeUndefined();
  world.portal.clock.pass(-DAY_MS);
});

it('[SIS-04] a deposit that came back is listed until its transfer is replaced', async () => {
  world.bank.decide('paid');
  const { saleId, trackingKey } = await world.order();
  await world.run();
  await pollOrders(world.deps());
  expect(await troubleOf(saleId)).toBeUndefined();
  const [entry] = world.atBank(trackingKey);
  if (entry === undefined) throw new Error('the bank does not have the order');
  world.bank.records.settle(entry, 'D');
  await reconcileOrders(world.deps());
  expect(await troubleOf(saleId)).toMatchObject({ trouble: 'returned' });
  await world.confirmAccounts();
  world.bank.decide('refused');
  await order(saleId);
  await world.run();
  expect(await troubleOf(saleId)).toMatchObject({ trouble: 'failed' });
  world.bank.decide('paid');
  await order(saleId);
  await world.run();
  await pollOrders(world.deps());
  expect(await troubleOf(saleId)).toBeUndefined();
});
