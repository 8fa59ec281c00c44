import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('finds the holds of a client in another currency, and no others', async () => {
  await db.upgrade('1038-converted-holds.sql');
  await db.owner.query('set enable_seqscan = off; set enable_bitmapscan = off');
  const { rows } = await db.owner.query(
    'explain select from credit_holds where client_id = gen_random_uuid() and exchange_rate <> 1',
  );
  expect(JSON.stringify(rows)).toContain('using credit_holds_converted on credit_holds');
});
