import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LLA-09] the upgrade makes no test company, and a client has one at most', async () => {
  await db.upgrade('1420-test-companies.sql');
  expect((await db.owner.query('select from test_companies')).rows).toEqual([]);
  await db.owner.query('alter table test_companies no force row level security');
  const add = `insert into test_companies select client_id, '{}', now() from (select client_id from clients order by 1 limit 1) one`;
  await db.owner.query(add);
  await expect(db.owner.query(add)).rejects.toThrow('test_companies_pkey');
});
