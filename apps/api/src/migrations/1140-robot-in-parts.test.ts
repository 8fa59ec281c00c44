import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-82] the robot of an earlier demo goes on paying and collecting', async () => {
  await db.owner.query('insert into demo_robot (answers) values (false)');
  await db.upgrade('1140-robot-in-parts.sql');
  const { rows } = await db.owner.query('select answers, pays, collects from demo_robot');
  expect(rows).toEqual([{ answers: false, pays: true, collects: true }]);
});
