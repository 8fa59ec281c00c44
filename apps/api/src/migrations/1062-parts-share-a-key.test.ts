import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1062-parts-share-a-key.sql');
});
afterAll(() => db.close());

it('[DIN-20] the parts of a receipt have its tracking key, each with a number of its own', async () => {
  const copy = (part: number) =>
    db.owner.query(
      `insert into collections
       select made.* from (select * from collections order by tracking_key limit 1) paid,
         jsonb_populate_record(null::collections,
           to_jsonb(paid) || jsonb_build_object('collection_id', gen_random_uuid(), 'part', $1::integer)) made`,
      [part],
    );
  expect((await copy(2)).rowCount).toBe(1);
  await expect(copy(2)).rejects.toMatchObject({ constraint: 'collections_of_key' });
});
