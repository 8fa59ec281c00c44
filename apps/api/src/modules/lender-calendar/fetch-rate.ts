/** Publishes Banxico's rate of today. */
import type { RateFetching } from '@anticipa/contract/lender-calendar';
import { isBusinessDay } from '@anticipa/domain/calendar';
import { isPlausibleRate } from '@anticipa/domain/exchange-rate';
import type { OperatorActor } from '../../platform/work/caller.ts';
import { type Opener, runAs } from '../../platform/work/transaction.ts';
import { rateStanding } from '../credit/exchange-rates.ts';
import { extraHolidays } from '../credit/queries.ts';
import type { Deps } from '../deps.ts';
import { writeAudit } from '../log/audit.ts';

export type RateDeps = Pick<Deps, 'db' | 'clock' | 'exchangeRates'>;

/**
 * Asks on a business day until the central bank's rate is known, and publishes it on a day without one; a typed rate stays, with
 * the central bank's beside it. No lock is held during the call.
 */
export async function fetchRate(
  deps: RateDeps,
  opener: Opener<OperatorActor | { readonly kind: 'worker' }>,
): Promise<RateFetching> {
  const { today, isPublished, isKnown, isOpen } = await runAs(deps, opener, async (work) => {
    const { present, official } = await rateStanding(work, 'read');
    return {
      today: work.today,
      isPublished: present !== null,
      isKnown: official !== null,
      isOpen: isBusinessDay(work.today, await extraHolidays(work)),
    };
  });
  if (isPublished && (isKnown || !isOpen)) return 'known';
  if (!isOpen) return 'no-business-day';
  const fetched = await deps.exchangeRates.fetch(today);
  if (fetched.kind !== 'found') return fetched.kind;
  const { tipoCambio, source } = fetched;
  if (!isPlausibleRate(tipoCambio)) return 'unavailable';
  return runAs(deps, opener, async (work) => {
    await work.db
      .insertInto('official_rates')
      .values({ rate_date: today, pesos_per_dollar: tipoCambio, source, fetched_at: work.at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const published = await work.db
      .insertInto('exchange_rates')
      .values({ rate_date: today, pesos_per_dollar: tipoCambio, source, published_at: work.at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('rate_date')
      .executeTakeFirst();
    if (published === undefined) return 'known';
    const details = { before: null, after: { tipoCambio, source } };
    await writeAudit(work, { action: 'exchange-rate.published', subject: `exchange-rate:${today}`, details });
    return 'published';
  });
}
