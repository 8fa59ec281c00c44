import { listMadePayments, proposeReturn } from '@anticipa/contract/made-payments';
import { routes } from '@anticipa/contract/routes';
import { orderTransfers, type WantedPayment } from '@anticipa/contract/transfers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { bookedOf, duePayout, dueReturn } from '../../../testing/due-payments.ts';
import { aPayment, approveAsOther, reverseAsTwo, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { reconcileReceived } from '../received-transfers/poll.ts';
import { pollOrders, reconcileOrders } from '../transfers/advance.ts';

let world: PortalWithBank;
beforeAll(async () => {
  world = await startPortalWithBank();
});
afterAll(() => world.close());

const call = (payments: readonly WantedPayment[]) =>
  world.seller.operator.call(orderTransfers, { body: { payments: [...payments] } });

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
    approveAsOther(world.portal, proposeReturn.response.parse((await tell(...told)).body).proposal);
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

it('[DIN-14] a devolución whose receipt was reversed is owed by its client, and waits as its money when the bank gives it back', async () => {
  const { portal, seller } = world;
  await world.confirmAccounts();
  const wanted = await duePayout(world);
  const [{ trackingKey = '' } = {}] = (await call([wanted])).orders;
  await world.run();
  await pollOrders(world.deps());
  const { rows } = await portal.db.owner.query(
    'select collection_id as id from invoices join payouts using (client_id, payout_id) where payouts.tracking_key = $1 limit 1',
    [trackingKey],
  );
  await reverseAsTwo(portal, seller.operator, { kind: 'collection', id: rows[0].id });
  const { data } = await seller.operator.call(listMadePayments);
  const made = data.find((one) => one.trackingKey === trackingKey);
  expect(made?.state).toBe('owed');
  const body = {
    purpose: 'payout',
    id: made?.id,
    trackingKey,
    outcome: 'returned',
    reference: 'OWED1',
    reason: 'regresó',
  };
  expect((await seller.operator.refusal(proposeReturn, { body })).code).toBe('PAYMENT_OWED');
  const [sent] = world.atBank(trackingKey);
  if (sent) world.bank.records.settle(sent, 'D');
  for (let times = 0; times < 2; times += 1) await reconcileOrders(world.deps());
  const waiting = await seller.operator.call(routes.listUnidentifiedPayments, { query: { state: 'waiting' } });
  expect(waiting.data.filter((money) => money.trackingKey === trackingKey)).toMatchObject([
    { amount: made?.amount, left: made?.amount, reason: 'reversed', valueDate: portal.clock.today() },
  ]);
  const { payouts } = await seller.operator.call(routes.listPayables);
  expect(payouts.filter(({ clientId }) => clientId === made?.clientId)).toEqual([]);
  // The bank says that it has paid after all, and takes that back: nothing is booked twice, and a person decides about the receipt.
  for (const state of ['LQ', 'D'] as const) {
    if (sent) world.bank.records.settle(sent, state);
    await reconcileOrders(world.deps());
  }
  expect(await bookedOf(world, trackingKey)).toMatchObject({ times: 1 });
});
