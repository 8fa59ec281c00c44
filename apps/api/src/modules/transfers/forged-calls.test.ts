import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PortalWithBank, startPortalWithBank } from '../../../testing/bank.ts';
import { pollOrders } from './advance.ts';

let world: PortalWithBank;
beforeAll(async () => {
  world = await startPortalWithBank();
});
afterAll(() => world.close());

const kept = async (): Promise<number> => {
  const { rows } = await world.portal.db.owner.query('select count(*)::integer as kept from bank_calls');
  return rows[0].kept;
};
/** Seconds that each job of a task waits. */
const waits = async (task: string): Promise<number[]> => {
  const { rows } = await world.portal.db.owner.query<{ seconds: number }>(
    'select extract(epoch from run_at - updated_at)::float as seconds from graphile_worker.jobs where task_identifier = $1',
    [task],
  );
  return rows.map(({ seconds }) => seconds);
};

it('a forged call about nothing of ours is not kept and asks the bank nothing', async () => {
  const before = world.bank.calls('/efws');
  for (const body of [
    { id: 999, folioOrigen: 'ANTFORGED', estado: 'LIQUIDACION' },
    { id: { $ne: null }, folioOrigen: 'A\u0000B' },
    { id: '9'.repeat(60) },
    Buffer.from([0xff, 0, 0x7b]),
    'x',
    null,
  ])
    expect((await world.tell(body)).status).toBe(200);
  expect(await world.run()).toEqual([]);
  expect([await kept(), world.bank.calls('/efws')]).toEqual([0, before]);
});

it('[SIS-04] forged calls about an order change nothing, and have the bank asked once in five seconds', async () => {
  const { saleId, orderId, trackingKey } = await world.order();
  await world.run();
  await pollOrders(world.deps());
  const [entry] = world.atBank(trackingKey);
  const asked = () => world.bank.calls('/efws');
  const before = asked();
  for (let count = 0; count < 30; count += 1) {
    await world.tell({ id: entry?.idEF, folioOrigen: trackingKey, estado: 'DEVOLUCION', causaDevolucion: count });
    await world.run();
  }
  const perPoll = asked() - before;
  expect(perPoll).toBeLessThanOrEqual(2);
  expect([(await world.transferOf(saleId))?.state, await world.alertsOf(orderId), await kept()]).toEqual([
    'paid',
    [],
    20,
  ]);
  expect(await waits('poll-transfers')).toEqual([5]);
  await world.portal.db.owner.query('delete from bank_calls');
});

it('a true call about a paid order finds that the money came back', async () => {
  const { saleId, trackingKey } = await world.order();
  await world.run();
  await pollOrders(world.deps());
  world.portal.clock.pass(120_000);
  const [entry] = world.atBank(trackingKey);
  if (entry) world.bank.records.settle(entry, 'D');
  await world.tell({ id: entry?.idEF, Estado: 'DEVOLUCION', Detalle: '2' });
  await world.run();
  expect((await world.transferOf(saleId))?.state).toBe('returned');
  await world.confirmAccounts();
});

it('[SIS-04] junk calls are refused before genuine ones: at most 500 of a kind wait, 100 of them of one sender', async () => {
  const before = await kept();
  expect((await world.tell({ estado: 'x'.repeat(5000) })).status).toBe(413);
  await world.portal.db.owner.query(
    `select keep_bank_call('state', convert_to(format('earlier %s %s', sender, number), 'UTF8'), now(), sender)
     from unnest(array['127.0.0.1', '192.0.2.1', '192.0.2.2', '192.0.2.3']) sender, generate_series(1, 95) as number
     order by sender`,
  );
  expect(await kept()).toBe(before + 380);
  const told = async (count: number) => (await world.tell({ id: 1, estado: String(count) })).status;
  expect([await told(1), await told(2), await told(3), await told(4), await told(5)]).toEqual(Array(5).fill(200));
  expect([await told(6), await told(5)]).toEqual([429, 200]);
  expect((await world.tellReceived({ id: 1 })).status).toBe(200);
  expect(await kept()).toBe(before + 386);
  await world.portal.db.owner.query(`delete from bank_calls where convert_from(body, 'UTF8') like 'earlier%'`);
  await world.run();
  expect(await kept()).toBe(before);
});
