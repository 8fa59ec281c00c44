import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[OPE-76] the purges find the oldest rows in an index', async () => {
  await db.upgrade('1030-oldest-rows.sql');
  await db.owner.query('set enable_seqscan = off; set enable_sort = off');
  const purged = [
    ['idempotency', 'created_at'],
    ['sessions', 'expires_at'],
    ['login_attempts', 'attempted_at'],
    ['rate_counters', 'window_start'],
    ['outbox', 'created_at'],
  ] as const;
  for (const [table, column] of purged) {
    const { rows } = await db.owner.query(
      `explain select ctid from ${table} where ${column} < now() order by ${column} limit 500`,
    );
    expect(JSON.stringify(rows)).toContain(`using ${table}_oldest`);
  }
});
