import { getLenderCalendar, type LenderCalendar, type RateOfDay } from '@anticipa/contract/lender-calendar';
import { addDays, dateOf } from '@anticipa/domain/calendar';
import { invoiceStatus } from '@anticipa/domain/invoice';
import { isRateInForce } from '@anticipa/domain/quote';
import { sql } from 'kysely';
import { rowsOf } from '../../platform/db/rows.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { extraHolidays } from '../credit/queries.ts';

const RATES = 30;
/** No sale has a later payment date. */
const DAYS_AHEAD = 400;

/** The lender's non-business days, the dues of sold invoices, and the exchange rates. */
export async function lenderCalendar(work: WideWork): Promise<LenderCalendar> {
  const { today } = work;
  const holidays = await extraHolidays(work);
  const rates = await ratesUntilToday(work);
  const [newest] = rates;
  return {
    today,
    holidays: [...holidays].map(([date, name]) => ({ date, name })).sort((a, b) => (a.date < b.date ? -1 : 1)),
    dues: await duesAhead(work),
    inForce: newest && isRateInForce(dateOf(newest.date), today, holidays) ? newest : null,
    official: await officialRate(work),
    proposed: await proposedRate(work),
    rates,
  };
}

async function officialRate({ db, today }: WideWork): Promise<LenderCalendar['official']> {
  const row = await db
    .selectFrom('official_rates')
    .select(['source', 'fetched_at', sql<string>`trim_scale(pesos_per_dollar)::text`.as('tipoCambio')])
    .where('rate_date', '=', today)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { fetched_at, ...rate } = row;
  return { ...rate, date: today, publishedAt: fetched_at.toISOString() };
}

async function proposedRate({ db, today, at }: WideWork): Promise<LenderCalendar['proposed']> {
  const row = await db
    .selectFrom('approvals')
    .innerJoin('operators', 'operators.operator_id', 'proposed_by')
    .select([
      sql<string>`change -> 'proposed' ->> 'tipoCambio'`.as('tipoCambio'),
      sql<string>`trim(first_name || ' ' || last_name)`.as('by'),
    ])
    .where('kind', '=', 'exchange-rate')
    .where(sql`change -> 'about' ->> 'date'`, '=', today)
    .where('state', '=', 'open')
    .where('expires_at', '>', at)
    .executeTakeFirst();
  return row ?? null;
}

async function ratesUntilToday({ db, today }: WideWork): Promise<RateOfDay[]> {
  const rows = await db
    .selectFrom('exchange_rates')
    .select(['rate_date as date', 'source', 'published_at', sql<string>`trim_scale(pesos_per_dollar)`.as('tipoCambio')])
    .where('rate_date', '<=', today)
    .orderBy('rate_date', 'desc')
    .limit(RATES)
    .execute();
  return rows.map(({ published_at, ...rate }) => ({ ...rate, publishedAt: published_at.toISOString() }));
}

async function duesAhead({ db, today }: WideWork): Promise<LenderCalendar['dues']> {
  return await rowsOf(db, getLenderCalendar.response.shape.data.shape.dues.element)`
    select due_date as date, count(*)::integer as invoices, count(distinct client_id)::integer as clients from invoices
    where not is_settled and status in (${invoiceStatus.PREVENTA}, ${invoiceStatus.CREDITO})
      and due_date > ${today} and due_date <= ${addDays(today, DAYS_AHEAD)}
    group by due_date order by due_date`;
}
