import { disburseSale, withdrawAuthorisation } from '@anticipa/contract/lender';
import { listPayables } from '@anticipa/contract/payables';
import { closeTransfer, orderTransfers, saleProof } from '@anticipa/contract/transfers';
import type { StpTransfer } from '@anticipa/sandbox/stp-records';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { anOperator } from '../../../testing/builders.ts';
import { authorisedSale, depositOf } from '../../../testing/sale-steps.ts';
import { advanceOrder, pollOrders, reconcileOrders } from './advance.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let world: PortalWithBank;
let start: number;
beforeAll(async () => {
  world = await startPortalWithBank();
  start = world.portal.clock.now().getTime();
});
afterAll(() => world.close());
beforeEach(() => {
  world.bank.decide('paid');
  world.portal.clock.pass(start - world.portal.clock.now().getTime());
});

const stateOf = async (saleId: string) => (await world.transferOf(saleId))?.state;
const order = (saleId: string) => world.seller.operator.send(orderTransfers, depositOf(saleId));
/** The bank's entry of an order. */
const entryOf = (trackingKey: string): StpTransfer => {
  const [entry] = world.atBank(trackingKey);
  if (entry === undefined) throw new Error('the bank does not have the order');
  return entry;
};
const settle = (trackingKey: string, code: string): void => world.bank.records.settle(entryOf(trackingKey), code);
/** An order that the bank has ended. */
const anOrderIn = async (outcome: 'cancelled' | 'paid') => {
  world.bank.decide(outcome);
  const made = await world.order();
  await world.run();
  await pollOrders(world.deps());
  world.bank.decide('paid');
  return made;
};

describe('an order in doubt', () => {
  it('[SIS-04] is never sent again once the bank cannot prove that it does not have it, and raises an alert', async () => {
    world.bank.script('accepted-then-lost', '/speiws/rest/ordenPago');
    const { saleId, orderId, trackingKey } = await world.order();
    await advanceOrder(world.deps(), orderId);
    // The bank's queries have forgotten it.
    entryOf(trackingKey).isHidden = true;
    world.portal.clock.pass(5 * DAY_MS);
    await pollOrders(world.deps());
    await advanceOrder(world.deps(), orderId);
    await reconcileOrders(world.deps());
    expect([world.atBank(trackingKey).length, await world.alertsOf(orderId)]).toEqual([1, ['in-doubt', 'late']]);
    entryOf(trackingKey).isHidden = false;
    await reconcileOrders(world.deps());
    expect([await world.saleState(saleId), (await world.booked(saleId)).entries]).toEqual(['disbursed', 1]);
  });

  it('is found on its own day, however long ago', async () => {
    world.bank.script('accepted-then-lost', '/speiws/rest/ordenPago');
    const { saleId, orderId, trackingKey } = await world.order();
    await advanceOrder(world.deps(), orderId);
    world.portal.clock.pass(20 * DAY_MS);
    await advanceOrder(world.deps(), orderId);
    expect([await world.saleState(saleId), world.atBank(trackingKey).length]).toEqual(['disbursed', 1]);
  });

  it('is not sent again on the next day if only the list of the bank has it', async () => {
    world.bank.script('accepted-then-lost', '/speiws/rest/ordenPago');
    const { saleId, orderId, trackingKey } = await world.order();
    await advanceOrder(world.deps(), orderId);
    world.portal.clock.pass(DAY_MS);
    const deps = world.deps();
    await advanceOrder({ ...deps, payouts: { ...deps.payouts, find: async () => null } }, orderId);
    expect([await world.saleState(saleId), world.atBank(trackingKey).length]).toEqual(['disbursed', 1]);
  });

  it('is not sent again while an entry of the list cannot be read', async () => {
    world.bank.script('error-500', '/speiws/rest/ordenPago');
    const { orderId, trackingKey } = await world.order();
    await advanceOrder(world.deps(), orderId);
    world.portal.clock.pass(3 * MINUTE_MS);
    const broken = world.bank.records.add({ direction: 'E', claveRastreo: 'BROKEN', monto: Number.NaN });
    await expect(advanceOrder(world.deps(), orderId)).rejects.toThrow('unreadable');
    expect(world.atBank(trackingKey)).toEqual([]);
    broken.isHidden = true;
    await advanceOrder(world.deps(), orderId);
    expect(world.atBank(trackingKey)).toHaveLength(1);
  });
});

