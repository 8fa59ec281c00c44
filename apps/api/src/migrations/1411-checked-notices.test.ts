import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-02] the notices that were kept before satisfy the longer list of events', async () => {
  await db.upgrade('1411-checked-notices.sql');
  const { rows } = await db.owner.query(
    `select conname from pg_constraint where conrelid = 'notices'::regclass and not convalidated`,
  );
  expect(rows).toEqual([]);
});
