import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';
import { bookLinesSql, sumsOfLinesSql } from '../modules/ledger/lines.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-141] the upgrade stores no sums; those of an earlier version’s lines can be stored', async () => {
  await db.upgrade('1325-book-sums.sql');
  expect((await db.owner.query('select from book_sums')).rows).toEqual([]);
  await db.owner.query(`insert into book_sums ${sumsOfLinesSql(bookLinesSql)}`);
  const { rows } = await db.owner.query(
    `select (select sum(debit) from book_sums) = (select sum(debit) from ledger_lines) + coalesce((select sum(amount) from lender_entries), 0) as whole`,
  );
  expect(rows).toEqual([{ whole: true }]);
});
