import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('a movement of the bank exists once, and is decided once', async () => {
  await db.upgrade('1160-bank-files.sql');
  const query = (text: string, values: unknown[] = []) => db.owner.query(text, values);
  const account = '0198aaaa-0000-4000-8000-000000000001';
  await query(
    `insert into statement_accounts (account_id, name, currency, number, mapping) values ($1, 'BBVA', 'MXN', '0123456789', '{}')`,
    [account],
  );
  const add = (place: number) =>
    query(
      `insert into bank_lines (line_id, account_id, line_key, ordinal, booked_on, amount, tracking_key, reference, text, state)
       values ($1, $2, 'k', 1, '2026-03-02', 10, '', '', 'x', 'due')`,
      [`0198aaaa-0000-4000-8000-00000000000${place}`, account],
    );
  await add(2);
  await expect(add(3)).rejects.toThrow('bank_lines_once');
  const ignore = () => query(`update bank_lines set state = 'ignored', reason = 'comisión', ended_at = now()`);
  await expect(query(`update bank_lines set state = 'booked', ended_at = now()`)).rejects.toThrow('bank_lines_booked');
  await ignore();
  await expect(ignore()).rejects.toThrow('a movement of the bank is decided once');
});
