import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-97] clients of an older version keep their tax data, and none waits for a day', async () => {
  const dataOf = () =>
    db.owner.query('select client_id, entity_name, fiscal_regime, postal_code from clients order by client_id');
  const before = (await dataOf()).rows;
  await db.upgrade('1193-tax-data-from-a-date.sql');
  expect((await dataOf()).rows).toEqual(before);
  expect((await db.owner.query('select from tax_data')).rowCount).toBe(0);
});
