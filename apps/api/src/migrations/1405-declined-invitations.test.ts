import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[PER-37] nobody has declined an invitation before the upgrade', async () => {
  await db.upgrade('1405-declined-invitations.sql');
  const { rows } = await db.owner.query('select count(declined_at)::integer as declined from users');
  expect(rows).toEqual([{ declined: 0 }]);
});
