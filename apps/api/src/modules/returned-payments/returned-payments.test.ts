import { listAlerts } from '@anticipa/contract/alerts';
import { approval } from '@anticipa/contract/approvals';
import {
  bookBankLines,
  bringBankFile,
  getBank,
  getBankReconciliation,
  saveStatementAccount,
} from '@anticipa/contract/bank-files';
import { confirmPayout } from '@anticipa/contract/collections';
import { listMadePayments, paymentProof, proposeReturn } from '@anticipa/contract/made-payments';
import { listPayables } from '@anticipa/contract/payables';
import { previewReversal, proposeReversal } from '@anticipa/contract/reversals';
import { orderTransfers, type WantedPayment } from '@anticipa/contract/transfers';
import { hasBankKey, type PaymentOutcome } from '@anticipa/domain/payment-outcome';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { dyingDeps, type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { aStatementAccount } from '../../../testing/bank-files.ts';
import { anOperator } from '../../../testing/builders.ts';
import { bookedOf, duePayout, dueReturn } from '../../../testing/due-payments.ts';
import { activatePayers, clabeOfReceiver } from '../../../testing/payers.ts';
import { LONG_PACE_MS, racing } from '../../../testing/racing.ts';
import { approveAsOther, depositOf, payInFull } from '../../../testing/sale-steps.ts';
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

/** A balance of the lender's own journal. */
async function balanceOf(account: string): Promise<number> {
  const { rows } = await world.portal.db.owner.query(
    `select coalesce(sum(case debit when $1 then amount else -amount end), 0)::text as balance
      from lender_entries where $1 in (debit, credit)`,
    [account],
  );
  return Number(rows[0].balance);
}

it('[DIN-17] money that went to somebody else is due again and owed from there, until two people or the bank say that it came back', async () => {
  const { operator } = world.seller;
  const owed = () => balanceOf('DEUDORES');
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

it('[DIN-106] money that is not recovered from somebody else is a loss by two people, claimed again, or reduced by what comes after all', async () => {
  await world.confirmAccounts();
  const { operator } = world.seller;
  const { orders } = await call([await duePayout(world), await dueReturn(world)]);
  await world.run();
  await pollOrders(world.deps());
  const [before, lossBefore, cash] = [
    await balanceOf('DEUDORES'),
    await balanceOf('QUEBRANTOS'),
    await balanceOf('BANCOS'),
  ];
  for (const { trackingKey, amount } of orders) {
    const made = async () =>
      (await operator.call(listMadePayments)).data.find((payment) => payment.trackingKey === trackingKey);
    const { purpose = 'payout', id = '' } = (await made()) ?? {};
    const tell = (outcome: PaymentOutcome) => {
      const reference = hasBankKey(outcome) ? `LATE${purpose}` : null;
      const body = { purpose, id, trackingKey, outcome, reference, reason: 'cerró la cuenta y no contesta' };
      return operator.send(proposeReturn, { body });
    };
    const asTwo = async (outcome: PaymentOutcome) => {
      const { body } = await tell(outcome);
      await approveAsOther(world.portal, proposalIn.parse(body).proposal);
      return [(await balanceOf('DEUDORES')) - before, (await balanceOf('QUEBRANTOS')) - lossBefore];
    };
    expect((await tell('lost')).code).toBe('PAYMENT_NOT_MADE');
    expect(await asTwo('elsewhere')).toEqual([Number(amount), 0]);
    expect((await tell('claimed')).code).toBe('PAYMENT_NOT_MADE');
    expect(await asTwo('lost')).toEqual([0, Number(amount)]);
    expect([(await made())?.state, (await tell('lost')).code]).toEqual(['lost', 'PAYMENT_NOT_MADE']);
    expect(await asTwo('claimed')).toEqual([Number(amount), 0]);
    expect(await asTwo('lost')).toEqual([0, Number(amount)]);
    expect(await asTwo('recovered')).toEqual([0, 0]);
    expect([(await made())?.state, (await tell('claimed')).code]).toEqual(['recovered', 'PAYMENT_NOT_MADE']);
  }
  // The money went out of the lender's own journal, where it came from the clients' one, and came back.
  expect(await balanceOf('BANCOS')).toBe(cash + Number(orders[1]?.amount ?? 0));
});

it('[DIN-107] what the bank moved too much or too little of a payment is owed or to be deposited until it moves, as its file has it', async () => {
  await world.confirmAccounts();
  const { operator } = world.seller;
  const account = aStatementAccount('Banco de los pagos', '00107');
  const { accountId } = (await operator.call(saveStatementAccount, { body: account })).account;
  const day = world.portal.clock.today().split('-').toReversed().join('/');
  const bring = async (key: string, amount: number) => {
    const body = `${day},SPEI ${key},${amount.toFixed(2)}`;
    await operator.call(bringBankFile, { params: { accountId }, query: { name: 'movimientos.csv' }, body });
  };
  const lineOf = async (key: string) => (await operator.call(getBank)).open.find(({ text }) => text === `SPEI ${key}`);
  const balances = async () => Promise.all(['DEUDORES', 'POR_DEPOSITAR', 'BANCOS'].map(balanceOf));
  const before = await balances();
  const changes = async () =>
    (await balances()).map((balance, place) => Number((balance - (before[place] ?? 0)).toFixed(2)));
  for (const [kind, off, end] of [
    ['over', 45, 'recovered'],
    ['short', -200.5, 'completed'],
  ] as const) {
    const [key, endKey] = [`BYHAND${kind}`.toUpperCase(), `LATER${kind}`.toUpperCase()];
    const { clientId } = await duePayout(world);
    const { payouts } = await payablesNow();
    const amount = payouts.find((payout) => payout.clientId === clientId)?.amount ?? '';
    await operator.call(confirmPayout, { body: { clientId, currency: 'MXN', amount, trackingKey: key } });
    const moved = (Number(amount) + off).toFixed(2);
    await bring(key, -Number(moved));
    expect((await lineOf(key))?.plan).toEqual({ as: 'differs', of: key, amount, likely: [] });
    const rowsOf = async () =>
      (await operator.call(listMadePayments)).data.filter(({ trackingKey }) => trackingKey === key);
    const tell = async (outcome: PaymentOutcome, state: string, actual?: string) => {
      const { purpose = 'payout', id = '' } = (await rowsOf()).find((row) => row.state === state) ?? {};
      const reference = hasBankKey(outcome) ? endKey : null;
      const body = { purpose, id, trackingKey: key, outcome, reference, reason: 'se tecleó otro importe' };
      return operator.send(proposeReturn, { body: { ...body, ...(actual !== undefined && { moved: actual }) } });
    };
    const asTwo = async (...step: Parameters<typeof tell>) =>
      approveAsOther(world.portal, proposalIn.parse((await tell(...step)).body).proposal);
    const owed = kind === 'over' ? [off, 0, -off] : [0, off, -off];
    expect((await tell('differs', 'paid', amount)).code).toBe('PAYMENT_CONFIRMED');
    await asTwo('differs', 'paid', moved);
    expect(await changes()).toEqual(owed);
    for (const outcome of ['differs', 'returned'] as const)
      expect((await tell(outcome, 'paid', outcome === 'differs' ? moved : undefined)).code).toBe('PAYMENT_DIFFERS');
    const { id = '' } = (await rowsOf()).find(({ state }) => state === 'paid') ?? {};
    const undoing = { query: { kind: 'payout', id, money: 'gone' } } as const;
    expect((await operator.refusal(previewReversal, undoing)).code).toBe('PAYMENT_DIFFERS');
    await asTwo('exact', kind);
    expect(await changes()).toEqual([0, 0, 0]);
    await asTwo('differs', 'paid', moved);
    const line = await lineOf(key);
    expect(line?.plan?.as).toBe('match');
    await operator.call(bookBankLines, { body: { lineIds: [line?.lineId ?? ''] } });
    expect((await tell('exact', kind)).code).toBe('PAYMENT_CONFIRMED');
    await asTwo(end, kind);
    expect(await changes()).toEqual([0, 0, 0]);
    await bring(endKey, off);
    const later = await lineOf(endKey);
    expect(later?.plan).toMatchObject({ as: 'match', of: endKey });
    await operator.call(bookBankLines, { body: { lineIds: [later?.lineId ?? ''] } });
    expect((await rowsOf()).map(({ state }) => state).toSorted()).toEqual([end, 'paid'].toSorted());
  }
  const { data } = await operator.call(getBankReconciliation);
  const own = data.find(({ accounts }) => accounts.some((one) => one.accountId === accountId));
  expect([own?.notInBooks.count, own?.books.filter(({ key }) => /BYHAND|LATER/.test(key))]).toEqual([0, []]);
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

it('[DIN-39] a payment that the bank takes back is undone, and in the books as the two movements of the bank', async () => {
  const { portal, seller, bank } = world;
  await activatePayers(portal, seller.client, 'ANTICIPA');
  const cuentaBeneficiario = await clabeOfReceiver(portal, seller);
  await world.order();
  await world.run();
  await pollOrders(world.deps());
  const transfer = await bank.deposit({ claveRastreo: 'TAKENBACK1', monto: 500, cuentaBeneficiario });
  await reconcileReceived(world.deps());
  bank.records.settle(transfer, 'D');
  await reconcileReceived(world.deps());
  const operator = await portal.signIn((await anOperator(portal)).email);
  const id = `select collection_id from collections where tracking_key = 'TAKENBACK1'`;
  const { rows } = await portal.db.owner.query(id);
  const undone = { kind: 'collection', id: rows[0].collection_id, reason: 'el banco lo regresó' } as const;
  const refused = await operator.refusal(proposeReversal, { body: { ...undone, money: 'waits' } });
  expect(refused.code).toBe('MONEY_LEFT_BANK');
  const { proposal } = await operator.call(proposeReversal, { body: { ...undone, money: 'gone' } });
  await approveAsOther(portal, proposal);

  const account = { body: aStatementAccount('STP', '646180110400000007') };
  const { accountId } = (await operator.call(saveStatementAccount, account)).account;
  const day = portal.clock.today().split('-').toReversed().join('/');
  const body = [`${day},SPEI TAKENBACK1,500.00`, `${day},SPEI TAKENBACK1,-500.00`].join('\n');
  await operator.call(bringBankFile, { params: { accountId }, query: { name: 'stp.csv' }, body });
  const lineIds = (await operator.call(getBank)).open.map(({ lineId }) => lineId);
  const { lines } = await operator.call(bookBankLines, { body: { lineIds } });
  const booked = ['booked', 'receipt', true];
  expect(lines.map(({ state, bookedAs, wasBooked }) => [state, bookedAs, wasBooked])).toEqual([booked, booked]);
});

it('[DIN-18] counts the days that a client had no deposit, unless its account was wrong', async () => {
  await world.confirmAccounts();
  const sales = [await world.order(), await world.order(), await world.order()];
  await world.run();
  await pollOrders(world.deps());
  for (const { trackingKey } of sales) {
    const [sent] = world.atBank(trackingKey);
    if (sent) world.bank.records.settle(sent, 'D');
  }
  await reconcileOrders(world.deps());
  world.portal.clock.pass(2 * 24 * 3_600_000);
  const operator = await world.portal.signIn((await anOperator(world.portal)).email);
  for (const documentId of sales[0]?.documentIds ?? []) await payInFull(operator, documentId);
  await world.confirmAccounts();
  for (const [place, { saleId }] of sales.entries()) {
    const clabe = '072180001234567897';
    if (place === 2) await world.portal.db.owner.query('update bank_accounts set clabe = $1', [clabe]);
    await operator.call(orderTransfers, depositOf(saleId));
    await world.run();
    await pollOrders(world.deps());
  }
  const { rows } = await world.portal.db.owner.query(
    'select days_lost from returned_payments where sale_id = any($1) order by days_lost desc',
    [sales.map(({ saleId }) => saleId)],
  );
  expect(rows).toEqual([{ days_lost: 2 }, { days_lost: 2 }, { days_lost: 0 }]);
  // Its receiver paid it while the client had no deposit, so interest of the two days was charged.
  const { data: alerts } = await operator.call(listAlerts, { query: { state: 'open' } });
  const owed = alerts.filter(({ reason }) => reason === 'settled-undeposited').map(({ details }) => details);
  expect(owed).toEqual([expect.objectContaining({ saleId: sales[0]?.saleId, days: 2 })]);
});
