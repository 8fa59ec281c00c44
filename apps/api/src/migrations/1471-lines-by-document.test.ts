import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-144] an invoice’s lines beside daily interest are read from their index alone', async () => {
  await db.upgrade('1471-lines-by-document.sql');
  await db.owner.query('set enable_seqscan = off; set enable_bitmapscan = off');
  const { rows } = await db.owner.query<{ 'QUERY PLAN': string }>(
    `explain select sum(debit), max(entry_number) from ledger_lines
     where client_id = gen_random_uuid() and document_id = gen_random_uuid() and account in ('CARTERA', 'CLIENTE')`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(
    'Index Only Scan using ledger_lines_of_document_beside_interest',
  );
});
