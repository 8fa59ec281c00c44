import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[PER-30] every user of an earlier version gets an account with their e-mail and password', async () => {
  const before = 'select email, password_hash, must_change_password from users order by email';
  const { rows: users } = await db.owner.query<{ email: string; password_hash: string | null }>(before);
  await db.upgrade('1360-accounts.sql');
  const accounts = 'select email, password_hash, must_change_password from accounts order by email';
  expect((await db.owner.query(accounts)).rows).toEqual(users);
  const { rows } = await db.owner.query<{ email: string }>(
    'select email from users where joined_at is not null order by email',
  );
  expect(rows.map(({ email }) => email)).toEqual(users.filter((user) => user.password_hash).map(({ email }) => email));
});

it('[PER-30] the programs of the version before read and write the password where it was', async () => {
  const { owner } = db;
  const [person] = (
    await owner.query<{ email: string }>('select email from users where password_hash is not null limit 1')
  ).rows;
  const both = async () => {
    const { rows } = await owner.query(
      `select users.password_hash as copy, accounts.password_hash as own from users join accounts using (account_id) where users.email = $1`,
      [person?.email],
    );
    return rows;
  };
  await owner.query(`update users set password_hash = 'old program' where email = $1`, [person?.email]);
  expect(await both()).toEqual([{ copy: 'old program', own: 'old program' }]);
  await owner.query(`update accounts set password_hash = 'new program' where email = $1`, [person?.email]);
  expect(await both()).toEqual([{ copy: 'new program', own: 'new program' }]);
  await owner.query(
    `insert into users (client_id, user_id, email, first_name, last_name, created_at)
     select client_id, gen_random_uuid(), 'nueva@cliente.test', 'Ana', 'Luna', now() from clients limit 1`,
  );
  const { rows } = await owner.query(
    `select joined_at from users join accounts using (account_id, email) where email = 'nueva@cliente.test'`,
  );
  expect(rows).toEqual([{ joined_at: null }]);
});
