/** Publishes Banxico's rate of today. */
import type { RateFetching } from '@anticipa/contract/lender-calendar';
import { isBusinessDay } from '@anticipa/domain/calendar';
import { writeAudit } from '../../lib/audit.ts';
import type { Deps } from '../../lib/deps.ts';
import type { OperatorActor } from '../../lib/session/context.ts';
import { type Opener, runAs } from '../../lib/transaction.ts';
import type { WideWork } from '../../lib/work.ts';
import { extraHolidays } from '../credit/queries.ts';

export type RateDeps = Pick<Deps, 'db' | 'clock' | 'exchangeRates'>;

/** Asks on a business day without a rate; one that is typed meanwhile stays. No lock is held during the call. */
export async function fetchRate(
  deps: RateDeps,
  opener: Opener<OperatorActor | { readonly kind: 'worker' }>,
): Promise<RateFetching> {
  const { known, today, isOpen } = await runAs(deps, opener, async (work) => ({
    known: await isPublished(work),
    today: work.today,
    isOpen: isBusinessDay(work.today, await extraHolidays(work)),
  }));
  if (known) return 'known';
  if (!isOpen) return 'no-business-day';
  const fetched = await deps.exchangeRates.fetch(today);
  if (fetched.kind !== 'found') return fetched.kind;
  const { tipoCambio, source } = fetched;
  return runAs(deps, opener, async (work) => {
    const published = await work.db
      .insertInto('exchange_rates')
      .values({ rate_date: today, tipo_cambio: tipoCambio, source, published_at: work.at })
      .onConflict((conflict) => conflict.doNothing())
      .returning('rate_date')
      .executeTakeFirst();
    if (published === undefined) return 'known';
    const details = { before: null, after: { tipoCambio, source } };
    await writeAudit(work, { action: 'exchange-rate.published', subject: `exchange-rate:${today}`, details });
    return 'published';
  });
}

async function isPublished({ db, today }: WideWork): Promise<boolean> {
  const known = await db
    .selectFrom('exchange_rates')
    .select('source')
    .where('rate_date', '=', today)
    .executeTakeFirst();
  return known !== undefined;
}
