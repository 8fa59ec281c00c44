import { routes } from '@anticipa/contract/routes';
import { rounds } from '@anticipa/sandbox/rounds';
import { depositCall } from '@anticipa/sandbox/stp-answers';
import type { StpTransfer } from '@anticipa/sandbox/stp-records';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atLimit } from '../../../testing/at-limit.ts';
import { type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { aCompany, anOperator, secondReceiver } from '../../../testing/builders.ts';
import { lifeUntil } from '../../../testing/dying.ts';
import { aCostCentre, activatePayers, clabeOfReceiver } from '../../../testing/payers.ts';
import { aPayment, sellAndDeposit } from '../../../testing/sale-steps.ts';
import { pollOrders, reconcileOrders } from '../transfers/advance.ts';
import { pollReceived, reconcileReceived } from './poll.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let world: PortalWithBank;
/** The CLABE of the payer of every invoice. */
let clabe: string;
beforeAll(async () => {
  world = await startPortalWithBank();
  await activatePayers(world.portal, world.seller.client, 'ANTICIPA');
  clabe = await clabeOfReceiver(world.portal, world.seller);
});
afterAll(() => world.close());

let keys = 0;
/** A transfer at the bank, to the payer's CLABE by default. */
const received = (over: Partial<StpTransfer> = {}): Promise<StpTransfer> => {
  keys += 1;
  return world.bank.deposit({
    claveRastreo: `RECEIVED${keys}`,
    monto: 116_000,
    cuentaBeneficiario: clabe,
    conceptoPago: 'PAGO DE FACTURA',
    ...over,
  });
};
const tell = (transfer: StpTransfer) => world.tellReceived(depositCall(transfer, 'ANTICIPA'));
/** An invoice of 116,000.00 in credit. */
const inCredit = async (): Promise<string> => {
  const [documentId = ''] = await world.seller.invoices();
  await sellAndDeposit(world.seller, [documentId]);
  return documentId;
};
const owner = () => world.portal.db.owner;
const rowsOf = async (text: string, ...values: readonly string[]) => (await owner().query(text, [...values])).rows;
const statusOf = async (documentId: string): Promise<number> =>
  (await rowsOf('select status from invoices where document_id = $1', documentId))[0].status;
const stateOf = async ({ claveRastreo }: StpTransfer): Promise<string | undefined> =>
  (await rowsOf('select state from received_transfers where tracking_key = $1', claveRastreo))[0]?.state;
const countOf = async (table: string, { claveRastreo }: StpTransfer): Promise<number> =>
  (await rowsOf(`select from ${table} where tracking_key = $1`, claveRastreo)).length;
const alerts = async ({ claveRastreo }: StpTransfer): Promise<string[]> => {
  const text = `select reason from alerts where subject like 'received-transfer:%' and details->>'trackingKey' = $1`;
  return (await rowsOf(text, claveRastreo)).map(({ reason }) => reason);
};
const passMinute = () => world.portal.clock.pass(2 * MINUTE_MS);

describe('a transfer to the CLABE of a payer', () => {
  it('[SIS-04] settles its invoice once, however often the bank calls', async () => {
    const documentId = await inCredit();
    const transfer = await received();
    for (let count = 0; count < 3; count += 1) {
      const answer = await tell(transfer);
      expect([answer.status, answer.bytes.toString()]).toEqual([200, '{"mensaje":"confirmar"}']);
    }
    const { claveRastreo, fechaOperacion, monto } = transfer;
    await world.tellReceived({ Clave: 1, FechaOperacion: fechaOperacion, ClaveRastreo: claveRastreo, Monto: monto });
    expect(await world.run()).toEqual([]);
    passMinute();
    await pollReceived(world.deps());
    await reconcileReceived(world.deps());
    expect([await statusOf(documentId), await stateOf(transfer)]).toEqual([40, 'booked']);
    expect([await countOf('collections', transfer), await countOf('bank_calls', transfer)]).toEqual([1, 2]);
    const { rows } = await owner().query(
      'select source, bank, registered_by from collections where tracking_key = $1',
      [claveRastreo],
    );
    expect(rows).toEqual([{ source: 'STP', bank: 'BBVA', registered_by: null }]);
  });

  it('[SIS-04] is found in one of five nights if its call was lost', async () => {
    const documentId = await inCredit();
    const transfer = await received();
    await pollReceived(world.deps());
    expect(await stateOf(transfer)).toBeUndefined();
    // This evening belongs to the operation day of tomorrow.
    world.portal.clock.pass(6 * DAY_MS);
    await reconcileReceived(world.deps());
    expect(await stateOf(transfer)).toBeUndefined();
    world.portal.clock.pass(-DAY_MS);
    await reconcileReceived(world.deps());
    expect([await statusOf(documentId), await stateOf(transfer)]).toEqual([40, 'booked']);
    world.portal.clock.pass(-5 * DAY_MS);
  });

  it('a partial payment goes to the invoice due first; the exact amount of one goes to that one', async () => {
    const [first, second] = [await inCredit(), await inCredit()];
    await received({ monto: 16_000 });
    await reconcileReceived(world.deps());
    expect([await statusOf(first), await statusOf(second)]).toEqual([30, 30]);
    await received({ monto: 100_000 });
    await reconcileReceived(world.deps());
    expect([await statusOf(first), await statusOf(second)].toSorted()).toEqual([30, 40]);
    await received();
    await reconcileReceived(world.deps());
    expect([await statusOf(first), await statusOf(second)]).toEqual([40, 40]);
  });

  it('[DIN-25] the amount of a sold invoice waits for its deposit, and settles it then', async () => {
    const { saleId, documentIds } = await world.answeredSale();
    const [documentId = ''] = documentIds;
    const transfer = await received();
    await reconcileReceived(world.deps());
    expect([await stateOf(transfer), await statusOf(documentId)]).toEqual(['unidentified', 25]);
    const body = { trackingKey: 'SPEIAWAITED' };
    await world.seller.operator.call(routes.disburseSale, { params: { saleId }, body });
    await world.run();
    expect(await statusOf(documentId)).toBe(40);
  });

  it('[DIN-23] the amount of a payment just booked is kept as a double, and pays no other invoice', async () => {
    const first = await inCredit();
    const [other = ''] = await world.seller.invoices({ total: '265137.95' });
    await sellAndDeposit(world.seller, [other]);
    await received();
    await reconcileReceived(world.deps());
    const again = await received();
    await reconcileReceived(world.deps());
    expect([await statusOf(first), await statusOf(other), await stateOf(again)]).toEqual([40, 30, 'unidentified']);
    const { rows } = await owner().query('select reason from unidentified_payments where tracking_key = $1', [
      again.claveRastreo,
    ]);
    expect([rows, await countOf('collections', again)]).toEqual([[{ reason: 'double' }], 0]);
    await received({ monto: 265_137.95 });
    await reconcileReceived(world.deps());
    expect(await statusOf(other)).toBe(40);
  });

  it('[SIS-04] counts from the day on which the bank took it, in the evening too, when SPEI’s operation day is later', async () => {
    const documentId = await inCredit();
    const { rows } = await owner().query('select due_date::text from invoices where document_id = $1', [documentId]);
    const [{ due_date: dueDate }] = rows;
    const evening = Date.parse(`${dueDate}T18:10:00-06:00`) - world.portal.clock.now().getTime();
    world.portal.clock.pass(evening);
    const transfer = await received();
    await reconcileReceived(world.deps());
    world.portal.clock.pass(-evening);
    expect(transfer.fechaOperacion).toBeGreaterThan(Number(dueDate.replaceAll('-', '')));
    const paid = await owner().query(
      `select value_date::text, state, late_charges from received_transfers join collections using (tracking_key, value_date)
        join collection_items using (client_id, collection_id) where tracking_key = $1`,
      [transfer.claveRastreo],
    );
    expect(paid.rows).toEqual([{ value_date: dueDate, state: 'booked', late_charges: '0.00' }]);
  });

  it('a transfer without the instant of its settlement waits for its operation day', async () => {
    const documentId = await inCredit();
    const transfer = await received();
    transfer.tsLiquidacion = null;
    await reconcileReceived(world.deps());
    expect([await stateOf(transfer), await statusOf(documentId)]).toEqual(['received', 30]);
    world.portal.clock.pass(DAY_MS);
    await pollReceived(world.deps());
    world.portal.clock.pass(-DAY_MS);
    expect([await stateOf(transfer), await statusOf(documentId)]).toEqual(['booked', 40]);
  });

  it('[DIN-22] a transfer from before the deposit of the invoice pays it on the day of the deposit', async () => {
    const transfer = await received({ fechaOperacion: 20_260_309 });
    const documentId = await inCredit();
    await reconcileReceived(world.deps());
    expect([await stateOf(transfer), await statusOf(documentId), await alerts(transfer)]).toEqual(['booked', 40, []]);
  });
});

describe('a transfer without invoices to pay', () => {
  it.each([
    ['to the CLABE of a payer that owes nothing', () => ({ monto: 115_000 }), 'PAGO DE FACTURA 1'],
    ['to another CLABE', () => ({ monto: 115_000, cuentaBeneficiario: '646180110400000007', conceptoPago: '' }), '1'],
    ['with an unknown reference', () => ({ monto: 115_000, conceptoPago: 'AN110000000193' }), 'AN110000000193'],
  ])('[DIN-07] %s waits to be identified under the name of its sender, with an alert', async (_, over, reference) => {
    const transfer = await received(over());
    await reconcileReceived(world.deps());
    expect([await stateOf(transfer), await alerts(transfer)]).toEqual(['unidentified', ['unidentified']]);
    const { rows } = await owner().query(
      'select reason, reference, amount, state from unidentified_payments where tracking_key = $1',
      [transfer.claveRastreo],
    );
    expect(rows).toEqual([{ reason: 'unknown', reference, amount: '115000.00', state: 'waiting' }]);
    const { data } = await world.seller.operator.call(routes.listWaitingReceipts);
    const listed = data.find(({ trackingKey }) => trackingKey === transfer.claveRastreo);
    expect(listed?.senderName).toBe(transfer.nombreOrdenante);
  });

  it('[OPE-85] money to the CLABE of a closed client waits to be identified, with an alert', async () => {
    const set = `update clients set client_state = $2, reads_until = $3 where client_id = $1`;
    const { clientId } = world.seller.client;
    await owner().query(set, [clientId, 'closed', world.portal.clock.now()]);
    const transfer = await received({ monto: 10 });
    await reconcileReceived(world.deps());
    expect([await stateOf(transfer), await alerts(transfer)]).toEqual(['unidentified', ['unidentified']]);
    await owner().query(set, [clientId, 'open', null]);
    const { figures } = await world.seller.operator.call(routes.getClosing, { params: { clientId } });
    expect(figures.unidentified).toBeGreaterThan(0);
  });

  it('[DIN-85] pays the invoices of a receiver whose tax id has changed, at the CLABE of either', async () => {
    const { seller, portal } = world;
    const receiver = secondReceiver();
    const companyId = await aCompany(portal, { client: seller.client, receiver });
    const oldClabe = await aCostCentre(portal, { client: seller.client, rfcPayer: receiver.rfc });
    const [ofOld = ''] = await seller.invoices({ companyId, total: '2000.00' });
    await sellAndDeposit(seller, [ofOld]);
    const body = { aliasOf: seller.companyId, reason: 'Se fusionó en agosto' };
    const { proposal } = await seller.operator.call(routes.proposeAlias, { params: { companyId }, body });
    const second = await portal.signIn((await anOperator(portal)).email);
    const decision = { kind: 'approve', ground: proposal.ground } as const;
    await second.call(routes.decideProposal, { params: { proposalId: proposal.id }, body: { decision } });

    const [ofNew = ''] = await seller.invoices({ total: '3000.00' });
    await sellAndDeposit(seller, [ofNew]);
    passMinute();
    const transfers = [
      await received({ monto: 3000, cuentaBeneficiario: oldClabe }),
      await received({ monto: 2000, cuentaBeneficiario: clabe }),
    ];
    await reconcileReceived(world.deps());
    expect(await Promise.all(transfers.map(stateOf))).toEqual(['booked', 'booked']);
    expect([await statusOf(ofOld), await statusOf(ofNew)]).toEqual([40, 40]);
  });

  it('is not recorded before it has arrived', async () => {
    const transfer = await received();
    transfer.estado = 'D';
    await reconcileReceived(world.deps());
    expect(await stateOf(transfer)).toBeUndefined();
  });

  it('a transfer that the bank gives back later is an alert', async () => {
    const transfer = await received();
    await reconcileReceived(world.deps());
    world.bank.records.settle(transfer, 'D');
    await reconcileReceived(world.deps());
    expect([await stateOf(transfer), await alerts(transfer)]).toEqual(['returned', ['unidentified', 'returned']]);
  });
});

describe('a tracking key', () => {
  it('a key that an operator has registered with the same money is not booked again', async () => {
    const documentId = await inCredit();
    const transfer = await received();
    const payment = aPayment({ documentIds: [documentId] }, { valueDate: '2026-03-10' });
    const operator = await world.portal.signIn((await anOperator(world.portal)).email);
    await operator.call(routes.registerCollection, { body: { ...payment, trackingKey: transfer.claveRastreo } });
    await reconcileReceived(world.deps());
    expect([await stateOf(transfer), await countOf('collections', transfer), await alerts(transfer)]).toEqual([
      'booked',
      1,
      [],
    ]);
  });

  it('a key that other money has used raises an alert, and books nothing', async () => {
    const first = await received({ claveRastreo: 'SAMEKEY' });
    await reconcileReceived(world.deps());
    await received({ claveRastreo: 'SAMEKEY' });
    await reconcileReceived(world.deps());
    const { rows } = await owner().query(
      `select state from received_transfers where tracking_key = 'SAMEKEY' order by state`,
    );
    expect(rows).toEqual([{ state: 'conflicting' }, { state: 'unidentified' }]);
    expect([await countOf('unidentified_payments', first), await alerts(first)]).toEqual([
      1,
      ['unidentified', 'conflicting'],
    ]);
  });
});

describe('a transfer that gives back an order of ours', () => {
  const sentAs = async (outcome: 'paid' | 'in-flight') => {
    world.bank.decide(outcome);
    const { saleId, orderId, trackingKey } = await world.order();
    await world.run();
    await pollOrders(world.deps());
    const [sent] = world.atBank(trackingKey);
    if (sent === undefined) throw new Error('the order is not at the bank');
    return { sent, state: async () => [(await world.transferOf(saleId))?.state, await world.alertsOf(orderId)] };
  };
  beforeEach(() => world.confirmAccounts());
  const twoNights = async () => {
    for (let night = 0; night < 2; night += 1) {
      await reconcileReceived(world.deps());
      await reconcileOrders(world.deps());
    }
  };

  it('[SIS-04] is no payment: the order came back, and stays so until that is undone', async () => {
    const { sent, state } = await sentAs('paid');
    const back = world.bank.records.giveBack(sent);
    await twoNights();
    expect([await stateOf(back), ...(await state())]).toEqual(['refund', 'returned', ['returned']]);
    const booked = [await countOf('collections', back), await countOf('unidentified_payments', back)];
    expect([booked, await alerts(back)]).toEqual([[0, 0], []]);
    world.bank.records.settle(back, 'D');
    await twoNights();
    expect([await alerts(back), (await state())[0]]).toEqual([['refund-undone'], 'paid']);
  });

  it('a return in flight fails its order', async () => {
    const { sent, state } = await sentAs('in-flight');
    world.bank.records.giveBack(sent);
    await reconcileReceived(world.deps());
    world.bank.records.settle(sent, 'LQ');
    await twoNights();
    expect(await state()).toEqual(['failed', ['failed']]);
  });

  it.each<[string, Partial<StpTransfer>]>([
    ['of another amount', { monto: 1 }],
    ['of a key that is not ours', { claveRastreoDevolucion: 'NOTOURS' }],
  ])('%s is an alert, and no payment', async (_, over) => {
    const { sent, state } = await sentAs('paid');
    const back = world.bank.records.giveBack(sent, over);
    await twoNights();
    expect([await alerts(back), await countOf('unidentified_payments', back)]).toEqual([['refund-unknown'], 0]);
    expect(await state()).toEqual(['paid', []]);
  });
});

/** Steps at which a worker can die while it books one transfer, after a call or in the nightly run. */
const STEPS = 24;

it('[SIS-02] [DIN-83] a worker killed at any step books each receipt once, and loses none', async () => {
  const jobs = [pollReceived, reconcileReceived] as const;
  await inCredit();
  let at = 0;
  for (let kills = 0, round = 0; kills < rounds(12, 200); round += 1) {
    for (const earlier of world.bank.records.transfers) earlier.isHidden = true;
    const pays = round % 2 === 0;
    // Money of the same amount could be a double.
    const monto = 100 + round;
    const transfer = await received({ monto, ...(!pays && { cuentaBeneficiario: '646180110400000007' }) });
    await tell(transfer);
    for (let isOver = true; isOver; ) {
      at = (at % STEPS) + 1;
      const life = lifeUntil(at);
      const { payouts, db, ...deps } = world.deps();
      const dying = { ...payouts, reconciliation: life.around(payouts.reconciliation) };
      await jobs[round % 4 < 2 ? 0 : 1]({ ...deps, db: life.over(db), payouts: dying }).catch(() => undefined);
      isOver = life.isOver();
      if (isOver) kills += 1;
      passMinute();
    }
    await reconcileReceived(world.deps());
    expect([kills, await stateOf(transfer)]).toEqual([kills, pays ? 'booked' : 'unidentified']);
    const counts = [await countOf('collections', transfer), await countOf('unidentified_payments', transfer)];
    expect([kills, ...counts]).toEqual([kills, ...(pays ? [1, 0] : [0, 1])]);
  }
});

describe('a forged call', () => {
  it('[SIS-04] a forged call about money that never came books nothing and is forgotten; the bank is asked once a minute', async () => {
    passMinute();
    const before = world.bank.calls('/efws');
    const { rows: earlier } = await owner().query('select count(*)::integer as known from received_transfers');
    for (let count = 0; count < 10; count += 1) {
      await world.tellReceived({ id: count, claveRastreo: `FORGED${count}\0`, monto: 1e6, cuentaBeneficiario: clabe });
      await world.tellReceived(Buffer.from([0, 0xff]));
      await world.run();
    }
    const asked = async () => {
      await pollReceived(world.deps());
      return world.bank.calls('/efws') - before;
    };
    await atLimit(world.portal.clock, MINUTE_MS, {
      before: async () => expect(await asked()).toBe(2),
      after: async () => expect(await asked()).toBe(4),
    });
    // A call waits an hour for its transfer.
    for (const [passedMs, kept] of [
      [59 * MINUTE_MS - 1, 10],
      [MINUTE_MS, 0],
    ] as const) {
      world.portal.clock.pass(passedMs);
      await pollReceived(world.deps());
      const calls = await owner().query('select count(*)::integer as kept from bank_calls where tracking_key is null');
      expect(calls.rows).toEqual([{ kept }]);
    }
    world.portal.clock.pass(1 - 61 * MINUTE_MS);
    const { rows } = await owner().query('select count(*)::integer as known from received_transfers');
    expect(rows).toEqual(earlier);
  });
});
