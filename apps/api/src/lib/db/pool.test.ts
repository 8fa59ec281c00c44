import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

const CLIENT = '00000000-0000-4000-8000-000000000001';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

it('x', async () => {
  const r = await db.api.withTransaction(
    { as: 'tenant', clientId: CLIENT },
    async (tx) =>
      (
        await sql`select current_user u, session_user s, current_client_id() c, 1.50::numeric n, '2026-01-02'::date d, array['2026-01-02'::date] da, 5::int8 i, array[1.10::numeric] na`.execute(
          tx,
        )
      ).rows,
  );
  console.log(r);
  expect(1).toBe(1);
});
