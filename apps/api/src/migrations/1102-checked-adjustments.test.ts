import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[DIN-60] every invoice and entry of before satisfies what adjustments need, by the hashes of before', async () => {
  const hashes = async () =>
    (await db.owner.query('select hash from ledger_entries order by client_id, entry_number')).rows;
  const before = await hashes();
  await db.upgrade('1102-checked-adjustments.sql');
  expect(await hashes()).toEqual(before);
  const { rows } = await db.owner.query(
    `select (select count(*)::integer from adjustments) as adjustments,
       (select count(*)::integer from ledger_entries where hash <> ledger_hash(ledger_entries, (
          select string_agg(ledger_line_text(line), E'\\n' order by line_number) from ledger_lines line
          where line.client_id = ledger_entries.client_id and line.entry_number = ledger_entries.entry_number))) as broken
`,
  );
  expect(rows).toEqual([{ adjustments: 0, broken: 0 }]);
});
