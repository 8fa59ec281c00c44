import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-121] the rule that a payment leaves its file once has one exception', async () => {
  await db.upgrade('1517-files-of-payments-never-made.sql');
  const { rows } = await db.owner.query<{ source: string }>(
    `select prosrc as source from pg_proc where proname = 'keep_filed_payment'`,
  );
  expect(rows[0]?.source).toContain('undone.never_made');
});
