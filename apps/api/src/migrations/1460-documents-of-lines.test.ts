import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-143] the planner knows how many invoices the lines are of', async () => {
  await db.upgrade('1460-documents-of-lines.sql');
  const { rows } = await db.owner.query(
    `select attnames::text, n_distinct is not null as "isCounted" from pg_stats_ext where statistics_name = 'ledger_lines_documents'`,
  );
  expect(rows).toEqual([{ attnames: '{client_id,document_id}', isCounted: true }]);
});
