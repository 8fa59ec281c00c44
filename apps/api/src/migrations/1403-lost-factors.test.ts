import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[FAC-07] nobody of the people who were there has a second factor, so none can be taken away', async () => {
  await db.upgrade('1403-lost-factors.sql');
  const { rows } = await db.owner.query<{ client_id: string; user_id: string; account_id: string; has: boolean }>(
    'select client_id, user_id, account_id, has_factor(account_id) as has from users',
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const { client_id, user_id, account_id, has } of rows) {
    expect(has).toBe(false);
    const taken = await db.owner.query('select from clear_factors($1, $2, $3, now())', [
      client_id,
      user_id,
      account_id,
    ]);
    expect(taken.rows).toEqual([]);
  }
});
