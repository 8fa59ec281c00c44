import { approval } from '@anticipa/contract/approvals';
import { listMadePayments, paymentProof, proposeReturn } from '@anticipa/contract/made-payments';
import { listPayables } from '@anticipa/contract/payables';
import { orderTransfers, type WantedPayment } from '@anticipa/contract/transfers';
import { rounds } from '@anticipa/sandbox/rounds';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { dyingDeps, type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { anOperator } from '../../../testing/builders.ts';
import { bookedOf, duePayout, dueReturn } from '../../../testing/due-payments.ts';
import { approveAsOther, depositOf } from '../../../testing/sale-steps.ts';
import { pollOrders, reconcileOrders } from '../transfers/advance.ts';

const proposalIn = z.object({ proposal: approval });

let world: PortalWithBank;
beforeAll(async () => {
  world = await startPortalWithBank();
});
afterAll(() => world.close());

const send = (payments: readonly WantedPayment[]) =>
  world.seller.operator.send(orderTransfers, { body: { payments: [...payments] } });
const call = (payments: readonly WantedPayment[]) =>
  world.seller.operator.call(orderTransfers, { body: { payments: [...payments] } });
const payablesNow = () => world.seller.operator.call(listPayables, {});

it('[DIN-13] devoluciones and money sent back that the bank gives back are due again, and paid again once', async () => {
  await world.confirmAccounts();
  const [payout, back] = [await duePayout(world), await dueReturn(world)];
  const { orders } = await call([payout, back]);
  await world.run();
  await pollOrders(world.deps());
  // The bank may report a return twice.
  for (const { trackingKey } of orders) {
    const [sent] = world.atBank(trackingKey);
    if (sent) world.bank.records.settle(sent, 'D');
    await Promise.all([reconcileOrders(world.deps()), reconcileOrders(world.deps())]);
    await reconcileOrders(world.deps());
  }
  const due = await payablesNow();
  expect(due.payouts.map(({ obstacle }) => obstacle)).toEqual(['blocked']);
  expect(due.returns.map(({ paymentId }) => paymentId)).toContain(back.paymentId);
  expect((await send([payout])).code).toBe('ACCOUNT_BLOCKED');
  await world.confirmAccounts();
  const again = await call([payout, back]);
  await world.run();
  await pollOrders(world.deps());
  for (const [place, { trackingKey, amount }] of again.orders.entries()) {
    expect(await bookedOf(world, trackingKey)).toEqual({ times: 1, amount });
    expect(trackingKey).not.toBe(orders[place]?.trackingKey);
  }
  const left = await payablesNow();
  expect([left.payouts, left.returns.filter(({ paymentId }) => paymentId === back.paymentId)]).toEqual([[], []]);
  const keys = orders.map(({ trackingKey }) => trackingKey);
  const { rows } = await world.portal.db.owner.query(
    'select tracking_key from returned_payments where tracking_key = any($1)',
    [keys],
  );
  expect(rows).toHaveLength(2);
});

it('[DIN-13] a return is booked once though the worker is killed meanwhile, and two people who pay again at once pay once', async () => {
  for (let round = 0; round < rounds(4, 200); round += 1) {
    await world.confirmAccounts();
    const wanted = round % 2 === 0 ? await dueReturn(world) : await duePayout(world);
    const [{ trackingKey = '' } = {}] = (await call([wanted])).orders;
    await world.run();
    await pollOrders(world.deps());
    const [sent] = world.atBank(trackingKey);
    if (sent) world.bank.records.settle(sent, 'D');
    await reconcileOrders(dyingDeps(world.deps(), 1 + ((round * 5) % 17))).catch(() => undefined);
    await reconcileOrders(world.deps());
    const { rows } = await world.portal.db.owner.query(
      'select count(*)::integer as times from returned_payments where tracking_key = $1',
      [trackingKey],
    );
    expect([round, rows[0]?.times]).toEqual([round, 1]);
    await world.confirmAccounts();
    const other = await world.portal.signIn((await anOperator(world.portal)).email);
    const body = { payments: [wanted] };
    const [one] = await Promise.all([call([wanted]), other.call(orderTransfers, { body })]);
    const [{ trackingKey: again = '', amount = '' } = {}] = one.orders;
    await world.run();
    await pollOrders(world.deps());
    expect([round, await bookedOf(world, again), world.atBank(again).length]).toEqual([round, { times: 1, amount }, 1]);
  }
});

it('[DIN-14] a return that two people recorded stays in force although STP still lists the order as paid', async () => {
  await world.confirmAccounts();
  const { operator } = world.seller;
  const back = await dueReturn(world);
  const [{ trackingKey = '' } = {}] = (await call([back])).orders;
  await world.run();
  await pollOrders(world.deps());
  const body = {
    purpose: 'return',
    id: back.paymentId,
    trackingKey,
    outcome: 'returned',
    reference: 'BACK1',
    reason: 'llegó a otra cuenta',
  };
  const { proposal } = await operator.call(proposeReturn, { body });
  await approveAsOther(world.portal, proposal);
  await reconcileOrders(world.deps());
  const { returns } = await payablesNow();
  expect(returns.map(({ paymentId }) => paymentId)).toContain(back.paymentId);
  expect(world.atBank(trackingKey)).toHaveLength(1);
});

it('[DIN-17] money that went to somebody else is due again and owed by the holder until two people or the bank report its recovery', async () => {
  const { operator } = world.seller;
  const owed = async () => {
    const { rows } = await world.portal.db.owner.query(
      `select coalesce(sum(case debit when 'DEUDORES' then amount else -amount end), 0)::text as owed
        from lender_entries where 'DEUDORES' in (debit, credit)`,
    );
    return Number(rows[0].owed);
  };
  for (const isReported of [true, false]) {
    await world.confirmAccounts();
    const wanted = isReported ? await duePayout(world) : await dueReturn(world);
    const [{ trackingKey = '', amount = '' } = {}] = (await call([wanted])).orders;
    await world.run();
    await pollOrders(world.deps());
    const { data } = await operator.call(listMadePayments);
    const { purpose = 'payout', id = '' } = data.find((made) => made.trackingKey === trackingKey) ?? {};
    const tell = (outcome: 'elsewhere' | 'recovered') => {
      const reference = outcome === 'elsewhere' ? null : 'CAMEBACK17';
      return operator.send(proposeReturn, {
        body: { purpose, id, trackingKey, outcome, reference, reason: 'la recibió otra empresa' },
      });
    };
    const asTwo = async (outcome: 'elsewhere' | 'recovered') => {
      const { body } = await tell(outcome);
      await approveAsOther(world.portal, proposalIn.parse(body).proposal);
    };
    expect((await tell('recovered')).code).toBe('PAYMENT_NOT_MADE');
    await asTwo('elsewhere');
    expect([await owed(), (await tell('elsewhere')).code]).toEqual([Number(amount), 'PAYMENT_NOT_MADE']);
    if (isReported) expect((await send([wanted])).code).toBe('ACCOUNT_BLOCKED');
    await world.confirmAccounts();
    const [{ trackingKey: again = '' } = {}] = (await call([wanted])).orders;
    await world.run();
    await pollOrders(world.deps());
    await reconcileOrders(world.deps());
    expect([await bookedOf(world, again), await owed()]).toEqual([{ times: 1, amount }, Number(amount)]);
    const [sent] = world.atBank(trackingKey);
    if (isReported && sent) world.bank.records.settle(sent, 'D');
    if (isReported) await Promise.all([reconcileOrders(world.deps()), reconcileOrders(world.deps())]);
    else await asTwo('recovered');
    expect([await owed(), (await tell('recovered')).code]).toEqual([0, 'PAYMENT_NOT_MADE']);
    const made = (await operator.call(listMadePayments)).data.filter((each) => each.id === id);
    expect(made.map(({ state }) => state)).toContain('recovered');
  }
});

it('[DIN-16] operators get the CEP of each payment that STP made, including devoluciones and money sent back', async () => {
  await world.confirmAccounts();
  const { operator } = world.seller;
  const { orders } = await call([await duePayout(world), await dueReturn(world)]);
  await world.run();
  await pollOrders(world.deps());
  const { data } = await operator.call(listMadePayments);
  for (const { orderId, trackingKey } of orders) {
    expect(data.find((made) => made.trackingKey === trackingKey)?.orderId).toBe(orderId);
    const { base64 } = await operator.call(paymentProof, { params: { orderId }, body: { format: 'xml' } });
    expect(Buffer.from(base64, 'base64').toString('utf8')).toContain(`claveRastreo="${trackingKey}"`);
  }
});

it('[DIN-18] counts the days that a client had no deposit, unless its account was wrong', async () => {
  await world.confirmAccounts();
  const sales = [await world.order(), await world.order()];
  await world.run();
  await pollOrders(world.deps());
  for (const { trackingKey } of sales) {
    const [sent] = world.atBank(trackingKey);
    if (sent) world.bank.records.settle(sent, 'D');
  }
  await reconcileOrders(world.deps());
  world.portal.clock.pass(2 * 24 * 3_600_000);
  const operator = await world.portal.signIn((await anOperator(world.portal)).email);
  await world.confirmAccounts();
  for (const [place, { saleId }] of sales.entries()) {
    const clabe = '072180001234567897';
    if (place === 1) await world.portal.db.owner.query('update bank_accounts set clabe = $1', [clabe]);
    await operator.call(orderTransfers, depositOf(saleId));
    await world.run();
    await pollOrders(world.deps());
  }
  const { rows } = await world.portal.db.owner.query(
    'select days_lost from returned_payments where sale_id = any($1) order by days_lost desc',
    [sales.map(({ saleId }) => saleId)],
  );
  expect(rows).toEqual([{ days_lost: 2 }, { days_lost: 0 }]);
});
