/** Changes non-business days to come and the exchange rate of today. */
import type { LenderCalendar, publishRate, setHoliday } from '@anticipa/contract/lender-calendar';
import type { BodyOf, ResponseOf } from '@anticipa/contract/route';
import { dateOf, isBusinessDay } from '@anticipa/domain/calendar';
import { done, type Outcome, refuse } from '@anticipa/domain/errors';
import { needsSecondPerson } from '@anticipa/domain/exchange-rate';
import type { OperatorWork } from '../../platform/work/work.ts';
import type { Handler } from '../approvals/handler.ts';
import { submit } from '../approvals/submit.ts';
import { publishRateOfToday, rateStanding } from '../credit/exchange-rates.ts';
import { writeAudit } from '../log/audit.ts';
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

/** A rate is of its day. */
export const exchangeRate: Handler<'exchange-rate'> = {
  days: 0,
  standing: async (work, _, lock) => {
    const { present, official } = await rateStanding(work, lock);
    if (present === null && official === null) return null;
    return { tipoCambio: present?.tipoCambio ?? null, source: present?.source ?? null, official };
  },
  isPossible: async (work, { about }) => about.date === work.today,
  apply: async (work, { proposed }) => {
    const { present } = await rateStanding(work, 'update');
    return done(await publishRateOfToday(work, present, proposed));
  },
};

/**
 * Publishes today's rate, or corrects it. The rate measures credit lines in another currency, so one that is far from the known
 * ones, or that nothing can be compared with, waits for a second person.
 */
export async function publishToday(
  work: OperatorWork,
  { reason, ...rate }: BodyOf<typeof publishRate>,
): Promise<Outcome<ResponseOf<typeof publishRate>>> {
  const known = await rateStanding(work, 'update');
  const { present } = known;
  const isSame = present !== null && Number(present.tipoCambio) === Number(rate.tipoCambio);
  if (isSame && present.source === rate.source) return refuse('NOTHING_CHANGED');
  if (needsSecondPerson(rate.tipoCambio, known)) {
    const wanted = { kind: 'exchange-rate', about: { date: work.today }, proposed: rate } as const;
    const before = await exchangeRate.standing(work, wanted, 'read');
    const submitted = await submit(work, exchangeRate, { ...wanted, before }, reason);
    return submitted.ok ? done({ data: await lenderCalendar(work), proposal: submitted.value.proposal }) : submitted;
  }
  await publishRateOfToday(work, present, { ...rate, reason });
  return done({ data: await lenderCalendar(work), proposal: null });
}
