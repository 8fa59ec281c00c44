import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LLA-01] the actors that were recorded before satisfy what keys need', async () => {
  await db.upgrade('1401-checked-actors.sql');
  const { rows } = await db.owner.query(
    `select conname from pg_constraint where conname like '%actor_kind_check' and not convalidated`,
  );
  expect(rows).toEqual([]);
});
