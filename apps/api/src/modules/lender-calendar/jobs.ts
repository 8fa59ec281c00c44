/** Each hour: publishes Banxico's rate of today, if it has none yet. */
import { isBusinessDay } from '@anticipa/domain/calendar';
import { writeAudit } from '../../lib/audit.ts';
import type { JobDeps } from '../../lib/deps.ts';
import type { Jobs } from '../../lib/jobs/jobs.ts';
import { runAs, WORKER } from '../../lib/transaction.ts';
import { extraHolidays } from '../credit/queries.ts';

type RateDeps = Pick<JobDeps, 'db' | 'clock' | 'exchangeRates'>;

export const lenderCalendarJobs = (deps: RateDeps): Jobs => [
  { name: 'fetch-exchange-rate', cron: '5 * * * *', run: () => fetchRate(deps) },
];

/** A rate that is typed meanwhile stays. The next hour tries again. */
export async function fetchRate(deps: RateDeps): Promise<void> {
  const wanted = await runAs(deps, WORKER, async (work) => {
    const { db, today } = work;
    const known = await db
      .selectFrom('exchange_rates')
      .select('source')
      .where('rate_date', '=', today)
      .executeTakeFirst();
    return known === undefined && isBusinessDay(today, await extraHolidays(work)) ? today : null;
  });
  if (wanted === null) return;
  const fetched = await deps.exchangeRates.fetch(wanted);
  if (fetched.kind !== 'found') return;
  const { tipoCambio, source } = fetched;
  await runAs(deps, WORKER, async (work) => {
    const published = await work.db
      .insertInto('exchange_rates')
      .values({ rate_date: wanted, tipo_cambio: tipoCambio, source, published_at: work.at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('rate_date')
      .executeTakeFirst();
    if (published === undefined) return;
    const details = { before: null, after: { tipoCambio, source } };
    await writeAudit(work, { action: 'exchange-rate.published', subject: `exchange-rate:${wanted}`, details });
  });
}
