/** Daily limits of a client, so that one cannot exhaust what all share. */
import type { IsoDate } from '@anticipa/domain/calendar';
import { sql } from 'kysely';
import type { Work } from './work.ts';

export type DailyResource = 'companies' | 'upload-files' | 'upload-bytes' | 'summary-mails' | 'invitations';

interface Use {
  readonly amount: number;
  readonly limit: number;
}

/**
 * SQL that adds to what the current client has used today, in Mexico City: true, or false, using nothing, if any amount would
 * exceed its limit. Other uses of these resources wait until the transaction ends.
 */
export function useTodaySql(today: IsoDate, uses: Readonly<Partial<Record<DailyResource, Use>>>): string {
  const numbers = (name: keyof Use): string =>
    Object.values(uses)
      .map((use) => BigInt(Math.floor(Math.min(use[name], Number.MAX_SAFE_INTEGER))))
      .join();
  const resources = Object.keys(uses).map((resource) => `'${resource}'`);
  return `use_today('${today}', array[${resources}], array[${numbers('amount')}], array[${numbers('limit')}])`;
}

/** Adds `amount` to what the client has used of a resource today; false, using nothing, if that would exceed `limit`. */
export async function useToday({ db, today }: Work, resource: DailyResource, use: Use): Promise<boolean> {
  const isWithin = sql<boolean>`${sql.raw(useTodaySql(today, { [resource]: use }))}`;
  const { rows } = await sql<{ is_within: boolean }>`select ${isWithin} as is_within`.execute(db);
  return rows[0]?.is_within === true;
}
