import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[MAR-01] the upgrade brings no brand, and the database refuses colours and addresses that are none', async () => {
  await db.upgrade('1390-brand.sql');
  expect((await db.owner.query('select from brand')).rows).toEqual([]);
  await expect(
    db.owner.query(`insert into brand (name, legal_name, colour) values ('Aurora', 'Aurora', '#FFF')`),
  ).rejects.toThrow('brand_colour_check');
  await expect(
    db.owner.query(
      `insert into brand (name, legal_name, colour, privacy_url) values ('Aurora', 'Aurora', '#0b6e4f', 'javascript:a')`,
    ),
  ).rejects.toThrow('brand_privacy_url_check');
});
