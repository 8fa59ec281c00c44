/** Invoices that are carried from a month to the next, which the reports begin with. */
import { dateOf, endOfDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { financedCurrencies } from '@anticipa/domain/money';
import { sql } from 'kysely';
import { text, valuesOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { lastCarried, positions } from './sources.ts';

/**
 * The last days of the months without carried invoices in which no entry can be recorded any more, because a day from then on has sums in
 * the books. After an upgrade these are all months.
 */
export const monthsToCarry = ({ db }: WideWork): Promise<string[]> => valuesOf(db, text)`
  select (month + interval '1 month - 1 day')::date::text
  from (select max(recorded_on) as day, date_trunc('month', min(recorded_on)::timestamp) as first from book_sums) summed
  cross join (select max(carried_on) as day from carried_invoices) carried
  cross join generate_series(greatest(first, carried.day + 1), summed.day, interval '1 month') month
  where month + interval '1 month - 1 day' <= summed.day order by month`;

/** Stores the invoices that were not settled at the end of a month, as the journal knew them then. */
export async function carryInvoices(work: WideWork, day: string): Promise<void> {
  const until = endOfDate(dateOf(day), MEXICO_CITY);
  const carried = await lastCarried(work, day);
  for (const currency of financedCurrencies) {
    const days = { currency, startDate: day, asOf: day, until, carried };
    await sql`
      insert into carried_invoices (carried_on, currency, client_id, document_id, unearned)
      select ${day}::date, ${currency}, client_id, document_id, unearned from (${positions(days)}) position
      where gross <> 0 or "buyBack" <> 0 or "clientDebt" <> 0 or aforo <> 0 or unearned <> 0 or undeposited <> 0 or releasable <> 0`.execute(
      work.db,
    );
  }
}
