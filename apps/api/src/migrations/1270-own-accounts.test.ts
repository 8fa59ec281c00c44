import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-46] the upgrade maps no account, and the database refuses a number that another account has', async () => {
  await db.upgrade('1270-own-accounts.sql');
  expect((await db.owner.query('select from own_accounts')).rows).toEqual([]);
  await db.owner.query(`insert into own_accounts values ('CARTERA', '106-01')`);
  await expect(db.owner.query(`insert into own_accounts values ('BANCOS', '106.01')`)).rejects.toThrow(
    'own_accounts_number',
  );
  await expect(db.owner.query(`insert into own_accounts values ('BANCOS', '106-')`)).rejects.toThrow('number_check');
});