describe('an order that had failed and is then paid', () => {
  it('[SIS-04] is booked, with an alert', async () => {
    const { saleId, orderId, trackingKey } = await anOrderIn('cancelled');
    settle(trackingKey, 'LQ');
    await reconcileOrders(world.deps());
    expect([await stateOf(saleId), await world.saleState(saleId)]).toEqual(['paid', 'disbursed']);
    expect(await world.alertsOf(orderId)).toEqual(['failed', 'paid-after-failure']);
  });

  it('is not booked if the sale was paid by hand meanwhile', async () => {
    const { saleId, orderId, trackingKey } = await anOrderIn('cancelled');
    const body = { trackingKey: `BYHAND${trackingKey.slice(-8)}` };
    await world.seller.operator.call(disburseSale, { params: { saleId }, body });
    settle(trackingKey, 'LQ');
    await reconcileOrders(world.deps());
    expect([await stateOf(saleId), await world.alertsOf(orderId)]).toEqual(['failed', ['failed', 'paid-twice']]);
    const { rows } = await world.portal.db.owner.query('select tracking_key from sales where sale_id = $1', [saleId]);
    expect(rows).toEqual([{ tracking_key: body.trackingKey }]);
  });

  it('is not booked if an invoice was withdrawn meanwhile', async () => {
    const { documentIds, orderId, saleId, trackingKey } = await anOrderIn('cancelled');
    const rejections = documentIds.slice(0, 1).map((documentId) => ({ documentId, motive: 'LENDER_DOCUMENTS' }));
    await world.seller.operator.call(withdrawAuthorisation, { params: { saleId }, body: { rejections } });
    settle(trackingKey, 'LQ');
    await reconcileOrders(world.deps());
    expect([await world.alertsOf(orderId), (await world.booked(saleId)).entries]).toEqual([
      ['failed', 'paid-twice'],
      0,
    ]);
  });

  it('is an alert if it is in flight again', async () => {
    const { orderId, trackingKey } = await anOrderIn('cancelled');
    entryOf(trackingKey).estado = 'E';
    await reconcileOrders(world.deps());
    expect(await world.alertsOf(orderId)).toEqual(['failed', 'in-flight-again']);
  });
});

describe('an order that came back after it was paid', () => {
  it('an order that came back and is paid after all stays booked once, with an alert', async () => {
    const { saleId, orderId, trackingKey } = await anOrderIn('paid');
    settle(trackingKey, 'D');
    // Paid orders are watched for three days.
    for (const [waitedMs, state] of [
      [3 * DAY_MS + 1, 'paid'],
      [3 * DAY_MS, 'returned'],
    ] as const) {
      world.portal.clock.pass(waitedMs);
      await reconcileOrders(world.deps());
      world.portal.clock.pass(-waitedMs);
      expect(await stateOf(saleId)).toBe(state);
    }
    settle(trackingKey, 'LQ');
    await reconcileOrders(world.deps());
    expect([await stateOf(saleId), await world.booked(saleId)]).toEqual(['paid', { entries: 1, deposits: 1 }]);
    expect(await world.alertsOf(orderId)).toEqual(['paid-after-failure', 'returned']);
    await world.confirmAccounts();
    expect((await order(saleId)).code).toBe('SALE_STATE_CONFLICT');
  });

  it('an order that came back and is paid beside its repetition is an alert', async () => {
    const { saleId, orderId, trackingKey } = await anOrderIn('paid');
    settle(trackingKey, 'D');
    await reconcileOrders(world.deps());
    await world.confirmAccounts();
    await order(saleId);
    await world.run();
    settle(trackingKey, 'LQ');
    await reconcileOrders(world.deps());
    expect(await world.alertsOf(orderId)).toEqual(['paid-twice', 'returned']);
    expect(await world.booked(saleId)).toEqual({ entries: 1, deposits: 1 });
  });

  it('can be ordered again after its repetition failed too', async () => {
    const { saleId, trackingKey } = await anOrderIn('paid');
    settle(trackingKey, 'D');
    await reconcileOrders(world.deps());
    await world.confirmAccounts();
    world.bank.decide('refused');
    await order(saleId);
    await world.run();
    world.bank.decide('paid');
    expect(await stateOf(saleId)).toBe('failed');
    expect((await order(saleId)).status).toBe(200);
    await world.run();
    await pollOrders(world.deps());
    expect([await stateOf(saleId), await world.booked(saleId)]).toEqual(['paid', { entries: 1, deposits: 1 }]);
  });
});

