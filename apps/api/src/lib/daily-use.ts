/** Daily limits of a client, so that one cannot exhaust what all share. */
import { sql } from 'kysely';
import type { Work } from './work.ts';

export type DailyResource = 'upload-files' | 'upload-bytes' | 'summary-mails' | 'invitations';

/**
 * Adds `amount` to what the client has used today, in Mexico City; false, using nothing, if that would exceed `limit`.
 * Other uses of the resource wait until the transaction ends.
 */
export async function useToday(
  { db, tenant, today }: Work,
  resource: DailyResource,
  { amount, limit }: { readonly amount: number; readonly limit: number },
): Promise<boolean> {
  if (amount > limit) return false;
  const row = await db
    .insertInto('daily_use')
    .values({ client_id: tenant, day: today, resource, used: String(amount) })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'day', 'resource'])
        .doUpdateSet({ used: sql`daily_use.used + excluded.used` })
        .where('daily_use.used', '<=', String(limit - amount)),
    )
    .returning('used')
    .executeTakeFirst();
  return row !== undefined;
}
