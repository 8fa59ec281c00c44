import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';
import { reversingFirstDeposit } from '../../testing/reversing.ts';
import { brokenChainSql } from '../modules/ledger/queries.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1048-reversed-once.sql');
});
afterAll(() => db.close());

it.each([
  ['in another currency', { currency: 'USD' }],
  ['with the same sides', { debit: 'debit' }],
] as const)('[DIN-40] an entry cannot reverse another %s', async (_, reversal) => {
  await expect(db.owner.query(reversingFirstDeposit(reversal))).rejects.toMatchObject({
    code: '23514',
    constraint: 'ledger_entries_reversal',
  });
  await db.owner.query('rollback');
});

it('[DIN-40] an entry is reversed once, and its reverse continues the chain', async () => {
  await db.owner.query(reversingFirstDeposit());
  expect((await db.owner.query(brokenChainSql)).rows).toEqual([]);
  await expect(db.owner.query(reversingFirstDeposit())).rejects.toMatchObject({
    constraint: 'ledger_entries_reversed_once',
  });
});
