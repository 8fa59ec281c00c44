import { listAlerts } from '@anticipa/contract/alerts';
import { decideProposal, propose } from '@anticipa/contract/approvals';
import { getCalendar } from '@anticipa/contract/calendar';
import { getHome } from '@anticipa/contract/home';
import { disburseSale, listLenderSales, withdrawAuthorisation } from '@anticipa/contract/lender';
import { getOverview } from '@anticipa/contract/lender-overview';
import { listClientTransfers } from '@anticipa/contract/party-transfers';
import { listPayables } from '@anticipa/contract/payables';
import { searchPortal } from '@anticipa/contract/search';
import { getSale, listSales } from '@anticipa/contract/sent-sales';
import { listSystems, retrySystem } from '@anticipa/contract/systems';
import { orderTransfers } from '@anticipa/contract/transfers';
import { rounds } from '@anticipa/sandbox/rounds';
import type { StpFault } from '@anticipa/sandbox/stp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atLimit } from '../../../testing/at-limit.ts';
import { dyingDeps, type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { anOperator } from '../../../testing/builders.ts';
import { untilRowIsAwaited } from '../../../testing/locks.ts';
import { depositOf } from '../../../testing/sale-steps.ts';
import { advanceOrder, pollOrders } from './advance.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
let world: PortalWithBank;
beforeAll(async () => {
  world = await startPortalWithBank();
});
afterAll(() => world.close());
beforeEach(() => world.bank.decide('paid'));

const stateOf = async (saleId: string) => (await world.transferOf(saleId))?.state;
const order = (saleId: string) => world.seller.operator.send(orderTransfers, depositOf(saleId));
describe('the deposit of a sale', () => {
  it('[SIS-04] is ordered once, sent, and booked when the bank has paid it', async () => {
    world.bank.decide('in-flight');
    const { saleId, orderId, trackingKey } = await world.order();
    expect((await order(saleId)).body).toMatchObject({ orders: [{ orderId, state: 'ordered' }] });
    await world.run();
    expect([await stateOf(saleId), await world.saleState(saleId)]).toEqual(['sent', 'answered']);
    const [sent] = world.atBank(trackingKey);
    expect(sent).toMatchObject({ cuentaBeneficiario: '012180001234567899', folioOrigen: trackingKey });

    if (sent) world.bank.records.settle(sent, 'LQ');
    const news = { id: String(sent?.idEF), empresa: 'ANTICIPA', folioOrigen: trackingKey, estado: 'LIQUIDACION' };
    const answer = await world.tell(news);
    expect([answer.status, answer.bytes.toString()]).toEqual([200, '{"mensaje":"recibido"}']);
    await world.tell(news);
    await world.tell({ id: sent?.idEF, Estado: 'LIQUIDACION', Detalle: '0' });
    await world.run();
    await world.run();
    expect(await world.transferOf(saleId)).toMatchObject({ state: 'paid', holder: sent?.nombreBeneficiario });
    expect(await world.booked(saleId)).toEqual({ entries: 1, deposits: 1 });
    const { rows } = await world.portal.db.owner.query(
      'select number_of_sale, tracking_key from sales where sale_id = $1',
      [saleId],
    );
    const params = { numberOfSale: String(rows[0].number_of_sale) };
    const { data } = await world.seller.session.call(getSale, { params });
    expect(data).toMatchObject({ state: 'disbursed', trackingKey });
    const { clientId } = world.seller.client;
    const made = await world.seller.operator.call(listClientTransfers, { params: { clientId }, query: {} });
    expect(made.data.filter((one) => one.saleId === saleId)).toMatchObject([
      { id: orderId, purpose: 'deposit', trackingKey, state: 'paid', isOrdered: true },
    ]);
    const kept = await world.portal.db.owner.query('select body from bank_calls where body::text like $1', [
      `%${Buffer.from(trackingKey).toString('hex')}%`,
    ]);
    expect(kept.rows).toHaveLength(1);
  });

  it('is not booked because a call says it was paid', async () => {
    world.bank.decide('in-flight');
    const { saleId, trackingKey } = await world.order();
    await world.run();
    await world.tell({ id: 1, folioOrigen: trackingKey, estado: 'LIQUIDACION' });
    await world.run();
    expect([await stateOf(saleId), await world.saleState(saleId)]).toEqual(['sent', 'answered']);
    expect((await world.tell([])).status).toBe(200);
  });

  it('can be neither withdrawn nor paid by hand while its transfer is open', async () => {
    world.bank.decide('in-flight');
    const { saleId, documentIds } = await world.order();
    const { operator } = world.seller;
    const rejections = documentIds.map((documentId) => ({ documentId, motive: 'LENDER_DOCUMENTS' }));
    for (const send of [
      operator.send(disburseSale, { params: { saleId }, body: { trackingKey: 'BYHAND1' } }),
      operator.send(withdrawAuthorisation, { params: { saleId }, body: { rejections } }),
    ])
      expect((await send).code).toBe('SALE_STATE_CONFLICT');
  });

  it('[OPE-05] the deposit to an account of no bank is paid by hand; to a new account it waits', async () => {
    const { saleId } = await world.answeredSale();
    const { owner } = world.portal.db;
    await owner.query(`update bank_accounts set pays_from = $1`, [new Date(world.portal.clock.now().getTime() + 1)]);
    expect((await order(saleId)).code).toBe('ACCOUNT_COOLING');
    await owner.query(`update bank_accounts set pays_from = null, clabe = '001180001234567890'`);
    expect((await order(saleId)).code).toBe('TRANSFER_BY_HAND');
    await owner.query(`update bank_accounts set clabe = '012180001234567899'`);
    expect((await order(saleId)).status).toBe(200);
  });
});

it('[OPE-05] a deposit waits for an account that is being changed, and then for its 24 hours', async () => {
  const { saleId } = await world.answeredSale();
  const { owner } = world.portal.db;
  const soon = new Date(world.portal.clock.now().getTime() + 1);
  await owner.query('begin');
  await owner.query('update bank_accounts set pays_from = $1', [soon]);
  const ordering = order(saleId);
  await untilRowIsAwaited(owner);
  await owner.query('commit');
  expect((await ordering).code).toBe('ACCOUNT_COOLING');
  await owner.query('update bank_accounts set pays_from = null');
});

describe('an order', () => {
  it('[OPE-21] an order that the bank refuses has failed, with an alert until it is ordered again and paid', async () => {
    world.bank.decide('refused');
    const { saleId, orderId } = await world.order();
    await world.run();
    expect(await world.transferOf(saleId)).toMatchObject({ state: 'failed', failure: '-200: Se rechaza por PLD' });
    expect([await world.alertsOf(orderId), await world.saleState(saleId)]).toEqual([['failed'], 'answered']);
    world.bank.decide('paid');
    await order(saleId);
    await world.run();
    await pollOrders(world.deps());
    expect([await stateOf(saleId), await world.saleState(saleId)]).toEqual(['paid', 'disbursed']);
    const { data } = await world.seller.operator.call(listAlerts, { query: {} });
    const alert = data.find(({ subject }) => subject === `transfer:${orderId}`);
    expect(alert).toMatchObject({ reason: 'failed', closure: { cause: 'paid', by: null } });
  });

  it('an order that the bank cancels is to be paid again', async () => {
    world.bank.decide('cancelled');
    const { saleId, orderId } = await world.order();
    await world.run();
    await pollOrders(world.deps());
    expect([await stateOf(saleId), await world.saleState(saleId), await world.alertsOf(orderId)]).toEqual([
      'failed',
      'answered',
      ['failed'],
    ]);
  });

  it('[OPE-21] [DIN-13] an order that comes back after it was paid raises an alert, is no deposit to its client, and is repeated once its account is confirmed by two people', async () => {
    const { saleId, orderId, trackingKey } = await world.order();
    await world.run();
    await pollOrders(world.deps());
    const { session, operator } = world.seller;
    const sale = async () => (await session.call(listSales, { query: {} })).data[0];
    const found = async () => (await session.call(searchPortal, { query: { q: trackingKey } })).sales.hits[0]?.state;
    const atHome = async () => (await session.call(getHome)).sales[0]?.state;
    const deposits = async () => {
      const today = world.portal.clock.today();
      const { data } = await session.call(getCalendar, { query: { from: today, to: today } });
      const { weeks } = await operator.call(getOverview);
      return [data.find(({ kind }) => kind === 'deposit')?.count ?? 0, weeks[0]?.sales];
    };
    const [own = 0, ofAll = 0] = await deposits();
    const [sent] = world.atBank(trackingKey);
    if (sent) world.bank.records.settle(sent, 'D');
    await world.run('reconcile-transfers');
    expect(await world.transferOf(saleId)).toMatchObject({ state: 'returned', failure: 'La cuenta está bloqueada' });
    expect([await world.alertsOf(orderId), await world.saleState(saleId)]).toEqual([['returned'], 'disbursed']);
    expect(await sale()).toMatchObject({ state: 'answered', disbursedAt: null, trackingKey: null });
    expect([await atHome(), await found(), await deposits()]).toEqual(['answered', 'answered', [own - 1, ofAll - 1]]);
    expect([(await order(saleId)).code, await world.booked(saleId)]).toEqual([
      'ACCOUNT_BLOCKED',
      { entries: 0, deposits: 1 },
    ]);
    const due = (await operator.call(listPayables)).deposits.find((one) => one.saleId === saleId);
    expect(due).toMatchObject({ obstacle: 'blocked', way: 'order' });
    const account = { clientId: world.seller.client.clientId, product: 'BI', currency: 'MXN' } as const;
    const body = { ...account, reason: 'el cliente la confirmó', change: { kind: 'account-release' } } as const;
    const { proposal } = await operator.call(propose, { body });
    const second = await world.portal.signIn((await anOperator(world.portal)).email);
    const decision = { kind: 'approve', ground: proposal.ground ?? '' } as const;
    await second.call(decideProposal, { params: { proposalId: proposal.id }, body: { decision } });
    await order(saleId);
    await world.run();
    await pollOrders(world.deps());
    expect([await stateOf(saleId), await world.booked(saleId)]).toEqual(['paid', { entries: 1, deposits: 1 }]);
    const { rows } = await world.portal.db.owner.query(
      `select tracking_key, entry.reverses, back.reason from returned_payments back
        join ledger_entries entry on entry.client_id = back.client_id and entry.reverses = back.entry_number where back.sale_id = $1`,
      [saleId],
    );
    expect(rows).toMatchObject([{ tracking_key: trackingKey, reason: 'La cuenta está bloqueada' }]);
    const { rows: mails } = await world.portal.db.owner.query(
      `select kind, payload ->> 'trackingKey' as key from outbox where payload ->> 'saleId' = $1 and kind like 'sale-deposit%' order by kind`,
      [saleId],
    );
    expect(mails).toEqual([
      { kind: 'sale-deposit', key: null },
      { kind: 'sale-deposit', key: null },
      { kind: 'sale-deposit-returned', key: trackingKey },
    ]);
    expect(await sale()).toMatchObject({ state: 'disbursed', disbursedAt: expect.any(String) });
    expect([await atHome(), await deposits()]).toEqual(['disbursed', [own, ofAll]]);
    const { data } = await world.seller.operator.call(listLenderSales, { query: { state: 'disbursed' } });
    expect(data.map((sale) => sale.saleId)).toContain(saleId);
  });

  it.each<[string, StpFault | null]>([
    ['was stored and cut off', 'accepted-then-lost'],
    ['was lost before the bank stored it', 'error-500'],
    ['has an answer of another system', 'html'],
  ])('an order that %s is found, or sent again with the same key', async (_, fault) => {
    if (fault) world.bank.script(fault, '/speiws/rest/ordenPago');
    const { saleId, trackingKey } = await world.order();
    await advanceOrder(world.deps(), (await world.transferOf(saleId))?.orderId ?? '');
    const sent = world.bank.calls('/speiws/rest/ordenPago');
    await atLimit(world.portal.clock, 2 * MINUTE_MS, {
      before: async () => {
        await pollOrders(world.deps());
        expect(world.bank.calls('/speiws/rest/ordenPago')).toBe(sent);
      },
      after: () => pollOrders(world.deps()),
    });
    await pollOrders(world.deps());
    expect([await stateOf(saleId), world.atBank(trackingKey).length]).toEqual(['paid', 1]);
  });

  it('an order that was used by an earlier attempt is found instead of failed', async () => {
    world.bank.decide('used');
    const { saleId } = await world.order();
    await world.run();
    await pollOrders(world.deps());
    expect([await stateOf(saleId), await world.saleState(saleId)]).toEqual(['paid', 'disbursed']);
  });

  it('is not sent again while the bank cannot be asked', async () => {
    world.bank.script('error-500', '/speiws/rest/ordenPago');
    const { trackingKey, orderId } = await world.order();
    await advanceOrder(world.deps(), orderId);
    world.portal.clock.pass(5 * MINUTE_MS);
    world.bank.script('query-limit', '/efws');
    await expect(advanceOrder(world.deps(), orderId)).rejects.toMatchObject({ name: 'PayoutsUnavailable' });
    expect(world.atBank(trackingKey)).toEqual([]);
    await advanceOrder(world.deps(), orderId);
    expect(world.atBank(trackingKey)).toHaveLength(1);
  });

  it('an order that the bank does not take now is sent later', async () => {
    world.bank.decide('query-mode');
    const { saleId, orderId } = await world.order();
    await advanceOrder(world.deps(), orderId);
    expect(await stateOf(saleId)).toBe('ordered');
    world.bank.decide('paid');
    await advanceOrder(world.deps(), orderId);
    await pollOrders(world.deps());
    expect(await stateOf(saleId)).toBe('paid');
  });

  it('an order that differs at the bank is not booked', async () => {
    world.bank.decide('in-flight');
    const { saleId, orderId, trackingKey } = await world.order();
    await world.run();
    const [sent] = world.atBank(trackingKey);
    if (sent) Object.assign(sent, { monto: sent.monto - 1, estado: 'LQ' });
    await pollOrders(world.deps());
    expect([await stateOf(saleId), await world.alertsOf(orderId)]).toEqual(['sent', ['differs']]);
  });

  it('an order paid after it had failed, beside another one, raises an alert and is not booked again', async () => {
    world.bank.decide('cancelled');
    const { saleId, orderId, trackingKey } = await world.order();
    await world.run();
    await pollOrders(world.deps());
    world.bank.decide('paid');
    await order(saleId);
    await world.run();
    await pollOrders(world.deps());
    const [cancelled] = world.atBank(trackingKey);
    if (cancelled) world.bank.records.settle(cancelled, 'LQ');
    await world.run('reconcile-transfers');
    expect(await world.alertsOf(orderId)).toEqual(['failed', 'paid-twice']);
    expect(await world.booked(saleId)).toEqual({ entries: 1, deposits: 1 });
  });

  it('an order that never appears stays open, with an alert after a day', async () => {
    world.bank.decide('lost');
    const { saleId, orderId } = await world.order();
    await world.run();
    const alerts = async () => {
      await pollOrders(world.deps());
      return await world.alertsOf(orderId);
    };
    await atLimit(world.portal.clock, DAY_MS + 1, {
      before: async () => expect(await alerts()).toEqual([]),
      after: async () => expect(await alerts()).toEqual(['late']),
    });
    world.portal.clock.pass(-DAY_MS - 1);
    expect(await stateOf(saleId)).toBe('sent');
  });
});

it('an order that waits counts among what waits for the bank, and is followed when an operator asks', async () => {
  const { operator } = world.seller;
  const waiting = async () =>
    (await operator.call(listSystems, {})).data.find(({ system }) => system === 'payouts')?.queue?.waiting ?? 0;
  const before = await waiting();
  // The jobs of an earlier case may ask the bank about all open orders in the first run.
  world.bank.decide('in-flight');
  const { saleId, trackingKey } = await world.order();
  expect(await waiting()).toBe(before + 1);
  await world.run();
  expect([await stateOf(saleId), await waiting()]).toEqual(['sent', before + 1]);
  for (const sent of world.atBank(trackingKey)) world.bank.records.settle(sent, 'LQ');
  await operator.call(retrySystem, { params: { system: 'payouts' } });
  await world.run();
  expect([await stateOf(saleId), (await waiting()) <= before]).toEqual(['paid', true]);
});

describe('a worker that is killed', () => {
  it('[SIS-02] a worker killed at any step loses no transfer and pays none twice', async () => {
    for (let round = 0; round < rounds(13, 200); round += 1) {
      world.bank.decide(round % 2 === 0 ? 'paid' : 'unanswered');
      const { saleId, orderId, trackingKey } = await world.order();
      await advanceOrder(dyingDeps(world.deps(), 1 + (round % 13)), orderId).catch(() => undefined);
      await pollOrders(dyingDeps(world.deps(), 1 + ((round * 3) % 16))).catch(() => undefined);
      world.portal.clock.pass(2 * MINUTE_MS);
      await pollOrders(world.deps());
      await pollOrders(world.deps());
      expect([round, await stateOf(saleId), world.atBank(trackingKey).length]).toEqual([round, 'paid', 1]);
      expect(await world.booked(saleId)).toEqual({ entries: 1, deposits: 1 });
    }
  });
});

describe('a worker that stalls', () => {
  it.each([
    ['after it has asked the bank', 1],
    ['before it sends the order', 2],
    ['after it has sent the order', 1],
  ] as const)('[SIS-04] a worker that stalls %s, while another goes on, pays nothing twice', async (moment, sent) => {
    world.bank.script('error-500', '/speiws/rest/ordenPago');
    const { saleId, orderId, trackingKey } = await world.order();
    await advanceOrder(world.deps(), orderId);
    world.portal.clock.pass(2 * MINUTE_MS);
    const { payouts, ...deps } = world.deps();
    const sendings: string[] = [];
    const register: typeof payouts.register = (transfer) => {
      sendings.push(transfer.trackingKey);
      return payouts.register(transfer);
    };
    const stallAt = async (now: typeof moment): Promise<void> => {
      if (now !== moment) return;
      world.portal.clock.pass(2 * MINUTE_MS);
      // The other worker does not learn that the bank has the order.
      if (moment !== 'after it has sent the order') world.bank.script('accepted-then-lost', '/speiws/rest/ordenPago');
      await advanceOrder({ ...deps, payouts: { ...payouts, register } }, orderId);
      world.portal.clock.pass(2 * MINUTE_MS);
    };
    const stalling: typeof payouts = {
      ...payouts,
      reconciliation: async (day) => {
        const answer = await payouts.reconciliation(day);
        // The list of the current operation day comes first.
        if (day.operationDay !== null) await stallAt('after it has asked the bank');
        return answer;
      },
      register: async (transfer) => {
        await stallAt('before it sends the order');
        const answer = await register(transfer);
        await stallAt('after it has sent the order');
        return answer;
      },
    };
    await advanceOrder({ ...deps, payouts: stalling }, orderId);
    await pollOrders(world.deps());
    expect([await stateOf(saleId), world.atBank(trackingKey).length, sendings.length]).toEqual(['paid', 1, sent]);
    expect(await world.booked(saleId)).toEqual({ entries: 1, deposits: 1 });
  });
});
