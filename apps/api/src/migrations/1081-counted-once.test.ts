import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1081-counted-once.sql');
});
afterAll(() => db.close());

const indexes = async (table: string): Promise<string[]> => {
  const { rows } = await db.owner.query('select indexname as name from pg_indexes where tablename = $1', [table]);
  return rows.map(({ name }) => name);
};

it('[DIN-41] what counts once has an index that leaves out what was reversed', async () => {
  expect(await indexes('collections')).toContain('collections_by_key');
  expect(await indexes('payouts')).toContain('payouts_by_key');
  expect(await indexes('payment_complements')).toContain('payment_complements_instalment');
  expect(await indexes('payment_complements')).not.toContain('payment_complements_compensated');
});
