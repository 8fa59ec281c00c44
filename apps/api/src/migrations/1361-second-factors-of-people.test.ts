import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[FAC-03] nobody of an earlier version has a second factor, and no client asks for one', async () => {
  await db.upgrade('1361-second-factors-of-people.sql');
  const { rows } = await db.owner.query(
    `select distinct has_second_factor, factor_required, fresh_factor_above from accounts, clients`,
  );
  expect(rows).toEqual([{ has_second_factor: false, factor_required: false, fresh_factor_above: null }]);
  await expect(db.owner.query('update clients set fresh_factor_above = -1')).rejects.toThrow('clients_fresh_factor');
});
