/** Dates of the lender's CFDI, which are stamped within 72 hours of them. */
import { cfdiTime } from '@anticipa/cfdi/local-time';
import { dateAt, endOfDate, type IsoDate, MEXICO_CITY } from '@anticipa/domain/calendar';
import { lastDayOf, type Month } from '@anticipa/domain/month';
import { sql } from 'kysely';
import type { WideWork, Work } from '../../platform/work/work.ts';
import { rateOfToday, rateOn } from '../credit/queries.ts';

/** Leaves an hour for the call itself. */
const HOURS_TO_STAMP = 71;
const HOUR_MS = 3_600_000;

/** The date of a month's interest invoice: the last second of the month, or now if that can no longer be stamped. */
export function dateOfCut(month: Month, at: Date): Date {
  return dateOfDeposit(lastDayOf(month), at);
}

/** The date of the interest invoice of a deposit: its day, or now if that can no longer be stamped. */
export function dateOfDeposit(day: IsoDate, at: Date): Date {
  if (dateAt(at, MEXICO_CITY) === day) return at;
  const end = new Date(endOfDate(day, MEXICO_CITY).getTime() - 1000);
  return at.getTime() - end.getTime() <= HOURS_TO_STAMP * HOUR_MS ? end : at;
}

/** Whether a local time as in a CFDI is too long ago for a stamp. */
export const isOver = (emittedAt: string, at: Date): boolean =>
  emittedAt < cfdiTime(new Date(at.getTime() - HOURS_TO_STAMP * HOUR_MS));

/** The day of a date in Mexico City. */
export const dayOf = (emittedAt: Date): IsoDate => dateAt(emittedAt, MEXICO_CITY);

/** Pesos per dollar of a CFDI, or a payment, of a day: the rate in force on it, or else today's; null without either. */
export async function rateOfCfdi(work: WideWork, day: IsoDate): Promise<string | null> {
  return ((await rateOn(work, day)) ?? (await rateOfToday(work)))?.tipoCambio ?? null;
}

/**
 * Dates the client's CFDI that wait for a stamp now, if the time for theirs is over. One that a provider may have stamped keeps
 * its date until the provider answers what became of it.
 */
export async function renewDates(work: Work, table: 'interest_invoices' | 'payment_complements'): Promise<void> {
  const { db, tenant, at } = work;
  const rate = (await rateOfToday(work))?.tipoCambio ?? null;
  const isInvoice = table === 'interest_invoices';
  await sql`
    update ${sql.table(table)} set emitted_at = ${at}
      ${isInvoice ? sql`, exchange_rate = case when currency <> 'MXN' then coalesce(${rate}::numeric, exchange_rate) end` : sql``}
    where client_id = ${tenant} and state = 'pending' and ${isInvoice ? sql`(active or substitutes is not null)` : sql`active`}
      and sent_at is null and emitted_at < ${at}::timestamptz - make_interval(hours => ${HOURS_TO_STAMP})`.execute(db);
}
