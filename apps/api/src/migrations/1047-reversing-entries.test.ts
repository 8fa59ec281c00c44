import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';
import { unidentifiedInvariants } from '../invariants/unidentified.ts';
import { brokenChainSql } from '../modules/ledger/queries.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1047-reversing-entries.sql');
});
afterAll(() => db.close());

it('[DIN-40] the chains of the entries of an earlier release are intact, and none reverses another', async () => {
  const reversing = await db.owner.query(`
    select reverses from ledger_entries where reverses is not null
    union all select reverses from lender_entries where reverses is not null`);
  expect(reversing.rows).toEqual([]);
  expect((await db.owner.query(brokenChainSql)).rows).toEqual([]);
  // These sums read columns of later migrations.
  await db.upgrade();
  for (const { sql, id } of unidentifiedInvariants)
    expect({ id, found: (await db.owner.query(sql)).rows }).toEqual({ id, found: [] });
});
