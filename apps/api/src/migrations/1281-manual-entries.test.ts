import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-65] the lender’s journal of an earlier version keeps its hashes, and takes no entry of an accountant without its record', async () => {
  await db.upgrade('1281-manual-entries.sql');
  const { rows } = await db.owner.query(
    'select count(*)::integer as entries, bool_and(hash = lender_hash(entry)) as same from lender_entries entry',
  );
  expect(rows).toEqual([{ entries: expect.any(Number), same: true }]);
  expect(rows[0].entries).toBeGreaterThan(0);
  const append = (accounts: string) =>
    db.owner.query(`select append_own_entry(gen_random_uuid(), null, 'MXN', ${accounts}, 1.00, current_date, now())`);
  await expect(append(`'GASTOS_GENERALES', 'ACREEDORES'`)).rejects.toMatchObject({
    constraint: 'lender_entries_manual_id_fkey',
  });
  await expect(append(`'CARTERA', 'ACREEDORES'`)).rejects.toMatchObject({ constraint: 'lender_entries_event' });
});
