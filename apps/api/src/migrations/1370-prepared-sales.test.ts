import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1370-prepared-sales.sql');
});
afterAll(() => db.close());

it('[DER-01] everybody who sold before still sells any amount, and administrators are told of sales', async () => {
  const { rows } = await db.owner.query(
    'select distinct sale_right, accept_up_to, notify_sales, count(*) > 0 as has_people from users group by 1, 2, 3',
  );
  expect(rows).toEqual([{ sale_right: 'accept', accept_up_to: null, notify_sales: true, has_people: true }]);
});

it('[DER-02] refuses a bound of a person who does not accept, and one that is not positive', async () => {
  const set = (change: string) => db.owner.query(`update users set ${change}`);
  await expect(set(`sale_right = 'prepare', accept_up_to = 1`)).rejects.toThrow('users_accept_up_to');
  await expect(set('accept_up_to = 0')).rejects.toThrow('users_accept_up_to_check');
});
