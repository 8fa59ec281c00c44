import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[WEB-01] the upgrade tells of no prepared sale that was made before it, and of its next change', async () => {
  await db.upgrade('1460-documents-of-lines.sql');
  const { rows: made } = await db.owner.query(
    `with user_of as (select client_id, user_id from users order by user_id limit 1), endpoint as (
       insert into webhook_endpoints (client_id, endpoint_id, url, types, created_by, created_at)
       select client_id, gen_random_uuid(), 'https://example.test', '{}', user_id, now() from user_of)
     insert into prepared_sales (client_id, prepared_id, prepared_by, prepared_at)
     select client_id, gen_random_uuid(), user_id, now() from user_of returning client_id, prepared_id`,
  );
  await db.upgrade('1462-events-of-prepared-sales.sql');
  const { client_id, prepared_id } = made[0] ?? {};
  const of = [client_id, prepared_id];
  const told = async () =>
    (await db.owner.query('select type from client_events where client_id = $1 and object_id = $2', of)).rows;
  expect(await told()).toEqual([]);
  await db.owner.query(
    `update prepared_sales set state = 'withdrawn', ended_at = now() where client_id = $1 and prepared_id = $2`,
    of,
  );
  expect(await told()).toEqual([{ type: 'prepared_sale.withdrawn' }]);
});
