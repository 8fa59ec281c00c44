import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LLA-02] when a person loses access, that person’s keys end for good, and nobody else’s do', async () => {
  await db.upgrade('1400-api-keys.sql');
  await db.owner.query(
    'alter table users no force row level security; alter table api_keys no force row level security',
  );
  const { rows: people } = await db.owner.query<{ client_id: string; user_id: string }>(
    'select client_id, user_id from users where active order by is_admin, user_id limit 2',
  );
  for (const [index, { client_id, user_id }] of people.entries())
    await db.owner.query(
      `insert into api_keys (client_id, key_id, owner_id, name, prefix, key_hash, scopes, addresses, created_at)
       values ($1, gen_random_uuid(), $2, 'ERP', 'ak_live_abcd', sha256($3), '{read}', '{}', now())`,
      [client_id, user_id, Buffer.from([index])],
    );
  const [leaving] = people;
  await db.owner.query('update users set active = false, is_admin = false where user_id = $1', [leaving?.user_id]);
  await db.owner.query('update users set active = true where user_id = $1', [leaving?.user_id]);
  const { rows } = await db.owner.query('select owner_id, revoked_by from api_keys where revoked_at is not null');
  expect(rows).toEqual([{ owner_id: leaving?.user_id, revoked_by: null }]);
});
