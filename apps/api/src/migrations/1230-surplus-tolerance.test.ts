import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-45] the upgrade keeps the tolerance of 1 % until the lender sets another one', async () => {
  await db.upgrade('1230-surplus-tolerance.sql');
  const { rows } = await db.owner.query('select currency, surplus_percent from approval_amounts order by currency');
  expect(rows).toEqual([{ currency: 'MXN', surplus_percent: '1.00' }]);
  await expect(db.owner.query('update approval_amounts set surplus_percent = -0.01')).rejects.toThrow(
    'surplus_percent_check',
  );
});
