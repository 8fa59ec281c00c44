import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-47] the upgrade lets a bank account have a number, and only a part of BANCOS', async () => {
  await db.upgrade('1275-numbers-of-bank-accounts.sql');
  const insert = (account: string, number: string) =>
    db.owner.query('insert into own_accounts values ($1, $2)', [account, number]);
  await insert('CARTERA', '106-01');
  await insert('BANCOS:646180115700000023', '102-01-0023');
  await insert('BANCOS:none', '102-01-0000');
  for (const account of ['BANCOS:', 'BANCOS:otro', 'CARTERA:12345'])
    await expect(insert(account, '1')).rejects.toThrow('own_accounts_account_check');
});
