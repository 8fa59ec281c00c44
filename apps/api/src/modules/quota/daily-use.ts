/** Daily limits of a client, so that one cannot exhaust what all share. */
import type { IsoDate } from '@anticipa/domain/calendar';
import { type RawBuilder, sql } from 'kysely';
import { flag, valuesOf } from '../../platform/db/rows.ts';
import type { Work } from '../../platform/work/work.ts';

export type DailyResource =
  | 'companies'
  | 'cost-centres'
  | 'clabe-mails'
  | 'upload-files'
  | 'upload-bytes'
  | 'signed-addresses'
  | 'signed-bytes'
  | 'summary-mails'
  | 'invitations'
  | 'foreign-emails'
  | 'ciec-checks'
  | 'confirmations'
  | 'messages'
  | 'requests';

interface Use {
  readonly amount: number;
  readonly limit: number;
}

/**
 * SQL that adds to what the current client has used today, in Mexico City: true, or false, using nothing, if any amount would
 * exceed its limit. Other uses of these resources wait until the transaction ends.
 */
export function consumeQuotaSql(
  today: IsoDate,
  uses: Readonly<Partial<Record<DailyResource, Use>>>,
): RawBuilder<boolean | null> {
  const numbers = (name: keyof Use): string[] =>
    Object.values(uses).map((use) => String(Math.floor(Math.min(use[name], Number.MAX_SAFE_INTEGER))));
  return sql`use_today(${today}::date, ${Object.keys(uses)}::text[], ${numbers('amount')}::bigint[], ${numbers('limit')}::bigint[])`;
}

/** Adds `amount` to what the client has used of a resource today; false, using nothing, if that would exceed `limit`. */
export async function consumeDailyQuota({ db, today }: Work, resource: DailyResource, use: Use): Promise<boolean> {
  const [isWithin = false] = await valuesOf(db, flag)`select ${consumeQuotaSql(today, { [resource]: use })} is true`;
  return isWithin;
}
