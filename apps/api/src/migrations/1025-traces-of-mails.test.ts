import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[VIG-03] messages from before have no trace', async () => {
  await db.upgrade('1025-traces-of-mails.sql');
  const traces = await db.owner.query('select distinct traceparent from outbox');
  expect(traces.rows).toEqual([{ traceparent: null }]);
});
