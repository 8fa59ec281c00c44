import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-99] no sale of before has a commission, and terms have one only within its limits', async () => {
  await db.upgrade('1350-opening-commission.sql');
  const { rows } = await db.owner.query('select distinct commission, commission_iva from sale_items');
  expect(rows).toEqual([{ commission: '0.00', commission_iva: '0.00' }]);
  await db.owner.query('alter table sale_terms no force row level security');
  const decide = (opening: string) =>
    db.owner.query(
      `insert into sale_terms (terms_id, valid_from, iva_regime, iva_rate, early_rebate, iva_on_collection, collected_by, with_recourse,
         opening_rate, opening_mxn, opening_usd)
       values (gen_random_uuid(), '2026-03-01', 'devengado', 16, false, false, 'lender', true, ${opening})`,
    );
  await expect(decide('10.00000001, 0, 0')).rejects.toThrow('sale_terms_opening_rate_check');
  await expect(decide('0, -0.01, 0')).rejects.toThrow('sale_terms_opening_mxn_check');
  await decide('10, 1000, 60');
});
