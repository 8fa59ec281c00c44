import { approval } from '@anticipa/contract/approvals';
import { listMadePayments, paymentProof, proposeReturn } from '@anticipa/contract/made-payments';
import { listPayables } from '@anticipa/contract/payables';
import { routes } from '@anticipa/contract/routes';
import { orderTransfers, type WantedPayment } from '@anticipa/contract/transfers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { dyingDeps, type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { anOperator } from '../../../testing/builders.ts';
import { bookedOf, duePayout, dueReturn } from '../../../testing/due-payments.ts';
import { LONG_PACE_MS, racing } from '../../../testing/racing.ts';
import { aPayment, approveAsOther, depositOf, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { reconcileReceived } from '../received-transfers/poll.ts';
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
  // The bank reports each return twice.
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

it('[DIN-13] a worker killed while a payment comes back takes it back once, and two people who pay it again pay it once', async () => {
  for (const round of racing(world.portal.clock, 4, 200, LONG_PACE_MS)) {
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

it('[DIN-14] a return that two people read in the bank’s books stands, though STP goes on to list the order as paid', async () => {
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

it('[DIN-17] money that went to somebody else is due again and owed from there, until two people or the bank say that it came back', async () => {
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

it('[DIN-16] each payment that STP made has its CEP for operators, also devoluciones and money sent back', async () => {
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

/** Money that was to go back to its payer, and is in the account of somebody else. */
const elsewhere = async () => {
  const { operator } = world.seller;
  const back = await dueReturn(world);
  const [{ trackingKey = '', amount = '' } = {}] = (await call([back])).orders;
  await world.run();
  await pollOrders(world.deps());
  const named = { purpose: 'return', id: back.paymentId, trackingKey, reason: 'la recibió otra empresa' };
  const tell = (outcome: 'elsewhere' | 'recovered', reference: string | null) =>
    operator.send(proposeReturn, { body: { ...named, outcome, reference } });
  const asTwo = async (...told: Parameters<typeof tell>) =>
    approveAsOther(world.portal, proposalIn.parse((await tell(...told)).body).proposal);
  await asTwo('elsewhere', null);
  return { amount, tell, asTwo };
};
const atOurs = async (claveRastreo: string, amount: string) => {
  const cuentaBeneficiario = '646180110400000007';
  await world.bank.deposit({ claveRastreo, monto: Number(amount), cuentaBeneficiario, conceptoPago: '' });
  await reconcileReceived(world.deps());
};
/** The money that BANCOS of the lender's own journal has of a key, as a receipt or as money that came back. */
const enteredUnder = async (key: string) => {
  const { rows } = await world.portal.db.owner.query<{ amount: string; states: string }>(
    `select coalesce(sum(case debit when 'BANCOS' then entry.amount else -entry.amount end), 0)::text as amount,
        (select string_agg(state, ' ') from received_transfers where tracking_key = $1) as states
      from lender_entries entry left join unidentified_payments kept using (payment_id) left join returned_payments back using (return_id)
      where 'BANCOS' in (debit, credit) and (kept.tracking_key = $1 or back.recovery_reference = $1 and event = 'wrong-account-recovery')`,
    [key],
  );
  return rows[0];
};

it('[DIN-100] money that comes back as an ordinary transfer is in the books once, whatever is recorded first', async () => {
  const { operator } = world.seller;
  const first = await elsewhere();
  await atOurs('STRANGER1', first.amount);
  await atOurs('STRANGER2', '7.00');
  expect((await first.tell('recovered', 'STRANGER2')).code).toBe('TRACKING_KEY_REUSED');
  await first.asTwo('recovered', 'STRANGER1');
  expect(await enteredUnder('STRANGER1')).toEqual({ amount: first.amount, states: 'unidentified' });
  const { data } = await operator.call(routes.listUnidentifiedPayments, { query: { state: 'waiting' } });
  expect(data.map(({ trackingKey }) => trackingKey)).not.toContain('STRANGER1');
  const second = await elsewhere();
  expect((await second.tell('recovered', 'STRANGER1')).code).toBe('TRACKING_KEY_REUSED');
  await second.asTwo('recovered', 'STRANGER3');
  await atOurs('STRANGER3', second.amount);
  expect(await enteredUnder('STRANGER3')).toEqual({ amount: second.amount, states: 'refund' });
  const typed = aPayment(
    { reference: 'DEVUELTO' },
    { trackingKey: 'STRANGER3', amount: second.amount, valueDate: '2026-03-10' },
  );
  expect((await operator.send(routes.registerCollection, { body: typed })).code).toBe('TRACKING_KEY_REUSED');
});

it('[DIN-101] what is paid again by hand has a key that no payment of the lender had', async () => {
  const { operator, client, invoices } = world.seller;
  await world.confirmAccounts();
  const [sale] = await sellAndDeposit(world.seller, await invoices());
  const back = await dueReturn(world);
  const { clientId } = await duePayout(world);
  const due = (await operator.call(routes.listDuePayouts)).data.find((one) => one.clientId === client.clientId);
  const pay = {
    deposit: (trackingKey: string) =>
      operator.send(routes.disburseSale, { params: { saleId: sale?.saleId ?? '' }, body: { trackingKey } }),
    payout: (trackingKey: string) =>
      operator.send(routes.confirmPayout, { body: { clientId, currency: 'MXN', amount: due?.amount, trackingKey } }),
    return: (trackingKey: string) =>
      operator.send(routes.confirmReturn, { params: { paymentId: back.paymentId }, body: { trackingKey } }),
  };
  const madeFor = async (id: string | undefined, purpose: string) =>
    (await operator.call(listMadePayments)).data.find(
      (made) => made.purpose === purpose && made.state === 'paid' && (made.id === id || made.clientId === id),
    );
  const lose = async (id: string | undefined, purpose: string) => {
    const made = await madeFor(id, purpose);
    if (!made) throw new Error(`no ${purpose} was made`);
    const reference = `LOST${made.trackingKey}`.slice(0, 30);
    const body = { purpose: made.purpose, id: made.id, trackingKey: made.trackingKey, outcome: 'returned', reference };
    await approveAsOther(
      world.portal,
      (await operator.call(proposeReturn, { body: { ...body, reason: 'la cuenta no existe' } })).proposal,
    );
    await world.confirmAccounts();
    return made.trackingKey;
  };
  const first = await lose(sale?.saleId, 'deposit');
  expect([(await pay.deposit(first)).code, (await pay.deposit('AGAIN101')).code]).toEqual([
    'TRACKING_KEY_REUSED',
    null,
  ]);
  await lose(sale?.saleId, 'deposit');
  expect([(await pay.payout('HAND101')).code, (await pay.return('BACK101')).code]).toEqual([null, null]);
  await lose(clientId, 'payout');
  await lose(back.paymentId, 'return');
  for (const key of [first, 'AGAIN101', 'HAND101', 'BACK101'])
    for (const [purpose, send] of Object.entries(pay))
      expect([purpose, key, (await send(key)).code]).toEqual([purpose, key, 'TRACKING_KEY_REUSED']);
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
