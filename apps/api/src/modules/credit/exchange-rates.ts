/** The lender's exchange rates: what today's is measured against, and how it is published. */
import { sql } from 'kysely';
import type { OperatorActor } from '../../platform/work/caller.ts';
import type { WideWork } from '../../platform/work/work.ts';
import { writeAudit } from '../log/audit.ts';

interface Rate {
  readonly tipoCambio: string;
  readonly source: string;
}

/** Today's rate, and the known ones beside it. */
export interface RateStanding {
  readonly present: Rate | null;
  /** The last of an earlier day; without one, today's. */
  readonly last: string | null;
  /** The central bank's of today. */
  readonly official: string | null;
}

/** `update` keeps other publications out until the transaction ends. */
export async function rateStanding({ db, today }: WideWork, lock: 'read' | 'update'): Promise<RateStanding> {
  if (lock === 'update') await sql`lock table exchange_rates in share row exclusive mode`.execute(db);
  const rows = await db
    .selectFrom('exchange_rates')
    .select(['rate_date', 'source', sql<string>`trim_scale(pesos_per_dollar)::text`.as('tipoCambio')])
    .where('rate_date', '<=', today)
    .orderBy('rate_date', 'desc')
    .limit(2)
    .execute();
  const official = await db
    .selectFrom('official_rates')
    .select(sql<string>`trim_scale(pesos_per_dollar)::text`.as('tipoCambio'))
    .where('rate_date', '=', today)
    .executeTakeFirst();
  const present = rows.find((row) => row.rate_date === today);
  const last = rows.find((row) => row.rate_date < today) ?? present;
  return {
    present: present ? { tipoCambio: present.tipoCambio, source: present.source } : null,
    last: last?.tipoCambio ?? null,
    official: official?.tipoCambio ?? null,
  };
}

/** Publishes today's rate, or corrects it. `present`: today's so far, read under the lock. */
export async function publishRateOfToday(
  work: WideWork<OperatorActor>,
  present: Rate | null,
  { tipoCambio, source, reason }: Rate & { readonly reason?: string },
): Promise<void> {
  const { db, today, at } = work;
  const rate = { pesos_per_dollar: tipoCambio, source, published_at: at };
  await db
    .insertInto('exchange_rates')
    .values({ rate_date: today, ...rate })
    .onConflict((conflict) => conflict.column('rate_date').doUpdateSet(rate))
    .execute();
  await writeAudit(work, {
    action: 'exchange-rate.published',
    subject: `exchange-rate:${today}`,
    details: { before: present, after: { tipoCambio, source }, ...(reason !== undefined && { reason }) },
  });
}
