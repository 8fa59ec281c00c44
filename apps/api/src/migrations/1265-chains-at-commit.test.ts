import { afterAll, beforeAll, expect, it } from 'vitest';
import { aDatabaseOf } from '../../testing/releases.ts';

let db: Awaited<ReturnType<typeof aDatabaseOf>>;
beforeAll(async () => {
  db = await aDatabaseOf('1.0.0');
});
afterAll(() => db.close());

it('[LIB-30] the journals of an earlier version go on, and take no other entry', async () => {
  await db.upgrade('1265-chains-at-commit.sql');
  const next = (instant: string, today: string) =>
    db.owner.query(
      `select append_entries(client_id, jsonb_build_array(jsonb_build_object('event', 'accrual', 'currency', currency,
         'valueDate', value_date, 'lines', (select jsonb_agg(jsonb_build_object('account', account, 'document', document_id, 'debit', debit,
           'credit', credit) order by line_number) from ledger_lines line
           where line.client_id = entry.client_id and line.entry_number = entry.entry_number))), ${today}, ${instant})
       from ledger_entries entry where event = 'accrual' order by client_id, entry_number desc limit 1`,
    );
  await next(`recorded_at`, `(recorded_at at time zone 'America/Mexico_City')::date`);
  const wrong = next(`recorded_at`, `(recorded_at + interval '70 days')::date`);
  await expect(wrong).rejects.toMatchObject({ constraint: 'ledger_entries_booked_on_its_day' });
});