describe('an order that never appears', () => {
  const reason = 'Nunca apareció en el banco';
  const closer = async () => world.portal.signIn((await anOperator(world.portal)).email);
  const close = async (orderId: string) =>
    (await closer()).send(closeTransfer, { params: { orderId }, body: { reason } });

  it('is closed by an operator after a day, with its reason in the log, and the sale can be paid again', async () => {
    world.bank.decide('lost');
    const { saleId, orderId } = await world.order();
    await world.run();
    expect((await close(orderId)).code).toBe('TRANSFER_NOT_MISSING');
    world.portal.clock.pass(DAY_MS);
    expect((await close(orderId)).body).toMatchObject({
      data: { orderId, state: 'closed', failure: 'Nunca apareció en el banco' },
    });
    expect((await close(orderId)).code).toBe('TRANSFER_NOT_MISSING');
    const { rows } = await world.portal.db.owner.query(
      `select details, actor_kind from audit where action = 'transfer.close' and subject = $1`,
      [`sale:${saleId}`],
    );
    expect(rows).toEqual([{ actor_kind: 'operator', details: { orderId, failure: 'Nunca apareció en el banco' } }]);
    world.bank.decide('paid');
    world.portal.clock.pass(-DAY_MS);
    expect((await order(saleId)).status).toBe(200);
    await world.run();
    await pollOrders(world.deps());
    expect([await stateOf(saleId), await world.booked(saleId)]).toEqual(['paid', { entries: 1, deposits: 1 }]);
  });

  it('is answered again as closed to a call whose first answer was lost', async () => {
    world.bank.decide('lost');
    const { orderId } = await world.order();
    await world.run();
    world.portal.clock.pass(DAY_MS);
    const operator = await closer();
    const send = () => operator.send(closeTransfer, { params: { orderId }, body: { reason }, key: `close-${orderId}` });
    const answers = [await send(), await send()];
    expect(answers.map(({ body }) => body)).toEqual([answers[0]?.body, answers[0]?.body]);
    expect(answers[0]?.status).toBe(200);
    world.portal.clock.pass(-DAY_MS);
  });

  it('is not closed while the bank has it, or cannot be asked', async () => {
    world.bank.script('accepted-then-lost', '/speiws/rest/ordenPago');
    const { saleId, orderId } = await world.order();
    await advanceOrder(world.deps(), orderId);
    world.portal.clock.pass(DAY_MS);
    world.bank.script('error-500', '/efws');
    expect((await close(orderId)).code).toBe('BANK_NOT_ASKED');
    expect((await close(orderId)).code).toBe('TRANSFER_NOT_MISSING');
    await world.run();
    expect(await world.saleState(saleId)).toBe('disbursed');
  });

  it('an order that is paid after it was closed is booked, with an alert', async () => {
    world.bank.decide('lost');
    const { saleId, orderId, trackingKey } = await world.order();
    await world.run();
    world.portal.clock.pass(DAY_MS);
    await close(orderId);
    entryOf(trackingKey).isHidden = false;
    settle(trackingKey, 'LQ');
    await reconcileOrders(world.deps());
    expect([await world.saleState(saleId), await world.alertsOf(orderId)]).toEqual([
      'disbursed',
      ['paid-after-failure'],
    ]);
  });
});

