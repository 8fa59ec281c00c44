/**
 * Sums of the lines of both journals by the day on which they were recorded. Entries are only appended, at their instant, so what was
 * recorded on a day that is over does not change: its sums are written once, the next night.
 */
import { dateOf, endOfDate, MEXICO_CITY, startOfDate } from '@anticipa/domain/calendar';
import { type RawBuilder, sql } from 'kysely';
import { text, valuesOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { bookLinesSql, sumsOfLinesSql } from './lines.ts';

/** The end of the day until which entries count that were recorded. */
export const endOf = (day: string): Date => endOfDate(dateOf(day), MEXICO_CITY);

/** SQL: the sums of lines that were recorded from an instant until before another one. */
const sumsBetween = (from: Date, until: Date) => {
  const [before = '', after = ''] = sumsOfLinesSql('LINES').split('LINES');
  return sql`${sql.raw(before)}
    select * from (${sql.raw(bookLinesSql)}) booked where recorded_at >= ${from} and recorded_at < ${until}${sql.raw(after)}`;
};

async function startOfUnsummed({ db }: WideWork): Promise<Date> {
  const [last] = await valuesOf(db, text)`select last::text from (
    select recorded_on as last from book_sums order by recorded_on desc limit 1) summed`;
  return last === undefined ? new Date(0) : endOf(last);
}

/** SQL for the sums of what the books had at the end of a day. Days without stored sums are added up from their lines. */
export async function bookedAsKnownOn(work: WideWork, day: string): Promise<RawBuilder<unknown>> {
  return sql`
    select * from book_sums where recorded_on <= ${day}::date
    union all
    ${sumsBetween(await startOfUnsummed(work), endOf(day))}`;
}

/** Stores the sums of the first day that has none and is over. Resolves to whether there was one. */
export async function sumNextDay(work: WideWork): Promise<boolean> {
  const from = await startOfUnsummed(work);
  const [day] = await valuesOf(work.db, text)`
    select (recorded_at at time zone ${MEXICO_CITY})::date::text from (
      (select recorded_at from ledger_entries where recorded_at >= ${from} order by recorded_at limit 1)
      union all
      (select recorded_at from lender_entries where recorded_at >= ${from} order by recorded_at limit 1)
    ) first order by recorded_at limit 1`;
  if (day === undefined || day >= work.today) return false;
  await sql`
    insert into book_sums ${sumsBetween(startOfDate(dateOf(day), MEXICO_CITY), endOf(day))}`.execute(work.db);
  return true;
}
