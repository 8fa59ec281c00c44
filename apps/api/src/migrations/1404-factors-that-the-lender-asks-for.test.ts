import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[FAC-08] the upgrade asks nobody for a second factor, and has room for one rule', async () => {
  await db.upgrade('1404-factors-that-the-lender-asks-for.sql');
  expect((await db.owner.query('select from client_factors')).rows).toEqual([]);
  const ask = () => db.owner.query(`insert into client_factors (required_from) values ('2027-01-01')`);
  await ask();
  await expect(ask()).rejects.toThrow('client_factors_pkey');
});
