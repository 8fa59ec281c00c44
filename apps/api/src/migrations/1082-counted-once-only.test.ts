import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1082-counted-once-only.sql');
});
afterAll(() => db.close());

it('[DIN-41] the tracking key of a payment that is reversed may be used again, and once', async () => {
  const again = `insert into collections (client_id, collection_id, tracking_key, currency, amount, value_date, source, bank, payer,
      reference_id, named_ids, unidentified_id, registered_by, registered_at)
    select client_id, gen_random_uuid(), tracking_key, currency, amount, value_date, source, bank, payer, reference_id, named_ids,
      unidentified_id, registered_by, registered_at from collections where reversed_at is null order by tracking_key limit 1`;
  await expect(db.owner.query(again)).rejects.toMatchObject({ constraint: 'collections_by_key' });
  await db.owner.query(`update collections set reversed_at = now()
    where tracking_key = (select min(tracking_key) from collections)`);
  const { rowCount } = await db.owner.query(again.replace('reversed_at is null', 'reversed_at is not null'));
  expect(rowCount).toBe(1);
});
