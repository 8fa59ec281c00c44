import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[AVI-10] the upgrade opts nobody in, and messages to phones get a job of their own', async () => {
  await db.upgrade('1381-whatsapp.sql');
  expect((await db.owner.query('select from whatsapp_numbers')).rows).toEqual([]);
  const { rows } = await db.owner.query<{ client_id: string }>('select client_id from clients limit 1');
  const clientId = rows[0]?.client_id;
  for (const kind of ['whatsapp', 'desync'])
    await db.owner.query('select enqueue_message($1, gen_random_uuid(), $2)', [clientId, kind]);
  const jobs = await db.owner.query(
    `select task_identifier from graphile_worker.jobs where task_identifier like 'deliver-%' order by id desc limit 2`,
  );
  expect(jobs.rows.map((job) => job.task_identifier)).toEqual(['deliver-outbox', 'deliver-whatsapp']);
});