describe('the bank’s answer', () => {
  it('an order that the bank says was paid on two days is an alert', async () => {
    const { orderId, trackingKey, saleId } = await anOrderIn('paid');
    const first = entryOf(trackingKey);
    first.isHidden = true;
    world.portal.clock.pass(DAY_MS);
    world.bank.records.settle(world.bank.records.add({ ...first, isHidden: false, fechaOperacion: 20_260_312 }), 'LQ');
    await reconcileOrders(world.deps());
    expect([await world.alertsOf(orderId), (await world.booked(saleId)).entries]).toEqual([['paid-twice'], 1]);
  });

  it('an order that another account has paid books nothing', async () => {
    world.bank.decide('in-flight');
    const { saleId, orderId, trackingKey } = await world.order();
    await world.run();
    world.bank.records.transfers.forEach((entry, at, all) => {
      if (entry.claveRastreo === trackingKey)
        all[at] = { ...entry, estado: 'LQ', cuentaOrdenante: '012180001234567899' };
    });
    await pollOrders(world.deps());
    expect([await stateOf(saleId), await world.alertsOf(orderId)]).toEqual(['sent', ['differs']]);
  });

  it.each(['nombreCep', 'proof'] as const)(
    '[DIN-59] [DIN-123] an answer with another holder in the %s is booked, with an alert that names both, and blocks the account',
    async (where) => {
      world.bank.decide(where === 'nombreCep' ? 'other-name' : 'paid');
      const { saleId, orderId } = await world.order();
      await world.run();
      await pollOrders(world.deps());
      expect(await stateOf(saleId)).toBe('paid');
      if (where === 'proof') {
        expect(await world.alertsOf(orderId)).toEqual([]);
        world.banxico.script('other-holder');
        const sale = await world.portal.db.owner.query('select number_of_sale from sales where sale_id = $1', [saleId]);
        const params = { numberOfSale: String(sale.rows[0].number_of_sale) };
        await world.seller.session.call(saleProof, { params, body: { format: 'xml' } });
      }
      expect(await world.alertsOf(orderId)).toEqual(['other-holder']);
      const { rows } = await world.portal.db.owner.query('select details from alerts where subject = $1', [
        `transfer:${orderId}`,
      ]);
      const { entityName } = world.seller.client;
      expect(rows).toMatchObject([
        { details: { saleId, expected: entityName, holder: expect.stringMatching(/OTR/i) } },
      ]);
      await world.run();
      const next = await authorisedSale(world.seller, await world.seller.invoices());
      const due = await world.seller.operator.call(listPayables, {});
      expect(due.deposits.find(({ saleId: id }) => id === next.saleId)?.obstacle).toBe('blocked');
      const refused = await world.seller.operator.refusal(orderTransfers, depositOf(next.saleId));
      expect(refused.code).toBe('ACCOUNT_BLOCKED');
      await world.confirmAccounts();
    },
  );

  it('an answer with NUL characters and unreadable entries settles the orders that can be read, with an alert', async () => {
    world.bank.decide('in-flight');
    const [one, other] = [await world.order(), await world.order()];
    await world.run();
    world.bank.records.add({ direction: 'E', claveRastreo: 'BROKEN', monto: Number.NaN });
    for (const { trackingKey } of [one, other])
      world.bank.records.settle(entryOf(trackingKey), 'LQ', 'PEREZ\u0000 MUNOZ');
    await pollOrders(world.deps());
    expect([await stateOf(one.saleId), await stateOf(other.saleId)]).toEqual(['paid', 'paid']);
    const { rows } = await world.portal.db.owner.query(
      `select subject, reason, details from alerts where subject like 'bank-list:%'`,
    );
    expect(rows).toEqual([{ subject: 'bank-list:sent-2026-03-10', reason: 'unreadable', details: { rows: 1 } }]);
  });
});
