import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';
import { unidentifiedInvariants } from '../invariants/unidentified.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1060-receipts-in-parts.sql');
});
afterAll(() => db.close());

it('[DIN-20] receipts of an earlier release are the sums of their parts', async () => {
  const found = await db.owner.query(`select distinct part from collections`);
  expect(found.rows).toEqual([{ part: 1 }]);
  // These sums read columns of later migrations.
  await db.upgrade();
  for (const { sql, id } of unidentifiedInvariants)
    expect({ id, found: (await db.owner.query(sql)).rows }).toEqual({ id, found: [] });
});

it('[DIN-21] nothing is taken from a receipt that is not left of it', async () => {
  const taking = db.owner.query(`
    select append_lender_entry(payment_id, 'send-back', 'COBROS_POR_IDENTIFICAR', 'POR_DEPOSITAR', value_date,
      (now() at time zone 'America/Mexico_City')::date, now(),
      null, amount + 0.01)
    from unidentified_payments limit 1`);
  await expect(taking).rejects.toMatchObject({ code: '23514', constraint: 'lender_entries_left' });
});
