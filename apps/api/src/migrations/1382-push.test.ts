import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-12] the upgrade registers no browser, and notices to browsers get a job of their own', async () => {
  await db.upgrade('1382-push.sql');
  expect((await db.owner.query('select from push_subscriptions')).rows).toEqual([]);
  const { rows } = await db.owner.query<{ client_id: string }>('select client_id from clients limit 1');
  await db.owner.query(`select enqueue_message($1, gen_random_uuid(), 'push')`, [rows[0]?.client_id]);
  const jobs = await db.owner.query(
    `select task_identifier from graphile_worker.jobs where task_identifier like 'deliver-%' order by id desc limit 1`,
  );
  expect(jobs.rows).toEqual([{ task_identifier: 'deliver-push' }]);
});
