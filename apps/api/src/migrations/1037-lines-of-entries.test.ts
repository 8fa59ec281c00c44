import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
  await db.upgrade('1037-lines-of-entries.sql');
});
afterAll(() => db.close());

const REFUSED = { code: '23503', constraint: 'ledger_lines_of_entry' };
const LINES = 'client_id, entry_number + 1000000, line_number, account, document_id, debit, credit';

it.each([
  ['a new line without its entry', `insert into ledger_lines select ${LINES} from ledger_lines limit 1`],
  ['a line that leaves its entry', 'update ledger_lines set entry_number = entry_number + 1000000'],
  ['the end of an entry with lines', 'delete from ledger_entries'],
  ['another number for an entry with lines', 'update ledger_entries set entry_number = entry_number + 1000000'],
])('refuses %s', async (_, statement) => {
  await expect(db.owner.query(statement)).rejects.toMatchObject(REFUSED);
});

it('an entry may be written, and go, together with its lines', async () => {
  await db.owner.query(`begin;
    with gone as (delete from ledger_lines) delete from ledger_entries;
    rollback; begin;
    with entry as (
      insert into ledger_entries (client_id, entry_number, event, currency, value_date, booked_on, recorded_at, previous_hash, hash)
      select client_id, entry_number + 1000000, 'accrual', currency, value_date, booked_on, recorded_at, hash, hash from ledger_entries
    ) insert into ledger_lines (client_id, entry_number, line_number, account, document_id, debit, credit) select ${LINES} from ledger_lines;
    set constraints all immediate`);
  const { rowCount } = await db.owner.query('select from ledger_lines where entry_number > 1000000');
  expect(rowCount).toBeGreaterThan(0);
  await db.owner.query('rollback');
});
