import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1052-orders-without-a-client.sql');
});
afterAll(() => db.close());

it('[DIN-10] an order is either of a client or returns money, and keeps its proof', async () => {
  const { rows } = await db.owner.query(`
    select count(*)::integer as lost from transfer_proofs left join transfer_orders using (order_id) where state is null`);
  expect(rows).toEqual([{ lost: 0 }]);
  await expect(db.owner.query(`update transfer_orders set client_id = null`)).rejects.toMatchObject({
    constraint: 'transfer_orders_subject',
  });
});
