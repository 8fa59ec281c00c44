/** Changes non-business days to come and the exchange rate of today. */
import type { LenderCalendar, publishRate, setHoliday } from '@anticipa/contract/lender-calendar';
import type { BodyOf } from '@anticipa/contract/route';
import { dateOf, isBusinessDay } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { sql } from 'kysely';
import { writeAudit } from '../../lib/audit.ts';
import type { OperatorWork } from '../../lib/work.ts';
import { lenderCalendar } from './queries.ts';

type Answered = Promise<Outcome<{ readonly data: LenderCalendar }>>;

/** Makes a day to come a non-business day, renames it, or makes it a business day again. */
export async function changeHoliday(work: OperatorWork, { date, name, reason }: BodyOf<typeof setHoliday>): Answered {
  const { db, today } = work;
  if (date <= today) return refuse('HOLIDAY_NOT_AHEAD');
  const known = await db
    .selectFrom('extra_holidays')
    .select('name')
    .where('holiday', '=', date)
    .forUpdate()
    .executeTakeFirst();
  const before = known?.name ?? null;
  if (before === name || (before === null && !isBusinessDay(dateOf(date)))) return refuse('NOTHING_CHANGED');
  if (name === null) await db.deleteFrom('extra_holidays').where('holiday', '=', date).execute();
  else
    await db
      .insertInto('extra_holidays')
      .values({ holiday: date, name })
      .onConflict((conflict) => conflict.column('holiday').doUpdateSet({ name }))
      .execute();
  await writeAudit(work, {
    action: 'holiday.set',
    subject: `holiday:${date}`,
    details: { before, after: name, reason: reason ?? name },
  });
  return done({ data: await lenderCalendar(work) });
}

/** Publishes today's rate, or corrects it; a sale keeps the rate with which it was made. */
export async function publishToday(
  work: OperatorWork,
  { tipoCambio, source, reason }: BodyOf<typeof publishRate>,
): Answered {
  const { db, today, at } = work;
  const rate = { tipo_cambio: tipoCambio, source, published_at: at };
  const first = await db
    .insertInto('exchange_rates')
    .values({ rate_date: today, ...rate })
    .onConflict((conflict) => conflict.doNothing())
    .returning('rate_date')
    .executeTakeFirst();
  const known = first
    ? null
    : await db
        .selectFrom('exchange_rates')
        .select(['source', sql<string>`trim_scale(tipo_cambio)::text`.as('tipo_cambio')])
        .select(sql<boolean>`tipo_cambio = ${tipoCambio}::numeric`.as('is_same'))
        .where('rate_date', '=', today)
        .forUpdate()
        .executeTakeFirstOrThrow();
  if (known?.is_same && known.source === source) return refuse('NOTHING_CHANGED');
  if (known) await db.updateTable('exchange_rates').set(rate).where('rate_date', '=', today).execute();
  const before = known ? { tipoCambio: known.tipo_cambio, source: known.source } : null;
  await writeAudit(work, {
    action: 'exchange-rate.published',
    subject: `exchange-rate:${today}`,
    details: { before, after: { tipoCambio, source }, reason },
  });
  return done({ data: await lenderCalendar(work) });
}
